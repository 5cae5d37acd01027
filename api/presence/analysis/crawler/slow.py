"""Measures slow pages a second time, one by one, before they are reported as slow.

Invariant: no other request of ours is in flight while a page is measured here.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace

from presence.analysis.crawler.agents import PROBE_AGENTS
from presence.analysis.ports import Clock
from presence.analysis.types import Fetched, PageFacts

SLOW_FIRST_BYTE_MS = 800.0
MAX_PAGES = 5
REPEATS = 2
_BUDGET_S = 12.0

GetAs = Callable[[str, str | None], Awaitable[Fetched | None]]


async def measure_again(
    pages: list[PageFacts], get: GetAs, clock: Clock, ends: float
) -> list[PageFacts]:
    """Fill `first_byte_repeats_ms` of the slowest pages, as a search bot, one at a time."""
    slow = [p for p in pages if (p.first_byte_ms or 0.0) > SLOW_FIRST_BYTE_MS]
    slow.sort(key=lambda p: (-(p.first_byte_ms or 0.0), p.final_url))
    stop = min(ends, clock.monotonic() + _BUDGET_S)
    repeats: dict[str, tuple[float, ...]] = {}
    for page in slow[:MAX_PAGES]:
        times: list[float] = []
        for _ in range(REPEATS):
            if clock.monotonic() >= stop:
                break
            answer = await get(page.final_url, PROBE_AGENTS["OAI-SearchBot"])
            if answer is not None and answer.first_byte_ms is not None:
                times.append(answer.first_byte_ms)
        repeats[page.final_url] = tuple(times)
    return [
        replace(p, first_byte_repeats_ms=repeats[p.final_url]) if repeats.get(p.final_url) else p
        for p in pages
    ]
