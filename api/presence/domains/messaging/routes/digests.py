"""The caller's own digest; it covers every workspace they belong to.

Invariant: it requires no seat: a member whose seat here is paused still decides about the others.
"""

from __future__ import annotations

from fastapi import APIRouter

from presence.domains.identity.context import CurrentUser
from presence.domains.messaging.schemas.digests import DigestIn, DigestOut, DigestSentOut
from presence.domains.messaging.service.digests import choices
from presence.http.errors import documented
from presence.http.idempotency import RepeatableDep, idempotent
from presence.http.permission import SIGNED_IN
from presence.http.session import NowDep, SessionDep, SettingsDep

router = APIRouter(prefix="/api/v1/digest", tags=["messaging"], responses=documented(401, 409, 422))


@router.get("", openapi_extra=SIGNED_IN)
async def digest(
    user: CurrentUser, session: SessionDep, settings: SettingsDep, now: NowDep
) -> DigestOut:
    """Get the caller's digest settings.

    The digest covers every workspace the caller belongs to.
    """
    return await choices.show(session, settings, user.user_id, now)


@router.put("", openapi_extra=SIGNED_IN)
async def choose_digest(
    body: DigestIn, user: CurrentUser, session: SessionDep, settings: SettingsDep, now: NowDep
) -> DigestOut:
    """Set how often the caller receives the digest."""
    return await choices.choose(session, settings, user.user_id, body.frequency, now)


@router.post("/test", status_code=202, openapi_extra=SIGNED_IN, responses=documented(429))
@idempotent
async def test_digest(
    user: CurrentUser, session: SessionDep, now: NowDep, repeatable: RepeatableDep
) -> DigestSentOut:
    """Send last month's digest to the caller now.

    409 when there is no data yet or the caller's address is not confirmed.
    """
    return DigestSentOut(address=await choices.send_test(session, user.user_id, now))
