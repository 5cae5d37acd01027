"""Deliberate mistakes in templates (mistakes.yaml), each caught: by Helm, a schema or a rule.

A mistake replaces text of one file in a copy of the chart, which is then judged with everything
switched on.
"""

from __future__ import annotations

import shutil
from pathlib import Path

import helm_python
import pytest

from tests.charts.chart import CHART, combination, over, read_yaml, render
from tests.charts.judge import complaints

LISTED = Path(__file__).parent / "mistakes.yaml"
MISTAKES = {m["mistake"]: m for m in read_yaml(LISTED.read_text(encoding="utf-8"))}


@pytest.fixture
def copied(tmp_path: Path) -> Path:
    """A copy of the chart to break."""
    return Path(shutil.copytree(CHART, tmp_path / "presence"))


@pytest.mark.parametrize("name", MISTAKES)
def test_a_mistake_is_caught(name: str, copied: Path) -> None:
    mistake = MISTAKES[name]
    path = copied / "templates" / mistake["file"]
    text = path.read_text(encoding="utf-8")
    assert mistake["right"] in text, "the mistake no longer changes anything"
    path.write_text(text.replace(mistake["right"], mistake["wrong"]), encoding="utf-8")
    assert verdict(copied)


def test_the_copy_without_a_mistake_is_fine(copied: Path) -> None:
    assert verdict(copied) == []


def test_there_are_at_least_thirty_mistakes() -> None:
    assert len(MISTAKES) >= 30


def verdict(chart: Path) -> list[str]:
    """What is said against the chart with everything on, a failing template included."""
    values = over(combination("full"), {"image": {"registry": ""}})
    try:
        return complaints(render(values, chart))
    except helm_python.HelmError as refusal:
        return [str(refusal)]
