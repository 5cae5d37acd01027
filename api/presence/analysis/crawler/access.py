"""The crawl's access to the network: robots, politeness and the deadline precede every fetch.

Invariant: nothing that a site's robots.txt forbids us is fetched, except robots.txt itself.
"""

from __future__ import annotations

from presence.analysis.crawler.agents import ROBOTS_NAME, USER_AGENT
from presence.analysis.crawler.gate import MAX_DELAY_S, HostGate
from presence.analysis.crawler.robots import MAX_BYTES, RobotsFile
from presence.analysis.crawler.urls import origin_of, site_of
from presence.analysis.ports import Clock, Fetcher
from presence.analysis.types import Fetched

_ROBOTS_BYTES = 2 * MAX_BYTES
_SMALL_BYTES = 256 * 1024
_FETCH_S = 15.0
_FOREIGN_SITES = 6


class SiteAccess:
    """One crawl's fetcher. Methods return None if a fetch was not allowed or came too late."""

    def __init__(self, fetcher: Fetcher, clock: Clock, per_host: int, deadline_s: float) -> None:
        self._fetcher = fetcher
        self._clock = clock
        self._per_host = per_host
        self.ends = clock.monotonic() + deadline_s
        self._gates: dict[str, HostGate] = {}
        self._robots: dict[str, RobotsFile] = {}
        self.robots_answer: Fetched | None = None
        self.robots = RobotsFile((), ())

    @property
    def late(self) -> bool:
        """Whether the crawl's time is up."""
        return self._clock.monotonic() >= self.ends

    @property
    def delay_s(self) -> float:
        """Seconds between requests that the crawled site asks for, at most 10."""
        return min(self.robots.crawl_delay(ROBOTS_NAME) or 0.0, MAX_DELAY_S)

    async def enter(self, url: str) -> bool:
        """Read the robots.txt of the site to be crawled; returns whether `url` may be fetched."""
        self.robots_answer, self.robots = await self._read_robots(url)
        return self.robots.decide(ROBOTS_NAME, url).allowed

    def may(self, url: str) -> bool:
        """Whether the robots.txt already read allows us to fetch a URL of the crawled site."""
        return self.robots.decide(ROBOTS_NAME, url).allowed

    async def get(self, url: str) -> Fetched:
        """Fetch a URL that is already known to be allowed."""
        return await self._fetch(url, USER_AGENT, None)

    async def get_in_time(self, url: str) -> Fetched | None:
        """Like `get`, but None once the deadline has passed while waiting for a turn."""
        return await self._polite(url, USER_AGENT, None)

    async def get_allowed(self, url: str) -> Fetched | None:
        """Fetch any URL of any site after checking that site's robots.txt."""
        return await self._polite(url, USER_AGENT, None) if await self._allowed(url) else None

    async def get_small(self, url: str) -> Fetched | None:
        """Like `get_allowed`, for a link check: at most 256 kB, and never with a Crawl-delay."""
        if self.delay_s or self.late or not await self._allowed(url):
            return None
        return await self._polite(url, USER_AGENT, _SMALL_BYTES)

    async def get_as(self, url: str, agent: str | None) -> Fetched | None:
        """Fetch as another user agent; never where our own robots group forbids us."""
        return await self._polite(url, agent or USER_AGENT, None) if self.may(url) else None

    async def _allowed(self, url: str) -> bool:
        site = site_of(url)
        if site not in self._robots:
            if len(self._robots) > _FOREIGN_SITES:
                return False
            await self._read_robots(url)
        return self._robots[site].decide(ROBOTS_NAME, url).allowed

    async def _read_robots(self, url: str) -> tuple[Fetched, RobotsFile]:
        answer = await self._fetch(f"{origin_of(url)}/robots.txt", USER_AGENT, _ROBOTS_BYTES)
        status = answer.status
        if answer.problem is not None and answer.problem.code == "too-large" and answer.body:
            status = 200
        robots = RobotsFile.of_response(status, answer.body)
        site = site_of(url)
        self._robots[site] = robots
        delay = robots.crawl_delay(ROBOTS_NAME)
        if delay:
            self._gates[site] = HostGate(self._clock, self._per_host, delay)
        return answer, robots

    async def _polite(self, url: str, agent: str, max_bytes: int | None) -> Fetched | None:
        gate = self._gate(url)
        async with gate:
            if self.late:
                return None
            answer = await self._send(url, agent, max_bytes)
        gate.observe(answer)
        return answer

    async def _fetch(self, url: str, agent: str, max_bytes: int | None) -> Fetched:
        gate = self._gate(url)
        async with gate:
            answer = await self._send(url, agent, max_bytes)
        gate.observe(answer)
        return answer

    async def _send(self, url: str, agent: str, max_bytes: int | None) -> Fetched:
        left = max(1.0, min(_FETCH_S, self.ends - self._clock.monotonic()))
        return await self._fetcher.fetch(
            url, user_agent=agent, max_bytes=max_bytes, deadline_s=left
        )

    def _gate(self, url: str) -> HostGate:
        site = site_of(url)
        if site not in self._gates:
            self._gates[site] = HostGate(self._clock, self._per_host, None)
        return self._gates[site]
