"""Quantiles and intervals: accurate, never collapsing, covering what they promise."""

from __future__ import annotations

import math

import numpy as np
import pytest

from presence.analysis.scoring.calibration import (
    CORRELATIONS,
    PROMPTS,
    RATES,
    Coverage,
    coverage_table,
    null_change,
    rate_coverage,
    recorded,
    score_coverage,
)
from presence.analysis.scoring.intervals import (
    clustered_mean,
    clustered_rate,
    wilson,
)
from presence.analysis.scoring.quantiles import t_cdf, t_quantile

# Quick trials are noisy: at 400 trials the standard error of 95 % is 1.1 points.
QUICK_TRIALS = 400
QUICK_SLACK = 0.025


@pytest.mark.parametrize(
    ("p", "df", "expected"),
    [
        (0.975, 1, 12.706204736),
        (0.975, 2, 4.302652730),
        (0.975, 4, 2.776445105),
        (0.975, 9, 2.262157163),
        (0.975, 24, 2.063898562),
        (0.975, 149, 1.976013177),
        (0.995, 5, 4.032142984),
        (0.90, 3, 1.637744354),
        (0.025, 10, -2.228138852),
        (0.975, 100000, 1.959987707),
    ],
)
def test_t_quantiles_agree_with_the_tables(p: float, df: float, expected: float) -> None:
    assert t_quantile(p, df) == pytest.approx(expected, abs=2e-8)


def test_the_t_distribution_is_symmetric_and_inverts() -> None:
    for df in (1, 3, 17, 80):
        assert t_cdf(0.0, df) == pytest.approx(0.5)
        assert t_cdf(t_quantile(0.83, df), df) == pytest.approx(0.83, abs=1e-10)


@pytest.mark.parametrize(("p", "df"), [(0.0, 3), (1.0, 3), (0.5, 0.5)])
def test_quantiles_outside_their_range_are_refused(p: float, df: float) -> None:
    with pytest.raises(ValueError, match="t_quantile"):
        t_quantile(p, df)


def test_wilson_agrees_with_the_textbook() -> None:
    interval = wilson(2, 10)
    assert (interval.low, interval.high) == pytest.approx((0.0566822, 0.5098375), abs=1e-6)


def test_none_of_n_still_has_an_upper_bound_above_zero() -> None:
    for interval in (wilson(0, 5), clustered_rate([0] * 10, [3] * 10)):
        assert interval is not None
        assert interval.low == 0.0
        assert 0.0 < interval.high < 1.0


def test_all_of_n_still_has_a_lower_bound_below_one() -> None:
    interval = clustered_rate([3] * 10, [3] * 10)
    assert interval is not None
    assert interval.high == 1.0
    assert 0.0 < interval.low < 1.0


def test_equal_prompts_do_not_collapse_the_interval() -> None:
    rate = clustered_rate([1] * 8, [2] * 8)
    mean = clustered_mean([0.5] * 8, 16, seed=1)
    for interval in (rate, mean):
        assert interval is not None
        assert interval.high - interval.low > 0.1


def test_prompts_and_not_samples_carry_precision() -> None:
    few_samples = clustered_rate([0, 1, 0, 1, 1, 0, 0, 1, 1, 0], [1] * 10)
    many_samples = clustered_rate([0, 9, 0, 9, 9, 0, 0, 9, 9, 0], [9] * 10)
    assert few_samples is not None
    assert many_samples is not None
    width = many_samples.high - many_samples.low
    assert width > 0.8 * (few_samples.high - few_samples.low)


def test_no_answers_give_no_interval() -> None:
    assert clustered_rate([], []) is None
    assert clustered_rate([0, 0], [0, 0]) is None
    assert clustered_mean([], 0, seed=1) is None


def test_fewer_than_five_prompts_are_exploratory() -> None:
    four = clustered_rate([1] * 4, [2] * 4)
    five = clustered_rate([1] * 5, [2] * 5)
    assert four is not None
    assert five is not None
    assert four.exploratory is True
    assert five.exploratory is False


def test_intervals_are_the_same_for_the_same_seed() -> None:
    values = list(np.random.default_rng(5).random(12))
    assert clustered_mean(values, 36, seed=3) == clustered_mean(values, 36, seed=3)


def test_an_interval_holds_its_estimate_inside_zero_and_one() -> None:
    rng = np.random.default_rng(9)
    for _ in range(200):
        k = int(rng.integers(1, 12))
        values = list(np.round(rng.random(k) * (rng.random(k) > 0.5), 2))
        interval = clustered_mean(values, 3 * k, seed=1)
        assert interval is not None
        assert 0.0 <= interval.low <= interval.value <= interval.high <= 1.0
        assert not math.isclose(interval.low, interval.high)


def test_intervals_cover_the_truth_as_often_as_they_say() -> None:
    outside = [
        cell
        for cell in coverage_table(trials=QUICK_TRIALS, seed=7)
        if not cell.acceptable(slack=QUICK_SLACK)
    ]
    assert outside == []


def test_a_change_that_is_none_is_rarely_called_moved() -> None:
    found = null_change(trials=1000)
    assert found.trials == 1000
    assert found.moved <= 0.06


def test_the_recorded_calibration_is_the_full_one_and_held() -> None:
    record = recorded()
    assert record is not None
    assert record["counts"] == {"cells": 80, "trialsPerCell": 2000, "nullTrials": 1000}
    assert (record["violations"], record["passed"]) == (0, True)
    assert record["nullMoved"] <= 0.06
    for cell in record["cells"]:
        few = cell["prompts"] * 6 * cell["rate"] < 10 - 1e-9
        assert cell["fewMentions"] is few
        assert 0.93 <= cell["covered"] <= (1.0 if few else 0.97), cell


@pytest.mark.parametrize("of", [rate_coverage, score_coverage])
def test_the_hardest_small_panel_covers_with_full_trials(of: object) -> None:
    assert callable(of)
    cell = of(25, 0.1, 0.3, 2000, 11)
    assert isinstance(cell, Coverage)
    assert cell.acceptable()


def test_the_check_would_notice_intervals_that_are_too_narrow() -> None:
    narrow = Coverage("rate", 75, 0.5, 0.3, coverage=0.90, width=0.05)
    wide = Coverage("rate", 75, 0.5, 0.3, coverage=0.99, width=0.5)
    sparse = Coverage("rate", 5, 0.02, 0.3, coverage=0.99, width=0.4)
    many = Coverage("rate", 5, 0.9, 0.3, coverage=0.99, width=0.4)
    assert (narrow.acceptable(), wide.acceptable()) == (False, False)
    assert (sparse.acceptable(), many.acceptable()) == (True, False)


def test_the_grid_is_the_one_the_method_page_names() -> None:
    assert PROMPTS == (5, 10, 25, 75, 150)
    assert RATES == (0.02, 0.1, 0.5, 0.9)
    assert len(CORRELATIONS) == 2
