"""Adding and changing brands and their offers, and what to do first.

Here because all of it reaches into many slices.
"""

from __future__ import annotations

from typing import Any
from uuid import UUID

from fastapi import APIRouter, Request, Response

from presence.domains.brands import service as brands
from presence.domains.brands.schemas.brands import BrandDetailOut
from presence.domains.brands.schemas.offers import OfferOut
from presence.domains.identity.context import CurrentUser
from presence.domains.materials.context import DocumentsDep
from presence.domains.materials.service import read_document
from presence.domains.onboarding import first_steps as steps
from presence.domains.onboarding import portfolio
from presence.domains.onboarding.brand_forms import read_brand
from presence.domains.onboarding.brand_schemas import (
    BrandAddedOut,
    BrandChangeIn,
    BrandIn,
    FirstStepsOut,
    OfferChangeIn,
    StepsDoneOut,
)
from presence.domains.onboarding.forms import DOCUMENT_FIELD, two_bodies
from presence.domains.workspaces.context import Allowed, LongCallDep, TenantSession
from presence.http.conditional import IfMatch, require_match
from presence.http.errors import documented
from presence.http.idempotency import RepeatableDep, idempotent
from presence.http.session import SettingsDep

router = APIRouter()


@router.post(
    "/api/v1/brands",
    status_code=201,
    dependencies=[Allowed("brands")],
    openapi_extra=two_bodies(BrandIn),
    responses=documented(401, 403, 409, 413, 415, 422),
)
@idempotent
async def add_brand(
    request: Request,
    session: TenantSession,
    documents: DocumentsDep,
    settings: SettingsDep,
    call: LongCallDep,
    response: Response,
    repeatable: RepeatableDep,
) -> BrandAddedOut:
    """Add a brand and start its first run.

    Accepts JSON, or a multipart form with a DOCX document.
    """
    submission = await call.wait_for(read_brand(request))
    upload, text = submission.upload, None
    if upload is not None:
        text = await call.wait_for(read_document(documents, upload, f"/{DOCUMENT_FIELD}"))
    brand, run_id = await portfolio.add_brand(session, settings, submission, text)
    response.headers["Location"] = f"/api/v1/brands/{brand.ref.id}"
    shown: dict[str, Any] = BrandDetailOut.of(brand).model_dump(by_alias=False)
    return BrandAddedOut(**shown, run_id=run_id)


@router.patch(
    "/api/v1/brands/{brand_id}",
    dependencies=[Allowed("brands")],
    responses=documented(401, 403, 404, 409, 412, 422),
)
async def change_brand(
    brand_id: UUID,
    data: BrandChangeIn,
    user: CurrentUser,
    session: TenantSession,
    if_match: IfMatch,
) -> BrandDetailOut:
    """Update a brand.

    When the change affects how mentions are detected, the brand's stored answers are analyzed
    again.
    """
    require_match(if_match, BrandDetailOut.of(await brands.brand_detail(session, brand_id)))
    changed = await portfolio.change_brand(session, user.user_id, brand_id, data.changes())
    return BrandDetailOut.of(changed)


@router.patch(
    "/api/v1/brands/{brand_id}/offer",
    dependencies=[Allowed("brands")],
    responses=documented(401, 403, 404, 409, 412, 422),
)
async def correct_offer(
    brand_id: UUID,
    data: OfferChangeIn,
    user: CurrentUser,
    session: TenantSession,
    if_match: IfMatch,
) -> OfferOut:
    """Correct what a brand offers.

    Corrections take precedence over anything read from the brand's pages later.
    """
    require_match(if_match, OfferOut.of(await brands.offer_detail(session, brand_id)))
    changed = await portfolio.correct_offer(session, user.user_id, brand_id, data.changes())
    return OfferOut.of(changed)


@router.get(
    "/api/v1/brands/{brand_id}/first-steps",
    dependencies=[Allowed("view")],
    responses=documented(401, 403, 404),
)
async def first_steps(brand_id: UUID, session: TenantSession) -> FirstStepsOut:
    """Get the recommended first steps and which of them are done."""
    found = await steps.first_steps(session, brand_id)
    return FirstStepsOut(done=StepsDoneOut.model_validate(found), seats=found.seats)
