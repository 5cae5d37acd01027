"""SQL statements for experiments with controls."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import func, select, text, update
from sqlalchemy.ext.asyncio import AsyncSession

from presence.domains.experiments.models import Experiment
from presence.domains.findings.models import Decision

DUE = text("SELECT workspace_id, experiment_id FROM due_experiments(:now, :limit)")
_RECORD = text("SELECT experiment_record(:least)")
_LOCK = text(
    "SELECT pg_advisory_xact_lock(hashtextextended('experiments:' || CAST(:brand AS text), 0))"
)
_KEY = text("SELECT key FROM prompt WHERE id = :id")
_ASKING = text("""
SELECT EXISTS (SELECT FROM run WHERE brand_id = :brand AND kind IN ('full', 'content')
  AND status IN ('queued', 'running') AND created_at < :before)
""")


async def lock_brand(session: AsyncSession, brand_id: UUID) -> None:
    """One registration per brand at a time, so that none overlooks another."""
    await session.execute(_LOCK, {"brand": str(brand_id)})


async def find_experiment(session: AsyncSession, experiment_id: UUID) -> Experiment | None:
    """An experiment of this workspace."""
    return await session.get(Experiment, experiment_id)


async def locked(session: AsyncSession, experiment_id: UUID) -> Experiment | None:
    """The same, freshly read and locked until the transaction ends."""
    return await session.scalar(
        select(Experiment)
        .where(Experiment.id == experiment_id)
        .with_for_update()
        .execution_options(populate_existing=True)
    )


async def page(
    session: AsyncSession, brand_id: UUID, after: UUID | None, limit: int
) -> tuple[Sequence[Experiment], int]:
    """Experiments of a brand, newest first, and their total number."""
    mine = Experiment.brand_id == brand_id
    statement = select(Experiment).where(mine).order_by(Experiment.id.desc()).limit(limit)
    if after is not None:
        statement = statement.where(Experiment.id < after)
    total = await session.scalar(select(func.count()).select_from(Experiment).where(mine))
    return (await session.scalars(statement)).all(), total or 0


async def running(session: AsyncSession, brand_id: UUID) -> Sequence[Experiment]:
    """The brand's running experiments, oldest first."""
    mine = (Experiment.brand_id == brand_id, Experiment.status == "running")
    return (await session.scalars(select(Experiment).where(*mine).order_by(Experiment.id))).all()


async def at_the_same_time(session: AsyncSession, row: Experiment) -> Sequence[Experiment]:
    """Other experiments of the brand whose window overlaps with this one's."""
    ended = func.least(Experiment.ends_at, Experiment.finished_at)  # which ignores a null
    statement = select(Experiment).where(
        Experiment.brand_id == row.brand_id,
        Experiment.id != row.id,
        Experiment.starts_at < row.ends_at,
        ended > row.starts_at,
    )
    return (await session.scalars(statement.order_by(Experiment.id))).all()


async def update_running(
    session: AsyncSession, experiment_id: UUID, values: Mapping[str, Any]
) -> bool:
    """Update these columns while it is running; returns whether it was."""
    statement = (
        update(Experiment)
        .where(Experiment.id == experiment_id, Experiment.status == "running")
        .values(**values)
        .returning(Experiment.id)
    )
    return (await session.execute(statement)).one_or_none() is not None


async def is_asking(session: AsyncSession, brand_id: UUID, before: datetime) -> bool:
    """Whether a run that began before then is still in progress."""
    found: bool = await session.scalar(_ASKING, {"brand": brand_id, "before": before}) or False
    return found


async def done_at(session: AsyncSession, brand_id: UUID, kind: str, key: str) -> datetime | None:
    """When somebody marked a cause as done."""
    return await session.scalar(
        select(Decision.decided_at).where(
            Decision.brand_id == brand_id,
            Decision.kind == kind,
            Decision.key == key,
            Decision.status == "done",
        )
    )


async def record(session: AsyncSession, least: int) -> Mapping[str, Any]:
    """Results by kind of advice and sealed predictions, of at least `least` workspaces each."""
    found: Mapping[str, Any] = (await session.execute(_RECORD, {"least": least})).scalar_one()
    return found


async def prompt_key(session: AsyncSession, prompt_id: UUID) -> str | None:
    """The panel key of a question of this workspace."""
    found: str | None = await session.scalar(_KEY, {"id": prompt_id})
    return found
