"""Links in e-mails, requesting and using them; and the list of common passwords."""

from __future__ import annotations

from fastapi import APIRouter
from starlette.responses import Response

from presence.domains.identity.context import AccountsDep, ClientDep, CurrentUser
from presence.domains.identity.schemas import ConfirmedOut, ForgotIn, LinkIn, ResetIn, TokenIn
from presence.domains.identity.service.addresses import ask_to_verify
from presence.domains.identity.service.common_passwords import packed
from presence.domains.identity.service.credentials import person
from presence.http.errors import documented
from presence.http.permission import PERSONAL, PUBLIC
from presence.http.session import NowDep, SessionDep

router = APIRouter(prefix="/api/v1", tags=["identity"])
_A_DAY = "public, max-age=86400"


@router.post("/auth/forgot", status_code=202, openapi_extra=PUBLIC, responses=documented(422, 429))
async def forgot(data: ForgotIn, accounts: AccountsDep, client: ClientDep) -> None:
    """Request a link to reset the password.

    Answers 202 whether or not the account exists.
    """
    await accounts.recovery.forgot(data.email, client)


@router.post("/auth/link", status_code=204, openapi_extra=PUBLIC, responses=documented(422, 429))
async def check_link(data: LinkIn, accounts: AccountsDep) -> None:
    """Check whether a link from an e-mail is still valid, without using it.

    422 for every link that cannot be used. The reason and the account are not disclosed.
    """
    await accounts.recovery.check_link(data.token, data.purpose)


@router.post("/auth/reset", status_code=204, openapi_extra=PUBLIC, responses=documented(422, 429))
async def reset(data: ResetIn, accounts: AccountsDep, client: ClientDep) -> None:
    """Reset the password with the token from the link.

    Ends all sessions of the account.
    """
    await accounts.recovery.reset(data.token, data.password, client)


@router.post(
    "/auth/verify",
    response_model=ConfirmedOut,
    openapi_extra=PERSONAL,
    responses=documented(401, 403, 409, 422),
)
async def verify(
    data: TokenIn, me: CurrentUser, session: SessionDep, accounts: AccountsDep
) -> ConfirmedOut:
    """Confirm an e-mail address with the token from the link.

    The signed-in user must own the address.
    """
    return ConfirmedOut(email=await accounts.confirm(session, me.user_id, data.token))


@router.post(
    "/me/verification",
    status_code=202,
    openapi_extra=PERSONAL,
    responses=documented(401, 429),
)
async def send_verification(
    me: CurrentUser, session: SessionDep, accounts: AccountsDep, client: ClientDep, now: NowDep
) -> None:
    """Send the link that confirms the e-mail address again.

    Does nothing when the address is already confirmed.
    """
    user = await person(session, me)
    if not user.is_verified:
        await accounts.reserve_mail(me, client)
        await ask_to_verify(session, user, now)


@router.get(
    "/auth/common-passwords",
    openapi_extra=PUBLIC,
    response_class=Response,
    responses={200: {"content": {"text/plain": {"schema": {"type": "string"}}}}},
)
async def common_passwords() -> Response:
    """Get the list of common passwords, one per line in lower case."""
    headers = {"content-encoding": "gzip", "cache-control": _A_DAY}
    return Response(packed(), media_type="text/plain; charset=utf-8", headers=headers)
