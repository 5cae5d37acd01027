"""The chart speaks the product's own names: settings, paths and ports."""

from __future__ import annotations

import re
from typing import Any

import pytest
from pydantic import BaseModel

from presence.core.settings import Settings
from presence.http import static
from tests.architecture.tree import ROOT
from tests.charts.chart import (
    CHART,
    combination,
    combinations,
    of_kind,
    over,
    pod_of,
    read_yaml,
    render,
)

HEALTH = {"/healthz", "/readyz"}  # for the cluster, not for people


# Rows of the table of keys that name a setting, and under what name it has our processes.
HELD = re.compile(r"^\| `PRESENCE_([A-Z_*]+)` \|[^|]+\|[^|]+\| ([^|]+) \|", re.MULTILINE)
PROCESSES = {
    "API": "api",
    "worker": "worker",
    "console": "operator",
    "invitation of the first admin": "first-admin",
    "set-up of Stripe": "stripe-setup",
}


def knows(name: str) -> bool:
    """Whether `PRESENCE_A__B` is a field of the settings."""
    model: Any = Settings
    for part in name.removeprefix("PRESENCE_").lower().split("__"):
        if not (isinstance(model, type) and issubclass(model, BaseModel)):
            return False
        field = model.model_fields.get(part)
        if field is None:
            return False
        model = field.annotation
    return True


@pytest.mark.parametrize("name", combinations())
def test_every_variable_is_a_setting_of_the_product(name: str) -> None:
    manifests = render(combination(name))
    names = set(of_kind(manifests, "ConfigMap")["settings"]["data"])
    for manifest in manifests:
        pod = pod_of(manifest)
        if pod is not None:
            names |= {v["name"] for v in pod["spec"]["containers"][0].get("env", ())}
    assert [n for n in sorted(names) if not knows(n)] == []


def test_an_unknown_variable_is_noticed() -> None:
    assert knows("PRESENCE_HTTP__PORT")
    assert not knows("PRESENCE_HTTP__PORTS")
    assert not knows("PRESENCE_LOG_LEVEL__DEEP")


def test_the_api_answers_the_paths_that_are_its_own() -> None:
    values = read_yaml((CHART / "values.yaml").read_text(encoding="utf-8"))
    assert set(values["ingress"]["apiPaths"]) == set(static._OURS) - HEALTH


def test_hosts_of_workspaces_are_accepted_origins() -> None:
    values = over(combination("minimal"), {"ingress": {"workspaceHosts": ["a.example.com"]}})
    data = of_kind(render(values), "ConfigMap")["settings"]["data"]
    assert data["PRESENCE_HTTP__ALLOWED_ORIGINS"] == "https://a.example.com"
    assert data["PRESENCE_HTTP__PUBLIC_URL"] == "https://presence.example.com"


def test_changed_settings_replace_the_pods() -> None:
    before, after = (
        of_kind(render(over(combination("minimal"), change)), "Deployment")
        for change in ({}, {"settings": {"LOG_LEVEL": "debug"}})
    )
    for component in ("api", "worker", "operator"):
        old, new = (d[component]["spec"]["template"]["metadata"] for d in (before, after))
        assert old["annotations"] != new["annotations"]
    assert before["web"] == after["web"]


def test_a_migration_is_as_strict_about_its_database_as_the_product() -> None:
    pairs: list[tuple[dict[str, Any], set[str]]] = [
        ({}, set()),
        ({"allowPrivateNetworks": True}, {"OUTBOUND__ALLOW_PRIVATE"}),
    ]
    for given, own in pairs:
        manifests = render(over(combination("minimal"), given))
        pod = pod_of(of_kind(manifests, "Job")["migration"])
        assert pod is not None
        env = {v["name"]: v.get("value") for v in pod["spec"]["containers"][0]["env"]}
        assert env["PRESENCE_ENVIRONMENT"] == "production"
        assert {f"PRESENCE_{name}" for name in own} == {n for n in env if "PRIVATE" in n}


def test_each_secret_goes_to_the_processes_that_the_table_of_keys_names() -> None:
    page = (ROOT / "ops" / "docs" / "security.md").read_text(encoding="utf-8")
    named = {
        name.replace("*", "CLAUDE"): {PROCESSES[p] for p in held.split(", ") if p in PROCESSES}
        for name, held in HELD.findall(page)
    }
    given = {name: {"name": "own", "key": "one"} for name in named if name != "SECRETS__KEY"}
    held: dict[str, set[str]] = {}
    for manifest in render(over(combination("full"), {"secrets": {"settings": given}})):
        pod = pod_of(manifest)
        for variable in pod["spec"]["containers"][0].get("env", ()) if pod else ():
            component = manifest["metadata"]["labels"]["app.kubernetes.io/component"]
            held.setdefault(variable["name"].removeprefix("PRESENCE_"), set()).add(component)
    assert len(named) > 6
    assert {name: held[name] for name in named} == named
