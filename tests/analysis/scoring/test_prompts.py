"""Single prompts: counts before percentages, changes corrected for the many that are tested."""

from __future__ import annotations

import numpy as np
import pytest

from presence.analysis.scoring import Observation, pair_up, prompt_changes, prompt_readings
from presence.analysis.scoring.prompts import fisher_exact
from tests.analysis.scoring.answered import Pair, answered, engine, split


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


@pytest.mark.parametrize(
    ("a", "n", "b", "m", "p"),
    [
        (1, 10, 9, 10, 0.0010933),
        (3, 10, 3, 10, 1.0),
        (0, 5, 5, 5, 0.0079365),
        (8, 10, 1, 6, 0.0349650),
    ],
)
def test_fisher_agrees_with_published_values(a: int, n: int, b: int, m: int, p: float) -> None:
    assert fisher_exact(a, n, b, m) == pytest.approx(p, abs=1e-6)


def test_a_prompt_that_plainly_changed_moved_and_the_others_did_not() -> None:
    before = seen([p for i in range(10) for p in asked(f"p{i}", 5, 10)] + asked("q", 0, 10))
    after = seen([p for i in range(10) for p in asked(f"p{i}", 6, 10)] + asked("q", 10, 10))
    changes = {c.prompt_id: c for c in prompt_changes(before, after)}
    assert changes["q"].verdict == "moved"
    assert changes["q"].points == pytest.approx(100.0)
    assert {changes[f"p{i}"].verdict for i in range(10)} == {"within noise"}


def test_few_answers_of_a_prompt_are_not_tested() -> None:
    (change,) = prompt_changes(seen(asked("p1", 0, 3)), seen(asked("p1", 3, 3)))
    assert (change.verdict, change.p_value, change.points) == ("not enough data", None, None)
    assert (change.named_after, change.answers_after) == (3, 3)


def test_only_engines_that_answered_both_times_are_compared() -> None:
    other = engine("other")
    extra = [answered("p1", s, positions={"brand": 1}, by=other) for s in range(9)]
    (change,) = prompt_changes(seen(asked("p1", 2, 8)), seen([*asked("p1", 2, 8), *extra]))
    assert (change.answers_after, change.points) == (8, 0.0)


def test_a_changed_model_is_said_of_every_prompt() -> None:
    changes = prompt_changes(seen(asked("p1", 0, 8)), seen(asked("p1", 8, 8, model="m2")))
    assert [(c.verdict, c.points) for c in changes] == [("model changed", None)]


def test_without_any_real_change_lists_stay_empty_nine_times_in_ten() -> None:
    rng = np.random.default_rng(4)
    false = 0
    for _ in range(100):
        chances = rng.random(20)
        runs = [
            seen([p for i, c in enumerate(chances)
                  for p in asked(f"p{i:02}", int(rng.binomial(8, c)), 8)])
            for _ in range(2)
        ]  # fmt: skip
        false += any(c.verdict == "moved" for c in prompt_changes(*runs))
    assert false <= 10
