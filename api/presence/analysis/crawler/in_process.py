"""Sites read in this process, as in an isolated process, in tests and on the command line.

Invariant: the caller runs the parsers of untrusted pages beside everything else it holds.
"""

from __future__ import annotations

from collections.abc import Sequence

from presence.analysis.crawler.crawl import crawl_all
from presence.analysis.crawler.look import look
from presence.analysis.crawler.page_text import read_text
from presence.analysis.crawler.refetch import refetch
from presence.analysis.ports import Clock, CrawlRequest, Fetcher, Progress
from presence.analysis.types import FetchProblem, Finding, PageText, SiteCrawl, SiteLook


class SitesHere:
    """`analysis.ports.Sites` with a fetcher and a clock."""

    def __init__(self, fetcher: Fetcher, clock: Clock) -> None:
        self._fetcher = fetcher
        self._clock = clock

    async def __call__(
        self, requests: Sequence[CrawlRequest], progress: Progress | None = None
    ) -> tuple[SiteCrawl | None, ...]:
        """One crawl for each request."""
        return await crawl_all(requests, self._fetcher, self._clock, progress)

    async def look(self, url: str) -> SiteLook:
        """Take a first look at an address."""
        return await look(url, self._fetcher)

    async def read_text(self, url: str, prefixes: Sequence[str]) -> PageText | FetchProblem:
        """The text of one page."""
        return await read_text(url, prefixes, self._fetcher)

    async def refetch(self, crawl: SiteCrawl, finding: Finding) -> SiteCrawl | FetchProblem:
        """Fetch again what a finding is based on."""
        return await refetch(crawl, finding, self._fetcher, self._clock)
