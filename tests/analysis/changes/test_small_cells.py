"""Lists of single questions and small cells name nobody for having few answers."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest
from numpy.typing import NDArray

from presence.analysis.changes import chance_ahead, fit_prior, question_changes

Rates = NDArray[np.float64]


def lists(
    worlds: int, *, gained: int = 0, day: float = 0.0, alike: float = 0.0
) -> Iterator[tuple[set[str], set[str]]]:
    """Questions called "moved" and those that gained .4, in four weeks against four."""
    rng = np.random.default_rng(5)
    for _ in range(worlds):
        rates = np.sort(rng.beta(0.7, 1.3, 20))
        later = rates + 0.4 * (np.arange(20) < gained)
        counts = [_asked(rng, side, day, alike) for side in (rates, later)]
        changes = question_changes(
            {f"q{i}": (counts[0][i], 48, counts[1][i], 48) for i in range(20)}, (4, 4)
        )
        moved = {question for question, change in changes.items() if change.verdict == "moved"}
        yield moved, {f"q{i}" for i in range(gained)}


def _asked(rng: np.random.Generator, rates: Rates, day: float, alike: float) -> list[int]:
    """Answers with the name out of 4 days of 12; `alike` is their likeness within a day."""
    named = np.zeros(len(rates))
    for _ in range(4):
        logit = np.log(np.clip(rates, 1e-6, 1 - 1e-6) / np.clip(1 - rates, 1e-6, 1.0))
        today = 1.0 / (1.0 + np.exp(-logit - rng.normal(0.0, day)))
        if alike > 0.0:
            worth = (1.0 - alike) / alike
            today = rng.beta(np.maximum(today * worth, 1e-9), np.maximum((1 - today) * worth, 1e-9))
        named += rng.binomial(12, today)
    return [int(count) for count in named]


@pytest.mark.parametrize(("day", "alike"), [(0.0, 0.0), (0.3, 0.05), (0.5, 0.05)])
def test_unchanged_questions_are_not_told_apart(day: float, alike: float) -> None:
    assert sum(bool(moved) for moved, _ in lists(60, day=day, alike=alike)) <= 6


def test_a_question_that_gained_for_weeks_is_seen() -> None:
    found = list(lists(40, gained=2, day=0.3, alike=0.05))
    assert sum(len(moved & gained) for moved, gained in found) >= 0.8 * 2 * 40
    assert sum(len(moved - gained) for moved, gained in found) <= 0.05 * 2 * 40


def test_questions_that_changed_are_listed_first() -> None:
    still = {f"q{i:02}": (4 + 2 * (i % 3), 12, 4 + 2 * ((i + 1) % 3), 12) for i in range(20)}
    found = question_changes({"won": (0, 12, 12, 12), **still, "lost": (12, 12, 0, 12)}, (4, 4))
    assert set(list(found)[:2]) == {"won", "lost"}
    assert found["won"].verdict == "moved"
    assert 0.0 < found["won"].points < found["won"].counted == 100.0


def test_what_one_day_can_do_to_all_questions_names_none() -> None:
    found = question_changes({f"q{i}": (3, 12, 6 + i % 2, 12) for i in range(20)})
    assert {change.verdict for change in found.values()} == {"within noise"}


def test_a_change_of_all_questions_that_lasts_is_seen() -> None:
    found = question_changes({f"q{i}": (5, 48, 32 + i % 3, 48) for i in range(20)}, (4, 4))
    assert {change.verdict for change in found.values()} == {"moved"}


def test_one_answer_for_each_side_is_not_enough() -> None:
    found = question_changes({f"q{i}": (0, 1, 1, 1) for i in range(10)})
    assert {change.verdict for change in found.values()} == {"not enough data"}


def test_fewer_than_six_questions_are_not_enough() -> None:
    found = question_changes({f"q{i}": (0, 9, 9, 9) for i in range(5)})
    assert {change.verdict for change in found.values()} == {"not enough data"}


def test_nothing_asked_has_no_prior() -> None:
    assert fit_prior([], []) is None


def test_single_answers_share_one_rate() -> None:
    prior = fit_prior([0, 1, 1, 0], [1, 1, 1, 1])
    assert prior is not None
    assert prior.posterior_mean(0, 1) == pytest.approx(prior.posterior_mean(1, 1), abs=0.01)


def test_equal_cells_are_ahead_of_each_other_half_of_the_time() -> None:
    prior = fit_prior([0, 3, 6, 2, 5], [6] * 5)
    assert prior is not None
    cell = prior.density(3, 6)
    assert chance_ahead(cell, cell) == pytest.approx(0.5, abs=1e-6)
    assert chance_ahead(prior.density(6, 6), prior.density(0, 6)) > 0.99
