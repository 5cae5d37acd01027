"""Changes between runs: moved, within noise, not enough data, model changed."""

from __future__ import annotations

import pytest

from presence.analysis.scoring import (
    overall_change,
    paired_permutation,
)
from presence.analysis.types import COVERAGE, ScoreChange, Verdict
from tests.analysis.scoring.answered import Pair, answered


def run(named: int, prompts: int = 12, model: str = "m1") -> list[Pair]:
    return [
        answered(f"p{i:02}", positions={"brand": 1} if i < named else {}, model=model)
        for i in range(prompts)
    ]


def test_the_permutation_test_is_exact_for_few_pairs() -> None:
    # All of 6 pairs up: 2 of 2**6 sign patterns are as extreme.
    assert paired_permutation([1.0] * 6, seed=1) == pytest.approx(2 / 64)


def test_the_sampled_permutation_test_is_seeded_and_close_to_exact() -> None:
    differences = [0.4, -0.1, 0.3, 0.2, -0.2, 0.5, 0.1, 0.0, 0.3, -0.1, 0.2, 0.4, 0.1, 0.2]
    first = paired_permutation(differences, seed=3)
    assert first == paired_permutation(differences, seed=3)
    without_zero = [d for d in differences if d != 0.0]
    assert first == pytest.approx(paired_permutation(without_zero, 1), abs=0.01)


def changed(points: float | None, verdict: Verdict = "within noise") -> ScoreChange:
    """The change of a part."""
    return ScoreChange(points, verdict)


@pytest.mark.parametrize(
    ("content", "technical", "points", "verdict"),
    [
        (changed(10.0, "moved"), changed(-5.0), 4.0, "moved"),
        (changed(10.0), changed(-5.0), 4.0, "within noise"),
        (changed(10.0), None, 10.0, "within noise"),
        (None, changed(2.0, "moved"), 2.0, "moved"),
        (changed(0.0), changed(0.0, "moved"), 0.0, "within noise"),
        (changed(None, "not enough data"), changed(2.0, "moved"), None, "not enough data"),
        (changed(20.0, "not enough data"), changed(0.5, "moved"), 12.2, "not enough data"),
        (changed(20.0, "not enough data"), None, 20.0, "not enough data"),
        (changed(None, "model changed"), changed(2.0, "moved"), None, "model changed"),
        (None, None, None, "not enough data"),
    ],
)
def test_the_overall_score_changes_as_its_parts_do(
    content: ScoreChange | None, technical: ScoreChange | None, points: float | None, verdict: str
) -> None:
    found = overall_change("", content, technical)
    assert found.points == pytest.approx(points)
    assert found.verdict == verdict


def test_coverage_is_no_part_of_the_overall_change() -> None:
    found = overall_change(COVERAGE, changed(30.0, "moved"), changed(-2.0))
    assert (found.points, found.verdict) == (-2.0, "within noise")
