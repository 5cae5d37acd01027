"""Counts and traces every HTTP request: the outermost middleware.

Invariant: a label is a route's pattern, never a path, so what callers invent makes no new series;
a request that is not traced costs two counters, a histogram and one comparison.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from random import random
from typing import Any

from opentelemetry.trace import Span, SpanContext, SpanKind, Status, StatusCode
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from presence.core import metrics
from presence.core.telemetry import current_ids, read_traceparent, root_span, sample_ratio
from presence.http.client import VERSIONED

_METHODS = frozenset({"GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE"})
_REFUSED = frozenset({401, 403, 429})
_STREAM = b"text/event-stream"
_FAULT = 500
_SLOW_S = 1.0
_PROBES = frozenset({"/healthz", "/readyz"})
_access = logging.getLogger("presence.access")


class Observing:
    """Duration, size and status of each answer; a span for those that are traced."""

    def __init__(self, app: ASGIApp, logged: float = 0) -> None:
        self._app = app
        self._logged = logged
        self._durations: dict[tuple[str, str, int], Callable[..., None]] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Observe one HTTP request; other scopes pass."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        ratio = sample_ratio()
        parent = None if ratio is None else _parent(scope)
        if ratio is None or (parent is None and random() >= ratio):  # noqa: S311 - no secret
            await self._counted(scope, receive, send)
            return
        await self._traced(scope, receive, send, parent)

    async def _traced(
        self, scope: Scope, receive: Receive, send: Send, parent: SpanContext | None
    ) -> None:
        method = _method(scope)
        with root_span(method, SpanKind.SERVER, parent, {"http.request.method": method}) as span:
            status = await self._counted(scope, receive, send)
            _describe(span, method, _route(scope), status)

    async def _counted(self, scope: Scope, receive: Receive, send: Send) -> int:
        """The status answered; whatever was raised before an answer counts as a fault."""
        seen = _Seen()

        async def watching(message: Message) -> None:
            if seen.look(message):
                metrics.http_active.dec()
            await send(message)

        metrics.http_active.inc()
        started = time.perf_counter()
        try:
            await self._app(scope, receive, watching)
        finally:
            if not seen.stream:
                metrics.http_active.dec()
            self._count(scope, seen, time.perf_counter() - started)
        return seen.status

    def _count(self, scope: Scope, seen: _Seen, seconds: float) -> None:
        method, route, status = _method(scope), _route(scope), seen.status
        if not seen.stream:
            key = (method, route, status // 100)
            observe = self._durations.get(key)
            if observe is None:
                child = metrics.http_duration.labels(method, route, f"{status // 100}xx")
                observe = self._durations[key] = child.observe
            ids = current_ids()
            observe(seconds, None if ids is None else {"trace_id": ids[0]})
            metrics.http_response_size.observe(seen.size)
        if status in _REFUSED:
            metrics.http_refused.labels(str(status), route).inc()
        if scope["path"].startswith(VERSIONED) and _by_key(scope):
            metrics.api_key_calls.labels(f"{status // 100}xx").inc()
        if self._logged and scope["path"] not in _PROBES:
            self._log(scope, method, route, seen, seconds)

    def _log(self, scope: Scope, method: str, route: str, seen: _Seen, seconds: float) -> None:
        """One line of the access log: the route's pattern, no address, query, header or cookie."""
        always = seen.status >= _FAULT or (seconds >= _SLOW_S and not seen.stream)
        if not always and random() >= self._logged:  # noqa: S311 - no secret
            return
        fields: dict[str, object] = {
            "method": method,
            "route": route,
            "status": seen.status,
            "milliseconds": round(seconds * 1000, 1),
            "bytes": seen.size,
            "by": "key" if _by_key(scope) else "session" if _has(scope, b"cookie") else "nobody",
        }
        if seen.request_id:
            fields["requestId"] = seen.request_id
        _access.info("%s %s %d", method, route, seen.status, extra={"fields": fields})


class _Seen:
    """What went by of one answer."""

    __slots__ = ("request_id", "size", "status", "stream")

    def __init__(self) -> None:
        self.status, self.size, self.stream = _FAULT, 0, False
        self.request_id = ""

    def look(self, message: Message) -> bool:
        """Whether a stream begins: it is open for hours and no load; `sse_connections` has it."""
        if message["type"] == "http.response.start":
            self.status = message["status"]
            for name, value in message["headers"]:
                if name == b"content-type":
                    self.stream = value.startswith(_STREAM)
                elif name == b"x-request-id":
                    self.request_id = value.decode("latin-1")
            return self.stream
        if message["type"] == "http.response.body":
            self.size += len(message.get("body", b""))
        return False


def _parent(scope: Scope) -> SpanContext | None:
    for name, value in scope["headers"]:
        if name == b"traceparent":
            return read_traceparent(value.decode("latin-1"))
    return None


def _by_key(scope: Scope) -> bool:
    return _has(scope, b"authorization")


def _has(scope: Scope, header: bytes) -> bool:
    return any(name == header for name, _ in scope["headers"])


def _method(scope: Scope) -> str:
    method: str = scope["method"]
    return method if method in _METHODS else "other"


def _route(scope: Scope) -> str:
    route: Any = scope.get("route")
    if route is not None:
        pattern: str = route.path
        return pattern
    return "unmatched" if scope["path"].startswith("/api/") else "web"


def _describe(span: Span, method: str, route: str, status: int) -> None:
    span.update_name(f"{method} {route}")
    span.set_attribute("http.route", route)
    span.set_attribute("http.response.status_code", status)
    if status >= _FAULT:
        span.set_status(Status(StatusCode.ERROR))
