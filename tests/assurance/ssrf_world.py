"""The internet of a network of one's own: a resolver that answers as it likes, and web servers.

Invariant: every address answers on the web's ports, so whoever gets through is answered 200; what
a name leads to may change with every look-up, as no resolver of an attacker would hesitate to do.
"""

from __future__ import annotations

import asyncio
import ssl
import struct
import threading
from collections import Counter
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from ipaddress import ip_address
from typing import Any

from tests.adapters.servers import RawServer
from tests.assurance.netspace import NAMESERVER

PLAIN_PORTS = (80, 8080)
SECURE_PORTS = (443, 8443)
_HEADER = struct.Struct(">6H")
_A, _CNAME, _AAAA = 1, 5, 28
_MOST_ALIASES = 8

Answers = Callable[[int], Sequence[str]]


class Names(asyncio.DatagramProtocol):
    """Answers look-ups: each name has a function from the number of the look-up to what it says.

    What is said are addresses of both kinds and, for an alias, another name. Nothing may be kept:
    every answer lives 0 seconds.
    """

    def __init__(self) -> None:
        self.answers: dict[str, Answers] = {}
        self._asked: Counter[tuple[str, int]] = Counter()
        self._transport: asyncio.DatagramTransport | None = None

    def say(self, name: str, *texts: str) -> str:
        """`name` leads to these, always; returns the name."""
        self.answers[name] = lambda _: texts
        return name

    def connection_made(self, transport: Any) -> None:
        """Remember where to answer."""
        self._transport = transport

    def datagram_received(self, data: bytes, address: Any) -> None:
        """One look-up."""
        name, kind, end = _question(data)
        records = list(self._records(name, kind))
        missing = 3 if name not in self.answers else 0
        head = _HEADER.pack(
            int.from_bytes(data[:2], "big"), 0x8580 | missing, 1, len(records), 0, 0
        )
        if self._transport is not None:
            self._transport.sendto(head + data[12:end] + b"".join(records), address)

    def _records(self, name: str, kind: int) -> Sequence[bytes]:
        found: list[bytes] = []
        for _ in range(_MOST_ALIASES):
            number = self._asked[name, kind]
            self._asked[name, kind] += 1
            said = self.answers[name](number) if name in self.answers else ()
            aliases = [text for text in said if text[-1].isalpha() and ":" not in text]
            for text in said:
                if text not in aliases and (":" in text) == (kind == _AAAA):
                    packed = ip_address(text).packed
                    found.append(_record(name, kind, packed))
            if not aliases:
                break
            found.append(_record(name, _CNAME, _encoded(aliases[0])))
            name = aliases[0]
        return found


def _question(data: bytes) -> tuple[str, int, int]:
    """Name, type, and where the question ends."""
    at, labels = 12, []
    while size := data[at]:
        labels.append(data[at + 1 : at + 1 + size].decode("ascii", "replace").lower())
        at += size + 1
    return ".".join(labels), int.from_bytes(data[at + 1 : at + 3], "big"), at + 5


def _encoded(name: str) -> bytes:
    return b"".join(bytes([len(part)]) + part.encode() for part in name.split(".")) + b"\0"


def _record(name: str, kind: int, value: bytes) -> bytes:
    return _encoded(name) + struct.pack(">HHIH", kind, 1, 0, len(value)) + value


class World:
    """The resolver and the servers, on a thread of their own."""

    def __init__(self, secure: ssl.SSLContext) -> None:
        self.names = Names()
        self.web = RawServer()
        self._secure = secure
        self._loop = asyncio.new_event_loop()
        self._ready = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)

    def start(self) -> None:
        """Returns once everything listens."""
        self._thread.start()
        self._ready.wait()

    def stop(self) -> None:
        """Stop listening."""
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        self._loop.run_until_complete(self._open())
        self._ready.set()
        self._loop.run_forever()
        self._loop.set_exception_handler(lambda *_: None)  # connections that were still open
        for task in (still_open := asyncio.all_tasks(self._loop)):
            task.cancel()
        self._loop.run_until_complete(asyncio.gather(*still_open, return_exceptions=True))

    async def _open(self) -> None:
        await self._loop.create_datagram_endpoint(lambda: self.names, (NAMESERVER, 53))
        for port in (*PLAIN_PORTS, *SECURE_PORTS):
            context = self._secure if port in SECURE_PORTS else None
            await asyncio.start_server(self.web.serve, None, port, ssl=context, backlog=1_000)


@asynccontextmanager
async def world(secure: ssl.SSLContext) -> AsyncIterator[World]:
    """A world that ends with the block."""
    made = World(secure)
    made.start()
    try:
        yield made
    finally:
        made.stop()
