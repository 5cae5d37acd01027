"""Plans an experiment: its window, its arms by lot, and what it could tell.

Invariant: the lot depends on the brand, the questions and the runs before, so asking again cannot
draw a more convenient one.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from presence.analysis.experiments import (
    LEAST_RUNS,
    Draw,
    LotQuestion,
    Registration,
    draw_controls,
    draw_treated,
    noise_of_change,
    noise_of_question,
    power_at,
    seed_of,
    smallest_effect,
)
from presence.core.errors import Conflict, ValidationFailed
from presence.domains.brands.records import StoredPrompt
from presence.domains.brands.service import active_prompts
from presence.domains.experiments.models import Experiment
from presence.domains.experiments.queries import experiments as queries
from presence.domains.experiments.schemas.experiments import ExperimentIn
from presence.domains.experiments.service.experiment_sources import Source
from presence.domains.experiments.service.measured_runs import (
    MOST_FOR_DONORS,
    MeasuredRuns,
    runs_before,
    untreated_series,
)
from presence.domains.runs.queries.schedules import find_schedule
from presence.domains.runs.service.codec import storable_text

LEAST_SERIES = 19  # untreated series: with fewer, no rank among placebos reaches 5 %
_LONGEST_AGO = timedelta(weeks=26)
_NO_RUN = "Run an analysis first: an experiment needs to know how things stood before the change."
_NO_QUESTIONS = "Choose the questions this change should affect."
_UNKNOWN = "Choose questions that are asked today; questions about the brand itself do not count."
_TAKEN = (
    "Another running experiment uses some of these questions. Choose others, wait until it ends, or"
    " allow the overlap, which spoils both."
)
_NOTHING_LEFT = (
    "No question is left to compare with, and there are too few untreated series to stand in for"
    " one. Let half of the questions be drawn by lot, or leave some unchanged."
)
_MENTIONS_ONLY = (
    "Without controls only the mention rate can be compared, because competitors are compared by"
    " it too. Choose the mention rate."
)
_NOT_YET = "Some of these questions have no answers yet. Run an analysis first."
_OVER = "That window is already over. Choose more weeks."


@dataclass(frozen=True, slots=True)
class Planned:
    """A registration ready to be frozen, with the questions of both arms and their rates before."""

    registration: Registration
    source: Source
    prompts: dict[str, StoredPrompt]
    rates: dict[str, float]
    draw: Draw
    starts_at: datetime
    ends_at: datetime


async def plan_experiment(
    session: AsyncSession, brand_id: UUID, asked: ExperimentIn, source: Source, now: datetime
) -> Planned:
    """Draw the arms and compute the power.

    Raises ValidationFailed for questions or dates that cannot be used, and Conflict before the
    first run, for questions of another running experiment, and where nothing is left to compare.
    """
    changed = _changed_at(asked, source, now)
    ends = changed + timedelta(weeks=asked.weeks)
    if ends <= now:
        raise ValidationFailed.at("/weeks", _OVER)
    before = await runs_before(session, brand_id, changed, asked.metric)
    if not before.rows:
        raise Conflict(_NO_RUN)
    prompts = {p.prompt.id: p for p in await active_prompts(session, brand_id)}
    prompts = {key: p for key, p in prompts.items() if not p.prompt.branded}
    rates = _mean_rates(before)
    lot = {key: _lot(prompts[key], rates[key]) for key in prompts if key in rates}
    wanted = _wanted(asked, source, prompts)
    if not set(wanted) <= lot.keys():
        raise ValidationFailed.at("/promptIds", _NOT_YET)
    seed = seed_of(str(brand_id), asked.metric, *sorted(wanted), *before.ids)
    others = await queries.running(session, brand_id)
    draw = _draw(asked, wanted, lot, others, seed)
    if not asked.allow_overlap and _overlaps(draw, others):
        raise Conflict(_TAKEN)
    if not draw.controls:
        before = await _with_donors(session, brand_id, asked, changed, draw)
    registration = Registration(
        brand=str(brand_id),
        change=storable_text(asked.change).strip(),
        page=storable_text(asked.page).strip(),
        metric=asked.metric,
        assignment=asked.assignment,
        treated=draw.treated,
        controls=draw.controls,
        donors=not draw.controls,
        baseline=before.ids,
        starts_at=changed.isoformat(),
        ends_at=ends.isoformat(),
        runs_planned=await _runs_planned(session, brand_id, asked.weeks),
        effect=asked.effect,
        detectable=None,
        power=0.0,
        seed=seed,
        registered_late=changed < now and await _seen(session, brand_id, now, before),
    )
    powered = await asyncio.to_thread(lambda: _with_power(registration, before))
    return Planned(powered, source, prompts, rates, draw, changed, ends)


def _changed_at(asked: ExperimentIn, source: Source, now: datetime) -> datetime:
    """When the change went live: now, unless somebody or a decision says earlier."""
    said = asked.changed_at
    if said is not None and said.tzinfo is None:
        raise ValidationFailed.at("/changedAt", "Give the time with its time zone.")
    dates = [at for at in (said, source.done_at) if at is not None]
    changed = min([now, *dates])
    if changed < now - _LONGEST_AGO:
        raise ValidationFailed.at("/changedAt", "The change is too long ago: at most 26 weeks.")
    return changed


def _wanted(
    asked: ExperimentIn, source: Source, prompts: dict[str, StoredPrompt]
) -> tuple[str, ...]:
    by_id = {p.id: key for key, p in prompts.items()}
    if asked.prompt_ids:
        if not set(asked.prompt_ids) <= by_id.keys():
            raise ValidationFailed.at("/promptIds", _UNKNOWN)
        return tuple(dict.fromkeys(by_id[one] for one in asked.prompt_ids))
    found = tuple(dict.fromkeys(key for key in source.keys if key in prompts))
    if not found:
        raise ValidationFailed.at("/promptIds", _NO_QUESTIONS)
    return found


def _draw(
    asked: ExperimentIn,
    wanted: Sequence[str],
    lot: dict[str, LotQuestion],
    others: Sequence[Experiment],
    seed: int,
) -> Draw:
    if asked.assignment == "by-lot":
        if len(wanted) < 2:
            raise ValidationFailed.at("/promptIds", "Choose at least two questions to draw from.")
        return draw_treated([lot[key] for key in wanted], seed)
    touched = {key for row in others for key in row.registration["treated"]}
    pool = [question for key, question in lot.items() if key not in touched]
    return draw_controls([lot[key] for key in wanted], pool, seed)


def _overlaps(draw: Draw, others: Sequence[Experiment]) -> bool:
    """Whether a question of either arm is changed by the other experiment too."""
    changed = {key for row in others for key in row.registration["treated"]}
    left = {key for row in others for key in row.registration["controls"]}
    mine = set(draw.treated)
    return bool((mine | set(draw.controls)) & changed or mine & left)


async def _with_donors(
    session: AsyncSession, brand_id: UUID, asked: ExperimentIn, changed: datetime, draw: Draw
) -> MeasuredRuns:
    """The longer history that untreated series need. Raises Conflict where they cannot tell."""
    if asked.metric != "mentionRate":
        raise ValidationFailed.at("/metric", _MENTIONS_ONLY)
    before = await runs_before(session, brand_id, changed, asked.metric, MOST_FOR_DONORS)
    series = await untreated_series(session, brand_id, (before,), set(draw.treated))
    if len(before.rows) < LEAST_RUNS or len(series) < LEAST_SERIES:
        raise Conflict(_NOTHING_LEFT)
    return before


async def _seen(session: AsyncSession, brand_id: UUID, now: datetime, before: MeasuredRuns) -> bool:
    """Whether a run has measured the brand since the newest of `before`."""
    newest = await runs_before(session, brand_id, now, "content", 1)
    return newest.rows[-1].id != before.rows[-1].id


async def _runs_planned(session: AsyncSession, brand_id: UUID, weeks: int) -> int:
    schedule = await find_schedule(session, brand_id)
    if schedule is None:
        return 1
    return weeks if schedule.cadence == "weekly" else max(1, weeks // 4)


def _with_power(plan: Registration, before: MeasuredRuns) -> Registration:
    """The registration with what it can see and how likely it sees the effect worth having."""
    noise = noise_of_question(before.rates(), before.answers)
    changing = noise_of_change(noise, len(before.rows), plan.runs_planned)
    treated, controls = len(plan.treated), len(plan.controls)
    if plan.donors:  # a rank among placebos: as if each untreated series were a control
        treated, controls = 1, LEAST_SERIES
    found = smallest_effect(changing, treated, controls, plan.seed)
    power = power_at(plan.effect / 100.0, changing, treated, controls, plan.seed)
    return replace(plan, detectable=None if found is None else 100.0 * found, power=power)


def _mean_rates(before: MeasuredRuns) -> dict[str, float]:
    values: dict[str, list[float]] = {}
    for run in before.rates():
        for key, value in run.items():
            values.setdefault(key, []).append(value)
    return {key: sum(found) / len(found) for key, found in values.items()}


def _lot(prompt: StoredPrompt, rate: float) -> LotQuestion:
    return LotQuestion(prompt.prompt.id, rate, prompt.prompt.topic, prompt.prompt.intent)
