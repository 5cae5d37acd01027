"""Lets pages of other sites call /api/v1 with an API key, and nothing else.

Invariant: what is opened carries `Authorization` and never a cookie: no response allows
credentials, and a call with a key is decided by the key alone (`identity/keys.py`).
"""

from __future__ import annotations

from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from presence.http.client import VERSIONED, bearer_token

_METHODS = "GET, POST, PUT, PATCH, DELETE"
_SENT = (
    "authorization, content-type, idempotency-key, if-match, if-none-match, last-event-id,"
    " x-workspace-id"
)
_READ = "etag, link, location, ratelimit, ratelimit-policy, retry-after, x-request-id"
_OPEN = (b"access-control-allow-origin", b"*")


class KeyCors:
    """Answers preflights for calls with a key, and lets their answers be read."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one HTTP request; what is not about a key passes unchanged."""
        if scope["type"] != "http" or not scope["path"].startswith(VERSIONED):
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        if scope["method"] == "OPTIONS" and _asks_for_a_key(headers):
            await _preflight()(scope, receive, send)
            return
        # guard: http.opened-by-key -> "origin" not in headers
        if "origin" not in headers or bearer_token(scope) is None:
            await self._app(scope, receive, send)
            return

        async def opened(message: Message) -> None:
            if message["type"] == "http.response.start":
                read = (b"access-control-expose-headers", _READ.encode())
                message["headers"] = [*message["headers"], _OPEN, read]
            await send(message)

        await self._app(scope, receive, opened)


def _asks_for_a_key(headers: Headers) -> bool:
    asked = headers.get("access-control-request-headers", "").lower()
    wanted = {name.strip() for name in asked.split(",")}
    return "access-control-request-method" in headers and "authorization" in wanted


def _preflight() -> Response:
    return Response(
        status_code=204,
        headers={
            "Access-Control-Allow-Origin": "*",
            "Access-Control-Allow-Methods": _METHODS,
            "Access-Control-Allow-Headers": _SENT,
            "Access-Control-Max-Age": "600",
        },
    )
