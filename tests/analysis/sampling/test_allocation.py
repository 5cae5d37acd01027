"""Samples go where they tell most, within what the equal plan would have cost."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

import numpy as np
import pytest

from presence.analysis.sampling import MOST_SAMPLES, allocate


def error(variances: Sequence[float], given: Sequence[int]) -> float:
    return sum(v / n for v, n in zip(variances, given, strict=True))


def least_error(variances: Sequence[float], samples: int, costs: Sequence[float]) -> float:
    """The smallest error of all plans within the calls and the money, by trying them all."""
    calls, money = samples * len(variances), samples * sum(costs) + 1e-9
    plans = product(range(1, calls + 1), repeat=len(variances))
    return min(
        error(variances, plan)
        for plan in plans
        if sum(plan) <= calls and float(np.dot(plan, costs)) <= money
    )


def test_neymans_proportions_for_known_rates() -> None:
    # sd .5, .3 and .0995: 12 calls in proportion would be 6.7, 4.0 and 1.3.
    assert allocate([0.25, 0.09, 0.0099], 4, seed=1) == (7, 4, 1)


@pytest.mark.parametrize("seed", range(20))
def test_no_other_plan_of_as_many_calls_has_a_smaller_error(seed: int) -> None:
    variances = list(np.random.default_rng(seed).uniform(0.0, 0.25, 3))
    found = error(variances, allocate(variances, 3, seed))
    assert found == pytest.approx(least_error(variances, 3, [1.0, 1.0, 1.0]))


@pytest.mark.parametrize("seed", range(20))
def test_with_dear_and_cheap_assistants_the_error_is_near_the_smallest_there_is(seed: int) -> None:
    rng = np.random.default_rng(seed)
    variances, costs = list(rng.uniform(0.01, 0.25, 4)), [1.0, 1.0, 8.0, 8.0]
    found = error(variances, allocate(variances, 3, seed, costs))
    assert found <= 1.1 * least_error(variances, 3, costs)
    assert found <= error(variances, [3, 3, 3, 3]) + 1e-12


@pytest.mark.parametrize("seed", range(40))
def test_never_more_calls_nor_money_than_asking_all_equally_often(seed: int) -> None:
    rng = np.random.default_rng(seed)
    cells, samples = int(rng.integers(1, 200)), int(rng.integers(1, 6))
    variances = rng.choice([0.0, 1e-6, 0.01, 0.25], cells)
    costs = rng.choice([0.0, 0.001, 0.02, 3.0], cells)
    given = np.array(allocate(variances, samples, seed, costs, rng.uniform(0.0, 2.0, cells)))
    assert given.min() >= 1
    assert given.sum() <= samples * cells
    assert (given * costs).sum() <= samples * costs.sum() * (1.0 + 1e-6)


def test_a_dear_cell_that_alone_is_uncertain_takes_no_more_than_the_money_there_is() -> None:
    # Equally asked, twice each, they cost 202; a third sample of the dear one would make it 301.
    assert allocate([0.25, 0.0], 2, seed=5, costs=[100.0, 1.0]) == (2, 2)


def test_cells_that_are_alike_are_asked_equally_often() -> None:
    assert allocate([0.2] * 7, 3, seed=5) == (3,) * 7


def test_a_plan_of_one_sample_asks_every_cell_once() -> None:
    assert allocate([0.25, 0.0, 0.1], 1, seed=5) == (1, 1, 1)


def test_a_cell_without_any_doubt_is_still_asked_once() -> None:
    assert allocate([0.0, 0.25], 3, seed=5) == (1, 5)


def test_one_uncertain_cell_does_not_take_the_whole_plan() -> None:
    assert allocate([0.25, *[0.0] * 99], 5, seed=5)[0] == MOST_SAMPLES


def test_a_cell_that_counts_twice_is_asked_twice_as_often() -> None:
    assert allocate([0.1, 0.1], 3, seed=5, weights=[2.0, 1.0]) == (4, 2)


def test_the_same_seed_draws_the_same_plan() -> None:
    assert allocate([0.2] * 4 + [0.1] * 3, 2, seed=9) == allocate([0.2] * 4 + [0.1] * 3, 2, seed=9)


def test_cells_that_are_alike_have_equal_chances_of_a_sample_that_is_left() -> None:
    # One sample is left once the two certain cells have given theirs up.
    drawn = np.array([allocate([0.2, 0.2, 0.2, 0.0], 2, seed) for seed in range(600)])
    assert set(drawn[:, :3].sum(axis=1)) == {7}
    assert np.abs((drawn[:, :3] == 3).mean(axis=0) - 1.0 / 3.0).max() < 0.07


def test_no_cells_need_no_samples() -> None:
    assert allocate([], 3, seed=1) == ()


@pytest.mark.parametrize(
    ("variances", "samples", "costs"),
    [
        ([0.1], 0, None),
        ([0.1], 2, [1.0, 1.0]),
        ([-0.1], 2, None),
        ([float("nan")], 2, None),
        ([0.1], 2, [float("inf")]),
    ],
)
def test_what_no_plan_can_be_made_of_is_refused(
    variances: list[float], samples: int, costs: list[float] | None
) -> None:
    with pytest.raises(ValueError, match="allocate needs"):
        allocate(variances, samples, 1, costs)
