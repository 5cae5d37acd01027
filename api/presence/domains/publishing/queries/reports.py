"""SQL statements for reports."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import func, select, text
from sqlalchemy.ext.asyncio import AsyncSession

from presence.domains.publishing.models import Report

_LOCK = text(
    "SELECT pg_advisory_xact_lock(hashtextextended("
    "'reports:' || current_setting('app.workspace_id'), 0))"
)
_COUNTED = ("queued", "running", "ready")


async def lock(session: AsyncSession) -> None:
    """Serialise requests in the bound workspace, so that counting is exact."""
    await session.execute(_LOCK)


async def count_since(session: AsyncSession, start: datetime) -> int:
    """How many reports were requested since then, without briefs, failed and cancelled ones."""
    counted = (Report.status.in_(_COUNTED), Report.gap_id.is_(None))
    statement = select(func.count()).where(Report.created_at >= start, *counted)
    return (await session.execute(statement)).scalar_one()
