"""Decisions and writes of the brands slice, and what other slices may ask of it.

Invariant: a brand belongs to the workspace the session is bound to; a brand of another one does
not exist here. Callers get frozen values.
"""

from __future__ import annotations

from datetime import datetime
from typing import cast
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from presence.analysis.types import BrandProfile, Panel, PanelPrompt, Tone
from presence.analysis.types import Competitor as Rival
from presence.analysis.types.answers import Intent
from presence.core.errors import NotFound
from presence.core.ids import new_id
from presence.domains.brands import queries
from presence.domains.brands.models import Brand, Competitor, Prompt
from presence.domains.brands.prefixes import owned_prefixes
from presence.domains.brands.records import BrandDetail, BrandIn, BrandRef, Source, StoredPrompt


async def create_brand(session: AsyncSession, new: BrandIn) -> BrandRef:
    """Store a brand; its row exists when this returns."""
    brand = Brand(id=new_id(), is_primary=new.is_primary)
    _describe(brand, new)
    session.add(brand)
    await session.flush()
    await session.refresh(brand)
    return _ref(brand)


async def save_primary(session: AsyncSession, new: BrandIn) -> BrandRef:
    """Create the primary brand, or describe the existing one anew; never a second one.

    The caller holds the workspace's lock, so two requests cannot both find none.
    """
    brand = await queries.find_primary(session, lock=True)
    if brand is None:
        return await create_brand(session, new)
    _describe(brand, new)
    await session.flush()
    return _ref(brand)


async def update_primary(
    session: AsyncSession, *, name: str | None = None, description: str | None = None
) -> None:
    """Carry a change of the business settings to the primary brand, when there is one."""
    brand = await queries.find_primary(session, lock=True)
    if brand is None:
        return
    if name is not None:
        brand.name = name
    if description is not None:
        brand.description = description
    await session.flush()


async def primary_brand(session: AsyncSession) -> BrandRef | None:
    """The workspace's primary brand."""
    brand = await queries.find_primary(session)
    return None if brand is None else _ref(brand)


async def primary_brand_id(session: AsyncSession) -> UUID | None:
    """Key of the workspace's primary brand."""
    brand = await primary_brand(session)
    return None if brand is None else brand.id


async def get_brand(session: AsyncSession, brand_id: UUID) -> BrandRef:
    """A brand of this workspace. Raises NotFound."""
    return _ref(await _require(session, brand_id))


async def brand_detail(session: AsyncSession, brand_id: UUID) -> BrandDetail:
    """A brand with all that describes it. Raises NotFound."""
    row = await _require(session, brand_id)
    return BrandDetail(
        ref=_ref(row),
        description=row.description,
        aliases=tuple(row.aliases),
        owned_prefixes=tuple(row.owned_prefixes),
        market=row.market,
        language=row.language,
        tone=row.tone,
        is_common_word=row.is_common_word,
    )


async def list_brands(
    session: AsyncSession, after: UUID | None, limit: int
) -> tuple[tuple[BrandRef, ...], int]:
    """Brands in creation order after a key, and how many there are in all."""
    rows = await queries.page(session, after, limit)
    return tuple(_ref(row) for row in rows), await queries.count(session)


async def brand_profile(session: AsyncSession, brand_id: UUID) -> BrandProfile:
    """The brand and its tracked competitors as the analysis library wants them."""
    row = await _require(session, brand_id)
    rivals = await queries.tracked_competitors(session, brand_id)
    return BrandProfile(
        name=row.name,
        description=row.description,
        audience=row.target_audience,
        aliases=tuple(row.aliases),
        website=row.website_url,
        prefixes=tuple(row.owned_prefixes),
        market=row.market,
        language=row.language,
        tone=cast("Tone | None", row.tone),
        is_common_word=row.is_common_word,
        competitors=tuple(_rival(rival) for rival in rivals),
    )


async def save_panel(
    session: AsyncSession, brand_id: UUID, panel: Panel
) -> tuple[StoredPrompt, ...]:
    """Make the panel the brand's prompts; returns those that are asked, in the panel's order.

    A prompt no longer in the panel leaves it but is kept: answers refer to it, and it may return.
    One that a customer paused stays paused.
    """
    await queries.upsert_prompts(
        session,
        brand_id,
        (
            {
                "key": prompt.id,
                "text": prompt.text,
                "intent": prompt.intent,
                "topic": prompt.topic,
                "locale": prompt.locale,
                "branded": prompt.branded,
                "version": prompt.version,
                "position": position,
            }
            for position, prompt in enumerate(panel.prompts)
        ),
    )
    await queries.retire_prompts(session, brand_id, (prompt.id for prompt in panel.prompts))
    return await active_prompts(session, brand_id)


async def active_prompts(session: AsyncSession, brand_id: UUID) -> tuple[StoredPrompt, ...]:
    """The prompts asked for a brand, in the panel's order; empty before its first run."""
    return tuple(_stored(row) for row in await queries.active_prompts(session, brand_id))


async def record_scores(
    session: AsyncSession,
    brand_id: UUID,
    *,
    overall: int | None,
    audience: int | None,
    scored_at: datetime,
) -> None:
    """What lists show of a brand; written in the transaction that stores a run's scores.

    A run that began before the one already recorded changes nothing.
    """
    row = await _require(session, brand_id)
    if row.scored_at is None or row.scored_at <= scored_at:
        row.overall_score, row.audience_score, row.scored_at = overall, audience, scored_at
        await session.flush()


async def count_brands(session: AsyncSession) -> int:
    """Brands in use, for the plan's limit."""
    return await queries.count(session)


async def count_websites(session: AsyncSession) -> int:
    """Brands with a website, for the plan's limit."""
    return await queries.count_websites(session)


async def count_competitors(session: AsyncSession) -> int:
    """Tracked competitors of all brands, for the plan's limit."""
    return await queries.count_tracked_competitors(session)


async def count_prompts(session: AsyncSession) -> int:
    """Prompts asked for all brands, for the plan's limit."""
    return await queries.count_active_prompts(session)


async def _require(session: AsyncSession, brand_id: UUID) -> Brand:
    row = await queries.find(session, brand_id)
    if row is None:
        raise NotFound("We could not find that brand.")
    return row


def _describe(row: Brand, new: BrandIn) -> None:
    row.name = new.name
    row.source = new.source
    row.description = new.description
    row.website_url = new.website_url
    row.owned_prefixes = list(owned_prefixes(new.website_url))
    row.target_audience = new.target_audience
    row.aliases = list(new.aliases)
    row.market = new.market
    row.language = new.language


def _ref(row: Brand) -> BrandRef:
    return BrandRef(
        id=row.id,
        name=row.name,
        website_url=row.website_url,
        source=cast("Source", row.source),
        target_audience=row.target_audience,
        is_primary=row.is_primary,
        status="paused" if row.status == "paused" else "active",
        overall=row.overall_score,
        audience=row.audience_score,
        created_at=row.created_at,
    )


def _rival(row: Competitor) -> Rival:
    return Rival(
        id=str(row.id),
        name=row.name,
        aliases=tuple(row.aliases),
        website=row.website_url,
        prefixes=tuple(row.prefixes),
    )


def _stored(row: Prompt) -> StoredPrompt:
    return StoredPrompt(
        id=row.id,
        prompt=PanelPrompt(
            id=row.key,
            text=row.text,
            intent=cast("Intent", row.intent),
            topic=row.topic,
            locale=row.locale,
            branded=row.branded,
            version=row.version,
        ),
    )
