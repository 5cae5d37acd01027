"""Every combination of values under charts/presence/ci renders objects a cluster takes."""

from __future__ import annotations

import helm_python
import pytest

from tests.charts.chart import CHART, combination, combinations, of_kind, render
from tests.charts.judge import complaints

ALWAYS = {"api", "worker", "web"}


@pytest.mark.parametrize("name", combinations())
def test_helm_finds_nothing_to_say(name: str) -> None:
    report = helm_python.lint(CHART, combination(name), strict=True, namespace="presence")
    assert [m for m in report["messages"] if m["severity"] > 1] + report["errors"] == []


@pytest.mark.parametrize("name", combinations())
def test_objects_keep_schemas_and_rules(name: str) -> None:
    assert complaints(render(combination(name))) == []


@pytest.mark.parametrize(
    ("name", "further"),
    [
        ("minimal", {"operator", "admin"}),
        ("full", {"operator", "admin", "auditor"}),
        ("metrics", {"operator", "admin", "auditor"}),
        ("external-metric", {"operator", "admin"}),
        ("without-console", {"auditor"}),
    ],
)
def test_a_release_runs_exactly_its_components(name: str, further: set[str]) -> None:
    assert set(of_kind(render(combination(name)), "Deployment")) == ALWAYS | further


def test_no_combination_is_left_out_above() -> None:
    assert len(combinations()) == 5
