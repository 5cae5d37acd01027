"""A provider that counts, as strictly as any could: over every minute that ends now.

Requests count when they arrive; tokens are counted once by arrival and once by completion, since
providers differ. Invariant: whoever asks within the limits never sees a 429 from counting; one
that passes a limit is noted as a violation and refused.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter, deque
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from random import Random

from aiohttp import web

MINUTE_S = 60.0


@dataclass(frozen=True)
class Limits:
    """What one key may do."""

    requests: int
    tokens: int
    concurrency: int


@dataclass
class Counts:
    """What one key did, with the worst minute of each kind."""

    limits: Limits
    arrived: deque[tuple[float, int]] = field(default_factory=deque)
    ended: deque[tuple[float, int]] = field(default_factory=deque)
    flying: int = 0
    worst: Counter[str] = field(default_factory=Counter)
    violations: Counter[str] = field(default_factory=Counter)
    answered: int = 0
    faults: int = 0

    def arrive(self, tokens: int) -> None:
        """A request came in."""
        self.flying += 1
        self._count(self.arrived, tokens)
        self._check("requests", len(self.arrived), self.limits.requests)
        self._check("tokens", sum(t for _, t in self.arrived), self.limits.tokens)
        self._check("concurrency", self.flying, self.limits.concurrency)

    def end(self, tokens: int) -> None:
        """A request was answered."""
        self._count(self.ended, tokens)
        self._check("tokens", sum(t for _, t in self.ended), self.limits.tokens)

    def _count(self, seen: deque[tuple[float, int]], tokens: int) -> None:
        now = time.monotonic()
        seen.append((now, tokens))
        while seen and seen[0][0] <= now - MINUTE_S:
            seen.popleft()

    def _check(self, what: str, value: int, limit: int) -> None:
        self.worst[what] = max(self.worst[what], value)
        self.violations[what] += value > limit


class CountingProvider:
    """Answers, fails and refuses by chance, seeded."""

    def __init__(self, limits: Mapping[str, Limits], seed: int, slowest_s: float) -> None:
        self.keys = {name: Counts(limit) for name, limit in limits.items()}
        self._rng = Random(seed)  # noqa: S311 - repeatable chance
        self._slowest_s = slowest_s

    async def handle(self, request: web.Request) -> web.Response:
        """One question."""
        counts = self.keys[request.match_info["engine"]]
        tokens = self._rng.randint(200, 1_500)
        counts.arrive(tokens)
        try:
            await asyncio.sleep(self._rng.uniform(0.01, self._slowest_s))
            counts.end(tokens)
        finally:
            counts.flying -= 1
        return self._answer(counts, tokens)

    def _answer(self, counts: Counts, tokens: int) -> web.Response:
        chance = self._rng.random()
        counts.faults += chance < 0.04
        if chance < 0.01:
            return web.json_response({"code": "rate-limited", "retry": 0.5}, status=429)
        if chance < 0.03:
            return web.json_response({"code": "overloaded"}, status=503)
        if chance < 0.04:
            return web.json_response({"code": "refused", "tokens": tokens})
        counts.answered += 1
        return web.json_response({"code": "", "tokens": tokens})


@asynccontextmanager
async def serving(provider: CountingProvider) -> AsyncIterator[str]:
    """The provider's address while the block runs."""
    app = web.Application()
    app.router.add_post("/{engine}", provider.handle)
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    port = runner.addresses[0][1]
    try:
        yield f"http://127.0.0.1:{port}"
    finally:
        await runner.cleanup()
