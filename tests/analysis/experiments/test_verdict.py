"""The verdict on an experiment, the unkind cases first."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from presence.analysis.experiments import (
    Circumstances,
    Registration,
    RunSnapshot,
    frozen_hash,
    judge_experiment,
)

TREATED = tuple(f"t{n}" for n in range(6))
CONTROLS = tuple(f"c{n:02}" for n in range(14))
EVERYTHING = frozenset((*TREATED, *CONTROLS))
PLAN = Registration(
    brand="b",
    change="A price list",
    page="https://example.com/prices",
    metric="mentionRate",
    assignment="chosen",
    treated=TREATED,
    controls=CONTROLS,
    donors=False,
    baseline=("r0", "r1"),
    starts_at="2026-01-01T00:00:00+00:00",
    ends_at="2026-01-29T00:00:00+00:00",
    runs_planned=4,
    effect=15.0,
    detectable=14.0,
    power=0.84,
    seed=1,
    registered_late=False,
)
ENDED = Circumstances(asked=EVERYTHING, window_ended=True)


def run(
    name: str,
    gain: float = 0.0,
    engines: Mapping[str, str] | None = None,
    without: frozenset[str] = frozenset(),
) -> RunSnapshot:
    """A run in which treated questions are named `gain` more often."""
    rng = np.random.default_rng(int(name[1:]))
    models = {"gpt": "m1"} if engines is None else engines
    cells = {
        (key, engine): 0.4 + (gain if key in TREATED else 0.0) + rng.normal(0, 0.05)
        for key in sorted(EVERYTHING - without)
        for engine in models
    }
    return RunSnapshot(name, cells, models)


BEFORE = [run("r0"), run("r1")]
WORKED = [run(f"r{n}", 0.3) for n in (2, 3, 4, 5)]
NOTHING = [run(f"r{n}") for n in (2, 3, 4, 5)]


def test_a_planted_effect_worked() -> None:
    found = judge_experiment(PLAN, BEFORE, WORKED, ENDED)
    assert (found.verdict, found.reason) == ("worked", "")
    assert found.difference is not None
    assert abs(found.difference - 0.3) < 0.06
    assert found.low is not None
    assert found.high is not None
    assert found.low < 0.3 < found.high


def test_nothing_planted_did_not_work() -> None:
    assert judge_experiment(PLAN, BEFORE, NOTHING, ENDED).verdict == "did not work"


def test_a_loss_did_not_work_and_says_worse() -> None:
    worse = [run(f"r{n}", -0.3) for n in (2, 3, 4, 5)]
    found = judge_experiment(PLAN, BEFORE, worse, ENDED)
    assert (found.verdict, found.reason) == ("did not work", "worse")


def test_arms_too_small_for_the_effect_cannot_say_that_it_did_not_work() -> None:
    noisy = replace(PLAN, effect=1.0, detectable=14.0)
    found = judge_experiment(noisy, BEFORE, NOTHING, ENDED)
    assert (found.verdict, found.reason) == ("too early", "too-few-questions")


def test_before_the_window_ends_it_is_too_early_and_no_p_is_shown() -> None:
    seen = replace(ENDED, window_ended=False)
    found = judge_experiment(PLAN, BEFORE, WORKED, seen)
    assert (found.verdict, found.reason) == ("too early", "window-open")
    assert found.difference is not None
    assert found.p_value is None


def test_stopping_while_it_looks_good_is_not_worked() -> None:
    seen = replace(ENDED, window_ended=False, stopped=True)
    found = judge_experiment(PLAN, BEFORE, WORKED, seen)
    assert (found.verdict, found.reason) == ("too early", "stopped")


def test_an_overlap_spoils_even_what_looks_like_success() -> None:
    found = judge_experiment(PLAN, BEFORE, WORKED, replace(ENDED, overlaps=True))
    assert (found.verdict, found.reason) == ("spoiled", "overlap")


def test_a_changed_registration_spoils() -> None:
    found = judge_experiment(PLAN, BEFORE, WORKED, replace(ENDED, altered=True))
    assert (found.verdict, found.reason) == ("spoiled", "altered")


def test_a_new_model_within_the_window_spoils_at_once() -> None:
    after = [*WORKED[:2], run("r4", 0.3, {"gpt": "m2"})]
    found = judge_experiment(PLAN, BEFORE, after, replace(ENDED, window_ended=False))
    assert (found.verdict, found.reason) == ("spoiled", "model-break")


def test_a_run_with_another_engine_besides_compares_the_shared_one() -> None:
    after = [*WORKED[:3], run("r5", 0.3, {"gpt": "m1", "claude": "c1"})]
    found = judge_experiment(PLAN, BEFORE, after, ENDED)
    assert (found.verdict, found.engines) == ("worked", ("gpt",))


def test_one_run_with_only_other_engines_is_left_out() -> None:
    after = [*WORKED[:3], run("r5", 0.3, {"claude": "c1"})]
    found = judge_experiment(PLAN, BEFORE, after, ENDED)
    assert (found.verdict, found.runs_after, found.engines) == ("worked", 3, ("gpt",))


def test_runs_with_only_other_engines_spoil() -> None:
    after = [run(f"r{n}", 0.3, {"claude": "c1"}) for n in (2, 3, 4, 5)]
    found = judge_experiment(PLAN, BEFORE, after, ENDED)
    assert (found.verdict, found.reason) == ("spoiled", "other-engines")


def test_a_few_controls_edited_are_left_out() -> None:
    seen = replace(ENDED, asked=EVERYTHING - {"c00", "c01"})
    found = judge_experiment(PLAN, BEFORE, WORKED, seen)
    assert (found.verdict, found.left_out) == ("worked", ("c00", "c01"))


def test_too_many_controls_deleted_spoil() -> None:
    seen = replace(ENDED, asked=EVERYTHING - set(CONTROLS[:4]))
    found = judge_experiment(PLAN, BEFORE, WORKED, seen)
    assert (found.verdict, found.reason) == ("spoiled", "questions-removed")


def test_questions_that_were_never_answered_in_the_window_spoil() -> None:
    gone = frozenset(CONTROLS[:5])
    after = [run(f"r{n}", 0.3, without=gone) for n in (2, 3, 4, 5)]
    found = judge_experiment(PLAN, BEFORE, after, ENDED)
    assert (found.verdict, found.reason) == ("spoiled", "questions-removed")


def test_too_few_runs_spoil_only_when_the_window_has_ended() -> None:
    open_ = replace(ENDED, window_ended=False)
    assert judge_experiment(PLAN, BEFORE, WORKED[:1], open_).verdict == "too early"
    found = judge_experiment(PLAN, BEFORE, WORKED[:1], ENDED)
    assert (found.verdict, found.reason) == ("spoiled", "too-few-runs")
    assert judge_experiment(PLAN, BEFORE, [], ENDED).reason == "too-few-runs"


def test_one_treated_question_is_judged_against_nineteen_controls() -> None:
    controls = tuple(f"k{n:02}" for n in range(19))
    plan = replace(PLAN, treated=("t0",), controls=controls, runs_planned=1)
    rng = np.random.default_rng(4)
    cells = {(key, "gpt"): 0.4 + rng.normal(0, 0.02) for key in ("t0", *controls)}
    later = {pair: value + 0.3 * (pair[0] == "t0") for pair, value in cells.items()}
    sides = [RunSnapshot(name, c, {"gpt": "m1"}) for name, c in (("r0", cells), ("r1", later))]
    seen = Circumstances(asked={"t0", *controls}, window_ended=True)
    assert judge_experiment(plan, sides[:1], sides[1:], seen).verdict == "worked"


def test_all_questions_treated_is_judged_against_donors() -> None:
    plan = replace(PLAN, controls=(), donors=True)
    before = [run(f"r{n}") for n in range(6)]
    after = [run(f"r{n}", 0.3) for n in range(6, 10)]
    rng = np.random.default_rng(8)
    donors = [{f"r{n}": 0.4 + rng.normal(0, 0.03) for n in range(10)} for _ in range(24)]
    found = judge_experiment(plan, before, after, replace(ENDED, donors=donors))
    assert found.verdict == "worked"
    assert found.series[-1].controls is not None


def test_without_controls_and_donors_there_is_nothing_to_compare_with() -> None:
    plan = replace(PLAN, controls=(), donors=True)
    found = judge_experiment(plan, BEFORE, WORKED, ENDED)
    assert (found.verdict, found.reason) == ("spoiled", "no-comparison")


def test_the_hash_changes_with_every_promise() -> None:
    same = frozen_hash(replace(PLAN))
    assert same == frozen_hash(PLAN)
    changes = [
        replace(PLAN, effect=5.0),
        replace(PLAN, controls=CONTROLS[1:]),
        replace(PLAN, ends_at="2026-02-28T00:00:00+00:00"),
        replace(PLAN, metric="content"),
        replace(PLAN, change="Another"),
        replace(PLAN, seed=2),
    ]
    assert len({same, *(frozen_hash(one) for one in changes)}) == 7


def test_questions_chosen_because_they_did_badly_do_not_work_by_themselves() -> None:
    keys = {key: 0.2 if key in TREATED else 0.5 for key in sorted(EVERYTHING)}
    rng = np.random.default_rng(2)
    truth = {key: 0.42 + rng.normal(0, 0.02) for key in keys}
    # what was seen before strays from the truth; afterwards everything is near it again
    seen = {key: value + rng.normal(0, 0.08) for key, value in keys.items()}
    sides = [
        RunSnapshot(name, {(key, "gpt"): value for key, value in found.items()}, {"gpt": "m1"})
        for name, found in (("r0", seen), ("r2", truth))
    ]
    plan = replace(PLAN, runs_planned=1)
    assert judge_experiment(plan, sides[:1], sides[1:], ENDED).verdict != "worked"
    drawn = replace(plan, assignment="by-lot")
    assert judge_experiment(drawn, sides[:1], sides[1:], ENDED).verdict == "worked"
