"""People's corrections: what was detected wrongly, and whether an ordinary word is used as a name.

Invariant: a correction is stored with its author, and the answer is extracted again with it; the
first extraction is kept beside the new one.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Literal
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from presence.analysis.extraction import BRAND
from presence.core.errors import NotFound, ValidationFailed
from presence.domains.analytics.models import MentionReview
from presence.domains.analytics.queries import answers, reviews
from presence.domains.analytics.schemas.answers import ReviewItemOut
from presence.domains.audit.service import record
from presence.domains.brands.service import brand_profile, get_brand
from presence.domains.results.service.requests import request_rescore

Kind = Literal["not-this-brand", "missed", "wrong-stance", "wrong-sentiment"]
_OUTSIDE = "The marked characters are not part of this answer"
_UNKNOWN = "Mark the brand or one of its competitors"


@dataclass(frozen=True, slots=True)
class Correction:
    """What is wrong with the extraction of a span; `entity` is "brand" or a competitor id."""

    kind: Kind
    entity: str
    start: int
    end: int
    note: str = ""


async def correct(session: AsyncSession, answer_id: UUID, said: Correction, user_id: UUID) -> UUID:
    """Store a correction and extract the brand's answers again with it; returns its key.

    Raises NotFound for a foreign answer, ValidationFailed for a span or entity that does not exist.
    """
    row = await answers.text_of(session, answer_id)
    if row is None:
        raise NotFound("We could not find that answer.")
    if not 0 <= said.start < said.end <= len(row.text):
        raise ValidationFailed.at("/end", _OUTSIDE, "span")
    profile = await brand_profile(session, row.brand_id)
    if said.entity not in {BRAND, *(c.id for c in profile.competitors)}:
        raise ValidationFailed.at("/entity", _UNKNOWN, "entity")
    key = await reviews.put_correction(
        session,
        {
            "answer_id": answer_id,
            "kind": said.kind,
            "entity": said.entity,
            "start_at": said.start,
            "end_at": said.end,
            "note": said.note,
            "user_id": user_id,
        },
    )
    facts = {"kind": said.kind, "entity": said.entity, "start": said.start, "end": said.end}
    await record(session, "answer.corrected", f"answer:{answer_id}", before=None, after=facts)
    if changes_reading(said.kind):
        await request_rescore(session, row.brand_id)
    return key


def changes_reading(kind: Kind) -> bool:
    """Whether it changes who is named; a wrong stance or sentiment only feeds the labelled set."""
    return kind in {"missed", "not-this-brand"}


async def open_reviews(
    session: AsyncSession, brand_id: UUID, after: UUID | None, limit: int
) -> tuple[list[ReviewItemOut], int]:
    """Open questions with the surrounding text, oldest first, and their total number."""
    await get_brand(session, brand_id)
    profile = await brand_profile(session, brand_id)
    names = {BRAND: profile.name, **{c.id: c.name for c in profile.competitors}}
    rows, total = await reviews.open_reviews(session, brand_id, after, limit)
    return [_question(names, *row) for row in rows], total


def _question(names: dict[str, str], item: MentionReview, text: str, engine: str) -> ReviewItemOut:
    start, end = max(0, item.start_at - 120), min(len(text), item.end_at + 120)
    return ReviewItemOut.from_row(
        item,
        name=names.get(item.entity, item.entity),
        engine_name=engine,
        excerpt=text[start:end],
        start=item.start_at - start,
        end=item.end_at - start,
    )


async def decide(
    session: AsyncSession,
    brand_id: UUID,
    review_id: UUID,
    is_brand: bool,
    user_id: UUID,
    at: datetime,
) -> None:
    """Decide whether a word is the name; extracts the brand's answers again. Raises NotFound."""
    item = await reviews.decide(session, review_id, is_brand=is_brand, user_id=user_id, at=at)
    if item is None or item.brand_id != brand_id:
        raise NotFound("We could not find that question.")
    await record(
        session,
        "mention.reviewed",
        f"answer:{item.answer_id}",
        before=None,
        after={"entity": item.entity, "matched": item.matched, "isBrand": is_brand},
    )
    await request_rescore(session, brand_id)
