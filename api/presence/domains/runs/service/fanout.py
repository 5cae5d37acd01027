"""Recorded searches of engines, for deriving trends.

Invariant: read in chunks by key, so that a long history never fills memory with texts.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from presence.analysis.trends import TrendCell
from presence.domains.runs.queries import fanout as queries

CHUNK = 2_000


async def fanout(session: AsyncSession, brand_id: UUID, since: datetime) -> tuple[TrendCell, ...]:
    """Every valid answer since a given time, oldest key first."""
    cells: list[TrendCell] = []
    after: UUID | None = None
    while True:
        rows = await queries.fanout(session, brand_id, since, after, CHUNK)
        cells += [_cell(row) for row in rows]
        if len(rows) < CHUNK:
            return tuple(cells)
        after = rows[-1].id


async def topics_of(session: AsyncSession, answers: Sequence[UUID]) -> dict[UUID, str]:
    """The topic of each answer's question; "" without one."""
    return await queries.topics(session, answers) if answers else {}


def _cell(row: Any) -> TrendCell:
    domains = tuple((domain or "", kind) for domain, kind in row.domains or ())
    return TrendCell(
        str(row.id),
        row.answered_at,
        row.engine,
        row.basis,
        tuple(row.search_queries),
        domains if row.known else None,
    )
