"""The wizard's calls: completion in both forms, and the draft; and those about further brands."""

from __future__ import annotations

from fastapi import APIRouter, Request

from presence.domains.identity.context import CurrentUser
from presence.domains.materials.context import DocumentsDep
from presence.domains.materials.service import read_document
from presence.domains.onboarding import brand_routes, example_routes, service
from presence.domains.onboarding.forms import DOCUMENT_FIELD, read_submission, two_bodies
from presence.domains.onboarding.schemas import BusinessInfoIn, BusinessInfoOut, DraftIn, DraftOut
from presence.domains.workspaces.context import Allowed, LongCallDep, TenantSession
from presence.http.errors import documented
from presence.http.session import SessionDep, SettingsDep

router = APIRouter(tags=["onboarding"])
router.include_router(brand_routes.router)
router.include_router(example_routes.router)


@router.post(
    "/api/business-info",
    dependencies=[Allowed("settings")],
    openapi_extra=two_bodies(BusinessInfoIn),
    responses=documented(401, 403, 413, 415, 422),
)
async def save_business_info(
    request: Request,
    user: CurrentUser,
    session: SessionDep,
    documents: DocumentsDep,
    settings: SettingsDep,
    call: LongCallDep,
) -> BusinessInfoOut:
    """Save the business information from the setup wizard.

    With `wizardCompleted`, also creates the brand and starts its first run. Accepts JSON, or a
    multipart form with a DOCX document.
    """
    submission = await call.wait_for(read_submission(request))
    upload, text = submission.upload, None
    if upload is not None:
        text = await call.wait_for(read_document(documents, upload, f"/{DOCUMENT_FIELD}"))
    return await service.submit(session, settings, user.user_id, submission, text)


@router.get(
    "/api/v1/onboarding/draft",
    dependencies=[Allowed("settings")],
    responses=documented(401, 403),
)
async def read_draft(session: TenantSession) -> DraftOut:
    """Get the saved draft of the setup wizard."""
    return await service.read_draft(session)


@router.put(
    "/api/v1/onboarding/draft",
    dependencies=[Allowed("settings")],
    responses=documented(401, 403, 409, 422),
)
async def save_draft(draft: DraftIn, user: CurrentUser, session: SessionDep) -> DraftOut:
    """Save a draft of the setup wizard."""
    return await service.save_draft(session, user.user_id, draft)
