"""What staff acting as a customer may do in the customers' application.

Invariant: such a log-in reads, and writes only where the impersonation was begun for writing and
the route's declared permission is among the harmless ones; whatever it writes names both people.
A log-in of this kind is known by sight, so nobody else's request asks the database; the cookie is
read as the application reads it, so that no way of writing it passes here and counts there.
"""

from __future__ import annotations

import json
from typing import Any
from uuid import UUID

from fastapi import FastAPI
from starlette.requests import HTTPConnection
from starlette.routing import Match
from starlette.types import ASGIApp, Receive, Scope, Send

from presence.core.errors import Forbidden
from presence.domains.audit.service import Staffer, acting_for
from presence.domains.identity.service import token_hash
from presence.domains.operators.queries.impersonations import OF
from presence.domains.operators.service.impersonating import TOKEN_MARK
from presence.http.errors import error_response
from presence.http.middleware import UNSAFE
from presence.http.permission import declared, routes_of

ALLOWED = frozenset({"run", "brands", "settings"})
LEAVING = "/api/logout"
_OWN_DATA = ("/api/v1/me/export", "/api/v1/exports", "/api/v1/files/")
_READ_ONLY = "You are looking at this account for its owner: nothing can be changed here."
_BLOCKED = "This cannot be done while acting for a customer."


class ReadOnly(Forbidden):
    """403: this impersonation was begun for reading."""

    code = "impersonation_read_only"


class Blocked(Forbidden):
    """403: no impersonation may do that."""

    code = "impersonation_blocked"


class Impersonated:
    """ASGI middleware of the customers' application."""

    def __init__(self, app: ASGIApp, cookie: str) -> None:
        self._app = app
        self._cookie = cookie

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass everybody else's requests on; look at those of an impersonated log-in."""
        http = scope["type"] == "http"
        token = HTTPConnection(scope).cookies.get(self._cookie, "") if http else ""
        found = await _found(scope["app"], token) if token.startswith(TOKEN_MARK) else None
        if found is None:
            await self._app(scope, receive, send)
            return
        refusal = _refusal(scope, found["mode"])
        if refusal is not None:
            await error_response(refusal, scope)(scope, receive, send)
            return
        scope.setdefault("state", {})["impersonation"] = found
        before = acting_for.set(_staffer(found))
        try:
            await self._app(scope, receive, send)
        finally:
            acting_for.reset(before)


async def _found(app: FastAPI, token: str) -> dict[str, Any] | None:
    found = await app.state.database.read_value(OF, token_hash(token))
    told: Any = json.loads(found) if isinstance(found, str | bytes) else found
    return told if isinstance(told, dict) else None


def _refusal(scope: Scope, mode: str) -> Forbidden | None:
    path: str = scope["path"]
    if scope["method"] not in UNSAFE:
        return Blocked(_BLOCKED) if path.startswith(_OWN_DATA) else None
    if path == LEAVING:
        return None
    if mode != "write":
        return ReadOnly(_READ_ONLY)
    return None if scope["method"] != "DELETE" and _asks(scope) in ALLOWED else Blocked(_BLOCKED)


def _asks(scope: Scope) -> str:
    """The permission that the route of the request declares; empty for no route."""
    for route in routes_of(scope["app"]):
        if route.matches(scope)[0] is Match.FULL:
            permission = declared(route)
            return permission.name if permission is not None else ""
    return ""


def _staffer(found: dict[str, Any]) -> Staffer:
    return Staffer(
        id=UUID(found["staffId"]),
        name=found["actor"],
        reason=found["reason"],
        on_behalf_of=UUID(found["userId"]),
    )
