"""Names looked up for processes that cannot: they open no file and only connections of TCP.

Invariant: whoever asks for more names than a site can need is not answered any more.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Sequence

from presence.adapters.crawl_talk import send
from presence.adapters.outbound.resolver import SystemLookup

_MOST_LOOKUPS = 2_000
_MOST_NAME = 255


class NameService:
    """Looks names up for one conversation; close it in the end."""

    def __init__(self, writer: asyncio.StreamWriter) -> None:
        self._writer = writer
        self._lookup = SystemLookup()
        self._tasks: set[asyncio.Task[None]] = set()
        self._left = _MOST_LOOKUPS

    def ask(self, number: int, host: str, port: int) -> None:
        """Answer when it is known. Raises ValueError for more than a crawl can need."""
        self._left -= 1
        if self._left < 0 or len(host) > _MOST_NAME:
            raise ValueError("more names than a crawl has")
        task = asyncio.create_task(self._answer(int(number), str(host), int(port)))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _answer(self, number: int, host: str, port: int) -> None:
        addresses: Sequence[str] = ()
        with contextlib.suppress(OSError, UnicodeError, ValueError, OverflowError):
            addresses = await self._lookup(host, port)
        send(self._writer, {"found": [number, list(addresses)]})

    def close(self) -> None:
        """Forget what was asked."""
        for task in self._tasks:
            task.cancel()
        self._lookup.close()
