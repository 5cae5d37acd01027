"""What the brand offers, read once per run from its own texts.

Invariant: a resumed run reads nothing twice, and questions are derived from everything a person has
stated up to that moment.
"""

from __future__ import annotations

import asyncio

from presence.analysis.pipeline import Ingested, offer_stage
from presence.analysis.types.offer import Offer
from presence.domains.brands.service import brand_offer, save_reading
from presence.domains.runs.queries import evidence
from presence.domains.runs.service.codec import dump
from presence.domains.runs.service.work import Work

OFFER = "offer"


async def understand(work: Work, ingested: Ingested) -> Offer:
    """Read the offer and store it with run and brand; a person's corrections are applied."""
    if OFFER not in work.stored:
        await _read(work, ingested)
    async with work.lease.transaction() as session:
        return await brand_offer(session, work.run.brand_id)


async def _read(work: Work, ingested: Ingested) -> None:
    embedder = await work.embedder()
    offer = await asyncio.to_thread(
        lambda: offer_stage(work.profile, ingested, work.documents, embedder)
    )
    data, now = dump(offer), work.lease.context.resources.clock.now()
    async with work.lease.transaction() as session:
        await evidence.put_input(session, work.run.id, OFFER, data)
        await save_reading(session, work.run.brand_id, offer, now)
    work.stored[OFFER] = data
