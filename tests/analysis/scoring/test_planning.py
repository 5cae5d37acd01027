"""What it takes to see a change, and when sampling may stop."""

from __future__ import annotations

from decimal import Decimal

import numpy as np
import pytest

from presence.analysis.scoring import Spread, detectable_points, look, plan_for
from presence.analysis.scoring.planner import MAX_SAMPLES

WIDE = Spread(between=0.05, within=0.15)


def test_a_plan_says_what_it_detects_with_how_much_at_what_cost() -> None:
    plan = plan_for(WIDE, 10.0, prompts=25, engines=2, cost_per_answer=Decimal("0.01"))
    assert plan.answers == plan.samples * 25 * 2
    assert detectable_points(WIDE, 25, plan.samples * 2) <= 10.0
    assert plan.cost == Decimal("0.01") * plan.answers
    assert plan.sentence == (
        f"To detect a change of 10 points, ask each assistant 25 questions, {plan.samples} times"
        f" each, costing about ${plan.cost:.2f}."
    )


def test_what_no_number_of_samples_detects_asks_for_more_prompts() -> None:
    plan = plan_for(WIDE, 2.0, prompts=5)
    assert plan.prompts > 5
    assert plan.samples <= MAX_SAMPLES
    assert detectable_points(WIDE, plan.prompts, plan.samples) <= 2.0


def test_a_planned_change_is_really_detected() -> None:
    # With the planned samples, a true shift of `points` lies outside 0 in most paired trials.
    rng, points, prompts = np.random.default_rng(2), 12.0, 40
    spread = Spread(between=0.0, within=0.25)
    samples = plan_for(spread, points, prompts).samples
    seen = 0
    for _ in range(400):
        before = rng.binomial(samples, 0.5 - points / 200, prompts) / samples
        after = rng.binomial(samples, 0.5 + points / 200, prompts) / samples
        d = after - before
        seen += abs(d.mean()) > 2.02 * d.std(ddof=1) / np.sqrt(prompts)
    assert seen / 400 > 0.45


def test_a_narrow_interval_stops_sampling() -> None:
    first = look([2] * 40, [2] * 40, points=15.0, number=1, looks=5)
    assert (first.stop, first.reason) == (True, "narrow enough")


def test_a_wide_interval_goes_on_until_the_last_planned_look() -> None:
    named, answers = [0, 1] * 5, [1] * 10
    assert look(named, answers, 5.0, 1, 3).reason == "go on"
    assert look(named, answers, 5.0, 3, 3).reason == "last look"


def test_sampling_stops_when_only_more_prompts_could_help() -> None:
    named, answers = [0, 4] * 5, [4] * 10
    found = look(named, answers, points=5.0, number=2, looks=5)
    assert (found.stop, found.reason) == (True, "samples cannot help")


def test_nothing_answered_yet_goes_on() -> None:
    assert look([], [], 5.0, 1, 3) == look([0], [0], 5.0, 1, 3)
    assert look([], [], 5.0, 1, 3).stop is False


@pytest.mark.parametrize(("number", "points"), [(0, 5.0), (4, 5.0), (1, 0.0)])
def test_an_unplanned_look_is_refused(number: int, points: float) -> None:
    with pytest.raises(ValueError, match="look needs"):
        look([1], [2], points, number, 3)


@pytest.mark.parametrize(
    ("rate", "correlation", "points"),
    [(0.1, 0.05, 9.0), (0.5, 0.05, 10.0), (0.5, 0.3, 15.0), (0.9, 0.1, 9.0)],
)
def test_stopping_early_keeps_the_coverage(rate: float, correlation: float, points: float) -> None:
    rng, inside, early, trials = np.random.default_rng(11), 0, 0, 400
    size = 1.0 / correlation - 1.0
    for _ in range(trials):
        chances = rng.beta(rate * size, (1.0 - rate) * size, 40)
        named = np.zeros(40, dtype=int)
        for number in range(1, 6):
            named += rng.random(40) < chances
            found = look(named.tolist(), [number] * 40, points, number, 5)
            if found.stop:
                break
        assert found.interval is not None
        inside += found.interval.low <= rate <= found.interval.high
        early += number < 5
    assert inside / trials >= 0.95
    assert early > 0
