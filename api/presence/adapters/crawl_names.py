"""Looks up names for isolated processes, which cannot: they open no file and only TCP connections.

Invariant: a process that asks for more names than a site can need gets no more responses; a server
is counted once per conversation, by its address, whatever names led there.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Coroutine, Sequence
from typing import Protocol

from presence.adapters.crawl_talk import send
from presence.adapters.outbound.resolver import SystemLookup

_MOST_LOOKUPS = 2_000
_MOST_NAME = 255
_MOST_SERVERS = 4
_SECURE_PORT = 443


class TurnsAtServers(Protocol):
    """The turns in which servers are visited, across all processes."""

    async def take(self, host: str, address: str, *, secure: bool) -> bool | None:
        """Whether the server at `address` may be visited now; None if `host` needs no turn there.

        A `secure` connection has to show a certificate before anything is requested.
        """
        ...

    async def prove(self, host: str, address: str, *, taken: bool) -> None:
        """Note that the server there is one of `host`; the secure turn it took comes back."""
        ...


class NameService:
    """Looks up names for one connection; close it at the end."""

    def __init__(self, writer: asyncio.StreamWriter, turns: TurnsAtServers | None = None) -> None:
        self._writer = writer
        self._turns = turns
        self._lookup = SystemLookup()
        self._tasks: set[asyncio.Task[None]] = set()
        self._left = _MOST_LOOKUPS
        self._admitted: set[tuple[str, bool]] = set()
        self._taken: set[tuple[str, str]] = set()
        self._proven: set[tuple[str, str]] = set()

    def ask(self, number: int, host: str, port: int) -> None:
        """Answer when it is known. Raises ValueError for more than a crawl can need."""
        self._do(self._answer(int(number), str(host), int(port)), host)

    def admit(self, number: int, host: str, addresses: Sequence[str], port: int) -> None:
        """Answer which servers may be connected to. Raises ValueError as `ask` does."""
        asked = [str(each) for each in addresses]
        self._do(self._admit(int(number), str(host), asked, port == _SECURE_PORT), host)

    def prove(self, host: str, address: str) -> None:
        """Take note of a server that showed a certificate for `host`. Raises ValueError."""
        self._do(self._prove(str(host), str(address)), host)

    def _do(self, work: Coroutine[None, None, None], host: str) -> None:
        self._left -= 1
        if self._left < 0 or len(host) > _MOST_NAME:
            work.close()
            raise ValueError("more names than a crawl has")
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _answer(self, number: int, host: str, port: int) -> None:
        addresses: Sequence[str] = ()
        with contextlib.suppress(OSError, UnicodeError, ValueError, OverflowError):
            addresses = await self._lookup(host, port)
        send(self._writer, {"found": [number, list(addresses)]})

    async def _admit(self, number: int, host: str, addresses: list[str], secure: bool) -> None:
        open_ones = [each for each in addresses if (each, secure) in self._admitted]
        for address in addresses[: _MOST_SERVERS if self._turns else None]:
            known = (address, secure) in self._admitted
            if not known and await self._is_turn(host, address, secure):
                self._admitted.add((address, secure))
                open_ones.append(address)
        send(self._writer, {"found": [number, open_ones]})

    async def _is_turn(self, host: str, address: str, secure: bool) -> bool:
        if self._turns is None:
            return True
        turn = await self._turns.take(host, address, secure=secure)
        if turn and secure:
            self._taken.add((host, address))
        return turn is not False

    async def _prove(self, host: str, address: str) -> None:
        pair = (host, address)
        known = {each for each, _ in self._admitted}
        if self._turns is None or pair in self._proven or address not in known:
            return
        self._proven.add(pair)
        await self._turns.prove(host, address, taken=pair in self._taken)

    def close(self) -> None:
        """Forget what was asked."""
        for task in self._tasks:
            task.cancel()
        self._lookup.close()
