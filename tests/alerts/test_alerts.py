"""Every alert fires on its fault, keeps silent otherwise, and says what to do."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from presence.core.metrics import registered
from presence.oversight.invariants import INVARIANTS
from tests.alerts.case import Series
from tests.alerts.cases import CASES
from tests.alerts.judge import (
    ALERTING,
    ALERTS,
    CHART,
    RULES,
    file_of,
    located,
    looked_at,
    promtool,
    rule_files,
    rules,
    verdict,
)
from tests.architecture.tree import ROOT

RUNBOOKS = ROOT / "ops/docs/runbooks"
# What a cluster's own exporters show: their names are not ours to choose.
FOREIGN = ("kube_", "kubelet_", "cnpg_", "barman_cloud_", "certmanager_", "probe_",
           "nginx_ingress_controller_", "slo:")  # fmt: skip
FILLED = [*ALERTING.values(), *rules([rule_files()[file.stem] for file in RULES])]


@pytest.fixture(scope="session")
def tool() -> str:
    return promtool()


def of_others(fault: Series) -> Series:
    """The same fault in another namespace, and in another release of the same namespace."""
    found = located(fault, namespace="elsewhere")
    if not any(word in name for name in fault for word in FOREIGN):
        found |= located(fault, release="presence-eu")
    return found


@pytest.mark.parametrize("name", sorted(ALERTING))
def test_an_alert_fires_on_its_fault_and_only_then(tool: str, tmp_path: Path, name: str) -> None:
    case = CASES[name]
    tests = [looked_at(name, case, series, True) for series in case.firing()]
    tests += [looked_at(name, case, silent, False) for silent in case.silent]
    tests.append(looked_at(name, case, of_others(case.fires), case.absent))
    assert verdict(tool, tmp_path, file_of(name), case, tests) == ""


def test_an_alert_that_never_fires_is_noticed(tool: str, tmp_path: Path) -> None:
    text = file_of("PresenceQueueWaits").read_text().replace("> 600", "> 600000")
    (tmp_path / "rule.yaml").write_text(text)
    case = CASES["PresenceQueueWaits"]
    tests = [looked_at("PresenceQueueWaits", case, case.fires, True)]
    assert "PresenceQueueWaits" in verdict(tool, tmp_path, tmp_path / "rule.yaml", case, tests)


def test_every_alert_has_both_kinds_of_cases() -> None:
    assert set(CASES) == set(ALERTING)
    assert all(case.silent for case in CASES.values())


def test_every_promised_alert_is_there() -> None:
    numbers = {rule["labels"]["presence"] for rule in ALERTING.values()}
    assert numbers == {f"A-{number:02d}" for number in range(1, 26)}


@pytest.mark.parametrize("file", ALERTS, ids=lambda f: f.stem)
def test_an_alert_file_holds_one_rule_with_all_it_needs(file: Path) -> None:
    (rule,) = rules([file])
    assert file.stem.startswith(rule["labels"]["presence"])
    assert rule["labels"]["severity"] in {"page", "ticket"}
    notes = rule["annotations"]
    assert set(notes) == {"summary", "description", "runbook_url", "dashboard_url"}
    assert (RUNBOOKS / Path(notes["runbook_url"]).name).is_file()
    uid = notes["dashboard_url"].removeprefix("d/")
    boards = [json.loads(f.read_text())["uid"] for f in (CHART / "dashboards").glob("*.json")]
    assert uid in boards


@pytest.mark.parametrize("file", sorted(RUNBOOKS.glob("A-*.md")), ids=lambda f: f.stem)
def test_a_runbook_says_where_to_begin_why_and_when_to_stop(file: Path) -> None:
    parts = dict(re.findall(r"^## (.+)\n\n((?:(?!## ).*\n?)*)", file.read_text(), re.MULTILINE))
    assert list(parts) == ["First command", "Causes", "Stop when"]
    assert re.fullmatch(r"```sh\n.+\n```\n(?:.|\n)*", parts["First command"])
    causes = re.findall(r"^\d\. .+", parts["Causes"], re.MULTILINE)
    assert len(causes) >= 2
    assert all(len(cause) > 40 for cause in causes)
    assert parts["Stop when"].strip().endswith(".")


@pytest.mark.parametrize("rule", FILLED, ids=str)
def test_a_rule_knows_its_release(rule: dict[str, Any]) -> None:
    assert rule["labels"]["namespace"] == "presence"
    assert rule["labels"]["release"] == "presence"
    assert not re.search("NAMESPACE|RELEASE|DATABASE", str(rule))
    read = re.findall(r"[a-z0-9_:]+(\{[^}]*\}|\[)", rule["expr"])
    assert all("namespace=" in labels for labels in read), rule["expr"]


@pytest.mark.parametrize("rule", FILLED, ids=str)
def test_a_rule_reads_metrics_that_exist(rule: dict[str, Any]) -> None:
    known = set(registered())
    names = re.findall(
        r"\b([a-z][a-z0-9_:]*(?:_[a-z0-9]+)+|slo:[a-z0-9_:]+)\b", _bare(rule["expr"])
    )
    for name in set(names) - {"clamp_min", "sum_over_time", "group_left", "day_of_week"}:
        base = re.sub(r"_(count|sum|bucket)$", "", name)
        assert base in known or name.startswith(FOREIGN), name


def test_every_invariant_raises_an_alert() -> None:
    patterns = [
        re.search(r'invariant(=~|!~)"([^"]+)"', ALERTING[name]["expr"])
        for name in ("PresenceSafetyInvariantBroken", "PresenceInvariantBroken")
    ]
    safety, rest = (match.group(2) for match in patterns if match is not None)
    assert safety == rest
    assert any(re.fullmatch(safety, invariant.name) for invariant in INVARIANTS)


def _bare(expression: str) -> str:
    """Without labels and grouping, where words are no metrics."""
    without_labels = re.sub(r"\{[^}]*\}", "", expression)
    return re.sub(r"\b(by|on)\s*\([^)]*\)", "", without_labels)
