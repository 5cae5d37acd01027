"""Experiments with controls: planned, registered, read and stopped.

Invariant: what is registered is frozen by a hash and never edited; the only thing a person may
still do is stop, which never gives a verdict.
"""

from __future__ import annotations

from dataclasses import asdict
from datetime import datetime
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from presence.analysis.experiments import frozen_hash
from presence.core.errors import Conflict, NotFound
from presence.core.ids import new_id
from presence.domains.audit.service import record
from presence.domains.brands.service import get_brand
from presence.domains.experiments.models import Experiment
from presence.domains.experiments.queries import experiments as queries
from presence.domains.experiments.queries.rows import add_row
from presence.domains.experiments.schemas.experiments import (
    ExperimentDetailOut,
    ExperimentIn,
    ExperimentOut,
    ExperimentPlanOut,
)
from presence.domains.experiments.service.experiment_sources import Prediction, source_of
from presence.domains.experiments.service.experiment_views import detail_of, plan_of, shown
from presence.domains.experiments.service.planning import plan_experiment
from presence.domains.runs.service.codec import storable_text

AT_ONCE = 10  # per brand: each takes questions from the others
_FULL = "Ten experiments are running for this brand. Stop one, or wait until one ends."
_NOT_FOUND = "We could not find that experiment."
_BLIND = (
    "This experiment could not tell any effect from chance. Choose more questions, leave more of"
    " them unchanged, or pick a longer window."
)
_ENDED = "This experiment has already ended."


async def plan(
    session: AsyncSession, brand_id: UUID, asked: ExperimentIn, now: datetime
) -> ExperimentPlanOut:
    """What an experiment would compare and could tell; nothing is stored. Raises as `register`."""
    await get_brand(session, brand_id)
    source = await source_of(session, brand_id, asked)
    return plan_of(await plan_experiment(session, brand_id, asked, source, now))


async def register(
    session: AsyncSession, brand_id: UUID, asked: ExperimentIn, user_id: UUID, now: datetime
) -> ExperimentDetailOut:
    """Register an experiment, which starts it.

    Raises NotFound, ValidationFailed, and Conflict if it could tell nothing, if its questions are
    in another one, or while ten are running.
    """
    await get_brand(session, brand_id)
    await queries.lock_brand(session, brand_id)
    if len(await queries.running(session, brand_id)) >= AT_ONCE:
        raise Conflict(_FULL)
    source = await source_of(session, brand_id, asked)
    planned = await plan_experiment(session, brand_id, asked, source, now)
    if planned.registration.detectable is None:
        raise Conflict(_BLIND)
    row = Experiment(
        id=new_id(),
        brand_id=brand_id,
        label=storable_text(asked.label).strip(),
        source_kind=source.kind,
        source_key=source.key,
        advice=source.advice,
        what_if_id=source.prediction.what_if_id if source.prediction else None,
        registration=asdict(planned.registration),
        hash=frozen_hash(planned.registration),
        prediction=_sealed(source.prediction),
        registered_late=planned.registration.registered_late,
        starts_at=planned.starts_at,
        ends_at=planned.ends_at,
        user_id=user_id,
    )
    stored = await add_row(session, row)
    after = {"brandId": str(brand_id), "hash": stored.hash, "late": stored.registered_late}
    await record(
        session, "experiment.registered", f"experiment:{stored.id}", before=None, after=after
    )
    return await detail_of(session, stored)


def _sealed(prediction: Prediction | None) -> dict[str, float] | None:
    if prediction is None:
        return None
    values = asdict(prediction)
    del values["what_if_id"]
    return values


async def show(session: AsyncSession, experiment_id: UUID) -> ExperimentDetailOut:
    """One experiment. Raises NotFound."""
    row = await queries.find_experiment(session, experiment_id)
    if row is None:
        raise NotFound(_NOT_FOUND)
    return await detail_of(session, row)


async def listing(
    session: AsyncSession, brand_id: UUID, after: UUID | None, limit: int
) -> tuple[list[ExperimentOut], int]:
    """Experiments of a brand, newest first, and their total number. Raises NotFound."""
    await get_brand(session, brand_id)
    rows, total = await queries.page(session, brand_id, after, limit)
    return [shown(row) for row in rows], total


async def stop(session: AsyncSession, experiment_id: UUID, now: datetime) -> ExperimentDetailOut:
    """Stop a running experiment; stopping a stopped one changes nothing.

    Raises NotFound, and Conflict if it has ended.
    """
    row = await queries.locked(session, experiment_id)
    if row is None:
        raise NotFound(_NOT_FOUND)
    if row.status == "ended":
        raise Conflict(_ENDED)
    if row.status == "running":
        values = {"status": "stopped", "reason": "stopped", "finished_at": now}
        await queries.update_running(session, experiment_id, values)
        await session.refresh(row)
        before, after = {"status": "running"}, {"status": "stopped"}
        target = f"experiment:{row.id}"
        await record(session, "experiment.stopped", target, before=before, after=after)
    return await detail_of(session, row)
