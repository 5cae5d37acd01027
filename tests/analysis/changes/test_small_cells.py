"""Lists of single questions and small cells name nobody for having few answers."""

from __future__ import annotations

import numpy as np
import pytest

from presence.analysis.changes import chance_ahead, fit_prior, question_changes


def test_unchanged_questions_are_not_told_apart() -> None:
    rng = np.random.default_rng(5)
    told = 0
    for _ in range(200):
        rates = rng.beta(0.6, 0.9, 30)
        before, after = rng.binomial(9, rates), rng.binomial(9, rates)
        counts = {f"q{i}": (int(before[i]), 9, int(after[i]), 9) for i in range(30)}
        told += any(change.verdict == "moved" for change in question_changes(counts).values())
    assert told <= 10


def test_questions_that_changed_are_listed_first() -> None:
    still = {f"q{i:02}": (2 + i % 3, 6, 2 + (i + 1) % 3, 6) for i in range(20)}
    found = question_changes({"won": (0, 6, 6, 6), **still, "lost": (6, 6, 0, 6)})
    assert set(list(found)[:2]) == {"won", "lost"}
    assert found["won"].verdict == "moved"
    assert 0.0 < found["won"].points < found["won"].counted == 100.0


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
