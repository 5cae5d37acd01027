"""SQL statements for what an analysis found: gaps, recommendations and technical findings.

Invariant: storing replaces what the run had found before, in rank order.
"""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from sqlalchemy import delete, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession

from presence.core.ids import new_id
from presence.db.base import Base
from presence.domains.findings.models import StoredGap, StoredRecommendation, TechnicalFinding
from presence.domains.runs.queries.evidence import Row


async def replace_findings(session: AsyncSession, run_id: UUID, rows: Sequence[Row]) -> list[UUID]:
    """Replace the run's technical findings, in rank order; returns ids in that order."""
    return await _replace(session, TechnicalFinding, run_id, rows)


async def replace_gaps(session: AsyncSession, run_id: UUID, rows: Sequence[Row]) -> list[UUID]:
    """Replace the run's content gaps, in rank order."""
    return await _replace(session, StoredGap, run_id, rows)


async def replace_recommendations(
    session: AsyncSession, run_id: UUID, rows: Sequence[Row]
) -> list[UUID]:
    """Replace the run's recommendations, in rank order."""
    return await _replace(session, StoredRecommendation, run_id, rows)


async def _replace(
    session: AsyncSession, model: type[Base], run_id: UUID, rows: Sequence[Row]
) -> list[UUID]:
    table = model.__table__
    await session.execute(delete(model).where(table.c.run_id == run_id))
    ids = [new_id() for _ in rows]
    if rows:
        numbered = zip(ids, enumerate(rows, 1), strict=True)
        await session.execute(
            insert(model),
            [{"id": key, "run_id": run_id, "number": n, **row} for key, (n, row) in numbered],
        )
    return ids


async def finding_groups(session: AsyncSession, run_id: UUID) -> dict[tuple[str, str], str]:
    """(code, page) of a run's findings that are problems, with their group."""
    rows = await session.execute(
        select(TechnicalFinding.code, TechnicalFinding.page, TechnicalFinding.group).where(
            TechnicalFinding.run_id == run_id,
            TechnicalFinding.policy_choice.is_(False),
            TechnicalFinding.impact != "Info",
        )
    )
    return {(row.code, row.page): row.group for row in rows}
