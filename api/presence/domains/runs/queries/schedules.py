"""SQL statements for the schedule of each brand, and functions by which periodic tasks find ids.

Invariant: a date is advanced under its row's lock, in the transaction that starts its run or
records why not, so each date is used once, whoever looks and however often.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import select, text, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession

from presence.domains.runs.models import RunSchedule

DUE = text("SELECT workspace_id, brand_id FROM due_schedules(:now, :limit)")
HELD = text("SELECT workspace_id, brand_id FROM due_held_assistants(:now, :limit)")
STRANDED = text("SELECT workspace_id, run_id FROM stranded_runs(:quiet, :limit)")


async def find_schedule(session: AsyncSession, brand_id: UUID) -> RunSchedule | None:
    """The brand's schedule."""
    return await session.scalar(select(RunSchedule).where(RunSchedule.brand_id == brand_id))


async def locked(session: AsyncSession, brand_id: UUID) -> RunSchedule | None:
    """The brand's schedule, freshly read and locked until the transaction ends."""
    return await session.scalar(
        select(RunSchedule)
        .where(RunSchedule.brand_id == brand_id)
        .with_for_update()
        .execution_options(populate_existing=True)
    )


async def scheduled_brands(session: AsyncSession) -> Sequence[UUID]:
    """Brands of the workspace that have a schedule."""
    return (
        await session.scalars(select(RunSchedule.brand_id).order_by(RunSchedule.brand_id))
    ).all()


async def held_brands(session: AsyncSession) -> Sequence[UUID]:
    """Brands of the workspace whose first analysis holds engines back."""
    held = select(RunSchedule.brand_id).where(RunSchedule.held_until.is_not(None))
    return (await session.scalars(held.order_by(RunSchedule.brand_id))).all()


async def put(
    session: AsyncSession, brand_id: UUID, cadence: str, anchor_at: datetime, next_run_at: datetime
) -> None:
    """Give the brand a schedule; an existing one is left unchanged."""
    await session.execute(
        insert(RunSchedule)
        .values(brand_id=brand_id, cadence=cadence, anchor_at=anchor_at, next_run_at=next_run_at)
        .on_conflict_do_nothing(index_elements=["workspace_id", "brand_id"])
    )


async def update_schedule(session: AsyncSession, brand_id: UUID, values: Mapping[str, Any]) -> None:
    """Update columns of the brand's schedule."""
    await session.execute(
        update(RunSchedule).where(RunSchedule.brand_id == brand_id).values(**values)
    )
