"""Determines who is asking, for every other slice.

Invariant: one SQL statement per request resolves session, user and membership and binds the
request's transaction to them; it is the transaction's first statement.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Annotated

from fastapi import Depends, Request, Response
from sqlalchemy.ext.asyncio import AsyncSession

from presence.core.passkeys import CHALLENGE_LIFETIME as PASSKEY_LIFETIME
from presence.core.settings import Settings
from presence.db.session import release
from presence.db.tenancy import TenantBinding, adopt
from presence.domains.audit.service import acting_via
from presence.domains.identity import queries
from presence.domains.identity.errors import (
    FACTOR_DUE,
    SECOND_FACTOR,
    SecondFactorDue,
    SecondFactorRequired,
    not_signed_in,
)
from presence.domains.identity.keys import api_key_of, user_of_key
from presence.domains.identity.queries import LOCKED, Resolved
from presence.domains.identity.schemas import ProofIn
from presence.domains.identity.service import (
    Accounts,
    Challenge,
    Client,
    Issued,
    token_hash,
)
from presence.domains.identity.service.credentials import Proof
from presence.domains.identity.service.google import FLOW_LIFETIME
from presence.domains.identity.service.signing_in import CHALLENGE_LIFETIME
from presence.http.client import client_address, throttle_key
from presence.http.permission import is_personal
from presence.http.session import SessionDep, SettingsDep
from presence.http.throttle import prove

_DEVICE_SECONDS = int(queries.DEVICE_LIFETIME.total_seconds())
_CHALLENGE_SECONDS = int(CHALLENGE_LIFETIME.total_seconds())
_PASSKEY_SECONDS = int(PASSKEY_LIFETIME.total_seconds())
_FLOW_SECONDS = int(FLOW_LIFETIME.total_seconds())
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
    """How long a session may stay unused."""
    return settings.session.idle


def owner_name(user_id: object) -> str:
    """The name under which the throttle counts the calls of a person's browsers."""
    return f"user {user_id}"


async def current_user(
    request: Request, token: SessionToken, session: SessionDep, settings: SettingsDep
) -> Resolved:
    """The signed-in user, or the creator of the API key sent. Raises Unauthenticated otherwise."""
    found = await _whoever_asks(request, token, session, settings)
    if found.noted:  # guard: identity.waits-empty-handed
        # Removal deletes those rows, so no request may hold them while waiting for the remover.
        await release(session)
    return found


async def _whoever_asks(
    request: Request, token: str | None, session: AsyncSession, settings: Settings
) -> Resolved:
    key = api_key_of(request)
    acting_via.set(None)
    if key is not None:
        return await user_of_key(request, session, key)
    if not token:
        raise not_signed_in()
    found = await queries.resolve_session(session, token_hash(token), idle_limit(settings))
    if found is None:
        raise not_signed_in()
    prove(request.scope, owner_name(found.user_id))
    adopt(session, TenantBinding(found.workspace_id, found.user_id))
    if found.role == LOCKED and not is_personal(request.scope["route"]):  # guard: identity.locked
        raise SecondFactorDue(FACTOR_DUE)
    return found


CurrentUser = Annotated[Resolved, Depends(current_user)]


async def get_accounts(request: Request) -> Accounts:
    """The service the entry point built."""
    accounts: Accounts = request.app.state.accounts
    return accounts


AccountsDep = Annotated[Accounts, Depends(get_accounts)]


async def client_of(request: Request, settings: SettingsDep) -> Client:
    """What the request reveals about the browser."""
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


async def myself(user: CurrentUser, session: SessionDep) -> Resolved:
    """The signed-in user, without a connection: for calls that hash or wait for other systems."""
    await release(session)
    return user


Myself = Annotated[Resolved, Depends(myself)]


def proof_of(data: ProofIn) -> Proof:
    """The proof in the body that this is still the signed-in person."""
    passkey = data.passkey.assertion() if data.passkey is not None else None
    return Proof(data.password, data.code, passkey)


def passkey_browser(request: Request, settings: Settings) -> str | None:
    """The browser's part of the passkey challenge issued before anybody was identified."""
    return request.cookies.get(cookie_name(settings, "passkey"))


def set_passkey_browser(response: Response, secret: str, settings: Settings) -> None:
    """Store it in the browser; an empty value deletes it."""
    _set(response, settings, "passkey", secret, _PASSKEY_SECONDS if secret else 0)


async def challenge_token(request: Request, settings: SettingsDep) -> str | None:
    """The browser's token for a sign-in that still lacks its second step."""
    return request.cookies.get(cookie_name(settings, "challenge"))


ChallengeToken = Annotated[str | None, Depends(challenge_token)]


def set_challenge(response: Response, token: str, settings: Settings) -> None:
    """Store the token of a half-completed sign-in in the browser; an empty value deletes it."""
    _set(response, settings, "challenge", token, _CHALLENGE_SECONDS if token else 0)


def second_step(challenge: Challenge, settings: Settings) -> SecondFactorRequired:
    """A 401 that also stores the half-completed sign-in in the browser."""
    carrier = Response()
    set_challenge(carrier, challenge.token, settings)
    return SecondFactorRequired(
        SECOND_FACTOR, headers={"Set-Cookie": carrier.headers["set-cookie"]}
    )


def set_flow(response: Response, flow: str, settings: Settings) -> None:
    """Store what the browser must bring back from Google; an empty value deletes it."""
    _set(response, settings, "google", flow, _FLOW_SECONDS if flow else 0)


def take_flow(request: Request, settings: Settings) -> str | None:
    """What the browser brought back from Google."""
    return request.cookies.get(cookie_name(settings, "google"))


def set_cookies(response: Response, issued: Issued, settings: Settings) -> None:
    """Store the new tokens in the browser."""
    days = settings.session.absolute_days
    set_session_cookie(response, issued.token, settings, days * 24 * 3600)
    if issued.device_token is not None:
        _set(response, settings, "device", issued.device_token, _DEVICE_SECONDS)


def set_session_cookie(response: Response, token: str, settings: Settings, seconds: int) -> None:
    """Give the browser a session of limited duration, replacing its own.

    A marker accompanies it, which scripts can read and which grants no access. It lets the app see
    that nobody is signed in without asking the server, and so without a failed request that a
    browser would report.
    """
    _set(response, settings, "session", token, seconds)
    _set(response, settings, "signed_in", "1" if seconds else "", seconds, readable=True)


def clear_session_cookie(response: Response, settings: Settings) -> None:
    """Delete the session token; the browser remains a known one."""
    set_session_cookie(response, "", settings, 0)


def _set(
    response: Response,
    settings: Settings,
    purpose: str,
    value: str,
    age: int,
    *,
    readable: bool = False,
) -> None:
    response.set_cookie(
        cookie_name(settings, purpose),
        value,
        max_age=age,
        path="/",
        secure=settings.http.secure,  # guard: cookies.secure
        httponly=not readable,  # guard: cookies.unreadable
        samesite="lax",  # guard: cookies.same-site -> samesite="none",
    )
