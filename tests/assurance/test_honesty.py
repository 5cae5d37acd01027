"""Quick tier of the assurance `honesty`."""

from __future__ import annotations

from tests.assurance import honesty
from tests.assurance.frame import Deadline


def test_unchanged_brands_are_not_told_that_they_moved() -> None:
    outcome = honesty.run(honesty.Scale(honesty.QUICK.unchanged, 0), 7, Deadline(300))
    assert outcome.counts["everMoved"] == 0, outcome.counts


def test_changes_of_the_planners_size_are_declared() -> None:
    outcome = honesty.run(honesty.Scale(0, honesty.QUICK.planted), 7, Deadline(300))
    assert outcome.counts["planted"] >= honesty.QUICK.planted / 2, outcome.counts
    assert outcome.counts["within26"] >= 0.75, outcome.counts
