"""A load generator on bare asyncio protocols, so that the client is not what is measured.

Invariant: an answer counts only when its status is 200; any other status ends the measurement.
"""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass
from typing import cast

import uvloop

CONNECTIONS = 32
_LENGTH = b"content-length: "


@dataclass(frozen=True, slots=True)
class Target:
    """One GET request. `headers` are complete lines without line ends."""

    name: str
    port: int
    path: str
    headers: tuple[str, ...] = ()

    def request(self) -> bytes:
        """The bytes on the wire."""
        lines = (f"GET {self.path} HTTP/1.1", f"Host: localhost:{self.port}", *self.headers)
        return "\r\n".join((*lines, "", "")).encode()


class _Client(asyncio.Protocol):
    """Sends the request again as soon as the whole answer has arrived."""

    def __init__(self, request: bytes, stop_at: float, done: asyncio.Future[int]) -> None:
        self._request = request
        self._stop_at = stop_at
        self._done = done
        self._buffer = b""
        self._count = 0
        self._transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast("asyncio.Transport", transport)  # uvloop's has no common base
        self._transport.write(self._request)

    def data_received(self, data: bytes) -> None:
        self._buffer += data
        head = self._buffer.find(b"\r\n\r\n")
        if head < 0:
            return
        at = self._buffer.lower().find(_LENGTH, 0, head)
        if at < 0 or not self._buffer.startswith(b"HTTP/1.1 200"):
            self._fail(self._buffer[:head].decode(errors="replace"))
            return
        length = int(self._buffer[at + len(_LENGTH) : self._buffer.find(b"\r\n", at)])
        if len(self._buffer) < head + 4 + length:
            return
        self._buffer = b""
        self._count += 1
        assert self._transport is not None
        if time.monotonic() < self._stop_at:
            self._transport.write(self._request)
        else:
            self._transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        if not self._done.done():
            self._done.set_result(self._count)

    def _fail(self, head: str) -> None:
        if not self._done.done():
            self._done.set_exception(RuntimeError(f"Unexpected answer under load: {head[:300]}"))


def requests_per_second(target: Target, seconds: float) -> float:
    """Load `target` with 32 kept-alive connections for `seconds`; completed answers a second."""
    return uvloop.run(_load(target, seconds))


async def _load(target: Target, seconds: float) -> float:
    loop = asyncio.get_running_loop()
    request = target.request()
    started = time.monotonic()
    finished: list[asyncio.Future[int]] = []
    for _ in range(CONNECTIONS):
        done: asyncio.Future[int] = loop.create_future()
        finished.append(done)

        def client(done: asyncio.Future[int] = done) -> _Client:
            return _Client(request, started + seconds, done)

        await loop.create_connection(client, "127.0.0.1", target.port)
    counts = await asyncio.wait_for(asyncio.gather(*finished), seconds + 30)
    return sum(counts) / (time.monotonic() - started)
