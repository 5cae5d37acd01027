"""What stored answers say: extracted once, when an answer is stored, and loaded afterwards.

Invariant: an answer is extracted again only under a version nobody has extracted it with: other
competitors, other decisions of people, or another extractor.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from contextlib import AbstractAsyncContextManager
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from presence.analysis.pipeline import extract_all
from presence.analysis.provenance import reading_version
from presence.analysis.types import Answer, BrandProfile, Extraction
from presence.domains.runs.queries import evidence
from presence.domains.runs.service.codec import load
from presence.domains.runs.service.rows import extraction_row

Transaction = Callable[[], AbstractAsyncContextManager[AsyncSession]]


async def extractions_of(
    transaction: Transaction, profile: BrandProfile, answers: Sequence[Answer]
) -> tuple[Extraction, ...]:
    """What each stored answer says about the brand, in the order of the answers."""
    stored = await _stored(transaction, profile, answers)

    def read() -> tuple[Extraction, ...]:
        missing = [answer for answer in answers if UUID(answer.id) not in stored]
        found = {UUID(one.answer_id): one for one in extract_all(profile, missing)}
        found |= {key: load(Extraction, data) for key, data in stored.items()}
        return tuple(found[UUID(answer.id)] for answer in answers)

    return await asyncio.to_thread(read)


async def store_missing(
    transaction: Transaction, profile: BrandProfile, answers: Sequence[Answer]
) -> None:
    """Extract and store the answers that have not been extracted in this way yet."""
    stored = await _stored(transaction, profile, answers)
    missing = [answer for answer in answers if UUID(answer.id) not in stored]
    if not missing:
        return
    version = reading_version(profile)
    rows = await asyncio.to_thread(
        lambda: [extraction_row(found, version) for found in extract_all(profile, missing)]
    )
    async with transaction() as session:
        await evidence.put_extractions(session, rows)


async def _stored(
    transaction: Transaction, profile: BrandProfile, answers: Sequence[Answer]
) -> dict[UUID, object]:
    if not answers:
        return {}
    async with transaction() as session:
        return await evidence.extractions_by_version(
            session, [UUID(answer.id) for answer in answers], reading_version(profile)
        )
