"""SQL statements for brands' key facts, and for interpretations of what engines say a brand is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from sqlalchemy import delete, func, select, text, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession

from presence.core.ids import new_id
from presence.domains.analytics.models import BrandFact, StoredInterpretation

_LOCK = text("SELECT pg_advisory_xact_lock(hashtextextended('facts:' || :brand, 0))")
_LATEST = text("""
SELECT DISTINCT ON (a.engine) a.id, a.run_id, a.engine, a.engine_name, a.model, a.surface, a.basis,
       a.sample, a.text, a.citations, a.answered_at, a.prompt_key, p.text AS question, p.topic,
       p.locale, r.seed
  FROM answer a
  JOIN prompt p ON p.workspace_id = a.workspace_id AND p.id = a.prompt_id
  JOIN run r ON r.workspace_id = a.workspace_id AND r.id = a.run_id
 WHERE a.brand_id = :brand AND p.interpretation AND a.status = 'completed' AND a.sample = 0
   AND r.kind IN ('full', 'content') AND r.status IN ('completed', 'partial')
 ORDER BY a.engine, r.created_at DESC
""")
_CARDS = text("""
SELECT DISTINCT ON (i.engine) i.engine, i.answer_id, i.run_id, i.version, i.recognised, i.tone,
       i.tone_match, i.relevance, i.match_score, i.facts, i.method, i.created_at AS read_at,
       a.text, a.engine_name, a.model, a.surface, a.basis, a.answered_at
  FROM interpretation i
  JOIN answer a ON a.workspace_id = i.workspace_id AND a.id = i.answer_id
  JOIN run r ON r.workspace_id = i.workspace_id AND r.id = i.run_id
 WHERE i.brand_id = :brand AND a.status = 'completed' AND r.status IN ('completed', 'partial')
 ORDER BY i.engine, r.created_at DESC
""")
_TONE = text("""
SELECT s.detail ->> 'tone' FROM shown_score s
 WHERE s.run_id = shown_run(:brand, 'content') AND s.metric = 'audienceFit'
""")


async def lock(session: AsyncSession, brand_id: UUID) -> None:
    """Lock this brand's facts until the transaction ends."""
    await session.execute(_LOCK, {"brand": str(brand_id)})


async def facts(session: AsyncSession, brand_id: UUID) -> Sequence[BrandFact]:
    """All facts of a brand, including removed ones, in display order."""
    statement = select(BrandFact).where(BrandFact.brand_id == brand_id)
    return (await session.scalars(statement.order_by(BrandFact.number, BrandFact.id))).all()


async def add(session: AsyncSession, rows: Sequence[Mapping[str, Any]]) -> None:
    """Store new facts; a known value of the same kind is left unchanged."""
    if rows:
        made = [{"id": new_id(), **row} for row in rows]
        await session.execute(insert(BrandFact).values(made).on_conflict_do_nothing())


async def update_fact(session: AsyncSession, fact_id: UUID, values: Mapping[str, Any]) -> None:
    """Update these columns of a fact."""
    await session.execute(update(BrandFact).where(BrandFact.id == fact_id).values(**values))


async def remove(session: AsyncSession, ids: Sequence[UUID]) -> None:
    """Delete facts permanently."""
    if ids:
        await session.execute(delete(BrandFact).where(BrandFact.id.in_(ids)))


async def latest_answers(session: AsyncSession, brand_id: UUID) -> Sequence[Any]:
    """Per engine, the newest valid answer to the neutral question from successful runs."""
    return (await session.execute(_LATEST, {"brand": brand_id})).all()


async def cards(session: AsyncSession, brand_id: UUID) -> Sequence[Any]:
    """Per engine, its newest answer about the brand and the interpretation of that answer."""
    return (await session.execute(_CARDS, {"brand": brand_id})).all()


async def tone(session: AsyncSession, brand_id: UUID) -> str | None:
    """The tone that the newest analysis compared the brand's texts with."""
    found: str | None = await session.scalar(_TONE, {"brand": brand_id})
    return found


async def put_interpretations(session: AsyncSession, rows: Sequence[Mapping[str, Any]]) -> None:
    """Store interpretations; the earlier one of an answer is replaced, along with its time."""
    if not rows:
        return
    statement = insert(StoredInterpretation).values([{"id": new_id(), **row} for row in rows])
    kept = {"id", "workspace_id", "answer_id", "created_at"}
    names = [c.name for c in StoredInterpretation.__table__.columns if c.name not in kept]
    renewed = {name: statement.excluded[name] for name in names}
    await session.execute(
        statement.on_conflict_do_update(
            index_elements=["workspace_id", "answer_id"],
            set_={**renewed, "created_at": func.now()},
        )
    )
