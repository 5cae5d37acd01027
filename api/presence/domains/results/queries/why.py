"""SQL statements for why a number changed: the answers of a run as one version read them.

Invariant: texts are never loaded: what was read out of an answer is enough to score it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from sqlalchemy import select, text
from sqlalchemy.ext.asyncio import AsyncSession

from presence.domains.results.models import RunRevision, StoredScore

_ANSWERS = text("""
SELECT a.id, a.prompt_key, a.engine, a.engine_name, a.model, a.surface, a.basis, a.sample,
       a.status, a.answered_at, p.text AS question, p.intent, p.topic, p.locale, p.branded,
       p.version, e.version AS reading, e.data -> 'positions' AS positions,
       (e.data ->> 'recommended')::boolean AS recommended,
       (e.data ->> 'cited_owned')::boolean AS cited_owned
  FROM answer a
  JOIN prompt p ON p.workspace_id = a.workspace_id AND p.id = a.prompt_id
  LEFT JOIN extraction e ON e.workspace_id = a.workspace_id AND e.answer_id = a.id
    AND e.version = :reading
 WHERE a.run_id = :run
 ORDER BY a.id
""")

_UNREAD = text("""
SELECT EXISTS (SELECT FROM answer a WHERE a.run_id = :run AND NOT EXISTS (
  SELECT FROM extraction e WHERE e.workspace_id = a.workspace_id AND e.answer_id = a.id
    AND e.version = :reading))
""")
_ENDED = text("""
SELECT id FROM run WHERE brand_id = :brand AND status IN ('completed', 'partial')
 ORDER BY created_at DESC LIMIT :most
""")


async def has_unread(session: AsyncSession, run_id: UUID, reading: str) -> bool:
    """Whether an answer of the run was never extracted in this way."""
    return bool(await session.scalar(_UNREAD, {"run": run_id, "reading": reading}))


async def ended_runs(session: AsyncSession, brand_id: UUID, most: int) -> list[UUID]:
    """The newest ended runs of a brand, newest first."""
    return list(await session.scalars(_ENDED, {"brand": brand_id, "most": most}))


async def answers(session: AsyncSession, run_id: UUID, reading: str) -> Sequence[Any]:
    """Every answer of a run without its text; `reading` is null where that version read none."""
    rows = await session.execute(_ANSWERS, {"run": run_id, "reading": reading})
    return rows.all()


async def revision(session: AsyncSession, run_id: UUID, number: int) -> RunRevision | None:
    """One version of a run's scores."""
    found: RunRevision | None = await session.scalar(
        select(RunRevision).where(RunRevision.run_id == run_id, RunRevision.number == number)
    )
    return found


async def reported(session: AsyncSession, run_id: UUID) -> RunRevision | None:
    """The version of its scores that a run itself reported, not one made again later."""
    found: RunRevision | None = await session.scalar(
        select(RunRevision)
        .where(RunRevision.run_id == run_id, RunRevision.reason != "rescore")
        .order_by(RunRevision.number.desc())
        .limit(1)
    )
    return found


async def scores(session: AsyncSession, run_id: UUID, number: int) -> dict[str, StoredScore]:
    """Final scores of one version of a run, over all its engines, by metric."""
    rows = await session.scalars(
        select(StoredScore).where(
            StoredScore.run_id == run_id,
            StoredScore.revision == number,
            StoredScore.engine == "",
            StoredScore.provisional.is_(False),
        )
    )
    return {row.metric: row for row in rows}
