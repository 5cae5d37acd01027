"""Single prompts: counts before percentages, and the exact test of their changes."""

from __future__ import annotations

import pytest

from presence.analysis.scoring import Observation, pair_up, prompt_readings
from tests.analysis.scoring.answered import Pair, answered, split


def seen(pairs: list[Pair]) -> list[Observation]:
    return pair_up(*split(pairs))


def asked(prompt: str, named: int, of: int, model: str = "m1") -> list[Pair]:
    return [
        answered(prompt, s, positions={"brand": 2} if s < named else {}, model=model)
        for s in range(of)
    ]


def test_below_five_answers_there_are_counts_and_no_percentage() -> None:
    (reading,) = prompt_readings(seen(asked("p1", 2, 3)))
    assert (reading.named, reading.answers, reading.rate) == (2, 3, None)


def test_from_five_answers_on_there_is_a_rate_with_its_wilson_interval() -> None:
    (reading,) = prompt_readings(seen(asked("p1", 2, 5)))
    assert reading.rate is not None
    assert (reading.rate.value, reading.rate.n) == (0.4, 5)
    assert (reading.rate.low, reading.rate.high) == pytest.approx((0.1176, 0.7693), abs=1e-4)


def test_position_and_sentiment_of_a_prompt_that_never_names_the_brand_are_unknown() -> None:
    (reading,) = prompt_readings(seen(asked("p1", 0, 6)))
    assert (reading.position, reading.sentiment) == (None, None)
    pairs = [answered("p1", s, positions={"brand": 1 + s}, sentiment="neutral") for s in range(3)]
    (named,) = prompt_readings(seen(pairs))
    assert (named.position, named.sentiment) == (2.0, 50.0)


def test_answers_of_several_runs_are_pooled() -> None:
    (reading,) = prompt_readings([*seen(asked("p1", 1, 3)), *seen(asked("p1", 2, 3))])
    assert (reading.named, reading.answers) == (3, 6)
