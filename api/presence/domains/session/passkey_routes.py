"""Signing in with a passkey, alone or as the second step after a password."""

from __future__ import annotations

from fastapi import APIRouter, Request
from starlette.responses import Response

from presence.domains.identity.context import (
    AccountsDep,
    ChallengeToken,
    ClientDep,
    passkey_browser,
    set_passkey_browser,
)
from presence.domains.identity.passkey_schemas import (
    PasskeyAnswerIn,
    PasskeyAskingOut,
    SecondStepOut,
)
from presence.domains.identity.service import new_token
from presence.domains.session.routes import signed_in
from presence.domains.session.schemas import UserOut
from presence.http.errors import documented
from presence.http.permission import PUBLIC
from presence.http.session import DatabaseDep, NowDep, SettingsDep

router = APIRouter(prefix="/api/v1/auth", tags=["session"])


@router.post("/passkey/options", response_model=PasskeyAskingOut, openapi_extra=PUBLIC)
async def passkey_options(
    request: Request, response: Response, accounts: AccountsDep, settings: SettingsDep
) -> PasskeyAskingOut:
    """Get the options for signing in with a passkey.

    Pass them to `navigator.credentials.get`. The challenge is valid for five minutes and can be
    used once.
    """
    browser = passkey_browser(request, settings) or new_token()
    asking = await accounts.passkeys.ask_to_sign_in(browser)
    set_passkey_browser(response, browser, settings)
    return PasskeyAskingOut.of(asking, settings)


@router.post(
    "/passkey",
    response_model=UserOut,
    openapi_extra=PUBLIC,
    responses=documented(401, 422, 429),
)
async def sign_in_with_passkey(
    request: Request,
    data: PasskeyAnswerIn,
    client: ClientDep,
    accounts: AccountsDep,
    database: DatabaseDep,
    settings: SettingsDep,
    now: NowDep,
) -> Response:
    """Sign in with a passkey.

    Sets the session cookies and ends the browser's previous session. No second factor is needed.
    """
    browser = passkey_browser(request, settings)
    issued = await accounts.passkeys.sign_in(browser, data.assertion(), client)
    response = await signed_in(database, settings, issued, now, 200)
    set_passkey_browser(response, "", settings)
    return response


@router.get(
    "/second-factor",
    response_model=SecondStepOut,
    openapi_extra=PUBLIC,
    responses=documented(401),
)
async def second_step_ways(token: ChallengeToken, accounts: AccountsDep) -> SecondStepOut:
    """List the second factors that can complete this sign-in.

    401 when no sign-in is waiting for a second factor in this browser.
    """
    ways = await accounts.second_factors.ways(token)
    return SecondStepOut(app=ways.app, passkeys=ways.passkeys)


@router.post(
    "/second-factor/passkey/options",
    response_model=PasskeyAskingOut,
    openapi_extra=PUBLIC,
    responses=documented(401),
)
async def second_step_options(
    token: ChallengeToken, accounts: AccountsDep, settings: SettingsDep
) -> PasskeyAskingOut:
    """Get the options for completing a sign-in with a passkey.

    401 when no sign-in is waiting for a second factor in this browser.
    """
    return PasskeyAskingOut.of(await accounts.second_factors.ask_for_passkey(token), settings)


@router.post(
    "/second-factor/passkey",
    response_model=UserOut,
    openapi_extra=PUBLIC,
    responses=documented(401, 422, 429),
)
async def second_step_with_passkey(
    data: PasskeyAnswerIn,
    token: ChallengeToken,
    client: ClientDep,
    accounts: AccountsDep,
    database: DatabaseDep,
    settings: SettingsDep,
    now: NowDep,
) -> Response:
    """Complete a sign-in with a passkey.

    401 when no sign-in is waiting for a second factor in this browser.
    """
    issued = await accounts.second_factors.finish_with_passkey(token, data.assertion(), client)
    return await signed_in(database, settings, issued, now, 200)
