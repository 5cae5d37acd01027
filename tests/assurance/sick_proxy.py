"""A TCP proxy that makes a dependency sick: six ways in which servers fail their callers.

Invariant: bytes are never changed, only kept back, slowed or lost with their connection; `heal`
ends every connection that a fault held up, as a restart of the server would.
"""

from __future__ import annotations

import asyncio
import contextlib
import socket
import struct
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

HEALTHY = "healthy"
FAULTS = ("latency", "down", "reset", "slow-close", "timeout", "bandwidth")
LATENCY_S = 1.0
BYTES_PER_S = 500
_CHUNK = 16_384
_RESET = struct.pack("ii", 1, 0)  # SO_LINGER: close with RST


@dataclass
class SickProxy:
    """Stands in front of one server; `port` is where callers connect."""

    host: str
    target: int
    port: int = 0
    fault: str = HEALTHY
    accepted: int = 0
    asked_while_sick: int = 0
    _tasks: set[asyncio.Task[None]] = field(default_factory=set)
    _writers: set[asyncio.StreamWriter] = field(default_factory=set)
    _server: asyncio.Server | None = None

    async def start(self) -> None:
        """Accept connections on a port of its own."""
        self._server = await asyncio.start_server(self._accept, "127.0.0.1", self.port)
        self.port = self._server.sockets[0].getsockname()[1]

    async def close(self) -> None:
        """End everything."""
        if self._server is not None:
            self._server.close()
        self._drop(reset=False)
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def sicken(self, fault: str) -> None:
        """From now on this fault; connections that are open feel it, too."""
        self.fault, self.asked_while_sick = fault, 0
        if fault == "down" and self._server is not None:
            self._server.close()
            self._server = None
        if fault in ("down", "reset"):
            self._drop(reset=fault == "reset")

    async def heal(self) -> None:
        """Well again."""
        self.fault = HEALTHY
        self._drop(reset=False)
        if self._server is None:
            await self.start()

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.accepted += 1
        self._notice()
        if self.fault == "reset":
            _close(writer, reset=True)
            return
        try:
            back, out = await asyncio.open_connection(self.host, self.target)
        except OSError:
            writer.close()
            return
        self._writers |= {writer, out}
        ways = (self._pump(reader, out), self._pump(back, writer))
        pair = [asyncio.create_task(way) for way in ways]
        self._tasks |= set(pair)
        await asyncio.wait(pair, return_when=asyncio.ALL_COMPLETED)
        self._tasks -= set(pair)
        self._writers -= {writer, out}

    async def _pump(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError):
            while data := await reader.read(_CHUNK):
                await self._send(data, writer)
            if self.fault == "slow-close":
                await asyncio.sleep(30)
        writer.close()

    def _notice(self) -> None:
        if self.fault != HEALTHY:
            self.asked_while_sick += 1

    async def _send(self, data: bytes, writer: asyncio.StreamWriter) -> None:
        self._notice()
        while self.fault == "timeout":  # noqa: ASYNC110 - nothing arrives, nothing is said
            await asyncio.sleep(0.05)
        if self.fault == "latency":
            await asyncio.sleep(LATENCY_S)
        if self.fault == "bandwidth":
            for start in range(0, len(data), 50):
                writer.write(data[start : start + 50])
                await asyncio.sleep(50 / BYTES_PER_S)
                if self.fault != "bandwidth":
                    writer.write(data[start + 50 :])
                    break
        else:
            writer.write(data)
        await writer.drain()

    def _drop(self, reset: bool) -> None:
        for writer in list(self._writers):
            _close(writer, reset)


def _close(writer: asyncio.StreamWriter, reset: bool) -> None:
    """Close a connection, politely or with a reset."""
    if reset:
        held = writer.get_extra_info("socket")
        with contextlib.suppress(OSError):
            held.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _RESET)
        writer.transport.abort()
    else:
        writer.close()


@asynccontextmanager
async def proxied(host: str, port: int) -> AsyncIterator[SickProxy]:
    """A healthy proxy in front of a server."""
    proxy = SickProxy(host, port)
    await proxy.start()
    try:
        yield proxy
    finally:
        await proxy.close()
