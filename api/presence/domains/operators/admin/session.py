"""Signing in staff, in two steps, and setting up an account from an invitation."""

from __future__ import annotations

from datetime import datetime
from typing import cast

from fastapi import Request, Response
from sqlalchemy.ext.asyncio import AsyncSession

from presence.core.settings import Settings
from presence.domains.identity.context import ClientDep
from presence.domains.operators.context import (
    HALF,
    CurrentOperator,
    StaffAccountsDep,
    StaffProviderDep,
    console,
    console_cookie,
    device_of,
    remember_device,
    set_console_cookie,
)
from presence.domains.operators.errors import password_at_provider, use_provider
from presence.domains.operators.queries.staff import SignedIn
from presence.domains.operators.roles import StaffRole
from presence.domains.operators.schemas import (
    AcceptIn,
    ImpersonatingOut,
    MeOut,
    NextStepOut,
    OwnPasswordIn,
    StaffCodeIn,
    StaffInvitationOut,
    StaffLoginIn,
)
from presence.domains.operators.service.accounts import HALF_LIFETIME, LIFETIME, Opened
from presence.domains.operators.service.impersonating import running_of
from presence.domains.operators.service.permissions import allowed
from presence.http.permission import PUBLIC, SIGNED_IN
from presence.http.session import NowDep, SessionDep, SettingsDep

router = console("operators")


@router.post("/session", openapi_extra=PUBLIC)
async def log_in(
    data: StaffLoginIn,
    response: Response,
    staff: StaffAccountsDep,
    provider: StaffProviderDep,
    client: ClientDep,
    settings: SettingsDep,
) -> NextStepOut:
    """Start signing in with e-mail and password.

    A code from the authenticator app is then required within five minutes.
    """
    if provider.configured:
        raise use_provider()
    token = await staff.log_in(data.email, data.password, client)
    set_console_cookie(response, settings, token, int(HALF_LIFETIME.total_seconds()), HALF)
    return NextStepOut(next="totp")


@router.post("/session/totp", openapi_extra=PUBLIC)
async def confirm(
    data: StaffCodeIn,
    request: Request,
    response: Response,
    staff: StaffAccountsDep,
    client: ClientDep,
    settings: SettingsDep,
) -> MeOut:
    """Complete signing in with a code from the authenticator app.

    The session lasts eight hours, and less without use.
    """
    half = request.cookies.get(console_cookie(settings, HALF))
    opened = await staff.confirm(half, data.code, client, device_of(request, settings))
    return _entered(opened, response, settings)


@router.get("/session", openapi_extra=SIGNED_IN)
async def me(who: CurrentOperator, session: SessionDep, now: NowDep) -> MeOut:
    """Get the signed-in staff member and their permissions."""
    return await _me(session, who, now)


@router.post("/session/password", status_code=204, openapi_extra=SIGNED_IN)
async def change_password(
    data: OwnPasswordIn,
    request: Request,
    who: CurrentOperator,
    staff: StaffAccountsDep,
    provider: StaffProviderDep,
    client: ClientDep,
    settings: SettingsDep,
) -> None:
    """Change your own password.

    Requires the current password and a code from the authenticator app. Ends all your other
    sessions and any impersonation, withdraws your requests that wait for approval and forgets your
    other browsers; you are informed by e-mail.
    """
    if provider.configured:
        raise password_at_provider()
    await staff.change_password(
        who, data.current_password, data.code, data.password, client, device_of(request, settings)
    )


@router.delete("/session", status_code=204, openapi_extra=SIGNED_IN)
async def log_out(
    who: CurrentOperator,
    response: Response,
    staff: StaffAccountsDep,
    client: ClientDep,
    settings: SettingsDep,
) -> None:
    """Sign out."""
    await staff.log_out(who, client)
    set_console_cookie(response, settings, "", 0)


@router.get("/staff-invitations/{token}", openapi_extra=PUBLIC)
async def invitation(token: str, staff: StaffAccountsDep) -> StaffInvitationOut:
    """Get an invitation and the key for the authenticator app."""
    found = await staff.invitation(token)
    return StaffInvitationOut(
        email=found.email,
        role=cast(StaffRole, found.role),
        otpauth_uri=found.setup.uri,
        qr_svg=found.setup.qr_svg,
        secret=found.setup.secret,
    )


@router.post("/staff-invitations/{token}", openapi_extra=PUBLIC)
async def accept(
    token: str,
    data: AcceptIn,
    response: Response,
    staff: StaffAccountsDep,
    client: ClientDep,
    settings: SettingsDep,
) -> MeOut:
    """Accept an invitation: set password and authenticator app, and sign in."""
    opened = await staff.accept(token, data.name, data.password, data.code, client)
    return _entered(opened, response, settings)


def _entered(opened: Opened, response: Response, settings: Settings) -> MeOut:
    set_console_cookie(response, settings, opened.token, int(LIFETIME.total_seconds()))
    set_console_cookie(response, settings, "", 0, HALF)
    remember_device(response, settings, opened.device)
    return _shown(opened.who, None)


async def _me(session: AsyncSession, who: SignedIn, now: datetime) -> MeOut:
    return _shown(who, await running_of(session, who.id, now))


def _shown(who: SignedIn, impersonating: ImpersonatingOut | None) -> MeOut:
    role = cast(StaffRole, who.role)
    return MeOut(
        id=who.id,
        email=who.email,
        name=who.name,
        role=role,
        permissions=allowed(role),
        impersonating=impersonating,
    )
