"""Experiments as the API shows them: numbers in points, questions in their registered wording."""

from __future__ import annotations

from typing import Any, cast
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from presence.analysis.experiments import Reason, Registration, Verdict
from presence.domains.experiments.models import Experiment
from presence.domains.experiments.schemas.experiments import (
    ArmPointOut,
    ArmQuestionOut,
    ExperimentDetailOut,
    ExperimentOut,
    ExperimentPlanOut,
    SealedPredictionOut,
)
from presence.domains.experiments.service.experiment_words import (
    power_sentence,
    verdict_sentence,
)
from presence.domains.experiments.service.planning import Planned
from presence.domains.results.queries import cells

_NUMBERS = ("p_value", "p_error", "arrangements", "exact")


def registration_of(row: Experiment) -> Registration:
    """The registration as it is stored."""
    stored: dict[str, Any] = dict(row.registration)
    for name in ("treated", "controls", "baseline"):
        stored[name] = tuple(stored[name])
    return Registration(**stored)


def plan_of(planned: Planned) -> ExperimentPlanOut:
    """A plan that has not been registered."""
    plan, draw = planned.registration, planned.draw
    questions = [
        ArmQuestionOut(
            prompt_id=planned.prompts[key].id,
            prompt=planned.prompts[key].prompt.text,
            treated=key in draw.treated,
            before=_points(planned.rates.get(key)),
            after=None,
            compared=True,
        )
        for key in (*draw.treated, *draw.controls)
    ]
    return ExperimentPlanOut(
        questions=questions,
        treated=len(draw.treated),
        controls=len(draw.controls),
        treated_before=_points(draw.treated_rate),
        control_before=_points(draw.control_rate),
        compares_with=_compares_with(plan),
        baseline_runs=len(plan.baseline),
        runs_planned=plan.runs_planned,
        starts_at=planned.starts_at,
        ends_at=planned.ends_at,
        effect=plan.effect,
        detectable=plan.detectable,
        power=plan.power,
        registered_late=plan.registered_late,
        sentence=power_sentence(
            len(draw.treated),
            len(draw.controls),
            plan.effect,
            plan.detectable,
            plan.power,
            plan.registered_late,
        ),
    )


def shown(row: Experiment) -> ExperimentOut:
    """An experiment in a list."""
    return ExperimentOut.from_row(row, **_extras(row))


async def detail_of(session: AsyncSession, row: Experiment) -> ExperimentDetailOut:
    """An experiment with its questions and runs."""
    plan = registration_of(row)
    result: dict[str, Any] = row.result or {}
    found = {one["key"]: one for one in result.get("questions", [])}
    left_out = set(result.get("left_out", []))
    prompts = await cells.prompts(session, row.brand_id)
    questions = [
        ArmQuestionOut(
            prompt_id=prompts[key].id if key in prompts else None,
            prompt=prompts[key].text if key in prompts else "",
            treated=key in plan.treated,
            before=_points(found.get(key, {}).get("before")),
            after=_points(found.get(key, {}).get("after")),
            compared=key not in left_out,
        )
        for key in (*plan.treated, *plan.controls)
    ]
    series = [
        ArmPointOut(
            run_id=UUID(one["run"]),
            at=one["at"],
            treated=_points(one["treated"]),
            controls=_points(one["controls"]),
        )
        for one in result.get("series", [])
    ]
    return ExperimentDetailOut.from_row(row, **_extras(row), questions=questions, series=series)


def _extras(row: Experiment) -> dict[str, Any]:
    plan = registration_of(row)
    result: dict[str, Any] = row.result or {}
    verdict, reason = cast("Verdict", row.verdict), cast("Reason", row.reason)
    return {
        "change": plan.change,
        "page": plan.page,
        "source": row.source_kind,
        "metric": plan.metric,
        "assignment": plan.assignment,
        "compares_with": _compares_with(plan),
        "sentence": verdict_sentence(verdict, reason, row.difference),
        "seed": plan.seed,
        "runs_planned": plan.runs_planned,
        "runs_after": result.get("runs_after", 0),
        "effect": plan.effect,
        "detectable": plan.detectable,
        "power": plan.power,
        "engines": result.get("engines", []),
        "treated": len(plan.treated),
        "controls": len(plan.controls),
        "prediction": _prediction(row),
        **{name: result.get(name) for name in _NUMBERS},
    }


def _prediction(row: Experiment) -> SealedPredictionOut | None:
    if row.prediction is None or row.what_if_id is None:
        return None
    known = row.verdict in {"worked", "did not work"} and row.difference is not None
    came_true = (row.difference or 0.0) > 0.0 if known else None
    return SealedPredictionOut(what_if_id=row.what_if_id, came_true=came_true, **row.prediction)


def _compares_with(plan: Registration) -> Any:
    return "untreated series" if plan.donors else "controls"


def _points(value: float | None) -> float | None:
    return None if value is None else 100.0 * value
