"""Creates, reads and scores brands on behalf of other slices."""

from __future__ import annotations

from typing import cast
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from presence.analysis.panel import question_language
from presence.analysis.provenance import reading_version
from presence.analysis.types import BrandProfile, Competitor, Tone
from presence.core.errors import NotFound
from presence.core.ids import new_id
from presence.domains.brands.models import Brand, BrandCompetitor
from presence.domains.brands.prefixes import owned_prefixes
from presence.domains.brands.queries import brands as queries
from presence.domains.brands.queries import competitors
from presence.domains.brands.records import (
    BrandDetail,
    BrandRef,
    NewBrand,
    PauseReason,
    ScoreBasis,
    Source,
)
from presence.domains.brands.service.rescoring import rescore_after


async def create_brand(session: AsyncSession, new: NewBrand) -> BrandRef:
    """Store a brand; its row exists when this returns."""
    brand = Brand(id=new_id(), is_primary=new.is_primary)
    _describe(brand, new)
    session.add(brand)
    await session.flush()
    await session.refresh(brand)
    return ref_of(brand)


async def save_primary(session: AsyncSession, new: NewBrand) -> BrandRef:
    """Create the primary brand, or update the existing one; never create a second one.

    The caller holds the workspace's lock, so two concurrent requests cannot both find none.
    """
    brand = await queries.find_primary(session, lock=True)
    if brand is None:
        return await create_brand(session, new)
    read_before = await reading_of(session, brand)
    _describe(brand, new)
    await session.flush()
    await rescore_if_read_otherwise(session, brand, read_before)
    return ref_of(brand)


async def update_primary(
    session: AsyncSession, *, name: str | None = None, description: str | None = None
) -> None:
    """Apply a change of the business settings to the primary brand, if there is one."""
    brand = await queries.find_primary(session, lock=True)
    if brand is None:
        return
    read_before = await reading_of(session, brand)
    if name is not None:
        brand.name = name
    if description is not None:
        brand.description = description
    await session.flush()
    await rescore_if_read_otherwise(session, brand, read_before)


async def primary_brand(session: AsyncSession) -> BrandRef | None:
    """The workspace's primary brand."""
    brand = await queries.find_primary(session)
    return None if brand is None else ref_of(brand)


async def primary_brand_id(session: AsyncSession) -> UUID | None:
    """The id of the workspace's primary brand."""
    brand = await primary_brand(session)
    return None if brand is None else brand.id


async def get_brand(session: AsyncSession, brand_id: UUID) -> BrandRef:
    """A brand of this workspace. Raises NotFound."""
    return ref_of(await require(session, brand_id))


async def brand_detail(session: AsyncSession, brand_id: UUID) -> BrandDetail:
    """A brand with all its descriptive fields. Raises NotFound."""
    return detail_of(await require(session, brand_id))


async def brand_profile(session: AsyncSession, brand_id: UUID) -> BrandProfile:
    """The brand and its tracked competitors, in the form the analysis library expects."""
    return await profile_of(session, await require(session, brand_id))


async def require(session: AsyncSession, brand_id: UUID, *, lock: bool = False) -> Brand:
    """The row of a brand that is not deleted, with `lock` locked until the transaction ends.

    Raises NotFound.
    """
    row = await queries.find_brand(session, brand_id, lock=lock)
    if row is None:
        raise no_such_brand()
    return row


def no_such_brand() -> NotFound:
    """The 404 for a brand that is deleted, unknown, or belongs to another workspace."""
    return NotFound("We could not find that brand.")


async def profile_of(session: AsyncSession, row: Brand) -> BrandProfile:
    """A brand's row and its tracked competitors, in the form the analysis library expects."""
    tracked = await competitors.tracked(session, row.id)
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
        competitors=tuple(_profile_competitor(one) for one in tracked),
    )


async def reading_of(session: AsyncSession, row: Brand) -> str:
    """The version under which the brand's answers are read, as its row is now."""
    return reading_version(await profile_of(session, row))


async def rescore_if_read_otherwise(session: AsyncSession, row: Brand, before: str) -> bool:
    """Queue a new extraction if answers are read under another version than `before`.

    Otherwise the next run could not be compared with those stored. Returns whether it was queued.
    """
    if await reading_of(session, row) == before:
        return False
    await rescore_after(session, row.id)
    return True


def ref_of(row: Brand) -> BrandRef:
    """A row in the form lists show."""
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
        pause_reason=cast("PauseReason | None", row.pause_reason),
        basis=cast("ScoreBasis | None", row.basis),
        scored_at=row.scored_at,
    )


def detail_of(row: Brand) -> BrandDetail:
    """A row with all fields that describe the brand."""
    return BrandDetail(
        ref=ref_of(row),
        description=row.description,
        aliases=tuple(row.aliases),
        owned_prefixes=tuple(row.owned_prefixes),
        market=row.market,
        language=row.language,
        tone=row.tone,
        is_common_word=row.is_common_word,
        question_language=question_language(row.language),
    )


def _describe(row: Brand, new: NewBrand) -> None:
    row.name = new.name
    row.source = new.source
    row.description = new.description
    row.website_url = new.website_url
    row.owned_prefixes = list(owned_prefixes(new.website_url))
    row.target_audience = new.target_audience
    row.aliases = list(new.aliases)
    row.market = new.market
    row.language = new.language


def _profile_competitor(row: BrandCompetitor) -> Competitor:
    return Competitor(
        id=str(row.id),
        name=row.name,
        aliases=tuple(row.aliases),
        website=row.website_url,
        prefixes=tuple(row.prefixes),
        is_common_word=row.is_common_word,
    )
