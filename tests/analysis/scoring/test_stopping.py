"""When sampling may stop."""

from __future__ import annotations

import numpy as np
import pytest

from presence.analysis.scoring import look


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
