"""Who is asking, for every other slice.

Invariant: one SQL statement per request resolves session, user and membership and binds the
request's transaction to them; it is the transaction's first statement.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Annotated

from fastapi import Depends, Request, Response

from presence.core.settings import Settings
from presence.db.tenancy import TenantBinding, adopt
from presence.domains.identity import queries
from presence.domains.identity.errors import not_signed_in
from presence.domains.identity.queries import Resolved
from presence.domains.identity.service import Accounts, Client, Issued, token_hash
from presence.http.client import client_address, throttle_key
from presence.http.session import SessionDep, SettingsDep

_DEVICE_SECONDS = int(queries.DEVICE_LIFETIME.total_seconds())
_LOCALE_MAX = 35


def cookie_name(settings: Settings, purpose: str) -> str:
    """`__Host-presence_<purpose>` over https, the plain name over http."""
    return f"{'__Host-' if settings.http.secure else ''}presence_{purpose}"


def presented_token(request: Request, settings: Settings) -> str | None:
    """The browser's session token, if it sent one."""
    return request.cookies.get(cookie_name(settings, "session"))


async def session_token(request: Request, settings: SettingsDep) -> str | None:
    """`presented_token` as a dependency."""
    return presented_token(request, settings)


SessionToken = Annotated[str | None, Depends(session_token)]


def idle_limit(settings: Settings) -> timedelta:
    """How long a session lives without being used."""
    return timedelta(days=settings.session.idle_days)


async def current_user(token: SessionToken, session: SessionDep, settings: SettingsDep) -> Resolved:
    """The signed-in user; Unauthenticated otherwise."""
    if not token:
        raise not_signed_in()
    found = await queries.resolve_session(session, token_hash(token), idle_limit(settings))
    if found is None:
        raise not_signed_in()
    adopt(session, TenantBinding(found.workspace_id, found.user_id))
    return found


CurrentUser = Annotated[Resolved, Depends(current_user)]


async def get_accounts(request: Request) -> Accounts:
    """The service the entry point built."""
    accounts: Accounts = request.app.state.accounts
    return accounts


AccountsDep = Annotated[Accounts, Depends(get_accounts)]


async def client_of(request: Request, settings: SettingsDep) -> Client:
    """What the request tells about the browser."""
    address = client_address(request, settings.http.trusted_proxies)
    preferred = request.headers.get("accept-language", "").split(",")[0].split(";")[0].strip()
    plain = preferred.replace("-", "").isalnum() and preferred.isascii()
    return Client(
        address=address,
        throttle_key=throttle_key(address),
        user_agent=request.headers.get("user-agent", "").replace("\x00", "")[:400],
        locale=preferred if plain and len(preferred) <= _LOCALE_MAX else "en",
        session_token=presented_token(request, settings),
        device_token=request.cookies.get(cookie_name(settings, "device")),
    )


ClientDep = Annotated[Client, Depends(client_of)]


def set_cookies(response: Response, issued: Issued, settings: Settings) -> None:
    """Hand the new tokens to the browser."""
    days = settings.session.absolute_days
    _set(response, settings, "session", issued.token, days * 24 * 3600)
    if issued.device_token is not None:
        _set(response, settings, "device", issued.device_token, _DEVICE_SECONDS)


def clear_session_cookie(response: Response, settings: Settings) -> None:
    """Take the session token back; the browser stays a known one."""
    _set(response, settings, "session", "", 0)


def _set(response: Response, settings: Settings, purpose: str, value: str, age: int) -> None:
    response.set_cookie(
        cookie_name(settings, purpose),
        value,
        max_age=age,
        path="/",
        secure=settings.http.secure,
        httponly=True,
        samesite="lax",
    )
