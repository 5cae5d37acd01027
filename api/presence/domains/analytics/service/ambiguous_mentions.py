"""Submits ordinary words that may be names for a person to decide on.

Invariant: one open question per span; submitting it again changes nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from presence.analysis.types import Extraction
from presence.domains.analytics.queries import reviews
from presence.domains.runs.service.codec import storable_text
from presence.domains.runs.service.rows import Row


async def store_ambiguous_mentions(
    session: AsyncSession, brand_id: UUID, extractions: Sequence[Extraction]
) -> None:
    """Submit the ambiguous words of these extractions."""
    rows: list[Row] = [
        {
            "answer_id": UUID(extraction.answer_id),
            "brand_id": brand_id,
            "entity": item.entity,
            "start_at": item.start,
            "end_at": item.end,
            "matched": storable_text(item.text),
            "reason": item.reason,
        }
        for extraction in extractions
        for item in extraction.review
    ]
    await reviews.put_reviews(session, rows)
