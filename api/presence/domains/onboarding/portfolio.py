"""Adds a brand to a workspace and changes one, with everything that depends on it.

Invariant: a brand, its material and its first run are created in one transaction or not at all; the
business settings agree with the primary brand's profile.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from presence.analysis.types import DocumentText
from presence.core.settings import Settings
from presence.domains.audit.service import record
from presence.domains.brands import service as brands
from presence.domains.brands.records import BrandDetail, NewBrand, OfferDetail, Source
from presence.domains.materials import service as materials
from presence.domains.onboarding.brand_forms import BrandSubmission
from presence.domains.onboarding.service import LANGUAGE, MARKET
from presence.domains.runs.service import Order, start_run
from presence.domains.workspaces import service as workspaces

# The brand's column and the business setting with the same meaning for the primary brand.
_SAME = {
    "name": "business_name",
    "description": "business_description",
    "website_url": "website_url",
    "target_audience": "target_audience",
    "language": "language",
}


async def add_brand(
    session: AsyncSession,
    settings: Settings,
    submission: BrandSubmission,
    document: DocumentText | None,
) -> tuple[BrandDetail, UUID]:
    """The new brand and its first run. Market and language default to the primary brand's.

    Raises PlanLimitReached if the plan has no room, Conflict for a duplicate site.
    """
    new = submission.brand
    await brands.claim_brand(session, website=new.website_url is not None)
    if new.website_url is not None:
        await brands.require_new_website(session, new.website_url)
    primary = await brands.primary_brand_id(session)
    model = None if primary is None else await brands.brand_detail(session, primary)
    added = await brands.create_brand(
        session,
        NewBrand(
            name=new.brand_name,
            source=_source(submission),
            description=new.description or "",
            website_url=new.website_url,
            target_audience=new.target_audience or "",
            aliases=tuple(new.aliases),
            market=new.market or (model.market if model else MARKET),
            language=new.language or (model.language if model else LANGUAGE),
            is_primary=primary is None,
        ),
    )
    if new.website_url is not None:
        await materials.add_website(session, added.id, new.website_url)
    if submission.upload is not None and document is not None:
        await materials.add_document(session, added.id, submission.upload, document)
    await record(session, "brand.added", f"brand:{added.id}", after={"name": added.name})
    order = Order(confirmed=new.confirm)
    run_id = await start_run(session, settings, added.id, "initial", order)
    return await brands.brand_detail(session, added.id), run_id


def _source(submission: BrandSubmission) -> Source:
    if submission.brand.website_url is not None:
        return "website"
    return "document" if submission.upload is not None else "description"


async def change_brand(
    session: AsyncSession, user_id: UUID, brand_id: UUID, changes: Mapping[str, Any]
) -> BrandDetail:
    """Change a brand, its website's material and, for the primary one, the business settings."""
    before = await brands.get_brand(session, brand_id)
    after = await brands.change_brand(session, brand_id, changes)
    if before.website_url != after.ref.website_url:
        await materials.move_website(session, brand_id, before.website_url, after.ref.website_url)
    same = {_SAME[name]: changes[name] or None for name in changes.keys() & _SAME.keys()}
    if after.ref.is_primary and same and await workspaces.read_business(session) is not None:
        await workspaces.write_business(session, user_id, same)
    return after


async def correct_offer(
    session: AsyncSession, user_id: UUID, brand_id: UUID, changes: Mapping[str, Any]
) -> OfferDetail:
    """Store a person's corrections of the offer, by slot; the audience is stored with the brand."""
    said = dict(changes)
    if "audience" in said:
        audience = {"target_audience": said.pop("audience") or ""}
        await change_brand(session, user_id, brand_id, audience)
    return await brands.correct_offer(session, brand_id, said)
