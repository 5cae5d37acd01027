"""SQL statements for people's corrections, and for ordinary words that may be names.

Invariant: one decision per span; the newest one counts.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import func, select, text, tuple_, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession

from presence.analysis.types import Decided
from presence.core.ids import new_id
from presence.domains.analytics.models import AnswerCorrection, MentionReview
from presence.domains.runs.models import StoredAnswer

Row = Mapping[str, Any]

_NAMING = ("missed", "not-this-brand")
_CORRECTIONS = text("""
SELECT c.answer_id, c.kind, c.entity, c.start_at, c.end_at, a.text, a.question, a.prompt_key,
       a.engine, a.model, a.surface, a.basis, a.citations, a.answered_at, p.locale
  FROM answer_correction c
  JOIN answer a ON a.workspace_id = c.workspace_id AND a.id = c.answer_id
  JOIN prompt p ON p.workspace_id = a.workspace_id AND p.id = a.prompt_id
 WHERE a.brand_id = :brand ORDER BY c.answer_id, c.start_at, c.entity
""")
_SPAN = ["workspace_id", "answer_id", "entity", "start_at", "end_at"]


async def put_correction(session: AsyncSession, row: Row) -> UUID:
    """Store a correction, replacing an earlier one for the same span."""
    statement = insert(AnswerCorrection).values(id=new_id(), **row)
    renewed = {name: statement.excluded[name] for name in ("kind", "note", "user_id")}
    stored = await session.execute(
        statement.on_conflict_do_update(index_elements=_SPAN, set_=renewed).returning(
            AnswerCorrection.id
        )
    )
    key: UUID = stored.scalar_one()
    return key


async def corrections(session: AsyncSession, brand_id: UUID) -> Sequence[Any]:
    """Corrections of a brand's answers, each with its answer."""
    return (await session.execute(_CORRECTIONS, {"brand": brand_id})).all()


async def put_reviews(session: AsyncSession, rows: Sequence[Row]) -> None:
    """Add open questions; existing ones are left unchanged."""
    if rows:
        await session.execute(
            insert(MentionReview).on_conflict_do_nothing(index_elements=_SPAN),
            [{"id": new_id(), **row} for row in rows],
        )


async def open_reviews(
    session: AsyncSession, brand_id: UUID, after: UUID | None, limit: int
) -> tuple[Sequence[Any], int]:
    """Open questions with the answer's text, oldest first, and how many there are."""
    mine = (MentionReview.brand_id == brand_id, MentionReview.is_brand.is_(None))
    statement = (
        select(MentionReview, StoredAnswer.text, StoredAnswer.engine_name)
        .join(
            StoredAnswer,
            tuple_(StoredAnswer.workspace_id, StoredAnswer.id)
            == tuple_(MentionReview.workspace_id, MentionReview.answer_id),
        )
        .where(*mine)
        .order_by(MentionReview.id)
        .limit(limit)
    )
    if after is not None:
        statement = statement.where(MentionReview.id > after)
    rows = (await session.execute(statement)).all()
    total = await session.scalar(select(func.count()).select_from(MentionReview).where(*mine))
    return rows, total or 0


async def decide(
    session: AsyncSession, review_id: UUID, *, is_brand: bool, user_id: UUID, at: datetime
) -> MentionReview | None:
    """Record a person's decision; None if there is no such question."""
    stored = await session.execute(
        update(MentionReview)
        .where(MentionReview.id == review_id)
        .values(is_brand=is_brand, decided_by=user_id, decided_at=at)
        .returning(MentionReview)
    )
    return stored.scalar_one_or_none()


async def decided(session: AsyncSession, brand_id: UUID) -> dict[UUID, tuple[Decided, ...]]:
    """People's decisions on who is named where in a brand's answers, by run."""
    found: dict[UUID, list[Decided]] = defaultdict(list)
    answer = tuple_(StoredAnswer.workspace_id, StoredAnswer.id)
    reviewed = (
        select(MentionReview, StoredAnswer.run_id)
        .join(StoredAnswer, answer == tuple_(MentionReview.workspace_id, MentionReview.answer_id))
        .where(MentionReview.brand_id == brand_id, MentionReview.is_brand.is_not(None))
    )
    for review, run_id in (await session.execute(reviewed)).all():
        found[run_id].append(_decided(review, bool(review.is_brand)))
    corrected_key = tuple_(AnswerCorrection.workspace_id, AnswerCorrection.answer_id)
    corrected = (
        select(AnswerCorrection, StoredAnswer.run_id)
        .join(StoredAnswer, answer == corrected_key)
        .where(StoredAnswer.brand_id == brand_id, AnswerCorrection.kind.in_(_NAMING))
    )
    for correction, run_id in (await session.execute(corrected)).all():
        found[run_id].append(_decided(correction, correction.kind == "missed"))
    return {run_id: tuple(sorted(items, key=_order)) for run_id, items in found.items()}


def _decided(row: MentionReview | AnswerCorrection, is_name: bool) -> Decided:
    return Decided(str(row.answer_id), row.entity, row.start_at, row.end_at, is_name)


def _order(item: Decided) -> tuple[str, int, int, str, bool]:
    return item.answer_id, item.start, item.end, item.entity, item.is_name
