"""SQL statements for re-scoring: the work row, its runs, and answers in chunks.

Invariant: answers are read by key in chunks, without the provider's payload, so memory does not
grow with their number.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from sqlalchemy import func, insert, select, text, update
from sqlalchemy.ext.asyncio import AsyncSession

from presence.core.ids import new_id
from presence.domains.results.models import Rescore, RunRevision
from presence.domains.runs.models import Run, StoredAnswer

ACTIVE = ("queued", "running")
CHUNK = 400

_LOCK = text("SELECT pg_advisory_xact_lock(hashtextextended('rescore:' || :brand, 0))")
_CHUNK = text("""
SELECT a.id, a.prompt_id, a.prompt_key, a.engine, a.engine_name, a.model, a.surface, a.basis,
       a.sample, a.status, a.text, a.citations, a.answered_at, p.text AS question, p.intent,
       p.topic, p.locale, p.branded, p.version, e.data AS reading
  FROM answer a
  JOIN prompt p ON p.workspace_id = a.workspace_id AND p.id = a.prompt_id
  LEFT JOIN extraction e ON e.workspace_id = a.workspace_id AND e.answer_id = a.id
    AND e.version = :reading
 WHERE a.run_id = :run AND (CAST(:after AS uuid) IS NULL OR a.id > :after)
 ORDER BY a.id LIMIT :chunk
""")
_BRAND = text("SELECT EXISTS (SELECT FROM brand WHERE id = :brand AND status <> 'deleted')")
_REVISIONS = text("""
SELECT json_build_object('runId', r.id, 'kind', r.kind, 'at', r.created_at, 'shown', r.revision,
    'revisions', (SELECT json_agg(json_build_object(
        'number', v.number, 'reason', v.reason, 'reading', v.reading,
        'scoreModel', v.score_model, 'versions', v.versions, 'inputsHash', v.inputs_hash,
        'answers', v.answers, 'at', v.created_at, 'scores',
        (SELECT coalesce(json_object_agg(s.metric, json_build_object(
            'value', round(s.value::numeric, 1), 'low', round(s.low::numeric, 1),
            'high', round(s.high::numeric, 1), 'n', s.n, 'model', s.model)), '{}')
           FROM score s WHERE s.workspace_id = v.workspace_id AND s.run_id = v.run_id
             AND s.revision = v.number AND s.engine = '' AND NOT s.provisional
             AND s.metric IN ('content', 'technical', 'audienceFit', 'overall')))
      ORDER BY v.number)
      FROM run_revision v WHERE v.workspace_id = r.workspace_id AND v.run_id = r.id))
  FROM run r
 WHERE r.brand_id = :brand AND EXISTS (SELECT FROM run_revision v
   WHERE v.workspace_id = r.workspace_id AND v.run_id = r.id)
 ORDER BY r.created_at DESC LIMIT :limit
""")


async def lock_brand(session: AsyncSession, brand_id: UUID) -> None:
    """Make finding an active work row and creating one a single step across all processes."""
    await session.execute(_LOCK, {"brand": str(brand_id)})


async def active(session: AsyncSession, brand_id: UUID) -> Rescore | None:
    """The queued or running work row of a brand."""
    found: Rescore | None = (
        await session.execute(
            select(Rescore).where(Rescore.brand_id == brand_id, Rescore.status.in_(ACTIVE))
        )
    ).scalar_one_or_none()
    return found


async def latest(session: AsyncSession, brand_id: UUID) -> Rescore | None:
    """The newest work row of a brand."""
    found: Rescore | None = (
        await session.execute(
            select(Rescore)
            .where(Rescore.brand_id == brand_id)
            .order_by(Rescore.created_at.desc(), Rescore.id.desc())
            .limit(1)
        )
    ).scalar_one_or_none()
    return found


async def create(session: AsyncSession, brand_id: UUID) -> Rescore:
    """Create a queued work row."""
    row = Rescore(id=new_id(), brand_id=brand_id)
    session.add(row)
    await session.flush()
    await session.refresh(row)
    return row


async def claim(session: AsyncSession, rescore_id: UUID) -> int:
    """Take the next lease of an active work row."""
    lease: int = (
        await session.execute(
            update(Rescore)
            .where(Rescore.id == rescore_id)
            .values(lease=Rescore.lease + 1, status="running")
            .returning(Rescore.lease)
        )
    ).scalar_one()
    return lease


async def update_rescoring(
    session: AsyncSession, rescore_id: UUID, lease: int, values: Mapping[str, Any]
) -> bool:
    """Update the work row under its lease; False if another worker has it or it has ended."""
    changed = await session.execute(
        update(Rescore)
        .where(Rescore.id == rescore_id, Rescore.lease == lease, Rescore.status == "running")
        .values(**values)
        .returning(Rescore.id)
    )
    return changed.scalar_one_or_none() is not None


async def ended_runs(session: AsyncSession, brand_id: UUID) -> Sequence[Run]:
    """Ended runs of a brand that have results, oldest first."""
    rows = await session.execute(
        select(Run)
        .where(Run.brand_id == brand_id, Run.status.in_(("completed", "partial")))
        .order_by(Run.created_at, Run.id)
    )
    return rows.scalars().all()


async def hold_ended(session: AsyncSession, run_id: UUID) -> Run | None:
    """Lock a run for this transaction; None if it was reopened or is gone."""
    found: Run | None = (
        await session.execute(
            select(Run)
            .where(Run.id == run_id, Run.status.in_(("completed", "partial")))
            .with_for_update()
            .execution_options(populate_existing=True)
        )
    ).scalar_one_or_none()
    return found


async def answer_counts(session: AsyncSession, runs: Sequence[UUID]) -> dict[UUID, int]:
    """How many answers each run holds."""
    rows = await session.execute(
        select(StoredAnswer.run_id, func.count().label("answers"))
        .where(StoredAnswer.run_id.in_(runs))
        .group_by(StoredAnswer.run_id)
    )
    return {row.run_id: row.answers for row in rows}


async def chunk(
    session: AsyncSession, run_id: UUID, reading: str, after: UUID | None
) -> Sequence[Any]:
    """The next answers of a run by key, each with its prompt and, if stored, its `reading`."""
    rows = await session.execute(
        _CHUNK, {"run": run_id, "reading": reading, "after": after, "chunk": CHUNK}
    )
    return rows.all()


async def newest_revision(session: AsyncSession, run_id: UUID) -> RunRevision | None:
    """The newest version of a run's scores."""
    found: RunRevision | None = (
        await session.execute(
            select(RunRevision)
            .where(RunRevision.run_id == run_id)
            .order_by(RunRevision.number.desc())
            .limit(1)
        )
    ).scalar_one_or_none()
    return found


async def add_revision(session: AsyncSession, values: Mapping[str, Any]) -> None:
    """Store a version and make it the one shown."""
    await session.execute(insert(RunRevision).values(**values))
    await session.execute(
        update(Run)
        .where(Run.id == values["run_id"])
        .values(revision=values["number"], reading=values["reading"])
    )


async def brand_exists(session: AsyncSession, brand_id: UUID) -> bool:
    """Whether this workspace has the brand."""
    return bool((await session.execute(_BRAND, {"brand": brand_id})).scalar_one())


async def revisions(session: AsyncSession, brand_id: UUID, limit: int) -> list[Any]:
    """Every version of the newest runs' scores, newest run first."""
    rows = await session.execute(_REVISIONS, {"brand": brand_id, "limit": limit})
    return list(rows.scalars())
