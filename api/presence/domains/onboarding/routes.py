"""The wizard's calls: completion in both forms, and the draft."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Depends, Request

from presence.domains.identity.context import CurrentUser
from presence.domains.materials.service import Documents, read_document
from presence.domains.onboarding import service
from presence.domains.onboarding.forms import DOCUMENT_FIELD, read_submission
from presence.domains.onboarding.schemas import BusinessInfoIn, BusinessInfoOut, DraftIn, DraftOut
from presence.domains.workspaces.context import Allowed, TenantSession
from presence.http.errors import documented
from presence.http.session import SessionDep, SettingsDep

router = APIRouter(tags=["onboarding"])


async def get_documents(request: Request) -> Documents:
    """The reader the entry point built."""
    documents: Documents = request.app.state.documents
    return documents


DocumentsDep = Annotated[Documents, Depends(get_documents)]


def _body() -> dict[str, Any]:
    """Both request bodies for the API description; the route reads them itself."""
    schema = BusinessInfoIn.model_json_schema()
    form = dict(schema["properties"])
    form[DOCUMENT_FIELD] = {"type": "string", "format": "binary"}
    return {
        "requestBody": {
            "required": True,
            "content": {
                "application/json": {"schema": schema},
                "multipart/form-data": {"schema": {**schema, "properties": form}},
            },
        }
    }


@router.post(
    "/api/business-info",
    dependencies=[Allowed("settings")],
    openapi_extra=_body(),
    responses=documented(401, 403, 413, 415, 422),
)
async def save_business_info(
    request: Request,
    user: CurrentUser,
    session: SessionDep,
    documents: DocumentsDep,
    settings: SettingsDep,
) -> BusinessInfoOut:
    """Save the business; with `wizardCompleted` create its brand and start the first run."""
    await session.rollback()  # nobody holds a database connection while a browser uploads
    submission = await read_submission(request)
    upload, text = submission.upload, None
    if upload is not None:
        text = await read_document(documents, upload, f"/{DOCUMENT_FIELD}")
    return await service.submit(session, settings, user.user_id, submission, text)


@router.get("/api/v1/onboarding/draft", responses=documented(401))
async def read_draft(session: TenantSession) -> DraftOut:
    """What the wizard held when it was last left."""
    return await service.read_draft(session)


@router.put(
    "/api/v1/onboarding/draft",
    dependencies=[Allowed("settings")],
    responses=documented(401, 403, 409, 422),
)
async def save_draft(draft: DraftIn, user: CurrentUser, session: SessionDep) -> DraftOut:
    """Keep what the wizard holds."""
    return await service.save_draft(session, user.user_id, draft)
