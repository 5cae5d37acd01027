"""SQL statements for the ledger: one line per paid question."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from decimal import Decimal
from typing import Any
from uuid import UUID

from sqlalchemy import Row, func, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession

from presence.core.ids import new_id
from presence.domains.engines.models import Usage


async def write_usage(session: AsyncSession, lines: Sequence[Mapping[str, Any]]) -> set[str]:
    """Append to the ledger; returns the answer keys written, excluding those already there."""
    written = await session.scalars(
        insert(Usage)
        .on_conflict_do_nothing(index_elements=["workspace_id", "answer_key"])
        .returning(Usage.answer_key),
        [{"id": new_id(), **line} for line in lines],
    )
    return set(written)


async def usage_sums(
    session: AsyncSession, start: datetime, end: datetime
) -> Sequence[Row[str, str, int, int, Decimal]]:
    """Answers, failures and cost by engine and key source within [start, end)."""
    failed = func.count().filter(Usage.status != "completed")
    statement = (
        select(
            Usage.engine,
            Usage.key_source,
            (func.count() - failed).label("answers"),
            failed.label("failed"),
            func.coalesce(func.sum(Usage.cost_usd), 0).label("cost_usd"),
        )
        .where(Usage.asked_at >= start, Usage.asked_at < end)
        .group_by(Usage.engine, Usage.key_source)
        .order_by(Usage.engine, Usage.key_source)
    )
    return (await session.execute(statement)).all()


async def usage_page(
    session: AsyncSession, after: UUID | None, limit: int
) -> tuple[Sequence[Usage], int]:
    """Lines of the ledger, newest first, and their total number."""
    statement = select(Usage).order_by(Usage.id.desc()).limit(limit)
    if after is not None:
        statement = statement.where(Usage.id < after)
    total = await session.scalar(select(func.count()).select_from(Usage)) or 0
    return (await session.scalars(statement)).all(), total
