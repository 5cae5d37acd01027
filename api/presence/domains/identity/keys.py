"""Determines who is asking with an API key.

Invariant: the key alone decides about a call that carries one. A cookie sent with it is ignored, so
another site's page may call with a key and still cannot forge a request.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from uuid import UUID

from fastapi import Request
from sqlalchemy.ext.asyncio import AsyncSession

from presence.core.errors import Forbidden, PlanLimitReached, Unauthenticated
from presence.db.tenancy import TenantBinding, adopt
from presence.domains.audit.service import acting_reads, acting_via
from presence.domains.identity.queries.keys import resolve_api_key
from presence.domains.identity.queries.sessions import Resolved
from presence.domains.identity.service.tokens import token_hash
from presence.http.client import bearer_token
from presence.http.permission import declared
from presence.http.throttle import prove

RoleNow = Callable[[AsyncSession], Awaitable[str | None]]
KeyRule = Callable[[AsyncSession, bool], Awaitable[None]]
WORKSPACE_HEADER = "X-Workspace-Id"
_SAFE = frozenset({"GET", "HEAD"})
_NOT_VALID = "This API key is not valid: it is unknown, expired or revoked."
_NOT_FOR_KEYS = "API keys cannot do this. Sign in instead."
_READ_ONLY = "This API key may only read."
_NOT_THERE = "This API key does not open that workspace."


def api_key_of(request: Request) -> str | None:
    """The key a call carries; None for a browser's call."""
    return bearer_token(request.scope)


def key_hash_of(request: Request) -> bytes | None:
    """The hash by which the key of a call is known; None for a browser's call."""
    key = api_key_of(request)
    return token_hash(key) if key is not None else None


async def refuse_key(request: Request) -> None:
    """Refuse a call that carries a key; for routes that determine themselves who is asking."""
    key = api_key_of(request)
    if key is not None:
        async with request.app.state.database.transaction() as session:
            await user_of_key(request, session, key)
        raise Forbidden(_NOT_FOR_KEYS)


async def user_of_key(request: Request, session: AsyncSession, key: str) -> Resolved:
    """The person the key acts for, to whom the session is then bound.

    Raises Unauthenticated for a key that is not valid, and Forbidden outside its scope, its
    workspaces, and what keys may do at all. The plan is checked last (`app.state.key_rule`).
    """
    wanted = _wanted(request)
    found = await resolve_api_key(session, token_hash(key), wanted)
    if found is None:
        elsewhere = wanted and await resolve_api_key(session, token_hash(key), None)
        raise Forbidden(_NOT_THERE) if elsewhere else Unauthenticated(_NOT_VALID)
    prove(request.scope, f"key {found.who.api_key_id}")
    permission = declared(request.scope["route"])
    if permission is None or not permission.for_keys:  # guard: keys.action-for-keys
        raise Forbidden(_NOT_FOR_KEYS)
    writes = request.method not in _SAFE
    if writes and found.scope != "write":  # guard: keys.read-only
        raise Forbidden(_READ_ONLY)
    adopt(session, TenantBinding(found.who.workspace_id, found.who.user_id))
    request.state.api_key_id = found.who.api_key_id
    acting_reads.set(found.scope != "write")  # guard: keys.withheld-addresses
    acting_via.set(f"API key {found.prefix}")
    await request.app.state.key_rule(session, writes)
    return found.who


def current_role_of_key(request: Request, workspace_id: UUID) -> RoleNow | None:
    """A function that returns the current role of the call's key in the workspace, for long
    streams.

    It returns None once the key no longer permits a call there. None for a browser's call.
    """
    key_hash = key_hash_of(request)
    if key_hash is None:
        return None
    return role_of_key(key_hash, workspace_id, request.app.state.key_rule)


def role_of_key(key_hash: bytes, workspace_id: UUID, rule: KeyRule) -> RoleNow:
    """Like `current_role_of_key`, for a key whose call has ended."""

    async def role_now(session: AsyncSession) -> str | None:
        found = await resolve_api_key(session, key_hash, workspace_id)
        if found is None:
            return None
        try:
            await rule(session, False)
        except PlanLimitReached:
            return None
        return found.who.role

    return role_now


def _wanted(request: Request) -> UUID | None:
    raw = request.headers.get(WORKSPACE_HEADER)
    if raw is None:
        return None
    try:
        return UUID(raw)
    except ValueError as error:
        raise Forbidden(_NOT_THERE) from error
