"""Completing the wizard: everything it creates in one transaction, once.

Invariant: under the workspace's lock the first completion creates the primary brand, its material
and its first run; any later or simultaneous one finds `wizard_completed` set and starts nothing.
"""

from __future__ import annotations

from dataclasses import asdict
from uuid import UUID
from zoneinfo import available_timezones

from sqlalchemy.ext.asyncio import AsyncSession

from presence.analysis.types import DocumentText
from presence.core.errors import Conflict
from presence.core.settings import Settings
from presence.domains.audit.service import record, record_change
from presence.domains.billing.schemas import PlanSummaryOut
from presence.domains.billing.service import current_plan
from presence.domains.brands import service as brands
from presence.domains.brands.records import BrandDetail, NewBrand, Source
from presence.domains.identity.service import profile_of
from presence.domains.materials import service as materials
from presence.domains.onboarding.forms import Submission
from presence.domains.onboarding.schemas import BusinessInfoOut, DraftIn, DraftOut
from presence.domains.runs.service import start_run
from presence.domains.workspaces import service as workspaces
from presence.domains.workspaces.service import BusinessInfo

MARKET, LANGUAGE = "US", "en"
_DONE = "This business is already set up."


async def submit(
    session: AsyncSession,
    settings: Settings,
    user_id: UUID,
    submission: Submission,
    document: DocumentText | None,
) -> BusinessInfoOut:
    """Save what the wizard sent, and complete the wizard if it says so."""
    await workspaces.ensure_workspace(session, user_id)
    await workspaces.lock_workspace(session)
    before = await workspaces.read_business(session)
    done = before is not None and before.wizard_completed
    changes = submission.info.model_dump(exclude_unset=True)
    if done:
        changes.pop("wizard_completed", None)  # what is set up stays set up
    saved = await workspaces.write_business(session, user_id, changes)
    await _record(session, before, saved)
    if submission.info.wizard_completed:
        brand_id = await _complete(session, user_id, saved, submission, document)
        if not done:
            await start_run(session, settings, brand_id, "initial")
    return await business_document(session, user_id)


async def _record(session: AsyncSession, before: BusinessInfo | None, saved: BusinessInfo) -> None:
    """Record one entry of what was saved; completion of the wizard is always recorded by itself."""
    was = asdict(before) if before else {}
    finished = saved.wizard_completed and not was.get("wizard_completed")
    action = "business.set_up" if finished else "business.changed"
    workspace = f"workspace:{workspaces.bound_workspace(session)}"
    values = {n: v for n, v in asdict(saved).items() if n not in ("updated_at", "wizard_completed")}
    if finished and values.items() <= was.items():  # every field was saved before
        await record(session, action, workspace)
    else:
        await record_change(session, action, workspace, was, values)


async def _complete(
    session: AsyncSession,
    user_id: UUID,
    business: BusinessInfo,
    submission: Submission,
    document: DocumentText | None,
) -> UUID:
    """Create everything except the first run; returns the primary brand's id."""
    draft = await workspaces.read_draft(session, DraftOut) or DraftOut()
    brand = await _save_brand(session, business, draft, has_document=document is not None)
    if business.website_url:
        await materials.add_website(session, brand.ref.id, business.website_url)
    if submission.upload is not None and document is not None:
        await materials.add_document(session, brand.ref.id, submission.upload, document)
    if draft.time_zone is not None and is_zone(draft.time_zone):
        await workspaces.set_time_zone(session, draft.time_zone)
    if business.language is None:
        await workspaces.write_business(session, user_id, {"language": brand.language})
    await workspaces.delete_draft(session)
    return brand.ref.id


async def _save_brand(
    session: AsyncSession, business: BusinessInfo, draft: DraftOut, *, has_document: bool
) -> BrandDetail:
    """Store the primary brand; what exists only in the draft is kept if the draft is gone."""
    known = await brands.primary_brand_id(session)
    old = None if known is None else await brands.brand_detail(session, known)
    source: Source = "description"
    if business.website_url:
        source = "website"
    elif has_document or (old is not None and old.ref.source == "document"):
        source = "document"
    saved = await brands.save_primary(
        session,
        NewBrand(
            name=business.business_name or "",
            source=source,
            description=business.business_description or "",
            website_url=business.website_url,
            target_audience=business.target_audience or "",
            aliases=tuple(draft.aliases or (old.aliases if old else ())),
            market=draft.market or (old.market if old else MARKET),
            language=_language(draft, business, old),
            is_primary=True,
        ),
    )
    return await brands.brand_detail(session, saved.id)


def _language(draft: DraftOut, business: BusinessInfo, old: BrandDetail | None) -> str:
    kept = old.language if old else LANGUAGE
    return str(draft.language or business.language or kept)


async def business_document(session: AsyncSession, user_id: UUID) -> BusinessInfoOut:
    """The response to every business-info call; all null before anything was saved."""
    business = await workspaces.read_business(session)
    if business is None:
        return BusinessInfoOut()
    profile = await profile_of(session, user_id)
    brand = await brands.primary_brand(session)
    plan = (await current_plan(session)).summary
    fields = asdict(business) | {"phone": profile.phone}  # a phone is the person's
    fields.pop("updated_at")
    return BusinessInfoOut(
        **fields,
        description=business.business_description,
        first_name=profile.first_name,
        last_name=profile.last_name,
        primary_brand_id=brand.id if brand else None,
        source=brand.source if brand else None,
        plan=PlanSummaryOut.model_validate(plan) if plan is not None else None,
        time_zone=str(await workspaces.workspace_zone(session)),
    )


def is_zone(name: object) -> bool:
    """Whether a browser named a time zone that we know; an unknown time zone is no error."""
    return isinstance(name, str) and name in available_timezones()


async def read_draft(session: AsyncSession) -> DraftOut:
    """The wizard's draft."""
    return await workspaces.read_draft(session, DraftOut) or DraftOut()


async def save_draft(session: AsyncSession, user_id: UUID, draft: DraftIn) -> DraftOut:
    """Replace the draft; Conflict once the wizard is completed."""
    await workspaces.ensure_workspace(session, user_id)
    await workspaces.lock_workspace(session)
    business = await workspaces.read_business(session)
    if business is not None and business.wizard_completed:
        raise Conflict(_DONE)
    stored = draft.model_dump(exclude_none=True)
    await workspaces.write_draft(session, user_id, stored)
    return DraftOut.model_validate(stored)
