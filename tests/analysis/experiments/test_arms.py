"""Drawing, power and the permutation test of experiments, against values computed elsewhere."""

from __future__ import annotations

import numpy as np
import pytest

from presence.analysis.experiments import (
    LotQuestion,
    compare_arms,
    draw_controls,
    draw_treated,
    least_p,
    noise_of_change,
    noise_of_question,
    power_at,
    seed_of,
    smallest_effect,
)


def questions(count: int, rate: float = 0.4, start: int = 0) -> list[LotQuestion]:
    """Questions named alike, with two topics."""
    return [
        LotQuestion(f"q{start + n:03}", rate + 0.001 * n, "ab"[n % 2], "discovery")
        for n in range(count)
    ]


def test_the_reference_difference_and_its_exact_p_are_reproduced() -> None:
    found = compare_arms([0.20, 0.10, 0.30, 0.15], [0.0, 0.05, -0.05, 0.10, 0.0, 0.05], 1)
    assert found.difference == pytest.approx(0.1625)
    assert found.p_value == pytest.approx(2 / 210)
    assert (found.exact, found.arrangements, found.p_error) == (True, 210, 0.0)


def test_the_interval_holds_what_the_test_does_not_reject() -> None:
    treated, controls = [0.20, 0.10, 0.30, 0.15], [0.0, 0.05, -0.05, 0.10, 0.0, 0.05]
    found = compare_arms(treated, controls, 1)
    assert found.low is not None
    assert found.high is not None
    for shift, rejected in (
        (found.low - 1e-6, True),
        (found.low + 1e-6, False),
        (found.high - 1e-6, False),
        (found.high + 1e-6, True),
    ):
        moved = compare_arms([value - shift for value in treated], controls, 1)
        assert (moved.p_value <= 0.05) is rejected


def test_too_many_arrangements_are_drawn_and_p_states_its_error() -> None:
    rng = np.random.default_rng(5)
    treated, controls = rng.normal(0.05, 0.1, 20), rng.normal(0.0, 0.1, 40)
    found = compare_arms(list(treated), list(controls), 3)
    assert (found.exact, found.arrangements) == (False, 10_000)
    assert found.p_error == pytest.approx((found.p_value * (1 - found.p_value) / 10_000) ** 0.5)
    assert found == compare_arms(list(treated), list(controls), 3)


def test_changes_that_are_all_equal_are_no_evidence() -> None:
    assert compare_arms([0.1, 0.1], [0.1] * 30, 1).p_value == 1.0


def test_an_empty_arm_is_an_error() -> None:
    with pytest.raises(ValueError, match="control"):
        compare_arms([0.1], [], 1)


def test_one_treated_question_needs_nineteen_controls() -> None:
    assert least_p(1, 18) > 0.05 >= least_p(1, 19)
    assert smallest_effect(0.05, 1, 18, 1) is None
    assert smallest_effect(0.05, 1, 19, 1) is not None


def test_arms_that_no_effect_can_tell_apart_have_no_power() -> None:
    assert smallest_effect(0.05, 3, 0, 1) is None
    assert power_at(1.0, 0.05, 2, 2, 1) == 0.0


def test_the_smallest_effect_is_seen_with_four_chances_in_five() -> None:
    noise = noise_of_change(0.12, 3, 4)
    effect = smallest_effect(noise, 8, 24, 1)
    assert effect is not None
    rng = np.random.default_rng(99)
    seen = 0
    for world in range(400):
        found = compare_arms(
            list(rng.normal(effect, noise, 8)), list(rng.normal(0.0, noise, 24)), world
        )
        seen += found.p_value <= 0.05 and found.difference > 0
    assert 0.74 <= seen / 400 <= 0.86


def test_noise_is_what_question_and_run_means_leave_over() -> None:
    runs = [
        {"a": 0.2, "b": 0.6},
        {"a": 0.5, "b": 0.9},
        {"a": 0.3, "b": 0.7},
    ]
    assert noise_of_question(runs, 3) == 0.05  # only the day moved, so the floor stands
    apart = [{"a": 0.0, "b": 1.0}, {"a": 1.0, "b": 0.0}, {"a": 0.0, "b": 1.0}]
    assert noise_of_question(apart, 3) == pytest.approx((4 / 3) ** 0.5 / 2**0.5)


def test_one_run_alone_has_the_noise_of_its_answers() -> None:
    assert noise_of_question([{"a": 0.5, "b": 0.5}], 4) == pytest.approx(0.25)
    assert noise_of_question([{"a": 0.0, "b": 0.0}], 4) > 0.05


def test_controls_are_alike_and_drawn_the_same_again() -> None:
    treated, pool = questions(3), [*questions(20, start=50), *questions(20, 0.9, 100)]
    found = draw_controls(treated, pool, 7)
    assert len(found.controls) == 12
    assert all(key < "q100" for key in found.controls)
    assert found == draw_controls(treated, list(reversed(pool)), 7)
    assert found.controls != draw_controls(treated, pool, 8).controls
    assert found.control_rate == pytest.approx(found.treated_rate, abs=0.03)


def test_a_treated_question_is_never_its_own_control() -> None:
    everything = questions(6)
    assert draw_controls(everything, everything, 1).controls == ()


def test_nothing_alike_is_no_control() -> None:
    assert draw_controls(questions(2, 0.1), questions(9, 0.8, 50), 1).controls == ()


def test_the_nearest_topic_is_drawn_first() -> None:
    treated = [LotQuestion("t", 0.4, "a", "discovery")]
    pool = [
        *(LotQuestion(f"a{n}", 0.4, "a", "discovery") for n in range(4)),
        *(LotQuestion(f"b{n}", 0.4, "b", "discovery") for n in range(9)),
    ]
    assert draw_controls(treated, pool, 3).controls == ("a0", "a1", "a2", "a3")


def test_a_staggered_roll_out_treats_half_by_lot() -> None:
    drawn = [draw_treated(questions(11), seed) for seed in range(40)]
    assert {len(one.treated) for one in drawn} == {5, 6}
    assert all(
        sorted((*one.treated, *one.controls)) == [q.key for q in questions(11)] for one in drawn
    )
    shares = [sum("q000" in one.treated for one in drawn) / 40]
    assert 0.25 < shares[0] < 0.75


def test_asking_again_gives_the_same_lot() -> None:
    assert seed_of("brand", "a", "b") == seed_of("brand", "a", "b")
    assert seed_of("brand", "ab") != seed_of("brand", "a", "b")
