"""A person's own account: profile, password, e-mail, and where they are signed in."""

from __future__ import annotations

from uuid import UUID

from fastapi import APIRouter

from presence.domains.identity.context import AccountsDep, ClientDep, CurrentUser, Myself, proof_of
from presence.domains.identity.schemas import (
    AccountIn,
    AccountOut,
    EmailIn,
    LoginsOut,
    NewPasswordIn,
)
from presence.domains.identity.service.addresses import ask_to_change
from presence.domains.identity.service.credentials import Proof, person
from presence.domains.identity.service.logins import end_login, end_other_logins, logins_of
from presence.domains.identity.service.overview import overview
from presence.domains.identity.service.profiles import update_profile
from presence.http.errors import documented
from presence.http.permission import PERSONAL
from presence.http.session import NowDep, SessionDep, SettingsDep

router = APIRouter(prefix="/api/v1/me", tags=["identity"])


@router.get("", response_model=AccountOut, openapi_extra=PERSONAL, responses=documented(401))
async def account(me: CurrentUser, session: SessionDep, accounts: AccountsDep) -> AccountOut:
    """Get the signed-in user's account."""
    return AccountOut.model_validate(await overview(session, me, accounts.google.configured))


@router.patch("", response_model=AccountOut, openapi_extra=PERSONAL, responses=documented(401, 422))
async def change_account(
    data: AccountIn, me: CurrentUser, session: SessionDep, accounts: AccountsDep
) -> AccountOut:
    """Update the signed-in user's name, phone number, language or time zone."""
    await update_profile(session, me.user_id, data.model_dump(exclude_unset=True))
    return AccountOut.model_validate(await overview(session, me, accounts.google.configured))


@router.post(
    "/password",
    status_code=204,
    openapi_extra=PERSONAL,
    responses=documented(401, 403, 422, 429),
)
async def change_password(
    data: NewPasswordIn, me: Myself, accounts: AccountsDep, client: ClientDep
) -> None:
    """Change the password.

    Ends all other sessions.
    """
    passkey = data.passkey.assertion() if data.passkey is not None else None
    proof = Proof(data.current_password, data.code, passkey)
    await accounts.credentials.change_password(me, proof, data.password, client)


@router.post(
    "/email",
    status_code=202,
    openapi_extra=PERSONAL,
    responses=documented(401, 403, 409, 422, 429),
)
async def change_email(
    data: EmailIn,
    me: Myself,
    session: SessionDep,
    accounts: AccountsDep,
    client: ClientDep,
    now: NowDep,
) -> None:
    """Request a new e-mail address for signing in.

    The change takes effect when the new address is confirmed.
    """
    # guard: identity.prove-before-new-address
    await accounts.credentials.prove(me, proof_of(data), client)
    await accounts.reserve_mail(me, client)
    await ask_to_change(session, await person(session, me), data.email, now)


@router.get(
    "/sessions", response_model=LoginsOut, openapi_extra=PERSONAL, responses=documented(401)
)
async def logins(me: CurrentUser, session: SessionDep, settings: SettingsDep) -> LoginsOut:
    """List the sessions of the signed-in user, the current one first."""
    found = await logins_of(session, me.session_id, settings.session.idle)
    return LoginsOut.model_validate({"data": found})


@router.delete("/sessions", status_code=204, openapi_extra=PERSONAL, responses=documented(401))
async def end_others(me: CurrentUser, session: SessionDep) -> None:
    """End all other sessions."""
    await end_other_logins(session, me.session_id)


@router.delete(
    "/sessions/{session_id}",
    status_code=204,
    openapi_extra=PERSONAL,
    responses=documented(401, 404, 422),
)
async def end(session_id: UUID, me: CurrentUser, session: SessionDep) -> None:
    """End a session."""
    await end_login(session, session_id)
