"""Asks a server as many people do who do not wait for each other; a process of its own.

    python -m tests.assurance.overload_driver '{"port": …, "cookies": […], "rate": 0, "seconds": 5}'

With rate 0 a few ask again as soon as they are answered: how much fits. With a rate calls begin by
the clock, whether or not those before were answered, and their time counts from when they were due.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import re
import sys
import time
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

import uvloop

AT_ONCE = 24
ANSWER_WITHIN_S = 15.0
PATHS = ("/api/user", "/api/v1/brands", "/api/v1/me", "/api/v1/usage", "/api/v1/notifications")
_LENGTH = re.compile(rb"content-length: (\d+)", re.IGNORECASE)
_AFTER = re.compile(rb"\r\nretry-after: (\d+)\r\n", re.IGNORECASE)
_Pair = tuple[asyncio.StreamReader, asyncio.StreamWriter]


@dataclass
class Seen:
    """What came back."""

    statuses: Counter[str] = field(default_factory=Counter)
    accepted_s: list[float] = field(default_factory=list)
    refused_s: list[float] = field(default_factory=list)
    without_a_time: int = 0
    late_starts: int = 0


class Driver:
    """Asks one server on kept connections."""

    def __init__(self, port: int, cookies: list[str]) -> None:
        self._port, self._cookies = port, cookies
        self._free: list[_Pair] = []
        self._asked = 0
        self.seen = Seen()

    async def closed(self, seconds: float) -> float:
        """Calls answered a second while `AT_ONCE` ask all the time."""
        ends = time.monotonic() + seconds

        async def again() -> None:
            while time.monotonic() < ends:
                await self._ask(time.monotonic())

        await asyncio.gather(*(again() for _ in range(AT_ONCE)))
        return self.seen.statuses["200"] / seconds

    async def open(self, rate: float, seconds: float) -> None:
        """`rate` calls a second, whatever becomes of them."""
        began, number = time.monotonic(), 0
        calls: set[asyncio.Task[None]] = set()
        while (due := began + number / rate) < began + seconds:
            await asyncio.sleep(max(0.0, due - time.monotonic()))
            self.seen.late_starts += time.monotonic() - due > 0.25
            call = asyncio.create_task(self._ask(due))
            calls.add(call)
            call.add_done_callback(calls.discard)
            number += 1
        await asyncio.gather(*calls)

    async def _ask(self, due: float) -> None:
        self._asked += 1
        path = PATHS[self._asked % len(PATHS)]
        cookie = self._cookies[self._asked % len(self._cookies)]
        text = f"GET {path} HTTP/1.1\r\nHost: localhost:{self._port}\r\nCookie: {cookie}\r\n\r\n"
        try:
            async with asyncio.timeout(ANSWER_WITHIN_S):
                head = await self._exchange(text.encode())
        except (OSError, TimeoutError, asyncio.IncompleteReadError) as error:
            self.seen.statuses[type(error).__name__] += 1
            return
        took, status = time.monotonic() - due, head[9:12].decode()
        self.seen.statuses[status] += 1
        if status == "200":
            self.seen.accepted_s.append(took)
        else:
            self.seen.refused_s.append(took)
            self.seen.without_a_time += _AFTER.search(head) is None

    async def _exchange(self, sent: bytes) -> bytes:
        pair = self._free.pop() if self._free else None
        reader, writer = pair or await asyncio.open_connection("127.0.0.1", self._port)
        try:
            writer.write(sent)
            head = await reader.readuntil(b"\r\n\r\n")
            length = _LENGTH.search(head)
            await reader.readexactly(int(length[1]) if length else 0)
        except BaseException:
            writer.close()
            raise
        self._free.append((reader, writer))
        return head


def _at(parts: list[float], share: float) -> float:
    ordered = sorted(parts)
    return round(ordered[min(len(ordered) - 1, int(len(ordered) * share))], 4) if ordered else 0.0


async def main(given: dict[str, Any]) -> dict[str, Any]:
    """Ask as told; what was seen."""
    driver = Driver(given["port"], given["cookies"])
    rate = 0.0
    if given["rate"]:
        await driver.open(given["rate"], given["seconds"])
    else:
        rate = await driver.closed(given["seconds"])
    seen = driver.seen
    return {
        "rate": round(rate, 1),
        "statuses": dict(seen.statuses),
        "acceptedP50S": _at(seen.accepted_s, 0.5),
        "acceptedP99S": _at(seen.accepted_s, 0.99),
        "refusedP99S": _at(seen.refused_s, 0.99),
        "withoutATime": seen.without_a_time,
        "lateStarts": seen.late_starts,
    }


if __name__ == "__main__":
    with contextlib.suppress(KeyboardInterrupt):
        sys.stdout.write(json.dumps(uvloop.run(main(json.loads(sys.argv[1])))))
