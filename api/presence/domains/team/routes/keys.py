"""API keys."""

from __future__ import annotations

from datetime import timedelta
from uuid import UUID

from presence.domains.identity.context import CurrentUser
from presence.domains.team import service
from presence.domains.team.routes.common import MEMBERS, slice_router, whole
from presence.domains.team.schemas import (
    ApiKeyIn,
    ApiKeyListOut,
    ApiKeyOut,
    IssuedKeyOut,
    RotationIn,
)
from presence.domains.workspaces.context import LongCallDep, TenantSession
from presence.domains.workspaces.service import keys
from presence.http.session import NowDep

router = slice_router()
ONE = "/api/v1/api-keys/{key_id}"


@router.get("/api/v1/api-keys", dependencies=MEMBERS)
async def list_api_keys(user: CurrentUser, session: TenantSession) -> ApiKeyListOut:
    """List API keys, newest first, without their secrets."""
    found = [ApiKeyOut.model_validate(line) for line in await keys.list_keys(session, user.user_id)]
    allowed = await service.allowed_scope(session)
    return ApiKeyListOut(data=found, page=whole(len(found)), allowed_scope=allowed)


@router.post("/api/v1/api-keys", status_code=201, dependencies=MEMBERS)
async def create_api_key(
    body: ApiKeyIn, user: CurrentUser, session: TenantSession, call: LongCallDep, now: NowDep
) -> IssuedKeyOut:
    """Create an API key.

    The response contains the secret, which is not shown again. For this reason, the call does not
    accept an `Idempotency-Key`.
    """
    await call.lock()
    await service.require_scope(session, body.scope)  # guard: keys.scope-at-making
    ends = now + timedelta(days=body.expires_in_days) if body.expires_in_days else None
    made = await keys.make_key(
        session, user.user_id, body.name, body.scope, ends, every_workspace=body.every_workspace
    )
    return IssuedKeyOut.model_validate(made)


@router.post(f"{ONE}/rotate", dependencies=MEMBERS)
async def rotate_api_key(
    key_id: UUID,
    user: CurrentUser,
    session: TenantSession,
    call: LongCallDep,
    now: NowDep,
    body: RotationIn | None = None,
) -> IssuedKeyOut:
    """Replace the secret of one of the caller's own API keys.

    The previous secret keeps working for `overlapHours`. The response contains the new secret,
    which is not shown again.
    """
    await call.lock()
    overlap = timedelta(hours=(body or RotationIn()).overlap_hours)
    made = await keys.rotate_key(session, user.user_id, key_id, overlap, now)
    return IssuedKeyOut.model_validate(made)


@router.delete(ONE, status_code=204, dependencies=MEMBERS)
async def revoke_api_key(key_id: UUID, session: TenantSession, call: LongCallDep) -> None:
    """Revoke an API key.

    It stops working immediately and cannot be restored.
    """
    await call.lock()
    await keys.revoke_key(session, key_id)
