"""Answers an orchestrator's questions about the worker, which otherwise listens to nobody.

/healthz: its event loop turns. /readyz: it is registered, proves that it lives and takes jobs.
Invariant: nothing but these two paths is answered, and never more than whether and why not.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from typing import Any

from presence.core.listening import listening_everywhere
from presence.core.settings import Settings

_TIMEOUT_S = 5.0
_MOST_BYTES = 8_192
_MOST_CONNECTIONS = 32
_ODD = (OSError, ValueError, TimeoutError)


class WorkerHealth:
    """The state of this process; the code that runs the queue sets `ready`, or `problem`."""

    def __init__(self) -> None:
        self.ready = False
        self.problem = ""
        self._open = 0

    def answer(self, path: str) -> tuple[str, str]:
        """(status line, body) for a path."""
        if path == "/healthz":
            return "200 OK", "ok"
        if path == "/readyz":
            return ("200 OK", "ok") if self.ready else ("503 Service Unavailable", self._why_not())
        return "404 Not Found", "not here"

    def _why_not(self) -> str:
        return f"not ready: {self.problem}" if self.problem else "not ready"

    async def handle(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One connection, one request; closed whatever comes, and at once when there are many."""
        self._open += 1
        try:
            if self._open <= _MOST_CONNECTIONS:  # guard: worker-health.connections
                async with asyncio.timeout(_TIMEOUT_S):
                    await self._converse(reader, writer)
        except (*_ODD, asyncio.IncompleteReadError, asyncio.LimitOverrunError):
            pass  # a client that asks like this is not an orchestrator
        finally:
            self._open -= 1
            writer.close()

    async def _converse(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = await reader.readuntil(b"\r\n\r\n")
        method, target, version = head.partition(b"\r\n")[0].decode("latin-1").split(" ")
        status, body = self.answer(target.partition("?")[0])
        if method not in {"GET", "HEAD"}:
            status, body = "405 Method Not Allowed", "only read"
        if version not in {"HTTP/1.0", "HTTP/1.1"}:
            status, body = "400 Bad Request", "not HTTP/1.1"
        writer.write(_response(status, body, method))
        await writer.drain()


def _response(status: str, body: str, method: str) -> bytes:
    head = (
        f"HTTP/1.1 {status}\r\ncontent-type: text/plain\r\n"
        f"content-length: {len(body)}\r\nconnection: close\r\n\r\n"
    )
    return (head + ("" if method == "HEAD" else body)).encode("ascii")


@contextlib.asynccontextmanager
async def answering(settings: Settings) -> AsyncIterator[WorkerHealth]:
    """Listen on `worker.health_port` meanwhile; with port 0, nowhere."""
    health = WorkerHealth()
    port = settings.worker.health_port
    if not port:
        yield health
        return
    host, both = settings.http.host, listening_everywhere(settings.http.host, port)
    where: dict[str, Any] = {"sock": both} if both else {"host": host, "port": port}
    server = await asyncio.start_server(health.handle, **where, limit=_MOST_BYTES)
    try:
        yield health
    finally:
        server.close()
