"""Stand-ins for the analysis ports: a site as a dictionary and a clock that only moves when told.

Invariant: nothing here opens a socket or reads the real time, so every analysis test repeats.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

from presence.analysis.crawler import SitesHere
from presence.analysis.types import Fetched, FetchProblem, Hop

START = datetime(2026, 1, 5, 9, 0, tzinfo=UTC)


class FakeClock:
    """Starts at START; `sleep` advances it at once and lets other tasks run."""

    def __init__(self) -> None:
        self.elapsed = 0.0
        self.sleeps: list[float] = []

    def now(self) -> datetime:
        return START + timedelta(seconds=self.elapsed)

    def monotonic(self) -> float:
        return self.elapsed

    async def sleep(self, seconds: float) -> None:
        self.sleeps.append(seconds)
        self.elapsed += max(0.0, seconds)
        await asyncio.sleep(0)


@dataclass(frozen=True)
class FakePage:
    """One URL's answer. `by_agent` overrides it for user agents containing the key.

    `repeats_ms` gives the first byte of the 2nd, 3rd, … fetch of the same URL.
    """

    body: str | bytes = ""
    status: int = 200
    headers: tuple[tuple[str, str], ...] = (("content-type", "text/html; charset=utf-8"),)
    location: str | None = None
    first_byte_ms: float = 40.0
    repeats_ms: tuple[float, ...] = ()
    problem: FetchProblem | None = None
    by_agent: Mapping[str, FakePage] = field(default_factory=dict)
    wire_bytes: int | None = None
    takes_s: float = 0.0


def text_page(body: str | bytes, content_type: str = "text/plain") -> FakePage:
    """A page that is not HTML: robots.txt, sitemap, llms.txt."""
    return FakePage(body, headers=(("content-type", content_type),))


class FakeFetcher:
    """Serves `pages` by exact URL; anything else is a small 404. Records what was asked."""

    def __init__(self, pages: Mapping[str, FakePage | str], clock: FakeClock | None = None) -> None:
        self.pages = {
            url: FakePage(page) if isinstance(page, str) else page for url, page in pages.items()
        }
        self.clock = clock or FakeClock()
        self.requests: list[tuple[str, str]] = []
        self.in_flight = 0
        self.most_in_flight = 0
        self._counts: dict[str, int] = {}

    @property
    def urls(self) -> list[str]:
        """Every URL asked for, in order."""
        return [url for url, _ in self.requests]

    async def fetch(
        self,
        url: str,
        *,
        user_agent: str | None = None,
        max_bytes: int | None = None,
        deadline_s: float | None = None,
        accept: str | None = None,
    ) -> Fetched:
        self.requests.append((url, user_agent or ""))
        self.in_flight += 1
        self.most_in_flight = max(self.most_in_flight, self.in_flight)
        await asyncio.sleep(0)
        try:
            return self._answer(url, user_agent or "", max_bytes)
        finally:
            self.in_flight -= 1

    def _answer(self, url: str, agent: str, max_bytes: int | None) -> Fetched:
        hops: list[Hop] = []
        current, page = url, self._page(url, agent)
        while page.location is not None:
            hops.append(Hop(current, page.status, page.location))
            if len(hops) > 10:
                loop = FetchProblem("redirect-loop", "The address redirects to itself.")
                return self._fetched(url, current, FakePage(problem=loop), hops, agent)
            current = page.location
            page = self._page(current, agent)
        if max_bytes is not None and len(_raw(page.body)) > max_bytes:
            problem = FetchProblem("too-large", "The page is larger than allowed.")
            page = FakePage(_raw(page.body)[:max_bytes], problem=problem)
        return self._fetched(url, current, page, hops, agent)

    def _page(self, url: str, agent: str) -> FakePage:
        page = self.pages.get(url, FakePage("<h1>Not found</h1>", status=404))
        return next((p for key, p in page.by_agent.items() if key in agent), page)

    def _fetched(
        self, url: str, final: str, page: FakePage, hops: list[Hop], agent: str
    ) -> Fetched:
        seen = self._counts[url] = self._counts.get(url, 0) + 1
        first = page.first_byte_ms
        if seen > 1 and page.repeats_ms:
            first = page.repeats_ms[min(seen - 2, len(page.repeats_ms) - 1)]
        self.clock.elapsed += page.takes_s
        body = _raw(page.body)
        failed = page.problem is not None
        return Fetched(
            url=url,
            final_url=final,
            status=None if failed else page.status,
            headers=() if failed else page.headers,
            body=body,
            hops=tuple(hops),
            fetched_at=self.clock.now(),
            first_byte_ms=None if failed else first,
            total_ms=first + 5.0,
            wire_bytes=page.wire_bytes if page.wire_bytes is not None else len(body),
            user_agent=agent,
            problem=page.problem,
        )


def _raw(body: str | bytes) -> bytes:
    return body.encode() if isinstance(body, str) else body


def sites_of(fetcher: FakeFetcher) -> SitesHere:
    """The sites that a fetcher serves, read in this process."""
    return SitesHere(fetcher, fetcher.clock)
