"""Pure ASGI middleware around the whole product, outermost first: Envelope, KeyCors (cors.py),
Throttle (rates.py), Guard.

Invariant: every response, also a refusal or a fault, carries the request id and the security
headers; no unsafe request of a foreign site reaches a route; no body over the cap is read.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable

from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from presence.core.errors import AppError, BrokenOff, FileTooLarge, Forbidden, UnsupportedMedia
from presence.core.ids import new_id
from presence.core.logging import request_id
from presence.http.client import bearer_token, client_address
from presence.http.errors import TOO_LARGE, as_app_error, error_response
from presence.http.repeated import combine
from presence.http.throttle import owner_of

MAX_BODY = 11 * 1024 * 1024
UNSAFE = frozenset({"POST", "PUT", "PATCH", "DELETE"})
CUT = "presence.cut"  # an extension of our own server: ends the connection as it is


def content_policy(*styles: str) -> str:
    """What a page of ours may load; `styles` are further sources of style sheets."""
    return "; ".join(
        (
            "default-src 'none'",
            "script-src 'self'",  # guard: headers.scripts -> "script-src 'self' 'unsafe-inline'",
            " ".join(("style-src 'self'", *styles)),
            "img-src 'self' data:",
            "font-src 'self'",
            "connect-src 'self'",
            "manifest-src 'self'",
            "worker-src 'self'",
            "object-src 'none'",  # guard: headers.objects
            "base-uri 'none'",  # guard: headers.base
            "form-action 'self'",
            "frame-ancestors 'none'",  # guard: headers.ancestors
        )
    )


CSP = content_policy()
_LOGGED = frozenset({403, 429})  # and a 401 of an unsafe call; reading signed out is everyday
_BODY_TYPES = ("application/json", "multipart/form-data")
# Mail programs post a form here (RFC 8058), and so does the page behind a mail's link.
_FORM_PATH, _FORM = "/api/v1/unsubscribe/", "application/x-www-form-urlencoded"
# Servers post lines of their logs here, as their log shippers write and pack them.
LINES_PATH = "/api/v1/traffic/lines"
_LINES = ("application/x-ndjson", "text/plain", "application/octet-stream", "application/gzip")
_log = logging.getLogger(__name__)


def security_headers(secure: bool) -> list[tuple[bytes, bytes]]:
    """Headers of every response; HSTS only where the product is served over https."""
    headers = [
        (b"content-security-policy", CSP.encode()),  # guard: headers.policy
        (b"x-content-type-options", b"nosniff"),  # guard: headers.nosniff
        (b"x-frame-options", b"DENY"),  # guard: headers.frame
        (b"referrer-policy", b"strict-origin-when-cross-origin"),  # guard: headers.referrer
        (b"cross-origin-opener-policy", b"same-origin"),
        (b"cross-origin-resource-policy", b"same-origin"),
        (b"permissions-policy", b"camera=(), geolocation=(), microphone=()"),
    ]
    if secure:
        headers.append((b"strict-transport-security", b"max-age=31536000; includeSubDomains"))
    return headers


class ResponseHeaders:
    """Request id, one line per header, security headers, and the last resort for an exception
    nobody foresaw."""

    def __init__(self, app: ASGIApp, secure: bool, proxies: int = 0) -> None:
        self._app, self._proxies = app, proxies
        self._headers = security_headers(secure)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Wrap one HTTP request; other scopes pass."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        rid = new_id().hex
        started = False

        async def enveloped(message: Message) -> None:
            nonlocal started
            if message["type"] == "http.response.start":
                started = True
                self._complete(message, scope, rid)  # guard: headers.security
            await send(message)

        token = request_id.set(rid)
        try:
            combine(scope)  # guard: headers.combine
            await self._app(scope, receive, enveloped)
        except BrokenOff as reason:
            _log.info("Cut an answer short: %s", reason)
            cut = scope.get("extensions", {}).get(CUT)
            if cut is None:
                raise  # whatever serves us cuts the connection then
            cut()
        except Exception as error:
            response = error_response(as_app_error(error), scope)
            if started:
                raise  # the connection is cut: half an answer must not look like a whole one
            await response(scope, receive, enveloped)
        finally:
            request_id.reset(token)

    def _complete(self, message: Message, scope: Scope, rid: str) -> None:
        own = {name for name, _ in message["headers"]}  # a page may have a policy of its own
        ours = [header for header in self._headers if header[0] not in own]
        headers: list[tuple[bytes, bytes]] = [*message["headers"], *ours]
        headers.append((b"x-request-id", rid.encode()))
        if scope["path"].startswith("/api/") and all(n != b"cache-control" for n, _ in headers):
            headers.append((b"cache-control", b"no-store"))  # guard: headers.no-store
        message["headers"] = headers
        _log_refusal(scope, message["status"], self._proxies)


def _log_refusal(scope: Scope, status: int, proxies: int) -> None:
    """Tell refused calls by their route's pattern: a filled path may hold somebody's token."""
    if status in _LOGGED or (status == 401 and scope["method"] in UNSAFE):
        route = getattr(scope.get("route"), "path", "before any route")
        who, where = owner_of(scope) or "nobody known", client_address(Request(scope), proxies)
        facts = (status, scope["method"], route, who, where)
        _log.info("Refused with %d: %s %s by %s from %s", *facts)


class OriginCheck:
    """Refuses cross-site writes, bodies of a type we never take, and bodies over the cap.

    A request with neither Origin nor Sec-Fetch-Site does not come from a browser and passes; so
    does one with an API key, because no site can make a browser send somebody's key.
    """

    def __init__(self, app: ASGIApp, origins: Iterable[str]) -> None:
        self._app = app
        self._origins = frozenset(origins)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Check one HTTP request before any route sees it."""
        if scope["type"] != "http" or scope["method"] not in UNSAFE:
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        by_key, takes_form = bearer_token(scope) is not None, scope["path"].startswith(_FORM_PATH)
        takes_lines = scope["path"] == LINES_PATH
        refusal = self._refusal(
            headers, by_key=by_key, takes_form=takes_form, takes_lines=takes_lines
        )
        if refusal is not None:
            await error_response(refusal, scope)(scope, receive, send)
            return
        await self._app(scope, _capped(receive), send)

    def _refusal(
        self, headers: Headers, *, by_key: bool, takes_form: bool, takes_lines: bool
    ) -> AppError | None:
        if not by_key and self._is_foreign(headers):  # guard: http.foreign-site
            return Forbidden("This request came from another site and was refused.")
        packed = headers.get("content-encoding", "identity").strip().lower()
        if packed not in ("", "identity") and not (takes_lines and packed == "gzip"):
            return UnsupportedMedia("Send the body without compression.")  # guard: body.encoding
        length = headers.get("content-length", "0")
        if not length.isdigit() or int(length) > MAX_BODY:  # guard: body.length
            return FileTooLarge(TOO_LARGE)
        has_body = length != "0" or "transfer-encoding" in headers
        kind = headers.get("content-type", "").partition(";")[0].strip().lower()
        if takes_lines and kind in (*_LINES, ""):
            return None
        # guard: body.kind
        if has_body and kind not in _BODY_TYPES and not (takes_form and kind == _FORM):
            return UnsupportedMedia("Send application/json or multipart/form-data.")
        return None

    def _is_foreign(self, headers: Headers) -> bool:
        site = headers.get("sec-fetch-site")
        origins = headers.getlist("origin")
        if any(origin not in self._origins for origin in origins):  # guard: http.foreign-origin
            return True
        if site is None or site in {"same-origin", "none"}:
            return False
        return not (site == "same-site" and origins)  # guard: http.foreign-fetch -> False


def _capped(receive: Receive) -> Receive:
    """Count body bytes; a body without a length must not pass the cap either."""
    seen = 0

    async def counted() -> Message:
        nonlocal seen
        message = await receive()
        if message["type"] == "http.request":
            seen += len(message.get("body", b""))
            if seen > MAX_BODY:  # guard: body.counted
                raise FileTooLarge(TOO_LARGE)
        return message

    return counted
