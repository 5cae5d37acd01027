"""What a brand offers: extracted by a run, and corrected by a person.

Invariant: a new reading never changes a person's corrections. The audience they state is stored in
the brand's `target_audience` only; corrections of all other slots are stored as such.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from presence.analysis.codec import as_data, from_data
from presence.analysis.offer import entry_named, with_corrections
from presence.analysis.types.offer import Offer, OfferCorrections
from presence.core import metrics
from presence.domains.audit.service import record_change
from presence.domains.brands.models import Brand, OfferReading
from presence.domains.brands.queries import offers as queries
from presence.domains.brands.records import OfferDetail
from presence.domains.brands.service.brands import require
from presence.domains.brands.service.managing import require_writable_row

AUDIENCE = "audience"


async def save_reading(
    session: AsyncSession, brand_id: UUID, offer: Offer, read_at: datetime
) -> None:
    """Store the offer extracted for a brand; a person's corrections stay in force."""
    await queries.put_reading(session, brand_id, as_data(offer), read_at)


async def offer_detail(session: AsyncSession, brand_id: UUID) -> OfferDetail:
    """The offer with a person's corrections applied. Raises NotFound."""
    brand = await require(session, brand_id)
    row = await queries.reading(session, brand_id)
    said = await _corrections(session, brand)
    read = None if row is None else _offer_of(row)
    offer = with_corrections(read or Offer(brand.language), said)
    # Suggestions beside a category mean that it is a guess, until a person states it.
    suggestions = () if said.category and offer.readable else offer.suggestions
    names = tuple(n for n in OfferCorrections.__slots__ if getattr(said, n) is not None)
    return OfferDetail(offer, read, names, suggestions, row.read_at if row else None)


async def brand_offer(session: AsyncSession, brand_id: UUID) -> Offer:
    """The offer that questions are written from, with corrections applied. Raises NotFound."""
    return (await offer_detail(session, brand_id)).offer


async def correct_offer(
    session: AsyncSession, brand_id: UUID, changes: Mapping[str, Any]
) -> OfferDetail:
    """Store a person's corrections of slots, by name; None withdraws a correction.

    Raises NotFound, and Conflict if the plan paused the brand. The audience is not corrected here:
    it is the brand's `target_audience`.
    """
    brand = await require_writable_row(session, brand_id, lock=True)
    before = {row.slot: row.value for row in await queries.corrections(session, brand_id)}
    for slot, value in changes.items():
        if value is None:
            await queries.drop_correction(session, brand_id, slot)
        elif value != before.get(slot):
            await _keep(session, brand, slot, value)
    await record_change(session, "offer.corrected", f"brand:{brand_id}", before, changes)
    return await offer_detail(session, brand_id)


async def _keep(session: AsyncSession, brand: Brand, slot: str, value: Any) -> None:
    known = slot != "category" or entry_named(value, brand.language) is not None
    if not known:
        metrics.offer_category_gaps.inc()
    values = {"value": value, "language": brand.language, "in_catalogue": known}
    await queries.put_correction(session, brand.id, slot, values)


async def _corrections(session: AsyncSession, brand: Brand) -> OfferCorrections:
    rows = await queries.corrections(session, brand.id)
    said: dict[str, Any] = {row.slot: row.value for row in rows}
    said[AUDIENCE] = brand.target_audience or None
    return from_data(OfferCorrections, said)


def _offer_of(row: OfferReading) -> Offer:
    return from_data(Offer, row.offer)
