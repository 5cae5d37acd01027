"""Sign-in with Google: leaving, coming back, connecting and removing an account."""

from __future__ import annotations

import logging
from typing import Annotated
from urllib.parse import quote

from fastapi import APIRouter, Query, Request
from starlette.responses import RedirectResponse, Response

from presence.core.errors import Unavailable
from presence.core.settings import Settings
from presence.domains.identity.context import (
    AccountsDep,
    ClientDep,
    Myself,
    proof_of,
    set_challenge,
    set_cookies,
    set_flow,
    take_flow,
)
from presence.domains.identity.schemas import LeaveOut, ProofIn
from presence.domains.identity.service import Challenge, GoogleRefused, Issued
from presence.http.errors import documented
from presence.http.permission import PERSONAL, PUBLIC
from presence.http.session import SettingsDep

router = APIRouter(tags=["identity"])
Short = Annotated[str, Query(max_length=4_096)]
CONNECTED = "/dashboard/settings/security?google=connected"
_UNREACHABLE = "Google does not answer at the moment. Please try again."
_NOT_CONFIGURED = "Google sign-in is not set up on this server."
_log = logging.getLogger(__name__)


@router.get("/auth/google", status_code=302, response_class=RedirectResponse, openapi_extra=PUBLIC)
async def google(
    request: Request, accounts: AccountsDep, settings: SettingsDep, next: Short = ""
) -> Response:
    """Start signing in with Google.

    Redirects to Google, or to the sign-in page with the reason when that is not possible.
    """
    here = f"{request.url.scheme}://{request.headers.get('host', '')}"
    if accounts.google.configured and here != settings.http.origin and not settings.http.secure:
        # The way back leads to the configured address; what is remembered must be kept there.
        return _to(f"{settings.http.origin}/auth/google?next={quote(next, safe='')}")
    try:
        start = await accounts.google.depart(_own_path(next))
    except GoogleRefused as refusal:
        return _back(refusal)
    response = _to(start.address)
    set_flow(response, start.flow, settings)
    return response


@router.get(
    "/auth/google/callback",
    status_code=302,
    response_class=RedirectResponse,
    openapi_extra=PUBLIC,
)
async def google_callback(
    request: Request,
    accounts: AccountsDep,
    client: ClientDep,
    settings: SettingsDep,
    state: Short = "",
    code: Short = "",
    error: Short = "",
) -> Response:
    """Complete signing in with Google.

    Google redirects the browser here. Redirects to the sign-in page, with the reason after a
    failure.
    """
    flow = take_flow(request, settings)
    try:
        arrival = await accounts.google.arrive(flow, state, code, error, client)
    except GoogleRefused as refusal:
        _log.info("Refused by Google's way with %s from %s", refusal.code, client.address)
        response = _back(refusal)
    else:
        response = _arrived(arrival.outcome, arrival.next, settings)
    set_flow(response, "", settings)
    return response


@router.post(
    "/api/v1/me/google",
    response_model=LeaveOut,
    openapi_extra=PERSONAL,
    responses=documented(401, 403, 409, 422, 429, 503),
)
async def connect_google(
    data: ProofIn,
    me: Myself,
    accounts: AccountsDep,
    client: ClientDep,
    settings: SettingsDep,
    response: Response,
) -> LeaveOut:
    """Start connecting a Google account to the signed-in user.

    Open the returned `address` in the browser. 409 while the user's address is unconfirmed or a
    Google account is already connected.
    """
    await accounts.google.may_connect(me, proof_of(data), client)
    try:
        start = await accounts.google.depart(CONNECTED, connect=me)
    except GoogleRefused as refusal:
        configured = accounts.google.configured
        raise Unavailable(_UNREACHABLE if configured else _NOT_CONFIGURED) from refusal
    set_flow(response, start.flow, settings)
    return LeaveOut(address=start.address)


@router.delete(
    "/api/v1/me/google",
    status_code=204,
    openapi_extra=PERSONAL,
    responses=documented(401, 403, 409, 422, 429),
)
async def disconnect_google(
    data: ProofIn, me: Myself, accounts: AccountsDep, client: ClientDep
) -> None:
    """Disconnect the Google account.

    409 while the account has no password.
    """
    await accounts.google.disconnect(me, proof_of(data), client)


def _arrived(outcome: Issued | Challenge | None, next_path: str, settings: Settings) -> Response:
    if outcome is None:
        return _to(next_path)
    onward = f"next={quote(next_path, safe='')}" if next_path else ""
    if isinstance(outcome, Issued):
        response = _to(f"/auth?{onward}" if onward else "/auth")
        set_cookies(response, outcome, settings)
        return response
    action = "link" if outcome.kind == "link-google" else "second-factor"
    response = _to(f"/auth?action={action}&{onward}".rstrip("&"))
    set_challenge(response, outcome.token, settings)
    return response


def _own_path(path: str) -> str:
    """The path if it is one of this product, otherwise empty: no open redirect."""
    ours = path.startswith("/") and not path.startswith("//")
    plain = ours and "\\" not in path and path.isprintable() and path.isascii()
    return path if plain else ""  # guard: google.way-back -> path


def _to(address: str) -> Response:
    return RedirectResponse(address, status_code=302, headers={"cache-control": "no-store"})


def _back(refusal: GoogleRefused) -> Response:
    return _to(f"/auth?error={refusal.code}")
