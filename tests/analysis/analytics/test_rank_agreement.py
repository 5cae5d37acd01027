"""Spearman's rank correlation of two measures of the same pages, with its interval."""

from __future__ import annotations

import random

import pytest

from presence.analysis.analytics.rank_agreement import LEAST_PAGES, rank_agreement

EIGHT = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0]


def test_the_same_order_agrees_wholly_whatever_the_distances() -> None:
    found = rank_agreement(EIGHT, [value**5 for value in EIGHT])
    assert found is not None
    assert found.value == pytest.approx(1.0)
    assert found.low <= found.value <= found.high <= 1.0


def test_the_opposite_order_disagrees_wholly() -> None:
    found = rank_agreement(EIGHT, EIGHT[::-1])
    assert found is not None
    assert found.value == pytest.approx(-1.0)
    assert -1.0 <= found.low <= found.value <= found.high


def test_ties_share_their_ranks_as_in_a_worked_example() -> None:
    # the tie at 2.5 takes 0.5 from a sum of squares of 42, and from the product
    found = rank_agreement(EIGHT, [1.0, 2.0, 2.0, 4.0, 5.0, 6.0, 7.0, 8.0])
    assert found is not None
    assert found.value == pytest.approx(41.5 / (42.0 * 41.5) ** 0.5)


def test_the_interval_is_that_of_bonett_and_wright() -> None:
    first = [float(n) for n in range(20)]
    second = [float((n * 7) % 20) for n in range(20)]
    found = rank_agreement(first, second)
    assert found is not None
    # the squared differences of ranks sum to 840: 1 - 6 * 840 / (20 * 399)
    assert found.value == pytest.approx(1.0 - 5040.0 / 7980.0)
    # z 0.38663, standard error 0.25063
    assert found.low == pytest.approx(-0.1042, abs=5e-4)
    assert found.high == pytest.approx(0.7054, abs=5e-4)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (EIGHT[: LEAST_PAGES - 1], EIGHT[: LEAST_PAGES - 1]),
        ([], []),
        (EIGHT, [3.0] * 8),
        ([3.0] * 8, EIGHT),
    ],
)
def test_too_few_pages_and_a_measure_that_tells_none_apart_say_nothing(
    first: list[float], second: list[float]
) -> None:
    assert rank_agreement(first, second) is None


def test_the_interval_covers_no_agreement_when_there_is_none() -> None:
    chance = random.Random(3)  # noqa: S311 - not for secrets
    missed = 0
    for _ in range(400):
        pairs = [(chance.random(), chance.random()) for _ in range(15)]
        found = rank_agreement([a for a, _ in pairs], [b for _, b in pairs])
        assert found is not None
        missed += not found.low <= 0.0 <= found.high
    assert missed <= 40  # 5 % of 400 are 20
