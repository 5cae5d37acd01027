"""Evaluates experiments after each run and when their window ends.

Invariant: a verdict is stored once, in the transaction that ends the experiment and requests its
notice; a job that was killed or runs twice changes nothing more.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from presence.analysis.experiments import (
    Circumstances,
    ExperimentOutcome,
    Registration,
    frozen_hash,
    judge_experiment,
)
from presence.domains.experiments.models import Experiment
from presence.domains.experiments.queries import experiments as queries
from presence.domains.experiments.service.experiment_views import registration_of
from presence.domains.experiments.service.measured_runs import (
    MeasuredRuns,
    asked_keys,
    runs_of,
    runs_within,
    untreated_series,
)
from presence.domains.runs.queries import runs
from presence.http.events import publish
from presence.jobs.context import JobContext
from presence.jobs.notify import EXPERIMENT_JUDGED, request_notice

JUDGE = "experiments.judge"
_FINAL = frozenset({"worked", "did not work", "spoiled"})


@dataclass(frozen=True, slots=True)
class _Inputs:
    plan: Registration
    before: MeasuredRuns
    after: MeasuredRuns
    seen: Circumstances


async def judge_after_run(context: JobContext, run_id: UUID) -> None:
    """Evaluate the brand's running experiments with this run."""
    async with context.transaction() as session:
        run = await runs.get_run(session, run_id)
        found = [] if run is None else await queries.running(session, run.brand_id)
        waiting = [row.id for row in found]
    for experiment_id in waiting:
        await rate_experiment(context, experiment_id)


async def rate_experiment(context: JobContext, experiment_id: UUID) -> None:
    """Evaluate one experiment. Safe to call again; one that has ended or is gone is left alone."""
    now = context.resources.clock.now()
    async with context.transaction() as session:
        row = await queries.find_experiment(session, experiment_id)
        if row is None or row.status != "running":
            return
        inputs = await _load(session, row, now)
    outcome = await asyncio.to_thread(
        lambda: judge_experiment(
            inputs.plan, inputs.before.snapshots, inputs.after.snapshots, inputs.seen
        )
    )
    ended = inputs.seen.window_ended or outcome.verdict in _FINAL
    values = _columns(outcome, (inputs.before, inputs.after), now)
    if ended:
        values |= {"status": "ended", "finished_at": now}
    async with context.transaction() as session:
        if await queries.update_running(session, experiment_id, values) and ended:
            await request_notice(session, EXPERIMENT_JUDGED, experiment_id)
            news = {"experimentId": str(experiment_id), "verdict": outcome.verdict}
            await publish(session, "experiment.updated", news)


async def _load(session: AsyncSession, row: Experiment, now: datetime) -> _Inputs:
    plan = registration_of(row)
    before = await runs_of(session, [UUID(one) for one in plan.baseline], plan.metric)
    window = (row.starts_at, row.ends_at)
    after = await runs_within(session, row.brand_id, window, plan.metric, before)
    asking = await queries.is_asking(session, row.brand_id, row.ends_at)
    others = await queries.at_the_same_time(session, row)
    arms = {*plan.treated, *plan.controls}
    treated = set(plan.treated)
    donors = (
        await untreated_series(session, row.brand_id, (before, after), treated)
        if plan.donors
        else ()
    )
    seen = Circumstances(
        asked=await asked_keys(session, row.brand_id),
        window_ended=row.ends_at <= now and not asking,
        overlaps=any(arms & set(other.registration["treated"]) for other in others),
        altered=frozen_hash(plan) != row.hash,
        donors=donors,
    )
    return _Inputs(plan, before, after, seen)


def _columns(
    outcome: ExperimentOutcome, sides: Sequence[MeasuredRuns], now: datetime
) -> dict[str, Any]:
    at = {str(run.id): run.at.isoformat() for side in sides for run in side.rows}
    result = asdict(outcome)
    result["series"] = [{**one, "at": at[one["run"]]} for one in result["series"]]
    numbers = {name: _points(result.pop(name)) for name in ("difference", "low", "high")}
    verdict, reason = result.pop("verdict"), result.pop("reason")
    return {"verdict": verdict, "reason": reason, **numbers, "result": result, "evaluated_at": now}


def _points(value: float | None) -> float | None:
    return None if value is None else 100.0 * value
