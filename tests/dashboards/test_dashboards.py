"""Every panel of every dashboard is complete, and its queries find data in a real Prometheus."""

from __future__ import annotations

import json
import re
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from jsonschema import Draft7Validator  # type: ignore[import-untyped]  # no stubs

from presence.db.embedded_process import free_port
from tests.architecture.tree import ROOT
from tests.dashboards.recorded import END, openmetrics

FILES = sorted((ROOT / "charts/presence/dashboards").glob("*.json"))
BOARDS: dict[str, dict[str, Any]] = {file.stem: json.loads(file.read_text()) for file in FILES}
ALL = [(name, panel) for name, board in BOARDS.items() for panel in board["panels"]]
PANELS = [case for case in ALL if case[1]["datasource"]["type"] == "prometheus"]
SQL_PANELS = [case for case in ALL if case not in PANELS]
SOURCES = {"prometheus": "${datasource}", "grafana-postgresql-datasource": "${postgres}"}
VALUES = {"$__rate_interval": "5m", "$release": "presence"}


def label(case: tuple[str, dict[str, Any]]) -> str:
    return f"{case[0][:4]} {case[1]['title']}"


def filled(expression: str) -> str:
    """The query with every variable chosen as All."""
    for name, value in VALUES.items():
        expression = expression.replace(name, value)
    return re.sub(r"\$\w+", ".*", expression)


@pytest.fixture(scope="module")
def prometheus(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Address of a Prometheus that holds the recorded samples."""
    tools = subprocess.run(  # noqa: S603 - our own tools
        [ROOT / "ops/bootstrap/prometheus"], check=True, capture_output=True, text=True, timeout=110
    ).stdout.strip()
    place = tmp_path_factory.mktemp("prometheus")
    (place / "samples").write_text(openmetrics())
    (place / "config.yaml").write_text("global: {}\n")
    subprocess.run(  # noqa: S603 - our own tools
        [f"{tools}/promtool", "tsdb", "create-blocks-from", "openmetrics", "samples", "data"],
        cwd=place,
        check=True,
        capture_output=True,
        timeout=100,
    )
    port = free_port()
    address = f"http://127.0.0.1:{port}"
    command = [
        f"{tools}/prometheus",
        "--config.file=config.yaml",
        "--storage.tsdb.path=data",
        "--storage.tsdb.retention.time=100y",
        f"--web.listen-address=127.0.0.1:{port}",
    ]
    with (place / "log").open("w") as log:
        process = subprocess.Popen(command, cwd=place, stdout=log, stderr=log)  # noqa: S603 - our own tools
        try:
            _wait_until_ready(address)
            yield address
        finally:
            process.terminate()
            process.wait(20)


def _wait_until_ready(address: str) -> None:
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        try:
            with urllib.request.urlopen(f"{address}/-/ready", timeout=5):  # noqa: S310 - our own
                return
        except OSError:
            time.sleep(0.2)
    raise AssertionError("Prometheus did not become ready.")


def asked(address: str, expression: str) -> list[Any]:
    query = urlencode({"query": filled(expression), "time": END})
    try:
        with urllib.request.urlopen(f"{address}/api/v1/query?{query}", timeout=30) as answer:  # noqa: S310 - our own
            found: list[Any] = json.load(answer)["data"]["result"]
            return found
    except urllib.error.HTTPError as error:
        raise AssertionError(json.load(error)["error"]) from error


@pytest.mark.parametrize("case", PANELS, ids=label)
def test_every_query_of_a_panel_finds_data(
    prometheus: str, case: tuple[str, dict[str, Any]]
) -> None:
    for target in case[1]["targets"]:
        assert asked(prometheus, target["expr"]), target["expr"]


def test_a_query_of_a_metric_that_does_not_exist_is_noticed(prometheus: str) -> None:
    assert asked(prometheus, "sum(rate(no_such_metric_total[5m]))") == []
    with pytest.raises(AssertionError, match="parse error"):
        asked(prometheus, "sum by (le) rate(")


@pytest.mark.parametrize("case", ALL, ids=label)
def test_a_panel_says_what_it_shows(case: tuple[str, dict[str, Any]]) -> None:
    panel = case[1]
    assert panel["description"].endswith(".")
    assert panel["fieldConfig"]["defaults"]["unit"]
    assert panel["fieldConfig"]["defaults"]["thresholds"]["steps"][0]["value"] is None
    links = {link["title"]: link["url"] for link in panel["links"]}
    assert set(links) - {"Console"} == {"Runbook"}
    name = links["Runbook"].removeprefix("${runbooks}/")
    assert (ROOT / "ops/docs/runbooks" / name).is_file()
    sources = [panel["datasource"], *(t["datasource"] for t in panel["targets"])]
    assert all(source["uid"] == SOURCES[source["type"]] for source in sources)


@pytest.mark.parametrize("name", BOARDS)
def test_a_dashboard_can_be_provisioned(name: str) -> None:
    board = BOARDS[name]
    assert board["uid"] == f"presence-d{name[2:4]}"
    assert board["editable"] is False
    assert board["time"] == {"from": "now-6h", "to": "now"}
    variables = {v["name"] for v in board["templating"]["list"]}
    assert {"datasource", "namespace", "release", "engine", "queue"} <= variables
    assert {link["title"] for link in board["links"]} >= {"Logs", "Traces", "Console"}
    ids = [panel["id"] for panel in board["panels"]]
    assert len(ids) == len(set(ids))
    assert len(f"{name}.json") <= 63
    assert (Path(FILES[0]).parent / f"{name}.json").stat().st_size < 1_000_000


@pytest.mark.parametrize("name", BOARDS)
def test_a_dashboard_is_of_grafanas_own_form(name: str) -> None:
    schema = json.loads((Path(__file__).parent / "grafana.json").read_text())
    form = Draft7Validator(schema)
    assert [e.message for e in form.iter_errors(BOARDS[name])] == []
    assert not form.is_valid({**BOARDS[name], "panels": [{"title": "A panel without a type"}]})


@pytest.mark.parametrize("name", BOARDS)
def test_panels_do_not_overlap(name: str) -> None:
    taken: set[tuple[int, int]] = set()
    for panel in BOARDS[name]["panels"]:
        at = panel["gridPos"]
        assert at["x"] + at["w"] <= 24
        cells = {
            (x, y)
            for x in range(at["x"], at["x"] + at["w"])
            for y in range(at["y"], at["y"] + at["h"])
        }
        assert not taken & cells, panel["title"]
        taken |= cells


def test_every_promised_dashboard_is_there_once() -> None:
    assert [name[:4] for name in BOARDS] == [f"D-{number:02d}" for number in range(1, 14)]
