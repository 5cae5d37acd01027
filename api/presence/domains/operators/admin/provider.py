"""Signing in staff with their own provider: the ways to sign in, the redirect there, the return."""

from __future__ import annotations

import logging
from typing import Annotated

from fastapi import Query, Request
from starlette.responses import RedirectResponse, Response

from presence.core.settings import Settings
from presence.domains.identity.context import ClientDep
from presence.domains.operators.context import (
    HALF,
    StaffProviderDep,
    console,
    console_cookie,
    device_of,
    remember_device,
    set_console_cookie,
)
from presence.domains.operators.schemas import WaysInOut
from presence.domains.operators.service.accounts import HALF_LIFETIME, LIFETIME, Opened
from presence.domains.operators.service.provider import FLOW_LIFETIME, Code, OidcRefused
from presence.http.permission import PUBLIC
from presence.http.session import SettingsDep

router = console("operators")
Short = Annotated[str, Query(max_length=4_096)]
_FLOW = "_flow"
_log = logging.getLogger(__name__)


@router.get("/session/ways", openapi_extra=PUBLIC)
async def ways_in(provider: StaffProviderDep) -> WaysInOut:
    """Show how staff sign in: with a provider, or with password and authenticator app."""
    return WaysInOut(provider=provider.configured, password=not provider.configured)


@router.get("/session/oidc", status_code=302, response_class=RedirectResponse, openapi_extra=PUBLIC)
async def leave_for_provider(provider: StaffProviderDep, settings: SettingsDep) -> Response:
    """Start signing in with the provider.

    Redirects to the provider, or to the sign-in page with the reason when that is not possible.
    """
    try:
        start = await provider.depart()
    except OidcRefused as refusal:
        return _back(refusal.code)
    response = RedirectResponse(start.address, status_code=302)
    _set_flow(response, settings, start.flow)
    return response


@router.get(
    "/session/oidc/callback",
    status_code=302,
    response_class=RedirectResponse,
    openapi_extra=PUBLIC,
)
async def come_back_from_provider(
    request: Request,
    provider: StaffProviderDep,
    client: ClientDep,
    settings: SettingsDep,
    state: Short = "",
    code: Short = "",
    error: Short = "",
) -> Response:
    """Complete signing in with the provider.

    The provider redirects the browser here. The session lasts eight hours, and less without use.
    Redirects to the sign-in page for a code from the authenticator app unless the provider says
    that it asked for a second factor, and with the reason after a failure.
    """
    flow = request.cookies.get(console_cookie(settings, _FLOW))
    device = device_of(request, settings)
    try:
        opened = await provider.arrive(flow, state, code, error, client, device)
    except OidcRefused as refusal:
        _log.info("Refused by staff's provider with %s from %s", refusal.code, client.address)
        response: Response = _back(refusal.code)
    else:
        response = _let_in(opened, settings)
    _set_flow(response, settings, "")
    return response


def _let_in(opened: Opened | str, settings: Settings) -> Response:
    """Redirect to the console, or to the second step of signing in with the token of the first."""
    if isinstance(opened, str):
        response = RedirectResponse("/#/login?step=code", status_code=302)
        set_console_cookie(response, settings, opened, int(HALF_LIFETIME.total_seconds()), HALF)
        return response
    response = RedirectResponse("/", status_code=302)
    set_console_cookie(response, settings, opened.token, int(LIFETIME.total_seconds()))
    remember_device(response, settings, opened.device)
    return response


def _set_flow(response: Response, settings: Settings, flow: str) -> None:
    seconds = int(FLOW_LIFETIME.total_seconds())
    set_console_cookie(response, settings, flow, seconds, _FLOW, from_elsewhere=True)


def _back(code: Code) -> Response:
    return RedirectResponse(f"/#/login?error={code}", status_code=302)
