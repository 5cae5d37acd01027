"""Share links: managed by members, opened by anybody who has one."""

from __future__ import annotations

from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Depends, Request, Response

from presence.core.errors import ValidationFailed
from presence.core.settings import Settings
from presence.db.session import release
from presence.domains.billing.context import Open
from presence.domains.identity.context import (
    AccountsDep,
    ClientDep,
    CurrentUser,
    cookie_name,
)
from presence.domains.identity.service import token_hash
from presence.domains.publishing.schemas.shares import (
    SharedViewOut,
    ShareLinkChangeIn,
    ShareLinkIn,
    ShareLinkListOut,
    ShareLinkOut,
    UnlockIn,
)
from presence.domains.publishing.service.shares import content, links, opening
from presence.domains.workspaces.context import Allowed, LongCallDep, TenantSession
from presence.http.errors import documented
from presence.http.idempotency import RepeatableDep, idempotent
from presence.http.listing import PagingDep, cut
from presence.http.permission import PUBLIC
from presence.http.session import NowDep, SessionDep, SettingsDep

router = APIRouter(prefix="/api/v1", tags=["publishing"], responses=documented(422))
BRANDS, REFUSED = [Allowed("brands")], documented(401, 403, 404)
_ONE, _SHARED = "/share-links/{share_id}", "/share/{token}"
_WRONG = "That is not the password of this link"


@router.post(
    "/brands/{brand_id}/share-links",
    response_model=ShareLinkOut,
    status_code=201,
    dependencies=[*BRANDS, Open("share-links")],
    responses={**REFUSED, **documented(409)},
)
@idempotent
async def make_share_link(
    brand_id: UUID,
    body: ShareLinkIn,
    user: CurrentUser,
    session: TenantSession,
    call: LongCallDep,
    settings: SettingsDep,
    accounts: AccountsDep,
    now: NowDep,
    repeatable: RepeatableDep,
) -> ShareLinkOut:
    """Create a share link.

    The link's address is returned by the list of share links.
    """
    hashed = await accounts.hash_secret(body.password) if body.password else None
    await call.lock()
    return await links.make(session, settings, brand_id, user.user_id, body, hashed, now)


@router.get("/share-links", dependencies=BRANDS, responses=REFUSED)
async def share_links(
    session: TenantSession,
    settings: SettingsDep,
    paging: PagingDep,
    now: NowDep,
    brand: UUID | None = None,
) -> ShareLinkListOut:
    """List share links.

    Newest first, without revoked links. `brand` limits the list to one brand. Read-only API keys do
    not receive the addresses.
    """
    rows = await links.listed(session, settings, brand, paging.probe, paging.after, now)
    shown, page = cut(rows, paging, lambda row: row.id, None)
    plan = await links.covered(session, now)
    return ShareLinkListOut(data=list(shown), page=page, limit=plan.limit, used=plan.used)


@router.patch(_ONE, dependencies=BRANDS, responses=REFUSED)
async def change_share_link(
    share_id: UUID,
    body: ShareLinkChangeIn,
    session: TenantSession,
    call: LongCallDep,
    accounts: AccountsDep,
    now: NowDep,
) -> ShareLinkOut:
    """Update the name, password or expiry of a share link.

    What the link shows cannot be changed.
    """
    await links.one(session, share_id)
    values = body.model_dump(exclude_unset=True)
    if "name" in values and values["name"] is None:
        del values["name"]
    if "password" in values:
        password = values.pop("password")
        values["password_hash"] = await accounts.hash_secret(password) if password else None
    await call.lock()
    return await links.change_link(session, share_id, values, now)


@router.delete(_ONE, status_code=204, dependencies=BRANDS, responses=REFUSED)
async def revoke_share_link(
    share_id: UUID, session: TenantSession, call: LongCallDep, now: NowDep
) -> None:
    """Revoke a share link.

    It stops working immediately and cannot be restored.
    """
    await call.lock()
    await links.revoke(session, share_id, now)


async def unlocked(token: str, request: Request, settings: SettingsDep) -> str | None:
    """What the browser keeps of a link whose password it gave."""
    return request.cookies.get(_cookie(settings, token))


@router.get(_SHARED, openapi_extra=PUBLIC, responses=documented(401, 404, 410))
async def shared_view(
    token: str,
    session: SessionDep,
    settings: SettingsDep,
    now: NowDep,
    note: Annotated[str | None, Depends(unlocked)],
    response: Response,
) -> SharedViewOut:
    """Get the results behind a share link.

    401 when the link needs its password first, 410 when it was revoked, has expired or is paused.
    """
    response.headers["X-Robots-Tag"] = "noindex, nofollow"
    row = await opening.find_shared(session, token, now)
    await opening.require_unlocked(row, note, settings, now)  # guard: shares.unlocked
    return await content.view_of(session, row, now)


@router.post(
    f"{_SHARED}/unlock",
    status_code=204,
    openapi_extra=PUBLIC,
    responses=documented(404, 410, 429),
)
async def unlock_share(
    token: str,
    body: UnlockIn,
    session: SessionDep,
    settings: SettingsDep,
    accounts: AccountsDep,
    client: ClientDep,
    now: NowDep,
    response: Response,
) -> None:
    """Unlock a share link with its password.

    Sets a cookie for this link. 422 for a wrong password, 429 after too many attempts.
    """
    row = await opening.find_shared(session, token, now)
    await release(session)
    stored = row.password_hash
    # guard: shares.password
    if stored and not await accounts.try_secret("share", row.id, body.password, stored, client):
        raise ValidationFailed.at("/password", _WRONG, "wrong")
    response.set_cookie(
        _cookie(settings, token),
        await opening.note_for(row, settings, now),
        max_age=int(opening.REMEMBERED.total_seconds()),
        path="/",
        secure=settings.http.secure,  # guard: cookies.share-secure
        httponly=True,  # guard: cookies.share-unreadable
        samesite="lax",
    )


def _cookie(settings: Settings, token: str) -> str:
    """One for each link, so that unlocking one does not lock another."""
    return cookie_name(settings, f"share_{token_hash(token).hex()[:16]}")
