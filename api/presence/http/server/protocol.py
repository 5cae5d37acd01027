"""Uvicorn's HTTP/1.1 with bounds: sizes and times of what a stranger sends, before any route.

    accepted → head (bytes, lines, seconds, what `heads` allows) → body (bytes, gap, rate) → answer
                 └───────────── refused with a problem body, then closed ─────────────┘

Invariant: until a head is complete and passed `check_head`, nothing of the application runs; what
is kept of a connection is bounded by `LimitSettings` whatever is sent, and in how small pieces.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import Any, cast

from starlette.types import Scope
from uvicorn.protocols.http.httptools_impl import (
    STATUS_LINE,
    HttpToolsProtocol,
    RequestResponseCycle,
)

from presence.core import metrics
from presence.core.errors import (
    AppError,
    FileTooLarge,
    HeadersTooLarge,
    HeadRefused,
    Overloaded,
    TargetTooLong,
    TooSlow,
)
from presence.core.ids import new_id
from presence.core.logging import request_id
from presence.core.serving import HttpSettings, LimitSettings
from presence.http.errors import TOO_LARGE, error_response
from presence.http.middleware import CUT, security_headers
from presence.http.server.connections import Connections
from presence.http.server.request_head import RequestHead, check_head

_LINGER_S = 2.0
_LATE_S = 1.0  # a request sent while we end has so long to arrive
_LINGER_BYTES = 1024 * 1024
_UNWANTED = 8  # of a body refused already so much more is thrown away, so that the answer is read
_MOST_WAITING = 32  # requests sent ahead on one connection
_UNREADABLE = "The request could not be read as HTTP/1.1."
_LONG_HEAD = "Too many cookies or headers were sent. Delete this site's cookies and try again."
_LONG_TARGET = "This address is too long. Shorten it, or open the page from the start page."


class _Phase(Enum):
    BETWEEN = auto()  # nothing of a next request has come
    HEAD = auto()
    BODY = auto()
    REFUSED = auto()  # what still comes is thrown away, so that the refusal can be read


class _Refused(Exception):
    """Ends the parser's work; the problem is on the protocol."""


@dataclass
class Rules:
    """What all connections of one server share."""

    limits: LimitSettings
    answers_to: Callable[[str], bool]
    secure: bool
    behind_proxy: bool = False  # who may open a connection long before it sends a request
    connections: Connections = field(default_factory=lambda: Connections(0, 0))

    @classmethod
    def of(cls, http: HttpSettings) -> Rules:
        """The rules that the settings give."""
        each = 0 if http.trusted_proxies else http.limits.connections_per_address
        counted = Connections(http.limits.connections, each)
        return cls(http.limits, http.answers_to, http.secure, bool(http.trusted_proxies), counted)


class BoundedProtocol(HttpToolsProtocol):
    """One connection."""

    def __init__(self, *args: Any, rules: Rules, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._rules, self._limits = rules, rules.limits
        self._phase = _Phase.BETWEEN
        self._problem: AppError | None = None
        self._entered = ""
        self._active: RequestResponseCycle | None = None
        self._since = self._moved = self.loop.time()  # of this phase; of the last byte of a body
        self._leaving = False  # the server ends: the answer in hand is the last one
        self._counting = (
            not rules.behind_proxy
        )  # whether `_since` limits the time until a head is complete
        self._bytes = self._lines = 0
        self._unread_since: float | None = None
        self._overlong = False  # the target is, and is thrown away; who asks is still to come
        self._dropped = 0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Accept the connection, or refuse it if there are too many."""
        super().connection_made(transport)
        address = self.client[0] if self.client else ""
        if self._rules.connections.enter(address):  # guard: server.connections
            self._entered = address or "?"
        else:
            sentence = "Too many connections are open. Please try again in a few seconds."
            self._refuse(Overloaded(sentence, headers={"Retry-After": "5"}))
            return
        if self._rules.behind_proxy:
            self.timeout_keep_alive_task = self.loop.call_later(
                self.timeout_keep_alive, self.timeout_keep_alive_handler
            )

    def shutdown(self) -> None:
        """The server ends: answer what was asked, and what is on its way already, then close."""
        self._leaving = True
        if self._answering() or self._phase is _Phase.BODY:
            super().shutdown()
        else:
            self.loop.call_later(_LATE_S, self._leave)

    def _leave(self) -> None:
        if self._phase is _Phase.BETWEEN and not self._answering():
            self.transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop counting the connection as open."""
        super().connection_lost(exc)
        if self._entered:
            self._rules.connections.leave("" if self._entered == "?" else self._entered)
            self._entered = ""

    def data_received(self, data: bytes) -> None:
        """Parse; what belongs to a head that was open before is counted, complete or not."""
        if self._phase is _Phase.REFUSED:
            self._bytes += len(data)
            if self._bytes > _LINGER_BYTES:
                self.transport.close()
            return
        was_open = self._phase in (_Phase.HEAD, _Phase.BETWEEN)
        if self._phase is _Phase.BETWEEN and not self._counting:
            self._since, self._counting = self.loop.time(), True
        super().data_received(data)
        if was_open and self._phase in (_Phase.HEAD, _Phase.BETWEEN):
            self._count_open_head(len(data))

    def _count_open_head(self, size: int) -> None:
        if self._overlong:
            self._dropped += size
            if self._dropped > _LINGER_BYTES:  # guard: server.open-target-bytes
                self._refuse(TargetTooLong(_LONG_TARGET))
            return
        self._bytes += size
        most = self._limits.header_bytes + self._limits.target_bytes
        if self._bytes > most:  # guard: server.open-head-bytes
            self._refuse(HeadersTooLarge(_LONG_HEAD))

    def send_400_response(self, msg: str) -> None:
        """What the parser stumbled over, or a callback of ours refused."""
        self._refuse(self._problem or HeadRefused(_UNREADABLE))

    # Callbacks of the parser

    def on_message_begin(self) -> None:
        """A head begins."""
        super().on_message_begin()
        if self._phase is not _Phase.BETWEEN or not self._counting:
            self._since = self.loop.time()
        self._phase, self._counting = _Phase.HEAD, True
        self._bytes = self._lines = self._dropped = 0
        self._overlong = False

    def on_url(self, url: bytes) -> None:
        """The target, or a part of it; one too long is refused once the headers say to whom."""
        super().on_url(url)
        if len(self.url) > self._limits.target_bytes:  # guard: server.target-bytes
            self._overlong, self.url = True, b""

    def on_header(self, name: bytes, value: bytes) -> None:
        """One line of the head. Those after a body are dropped: the head has been checked."""
        self._lines += 1
        self._bytes += len(name) + len(value) + 4
        too_long = self._bytes > self._limits.header_bytes
        if too_long or self._lines > self._limits.headers:  # guard: server.header-limits
            self._stop(HeadersTooLarge(_LONG_HEAD))
        if self._phase is _Phase.HEAD:  # guard: server.trailers
            super().on_header(name, value)

    def on_headers_complete(self) -> None:
        """The head is complete: check it, then pass it to the application."""
        if self._overlong:
            self._stop(TargetTooLong(_LONG_TARGET))
        head = RequestHead(
            self.parser.get_method().decode("ascii"),
            self.url,
            self.parser.get_http_version(),
            tuple(self.headers),
        )
        problem = check_head(head, self._rules.answers_to)
        if problem is not None:  # guard: server.head
            self._stop(problem)
        if len(self.pipeline) >= _MOST_WAITING:  # guard: server.pipeline
            self._stop(HeadRefused("Too many requests were sent before an answer was read."))
        self._phase, self._since = _Phase.BODY, self.loop.time()
        self._moved, self._bytes, self._lines = self._since, 0, 0
        super().on_headers_complete()
        if self._leaving:
            self.cycle.keep_alive = False

    def on_body(self, body: bytes) -> None:
        """A piece of the body."""
        self._bytes += len(body)
        self._moved = self.loop.time()
        most = self._limits.body_bytes * (_UNWANTED if self.cycle.response_complete else 1)
        if self._bytes > most:  # guard: server.body-bytes
            self._stop(FileTooLarge(TOO_LARGE))
        super().on_body(body)

    def on_message_complete(self) -> None:
        """A request is whole."""
        self._phase, self._counting, self._bytes = _Phase.BETWEEN, False, 0
        super().on_message_complete()

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: Any) -> None:
        self._active = cycle
        extensions: dict[str, Any] = cast(Any, cycle.scope).setdefault("extensions", {})
        extensions[CUT] = lambda: self._cut(cycle)
        super()._start_asgi_task(cycle, app)

    def _cut(self, cycle: RequestResponseCycle) -> None:
        """End the connection in the middle of an answer, which is neither a fault nor complete."""
        cycle.disconnected = True
        self.transport.close()

    # Time

    def pause_writing(self) -> None:
        """The client does not read what we send."""
        super().pause_writing()
        self._unread_since = self.loop.time()

    def resume_writing(self) -> None:
        """It does again."""
        super().resume_writing()
        self._unread_since = None

    def expire(self, now: float) -> None:
        """End what takes too long; called about twice a second for every open connection."""
        limits = self._limits
        waited = now - self._unread_since if self._unread_since is not None else 0.0
        if waited > limits.unread_s:  # guard: server.unread
            self.transport.abort()
        elif self._phase is _Phase.REFUSED:
            if now - self._since > _LINGER_S and not self._answering():
                self.transport.close()
        elif self._phase is _Phase.BODY:
            self._expire_body(now)
        elif self._answering():
            self._since = now  # it waits for us
        elif self._counting and now - self._since > limits.head_s:
            if self._phase is _Phase.HEAD or self._bytes:
                self._refuse(TooSlow("The request took too long to arrive. Please try again."))
            else:
                self.transport.close()

    def _expire_body(self, now: float) -> None:
        if self.flow.read_paused or (self.cycle and self.cycle.waiting_for_100_continue):
            self._since += max(0.0, now - self._moved)
            self._moved = now  # it waits for us
            return
        earned = self._bytes / self._limits.body_bytes_per_s
        late = now - self._since > self._limits.body_grace_s + earned
        if late or now - self._moved > self._limits.body_gap_s:  # guard: server.slow-body
            self._refuse(TooSlow("The request took too long to arrive. Please try again."))

    # Refusing

    def _answering(self) -> bool:
        """Whether an answer to some request of this connection is still to be completed."""
        return self._active is not None and not self._active.response_complete

    def _stop(self, problem: AppError) -> None:
        """Refuse from inside a callback of the parser."""
        self._problem = problem
        raise _Refused

    def _refuse(self, problem: AppError) -> None:
        """Say why and close; an answer to an earlier request is finished first, alone."""
        in_body, self._phase = self._phase is _Phase.BODY, _Phase.REFUSED
        self._bytes = 0
        self._since = self.loop.time()
        self._unset_keepalive_if_required()
        self.pipeline.clear()
        metrics.http_refused_early.labels(str(problem.status)).inc()
        active = self._active
        if active is not None and in_body and active is self.cycle:
            active.disconnected = True
            active.message_event.set()
            if active.response_started:
                self.transport.close()
                return
        elif active is not None and not active.response_complete:
            active.keep_alive = False
            return
        self._write(problem)

    def _write(self, problem: AppError) -> None:
        scope: Scope = {"type": "http", "path": "/", "headers": self.headers or []}
        rid = new_id().hex
        token = request_id.set(rid)
        response = error_response(problem, scope)
        request_id.reset(token)
        own = {name for name, _ in response.raw_headers}  # a page has a policy of its own
        usual = [*security_headers(self._rules.secure), (b"cache-control", b"no-store")]
        lines = [
            *response.raw_headers,
            *(line for line in usual if line[0] not in own),
            (b"x-request-id", rid.encode()),
            (b"connection", b"close"),
        ]
        head = b"".join(b"%b: %b\r\n" % line for line in lines)
        self.transport.write(STATUS_LINE[problem.status] + head + b"\r\n" + bytes(response.body))
        if self.transport.can_write_eof():
            self.transport.write_eof()
        else:
            self.transport.close()
