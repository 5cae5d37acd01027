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
from presence.http.conditional import etag_of, respond
from presence.http.errors import documented
from presence.http.permission import PUBLIC, SIGNED_IN
from presence.http.rates import add_standing
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
    """The signed-in user; 304 when the caller's copy is current.

    Called on every page: it takes what it needs from the request itself, because resolving
    dependencies would cost a tenth of the whole answer.
    """
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
    """Create an account and start its session; one address makes a limited number of them."""
    add_standing(request.scope, await accounts.count_registration(client))
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
    """Start a session in place of the browser's old one."""
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
    """Finish a log-in whose password was right with a code of the authenticator app."""
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
    """Connect a Google account to an unconfirmed one, with the password, and sign in."""
    outcome = await accounts.google.link_with_password(token, data.password or "", client)
    if isinstance(outcome, Challenge):
        raise second_step(outcome, settings)
    return await signed_in(database, settings, outcome, now, 200)


@router.post("/api/logout", status_code=204, openapi_extra=PUBLIC)
async def logout(token: SessionToken, accounts: AccountsDep, settings: SettingsDep) -> Response:
    """End the session; the same answer when there was none."""
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
    """The business of the current workspace; all null before anything was saved."""
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
    if_match: Annotated[str | None, Header()] = None,
) -> Response:
    """Save Settings / General; answers what GET answers."""
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
