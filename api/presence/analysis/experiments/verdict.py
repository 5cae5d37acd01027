"""The verdict on an experiment, from the runs before and inside its window.

Invariant: "worked" and "did not work" are said once, when the window has ended: a test repeated
after each run would find an effect where there is none. Until then it is too early, or spoiled.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from math import ceil
from typing import Final, Literal

import numpy as np

from presence.analysis.experiments.permutation import LEVEL, compare_arms, least_p
from presence.analysis.experiments.registration import Registration
from presence.analysis.experiments.synthetic import LEAST_RUNS, synthetic_control

Verdict = Literal["worked", "did not work", "too early", "spoiled"]
Reason = Literal[
    "",
    "window-open",
    "stopped",
    "too-few-questions",
    "worse",
    "altered",
    "overlap",
    "model-break",
    "other-engines",
    "questions-removed",
    "too-few-runs",
    "no-comparison",
]
STILL_THERE: Final = 0.8  # of each arm: fewer and the arms are no longer those that were drawn
Pair = tuple[str, str]


@dataclass(frozen=True, slots=True)
class RunSnapshot:
    """A run: mean metric (0..1) by (question, engine), and each engine's model."""

    id: str
    cells: Mapping[Pair, float]
    models: Mapping[str, str]

    @property
    def engines(self) -> set[str]:
        """The engines with any answer."""
        return {engine for _, engine in self.cells}


@dataclass(frozen=True, slots=True)
class Circumstances:
    """What else happened: `asked` are the questions still asked in their registered wording.

    `donors` are untreated series, each its mean (0..1) by run id.
    """

    asked: Collection[str]
    window_ended: bool
    overlaps: bool = False
    altered: bool = False
    stopped: bool = False
    donors: Sequence[Mapping[str, float]] = ()


@dataclass(frozen=True, slots=True)
class QuestionChange:
    """One question's mean before and after, 0..1, over the engines of both sides."""

    key: str
    treated: bool
    before: float
    after: float


@dataclass(frozen=True, slots=True)
class ArmMeans:
    """Mean metric (0..1) of each arm in one run, over the questions and engines compared."""

    run: str
    treated: float | None
    controls: float | None


@dataclass(frozen=True, slots=True)
class ExperimentOutcome:
    """The verdict with its reason; numbers on the 0..1 scale, None where nothing is compared."""

    verdict: Verdict
    reason: Reason
    difference: float | None = None
    low: float | None = None
    high: float | None = None
    p_value: float | None = None
    p_error: float | None = None
    arrangements: int | None = None
    exact: bool | None = None
    runs_after: int = 0
    engines: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()
    questions: tuple[QuestionChange, ...] = ()
    series: tuple[ArmMeans, ...] = ()


@dataclass(frozen=True, slots=True)
class _Compared:
    engines: tuple[str, ...]
    questions: tuple[QuestionChange, ...]
    left_out: tuple[str, ...]
    series: tuple[ArmMeans, ...]


def judge_experiment(
    plan: Registration,
    before: Sequence[RunSnapshot],
    after: Sequence[RunSnapshot],
    seen: Circumstances,
) -> ExperimentOutcome:
    """The verdict; runs in the order they were made, those after inside the window only.

    Runs after that lack an engine of the others are left out.
    """
    engines = _compared_engines(before, after)
    after = [run for run in after if set(engines) <= run.engines] if engines else after
    compared = _compare(plan, before, after, seen.asked, engines)
    shown = ExperimentOutcome(
        "too early",
        "window-open",
        runs_after=len(after),
        engines=compared.engines,
        left_out=compared.left_out,
        questions=compared.questions,
        series=compared.series,
    )
    spoiled = _spoiled(plan, before, after, seen, compared)
    if spoiled:
        return _with(shown, "spoiled", spoiled)
    if not after:
        return shown if not seen.stopped else _with(shown, "too early", "stopped")
    measured = _measured(plan, seen, shown, len(before))
    if not seen.window_ended:
        hidden = _with(measured, "too early", "stopped" if seen.stopped else "window-open")
        return _without_p(hidden)
    return _final(plan, measured)


def _final(plan: Registration, found: ExperimentOutcome) -> ExperimentOutcome:
    if found.difference is None or found.p_value is None:
        return _with(found, "spoiled", "no-comparison")
    if found.p_value <= LEVEL:
        worked = found.difference > 0.0
        return _with(found, "worked", "") if worked else _with(found, "did not work", "worse")
    worth = plan.effect / 100.0
    excluded = found.high is not None and found.high < worth
    powered = plan.detectable is not None and plan.detectable <= plan.effect
    if excluded or powered:
        return _with(found, "did not work", "")
    return _with(found, "too early", "too-few-questions")


def _spoiled(
    plan: Registration,
    before: Sequence[RunSnapshot],
    after: Sequence[RunSnapshot],
    seen: Circumstances,
    compared: _Compared,
) -> Reason:
    if seen.altered:
        return "altered"
    if seen.overlaps:
        return "overlap"
    if _model_break(before, after):
        return "model-break"
    for arm in (plan.treated, () if plan.donors else plan.controls):
        gone = sum(key not in seen.asked for key in arm)
        if gone > (1.0 - STILL_THERE) * len(arm):
            return "questions-removed"
    if after and not compared.engines:
        return "other-engines"
    if after and seen.window_ended and not _arms_kept(plan, compared):
        return "questions-removed"
    if seen.window_ended and len(after) < max(1, ceil(plan.runs_planned / 2)):
        return "too-few-runs"
    return ""


def _arms_kept(plan: Registration, compared: _Compared) -> bool:
    treated = sum(row.treated for row in compared.questions)
    controls = len(compared.questions) - treated
    if plan.donors:
        return treated >= STILL_THERE * len(plan.treated)
    kept = treated >= STILL_THERE * len(plan.treated)
    kept = kept and controls >= STILL_THERE * len(plan.controls)
    return kept and treated > 0 and controls > 0 and least_p(treated, controls) <= LEVEL


def _model_break(before: Sequence[RunSnapshot], after: Sequence[RunSnapshot]) -> bool:
    """Whether an engine of both sides answered with a model it had not had before."""
    old: dict[str, set[str]] = {}
    for run in before:
        for engine, model in run.models.items():
            old.setdefault(engine, set()).add(model)
    return any(
        engine in old and model not in old[engine]
        for run in after
        for engine, model in run.models.items()
    )


def _compare(
    plan: Registration,
    before: Sequence[RunSnapshot],
    after: Sequence[RunSnapshot],
    asked: Collection[str],
    engines: tuple[str, ...],
) -> _Compared:
    """Only questions that both sides asked of every engine compared."""
    treated = set(plan.treated)
    rows, left_out = [], []
    for key in (*plan.treated, *plan.controls):
        old = _mean(before, key, engines) if key in asked else None
        new = _mean(after, key, engines) if key in asked else None
        if old is None or new is None:
            left_out.append(key)
        else:
            rows.append(QuestionChange(key, key in treated, old, new))
    arms = [[row.key for row in rows if row.treated is side] for side in (True, False)]
    if not after:  # nothing is compared yet, the chart shows the arms as drawn
        arms = [list(plan.treated), list(plan.controls)]
        left_out = [key for key in (*plan.treated, *plan.controls) if key not in asked]
    series = tuple(
        ArmMeans(run.id, *(_arm_mean(run, arm, engines) for arm in arms))
        for run in (*before, *after)
    )
    return _Compared(engines, tuple(rows), tuple(left_out), series)


def _compared_engines(
    before: Sequence[RunSnapshot], after: Sequence[RunSnapshot]
) -> tuple[str, ...]:
    """Engines of every run before and of at least half of those after (all before the first)."""
    shared = set.intersection(*(run.engines for run in before)) if before else set()
    if after:
        shared = {e for e in shared if 2 * sum(e in run.engines for run in after) >= len(after)}
    return tuple(sorted(shared))


def _mean(runs: Sequence[RunSnapshot], key: str, engines: Sequence[str]) -> float | None:
    """Mean over engines of the mean over runs; None unless each engine answered in some run."""
    means = []
    for engine in engines:
        found = [run.cells[key, engine] for run in runs if (key, engine) in run.cells]
        if not found:
            return None
        means.append(float(np.mean(found)))
    return float(np.mean(means)) if means else None


def _arm_mean(run: RunSnapshot, keys: Sequence[str], engines: Sequence[str]) -> float | None:
    found = [
        run.cells[key, engine] for key in keys for engine in engines if (key, engine) in run.cells
    ]
    return float(np.mean(found)) if found else None


def _measured(
    plan: Registration, seen: Circumstances, shown: ExperimentOutcome, before: int
) -> ExperimentOutcome:
    if plan.donors:
        return _against_donors(seen, shown, before)
    slope = regression_slope(shown.questions) if plan.assignment == "chosen" else 0.0
    changes = {
        side: [
            row.after - row.before - slope * row.before
            for row in shown.questions
            if row.treated is side
        ]
        for side in (True, False)
    }
    if not changes[True] or not changes[False]:
        return shown
    found = compare_arms(changes[True], changes[False], plan.seed)
    return replace(
        shown,
        difference=found.difference,
        low=found.low,
        high=found.high,
        p_value=found.p_value,
        p_error=found.p_error,
        arrangements=found.arrangements,
        exact=found.exact,
    )


def regression_slope(questions: Sequence[QuestionChange]) -> float:
    """How much a question's change depends on where it stood before, -1..0, within the arms.

    Questions chosen because they did badly improve by themselves (Galton); the common slope of
    both arms takes that out, as in an analysis of covariance. A lot needs no such correction.
    """
    before, change = [], []
    for side in (True, False):
        arm = [row for row in questions if row.treated is side]
        if arm:
            olds = np.array([row.before for row in arm])
            moves = np.array([row.after - row.before for row in arm])
            before.append(olds - olds.mean())
            change.append(moves - moves.mean())
    olds, moves = np.concatenate(before), np.concatenate(change)
    spread = float(olds @ olds)
    return 0.0 if spread <= 0.0 else min(0.0, max(-1.0, float(olds @ moves) / spread))


def _against_donors(
    seen: Circumstances, shown: ExperimentOutcome, before: int
) -> ExperimentOutcome:
    known = [point.treated for point in shown.series if point.treated is not None]
    runs = [point.run for point in shown.series]
    donors = [[one[run] for run in runs] for one in seen.donors if one.keys() >= set(runs)]
    if len(known) != len(runs) or before < LEAST_RUNS or len(donors) < 2:
        return shown
    found = synthetic_control(known, donors, before)
    mixed = np.asarray(found.weights) @ np.asarray(donors, dtype=np.float64)
    series = tuple(
        ArmMeans(point.run, point.treated, float(value))
        for point, value in zip(shown.series, mixed, strict=True)
    )
    return replace(
        shown,
        difference=found.difference,
        low=None,
        high=None,
        p_value=found.p_value,
        p_error=0.0,
        arrangements=len(donors) + 1,
        exact=True,
        series=series,
    )


def _with(found: ExperimentOutcome, verdict: Verdict, reason: Reason) -> ExperimentOutcome:
    return replace(found, verdict=verdict, reason=reason)


def _without_p(found: ExperimentOutcome) -> ExperimentOutcome:
    """While the window is open no p is shown: it would be read as a verdict."""
    return replace(found, p_value=None, p_error=None)
