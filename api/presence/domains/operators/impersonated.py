"""Restricts and traces the requests of staff who act as a customer.

Invariant: a session of this kind is recognisable by its token, and one that cannot be resolved is
refused or removed from the request: it never passes as the customer's own. `service/reach.py` says
what it may do; whatever it writes names both people. No other request causes a database query; the
cookie is parsed as the application parses it, so no spelling is ignored here and accepted there.
`resolve_session` ensures that the session itself is useless once the right has ended.
"""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from typing import Any
from uuid import UUID

from fastapi import FastAPI
from sqlalchemy.ext.asyncio import AsyncSession
from starlette.requests import HTTPConnection
from starlette.routing import Match
from starlette.types import ASGIApp, Receive, Scope, Send

from presence.core.errors import Unauthenticated
from presence.domains.audit.service import Staffer, acting_for, record
from presence.domains.identity.service import token_hash
from presence.domains.operators.queries.impersonations import OF
from presence.domains.operators.service.impersonating import TOKEN_MARK
from presence.domains.operators.service.reach import Call, refusal_of
from presence.http.errors import error_response
from presence.http.middleware import UNSAFE
from presence.http.permission import declared, routes_of
from presence.http.session import finishing

_OVER = "This support session is over. Close this tab, or begin another in the support console."


class Over(Unauthenticated):
    """401: a support session that has ended."""

    code = "impersonation_over"
    title = "Support session over"


class Impersonated:
    """ASGI middleware of the customers' application."""

    def __init__(self, app: ASGIApp, cookie: str) -> None:
        self._app = app
        self._cookie = cookie

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass all other requests on; check those of an impersonated session."""
        http = scope["type"] == "http"
        token = HTTPConnection(scope).cookies.get(self._cookie, "") if http else ""
        if not token.startswith(TOKEN_MARK):
            await self._app(scope, receive, send)
            return
        found = await _found(scope["app"], token)
        call = _call_of(scope)
        if found is None and not call.public:  # guard: impersonation.unresolved-token
            await error_response(Over(_OVER), scope)(scope, receive, send)
            return
        if found is None:
            await self._app(_without(scope, self._cookie), receive, send)
            return
        refusal = refusal_of(call, found["mode"])
        if refusal is not None:
            await error_response(refusal, scope)(scope, receive, send)
            return
        scope.setdefault("state", {})["impersonation"] = found
        before, ending = acting_for.set(_staffer(found)), finishing.set(_finish_of(call))
        try:
            await self._app(scope, receive, send)
        finally:
            finishing.reset(ending)
            acting_for.reset(before)


async def _found(app: FastAPI, token: str) -> dict[str, Any] | None:
    found = await app.state.database.read_value(OF, token_hash(token))
    details: Any = json.loads(found) if isinstance(found, str | bytes) else found
    return details if isinstance(details, dict) else None


def _call_of(scope: Scope) -> Call:
    """What the request needs: path and declared permission of its route; empty without a route."""
    method: str = scope["method"]
    for route in routes_of(scope["app"]):
        if route.matches(scope)[0] is Match.FULL:
            permission = declared(route)
            return Call(method, route.path, permission.name if permission is not None else "")
    return Call(method, scope["path"], None)


def _finish_of(call: Call) -> Callable[[AsyncSession], Awaitable[None]]:
    """How the request's transaction ends.

    Reading leaves nothing behind, not even a row that the call created in order to show it; a
    change records both names.
    """

    async def take_back(session: AsyncSession) -> None:
        await session.rollback()

    async def name_both(session: AsyncSession) -> None:
        acting = acting_for.get()
        if acting is not None and not acting.recorded:  # guard: impersonation.both-names
            await record(session, "impersonation.changed", f"call:{call.method} {call.path}"[:200])

    return name_both if call.method in UNSAFE else take_back


def _without(scope: Scope, cookie: str) -> Scope:
    """The request as that of a visitor: its session is removed, its other cookies stay."""
    name = cookie.encode("latin-1")

    def kept(sent: bytes) -> bytes:
        parts = [part for part in sent.split(b";") if part.partition(b"=")[0].strip() != name]
        return b";".join(parts)

    headers = [(key, kept(value) if key == b"cookie" else value) for key, value in scope["headers"]]
    return {**scope, "headers": headers}


def _staffer(found: dict[str, Any]) -> Staffer:
    return Staffer(
        id=UUID(found["staffId"]),
        name=found["actor"],
        reason=found["reason"],
        on_behalf_of=UUID(found["userId"]),
    )
