"""Register, log in, log out, and the current user."""

from __future__ import annotations

import hashlib

from fastapi import APIRouter, Request
from starlette.responses import Response

from presence.core.settings import Settings
from presence.db.session import Database
from presence.domains.identity.context import (
    AccountsDep,
    ClientDep,
    SessionToken,
    clear_session_cookie,
    idle_limit,
    set_cookies,
)
from presence.domains.identity.errors import not_signed_in
from presence.domains.identity.schemas import LoginIn, RegisterIn
from presence.domains.identity.service import Issued, token_hash
from presence.domains.session import queries
from presence.domains.session.schemas import UserOut
from presence.http.errors import documented
from presence.http.session import DatabaseDep, SettingsDep

router = APIRouter(tags=["session"])


@router.get("/api/user", response_model=UserOut, responses=documented(401))
async def user(
    request: Request, token: SessionToken, database: DatabaseDep, settings: SettingsDep
) -> Response:
    """The signed-in user; 304 when the caller's copy is current."""
    document = await _document(database, settings, token)
    etag = f'"{hashlib.blake2b(document, digest_size=12).hexdigest()}"'
    headers = {"ETag": etag, "Cache-Control": "private, no-cache"}
    if request.headers.get("if-none-match") == etag:
        return Response(status_code=304, headers=headers)
    return Response(document, media_type="application/json", headers=headers)


@router.post(
    "/api/register", response_model=UserOut, status_code=201, responses=documented(409, 422)
)
async def register(
    data: RegisterIn,
    client: ClientDep,
    accounts: AccountsDep,
    database: DatabaseDep,
    settings: SettingsDep,
) -> Response:
    """Create an account and start its session."""
    issued = await accounts.register(data, client)
    return await _signed_in(database, settings, issued, 201)


@router.post("/api/login", response_model=UserOut, responses=documented(401, 422, 429))
async def login(
    data: LoginIn,
    client: ClientDep,
    accounts: AccountsDep,
    database: DatabaseDep,
    settings: SettingsDep,
) -> Response:
    """Start a session in place of the browser's old one."""
    issued = await accounts.log_in(data, client)
    return await _signed_in(database, settings, issued, 200)


@router.post("/api/logout", status_code=204)
async def logout(token: SessionToken, accounts: AccountsDep, settings: SettingsDep) -> Response:
    """End the session; the same answer when there was none."""
    await accounts.log_out(token)
    response = Response(status_code=204)
    clear_session_cookie(response, settings)
    return response


async def _signed_in(
    database: Database, settings: Settings, issued: Issued, status: int
) -> Response:
    document = await _document(database, settings, issued.token)
    response = Response(document, status_code=status, media_type="application/json")
    set_cookies(response, issued, settings)
    return response


async def _document(database: Database, settings: Settings, token: str | None) -> bytes:
    if not token:
        raise not_signed_in()
    async with database.transaction() as session:
        found = await queries.user_document(session, token_hash(token), idle_limit(settings))
    if found is None:
        raise not_signed_in()
    return found.encode()
