"""The second opinion on the chart (make chart-audit) is about the chart as it is."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.charts import audited


def test_the_chart_is_the_one_that_was_audited() -> None:
    result = json.loads(audited.RESULT.read_text())
    assert result["passed"]
    assert result["chart"] == audited.chart_hash(), "the chart has changed: run make chart-audit"


def test_a_tool_that_looked_at_nothing_has_not_passed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(audited, "RESULT", tmp_path / "chart.json")
    summary = {"passed": 0, "failed": 0, "skipped": 0, "parsing_errors": 0, "checkov_version": "3"}
    (tmp_path / "checkov.json").write_text(json.dumps({"summary": summary}))
    (tmp_path / "full.score").write_text("")
    assert audited.main(tmp_path, "v1", (3, 3)) == 1
