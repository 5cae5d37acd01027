"""Writing to support: open to everybody who is signed in, whatever their role."""

from __future__ import annotations

from fastapi import APIRouter

from presence.domains.identity.context import CurrentUser
from presence.domains.workspaces.context import LongCallDep
from presence.domains.workspaces.support_schemas import SupportRequestIn, SupportRequestOut
from presence.domains.workspaces.support_service import open_request
from presence.http.errors import documented
from presence.http.idempotency import RepeatableDep, idempotent
from presence.http.permission import SIGNED_IN
from presence.http.session import SessionDep

router = APIRouter(tags=["workspaces"])


@router.post(
    "/api/v1/support-requests",
    status_code=201,
    openapi_extra=SIGNED_IN,
    responses=documented(401, 422, 429),
)
@idempotent
async def ask_support(
    body: SupportRequestIn,
    user: CurrentUser,
    session: SessionDep,
    call: LongCallDep,
    repeatable: RepeatableDep,
) -> SupportRequestOut:
    """Send a request to support.

    If the user has no workspace yet, one is created.
    """
    if user.workspace_id is not None:
        await call.lock()
    return SupportRequestOut.model_validate(await open_request(session, user.user_id, body.asked()))
