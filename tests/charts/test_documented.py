"""The chart says what each of its values does, and what to do after installing it."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

import helm_python

from tests.architecture.tree import ROOT
from tests.charts.chart import CHART, RELEASE, Values, combination, over, read_yaml

WRITER = ROOT / "ops" / "scripts" / "chart-docs"


def notes(values: Values) -> str:
    """What Helm tells whoever installed the chart."""
    files = helm_python.Chart.load(CHART).render(values, name=RELEASE, namespace="presence")
    (text,) = (text for path, text in files.items() if path.endswith("NOTES.txt"))
    return text


def test_the_readme_and_the_schema_say_what_values_yaml_says() -> None:
    done = subprocess.run(  # noqa: S603 - our own script
        [sys.executable, WRITER, "--check"], capture_output=True, text=True, timeout=60
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_every_value_of_the_schema_is_described() -> None:
    schema = json.loads((CHART / "values.schema.json").read_text(encoding="utf-8"))
    bare = []
    waiting: list[tuple[tuple[str, ...], Any]] = [
        ((name,), node) for name, node in schema["properties"].items()
    ]
    while waiting:
        path, node = waiting.pop()
        inner = node.get("properties", {})
        if "description" in node:
            continue
        if inner:
            waiting += [((*path, name), one) for name, one in inner.items()]
        else:
            bare.append(".".join(path))
    assert bare == ["settings"]  # names of the product's own settings


def test_the_notes_name_the_addresses_and_what_is_still_missing() -> None:
    said = notes(combination("minimal"))
    assert "https://presence.example.com" in said
    assert "https://console.presence.example.com" in said
    assert "Nobody is told when it fails" in said
    watched = {"metrics": {"enabled": True, "ruleFiles": {"enabled": True}}}
    assert "Alerts name no dashboard" in notes(over(combination("minimal"), watched))
    assert "Nobody is told" not in notes(combination("full"))
    assert "console is at" not in notes(combination("without-console"))


def test_the_chart_tells_a_catalogue_what_it_is() -> None:
    chart = read_yaml((CHART / "Chart.yaml").read_text(encoding="utf-8"))
    assert chart["icon"].startswith("data:image/svg+xml;base64,")
    assert chart["maintainers"]
    assert chart["annotations"]["artifacthub.io/license"] == "Apache-2.0"
    images = read_yaml(chart["annotations"]["artifacthub.io/images"])
    assert {i["image"] for i in images} == {
        f"{name}:{chart['appVersion']}" for name in ("presence", "presence-web", "presence-admin")
    }
