"""Register, log in, log out, and the current user."""

from __future__ import annotations

import json
from datetime import datetime
from typing import Annotated

from fastapi import APIRouter, Header, Request
from starlette.responses import Response

from presence.core.settings import Settings
from presence.db.session import Database
from presence.domains.identity.context import (
    AccountsDep,
    ChallengeToken,
    ClientDep,
    CurrentUser,
    SessionToken,
    clear_session_cookie,
    idle_limit,
    owner_name,
    presented_token,
    second_step,
    set_challenge,
    set_cookies,
)
from presence.domains.identity.errors import not_signed_in
from presence.domains.identity.schemas import CodeIn, LoginIn, PasswordIn, RegisterIn
from presence.domains.identity.service import Challenge, Issued, token_hash
from presence.domains.onboarding.schemas import BusinessInfoOut
from presence.domains.onboarding.service import business_document
from presence.domains.session import queries, service
from presence.domains.session.schemas import SettingsIn, UserOut
from presence.domains.workspaces.context import LongCallDep, TenantSession
from presence.http.conditional import IF_MATCH, etag_of, respond
from presence.http.errors import documented
from presence.http.permission import PUBLIC, SIGNED_IN
from presence.http.rates import add_rate_state
from presence.http.session import (
    DatabaseDep,
    NowDep,
    SessionDep,
    SettingsDep,
    get_database,
    get_now,
    get_settings,
)
from presence.http.throttle import prove, unproven

router = APIRouter(tags=["session"])


@router.get("/api/user", response_model=UserOut, openapi_extra=SIGNED_IN, responses=documented(401))
async def user(request: Request) -> Response:
    """Get the signed-in user.

    Sends an ETag; answers 304 when `If-None-Match` matches it.
    """
    # Called on every page: resolving dependencies would cost a tenth of the whole answer.
    settings = await get_settings(request)
    token = presented_token(request, settings)
    now = await get_now(request)
    document = await _document(await get_database(request), settings, token, now)
    if unproven(request.scope):
        prove(request.scope, owner_name(json.loads(document)["id"]))
    return respond(request, document, etag_of(document))


@router.post(
    "/api/register",
    response_model=UserOut,
    status_code=201,
    openapi_extra=PUBLIC,
    responses=documented(409, 422, 429),
)
async def register(
    request: Request,
    data: RegisterIn,
    client: ClientDep,
    accounts: AccountsDep,
    database: DatabaseDep,
    settings: SettingsDep,
    now: NowDep,
) -> Response:
    """Create an account and sign in.

    Sets the session cookies. 409 when the address already has an account, 429 when too many
    accounts were created from the same network address.
    """
    add_rate_state(request.scope, await accounts.count_registration(client))
    issued = await accounts.register(data, client)
    return await signed_in(database, settings, issued, now, 201)


@router.post(
    "/api/login",
    response_model=UserOut,
    openapi_extra=PUBLIC,
    responses=documented(401, 422, 429),
)
async def login(
    data: LoginIn,
    client: ClientDep,
    accounts: AccountsDep,
    database: DatabaseDep,
    settings: SettingsDep,
    now: NowDep,
) -> Response:
    """Sign in with e-mail and password.

    Sets the session cookies and ends the browser's previous session. 401 with the code
    `second-factor-required` when the account has a second factor: complete the sign-in with
    `/api/v1/auth/second-factor`.
    """
    outcome = await accounts.log_in(data, client)
    if isinstance(outcome, Challenge):
        raise second_step(outcome, settings)
    return await signed_in(database, settings, outcome, now, 200)


@router.post(
    "/api/v1/auth/second-factor",
    response_model=UserOut,
    openapi_extra=PUBLIC,
    responses=documented(401, 422, 429),
)
async def second_factor(
    data: CodeIn,
    token: ChallengeToken,
    client: ClientDep,
    accounts: AccountsDep,
    database: DatabaseDep,
    settings: SettingsDep,
    now: NowDep,
) -> Response:
    """Complete a sign-in with a code.

    Takes a code from the authenticator app or a recovery code. 401 when no sign-in is waiting for a
    second factor in this browser, 429 after too many wrong codes.
    """
    issued = await accounts.second_factors.finish_login(token, data.code, client)
    return await signed_in(database, settings, issued, now, 200)


@router.post(
    "/api/v1/auth/google/link",
    response_model=UserOut,
    openapi_extra=PUBLIC,
    responses=documented(401, 422, 429),
)
async def link_google(
    data: PasswordIn,
    token: ChallengeToken,
    client: ClientDep,
    accounts: AccountsDep,
    database: DatabaseDep,
    settings: SettingsDep,
    now: NowDep,
) -> Response:
    """Link a Google account with the password and sign in.

    Needed when Google sign-in finds an account with the same address that was never confirmed.
    """
    outcome = await accounts.google.link_with_password(token, data.password or "", client)
    if isinstance(outcome, Challenge):
        raise second_step(outcome, settings)
    return await signed_in(database, settings, outcome, now, 200)


@router.post("/api/logout", status_code=204, openapi_extra=PUBLIC)
async def logout(token: SessionToken, accounts: AccountsDep, settings: SettingsDep) -> Response:
    """Sign out.

    Ends the session and clears its cookie. Answers 204 even when no session exists.
    """
    await accounts.log_out(token)
    response = Response(status_code=204)
    clear_session_cookie(response, settings)
    return response


@router.get(
    "/api/business-info",
    response_model=BusinessInfoOut,
    openapi_extra=SIGNED_IN,
    responses=documented(401),
)
async def business_info(request: Request, me: CurrentUser, session: TenantSession) -> Response:
    """Get the business information of the current workspace.

    All fields are null until something was saved. Sends an ETag; answers 304 when `If-None-Match`
    matches it.
    """
    content, etag = service.encoded(await business_document(session, me.user_id))
    return respond(request, content, etag)


@router.post(
    "/api/business-info/update",
    response_model=BusinessInfoOut,
    openapi_extra=SIGNED_IN,
    responses=documented(401, 403, 412, 422),
)
async def update_business_info(
    data: SettingsIn,
    me: CurrentUser,
    session: SessionDep,
    call: LongCallDep,
    if_match: Annotated[str | None, Header(description=IF_MATCH)] = None,
) -> Response:
    """Update the business information under Settings / General.

    Returns the same document as the GET call, with its ETag. 412 when `If-Match` is outdated.
    """
    role = await call.lock() if me.workspace_id is not None else None
    saved = await service.save_settings(session, me.user_id, role, data, if_match)
    content, etag = service.encoded(saved)
    return Response(content, media_type="application/json", headers={"ETag": etag})


async def signed_in(
    database: Database, settings: Settings, issued: Issued, now: datetime, status: int
) -> Response:
    """The person's document, with the new session in the browser's cookies."""
    document = await _document(database, settings, issued.token, now)
    response = Response(document, status_code=status, media_type="application/json")
    set_cookies(response, issued, settings)
    set_challenge(response, "", settings)
    return response


async def _document(
    database: Database, settings: Settings, token: str | None, now: datetime
) -> bytes:
    if not token:
        raise not_signed_in()
    hashed = token_hash(token)
    found = await queries.user_document(database, hashed, idle_limit(settings), now)
    if found is None:
        raise not_signed_in()
    return found.encode()
