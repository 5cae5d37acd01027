"""An HTTP server that stops without dropping a request.

When asked to stop, it first says so at /readyz and on every response (`connection: close`), so that
proxies and load balancers go elsewhere, ends event streams, whose readers do the same, and stops
listening only `drain_s` later. Calls in hand then have `finish_s`.
Invariant: a second request to stop is obeyed at once.
"""

from __future__ import annotations

import asyncio
import socket
import time
from functools import partial
from types import FrameType
from typing import cast

import uvicorn
from fastapi import FastAPI
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from presence.core.listening import listening_everywhere
from presence.core.serving import HttpSettings
from presence.http.server.protocol import BoundedProtocol, Rules

EXPIRE_EVERY = 5  # tenths of a second


class DrainingServer(uvicorn.Server):
    """Uvicorn that pauses between being asked to stop and stopping; sets `app.state.draining`."""

    def __init__(self, config: uvicorn.Config, app: FastAPI, drain_s: float) -> None:
        super().__init__(config)
        self._app = app
        self._drain_s = drain_s
        self._streams_ended = False
        self._ends_at = 0.0
        self._asked_by = 0

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Begin to drain; stop at once if draining has begun already or is turned off."""
        if self._ends_at or not self._drain_s:
            super().handle_exit(sig, frame)
            return
        self._asked_by = sig
        self._ends_at = time.monotonic() + self._drain_s
        self._app.state.draining = True

    async def on_tick(self, counter: int) -> bool:
        """End when the drain is over, and connections that take too long; ten times a second."""
        if counter % EXPIRE_EVERY == 0:
            now = asyncio.get_running_loop().time()
            for connection in list(self.server_state.connections):
                if isinstance(connection, BoundedProtocol):
                    connection.expire(now)
        if self._ends_at:
            self._end_streams()
        if self._ends_at and not self.should_exit and time.monotonic() >= self._ends_at:
            super().handle_exit(self._asked_by, None)
        return await super().on_tick(counter)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Let nobody new in; what is in hand ends by itself, or when its time is over."""
        self._app.state.draining = True
        self._end_streams()
        await super().shutdown(sockets)

    def _end_streams(self) -> None:
        """A stream would never end: its reader opens another one, on another process."""
        events = getattr(self._app.state, "events", None)
        if events is not None and not self._streams_ended:
            events.end_streams()
            self._streams_ended = True


class Leaving:
    """ASGI wrapper: once draining, every answer asks the client to open another connection."""

    def __init__(self, app: FastAPI) -> None:
        self._app: ASGIApp = app
        self._state = app.state

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass one request on."""
        if not getattr(self._state, "draining", False) or scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def closing(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message["headers"], (b"connection", b"close")]
            await send(message)

        await self._app(scope, receive, closing)


def build_server(app: FastAPI, http: HttpSettings) -> DrainingServer:
    """The server of an application, with the bounds of the settings on every connection."""
    config = uvicorn.Config(
        Leaving(app),
        host=http.host,
        port=http.port,
        loop="uvloop",
        http=cast("type[asyncio.Protocol]", partial(BoundedProtocol, rules=Rules.of(http))),
        ws="none",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,
        timeout_keep_alive=http.limits.idle_s,
        timeout_graceful_shutdown=http.finish_s,
    )
    return DrainingServer(config, app, http.drain_s)


def serve_app(app: FastAPI, http: HttpSettings, fd: int = -1) -> None:
    """Serve until asked to end; on the inherited listening socket when `fd` is one."""
    own = socket.socket(fileno=fd) if fd >= 0 else listening_everywhere(http.host, http.port)
    build_server(app, http).run(sockets=[own] if own else None)
