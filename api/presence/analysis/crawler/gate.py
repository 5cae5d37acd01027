"""Politeness towards one host: how many requests at once, how far apart, and when to back off.

Invariant: never more than the limit in flight; a host that slows down under us gets fewer.
"""

from __future__ import annotations

import asyncio
from collections import deque
from types import TracebackType

from presence.analysis.ports import Clock
from presence.analysis.types import Fetched

MAX_DELAY_S = 10.0
_SAMPLE = 4
_NOTICEABLE_MS = 50.0


class HostGate:
    """`async with gate:` around each request, then `gate.observe(answer)`.

    With a Crawl-delay requests go one at a time, that many seconds apart (at most 10). Without,
    there is no pause; when the median first byte of the last four answers doubles against the
    first four, the number of connections is halved, and it grows back one by one.
    """

    def __init__(self, clock: Clock, per_host: int, delay_s: float | None) -> None:
        self._clock = clock
        self._delay = min(delay_s or 0.0, MAX_DELAY_S)
        self._most = 1 if self._delay else max(1, per_host)
        self.allowed = self._most
        self._in_flight = 0
        self._waiting: deque[asyncio.Future[None]] = deque()
        self._next_start = 0.0
        self._baseline: list[float] = []
        self._recent: deque[float] = deque(maxlen=_SAMPLE)

    @property
    def delay_s(self) -> float:
        """Pause between requests that the site asked for, 0 without one."""
        return self._delay

    async def __aenter__(self) -> None:
        if self._in_flight < self.allowed and not self._waiting:
            self._in_flight += 1
        else:
            await self._turn()
        if not self._delay and not self._next_start:
            return
        now = self._clock.monotonic()
        wait = self._next_start - now
        if self._delay:
            self._next_start = max(self._next_start, now) + self._delay
        if wait > 0:
            await self._clock.sleep(wait)

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._release()

    async def _turn(self) -> None:
        """Wait in line; a waiter that leaves passes its place on, so nobody is woken in vain."""
        mine: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append(mine)
        try:
            await mine
        except asyncio.CancelledError:
            if mine.done() and not mine.cancelled():
                self._release()
            raise

    def _release(self) -> None:
        self._in_flight -= 1
        while self._waiting and self._in_flight < self.allowed:
            next_one = self._waiting.popleft()
            if not next_one.done():
                self._in_flight += 1
                next_one.set_result(None)

    def observe(self, answer: Fetched) -> None:
        """Learn from an answer: slow answers, 429 and 503 lower `allowed`, calm raises it."""
        if answer.status in (429, 503):
            self.allowed = 1
            pause = _retry_after(answer)
            self._next_start = max(self._next_start, self._clock.monotonic() + pause)
            return
        if answer.first_byte_ms is None:
            return
        if len(self._baseline) < _SAMPLE:
            self._baseline.append(answer.first_byte_ms)
            return
        self._recent.append(answer.first_byte_ms)
        if len(self._recent) < _SAMPLE:
            return
        usual, now = _median(self._baseline), _median(self._recent)
        if now > 2 * usual and now - usual > _NOTICEABLE_MS:
            self.allowed = max(1, self.allowed // 2)
            self._recent.clear()
        elif self.allowed < self._most:
            self.allowed += 1
            self._recent.clear()


def _retry_after(answer: Fetched) -> float:
    value = answer.header("retry-after") or ""
    return min(float(value), MAX_DELAY_S) if value.isdigit() else 1.0


def _median(values: list[float] | deque[float]) -> float:
    return sorted(values)[len(values) // 2]
