"""SQL statements for reports."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import func, select, text, update
from sqlalchemy.ext.asyncio import AsyncSession

from presence.domains.publishing.models import Report

EXPIRED = text("SELECT * FROM expired_files(:now, :limit)")
STRANDED = text("SELECT * FROM stranded_reports(:quiet, :limit)")
_LOCK = text(
    "SELECT pg_advisory_xact_lock(hashtextextended("
    "'reports:' || current_setting('app.workspace_id'), 0))"
)
_COUNTED = ("queued", "running", "ready")


async def lock(session: AsyncSession) -> None:
    """Serialise requests in the bound workspace, so that counting is exact."""
    await session.execute(_LOCK)


async def insert(session: AsyncSession, row: Report) -> None:
    """Store a request."""
    session.add(row)
    await session.flush()


async def count_since(session: AsyncSession, start: datetime) -> int:
    """How many reports were requested since then, without briefs, failed and cancelled ones."""
    counted = (Report.status.in_(_COUNTED), Report.gap_id.is_(None))
    statement = select(func.count()).where(Report.created_at >= start, *counted)
    return (await session.execute(statement)).scalar_one()


async def find_report(session: AsyncSession, report_id: UUID) -> Report | None:
    """One report of the bound workspace."""
    statement = select(Report).where(Report.id == report_id)
    return (await session.execute(statement)).scalar_one_or_none()


async def newest(
    session: AsyncSession,
    brand_id: UUID | None,
    gap_id: UUID | None,
    limit: int,
    after: UUID | None,
) -> Sequence[Report]:
    """Reports, newest first, of one brand or gap if given, older than `after` if given."""
    statement = select(Report).order_by(Report.id.desc()).limit(limit)
    if brand_id is not None:
        statement = statement.where(Report.brand_id == brand_id)
    if gap_id is not None:
        statement = statement.where(Report.gap_id == gap_id)
    if after is not None:
        statement = statement.where(Report.id < after)
    return (await session.execute(statement)).scalars().all()


async def move(
    session: AsyncSession, report_id: UUID, states: Sequence[str], **values: Any
) -> Report | None:
    """Update columns if the status is one of `states`; returns the row, or None if it was not."""
    statement = (
        update(Report)
        .where(Report.id == report_id, Report.status.in_(states))
        .values(changed_at=func.now(), **values)
        .returning(Report)
        .execution_options(populate_existing=True)
    )
    return (await session.execute(statement)).scalar_one_or_none()
