"""One polite crawl of one site: robots first, then pages breadth first, then the side checks.

Invariant: which pages are read depends on the site and the limits, never on which answer came
first: each wave is fetched together and its links are taken in the order they were found.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from presence.analysis.crawler.access import SiteAccess
from presence.analysis.crawler.agents import USER_AGENT
from presence.analysis.crawler.facts import is_html, read_page
from presence.analysis.crawler.frontier import Frontier
from presence.analysis.crawler.linkcheck import LinksToCheck, check, markup_urls
from presence.analysis.crawler.login_walls import login_wall
from presence.analysis.crawler.probes import probe_agents
from presence.analysis.crawler.robots import MAX_BYTES
from presence.analysis.crawler.sitemap import Sitemaps, read_sitemaps
from presence.analysis.crawler.slow import measure_again
from presence.analysis.crawler.urls import (
    Resolver,
    canonical_key,
    normalize_url,
    origin_of,
    site_of,
)
from presence.analysis.ports import Clock, CrawlLimits, CrawlRequest, Fetcher, Progress
from presence.analysis.types import Fetched, FetchProblem, Hop, LinkCheck, PageFacts, SiteCrawl

_PAGES_SHARE = 0.75
_LOGIN_REQUIRED = "The website asks for a login before it shows anything, so it cannot be read."


async def crawl_all(
    requests: Sequence[CrawlRequest],
    fetcher: Fetcher,
    clock: Clock,
    progress: Progress | None = None,
) -> tuple[SiteCrawl | None, ...]:
    """As `Crawls` says, in this process."""

    async def one(request: CrawlRequest, on_progress: Progress | None) -> SiteCrawl | None:
        try:
            return await crawl(request.start_url, fetcher, clock, request.limits, on_progress)
        except ValueError:
            return None

    listeners = (progress, *(None for _ in requests[1:]))
    return tuple(await asyncio.gather(*map(one, requests, listeners)))


async def crawl(
    start_url: str,
    fetcher: Fetcher,
    clock: Clock,
    limits: CrawlLimits | None = None,
    progress: Progress | None = None,
) -> SiteCrawl:
    """Crawl the site of `start_url`; raises ValueError only when it is no web address.

    Pages come in the order they were discovered, the start page first, duplicates removed.
    A site that gives nothing comes back with `unreachable` set and no pages.
    """
    return await _Crawl(fetcher, clock, limits or CrawlLimits(), progress).run(start_url)


class _Crawl:
    """State of one crawl."""

    def __init__(
        self, fetcher: Fetcher, clock: Clock, limits: CrawlLimits, progress: Progress | None
    ) -> None:
        self._clock = clock
        self._limits = limits
        self._progress = progress
        self._access = SiteAccess(fetcher, clock, limits.per_host, limits.deadline_s)
        self._started = clock.now()
        self._pages_end = clock.monotonic() + limits.deadline_s * _PAGES_SHARE
        self._resolver = Resolver()
        self._answered: dict[str, tuple[int | None, tuple[Hop, ...]]] = {}
        self._done = 0

    async def run(self, start_url: str) -> SiteCrawl:
        """The whole crawl, stage by stage."""
        start = normalize_url(start_url)
        if not await self._access.enter(start):
            return self._nothing(start, start)
        first = await self._access.get(start)
        moved = first.problem is None and site_of(first.final_url) != site_of(start)
        if moved and not await self._access.enter(first.final_url):
            return self._nothing(start, first.final_url)
        problem = _start_problem(first)
        if problem is not None:
            return self._nothing(start, first.final_url, problem)
        site = first.final_url
        sitemaps, llms = await asyncio.gather(
            read_sitemaps(site, self._access.robots.sitemaps, self._access.get_allowed),
            self._access.get_allowed(f"{origin_of(site)}/llms.txt"),
        )
        most = self._page_limit()
        frontier = Frontier(site, self._access.robots, sitemaps.urls, most, self._limits.depth)
        pages = await self._read_pages(first, frontier, most)
        if all(login_wall(page) for page in pages):
            return self._nothing(start, site, FetchProblem("login-required", _LOGIN_REQUIRED))
        return await self._finish(start, frontier, pages, sitemaps, is_llms_txt(llms))

    async def _read_pages(self, first: Fetched, frontier: Frontier, most: int) -> list[PageFacts]:
        pages = [read_page(first, 0, self._resolver, frontier.in_sitemap(first.final_url))]
        self._remember(first)
        frontier.take_links(pages[0])
        self._done = 1
        while wave := frontier.next_wave(most - len(pages)):
            total = min(most, frontier.discovered)
            read = await asyncio.gather(
                *(self._read(url, depth, frontier, total) for url, depth in wave)
            )
            if all(answer is None for answer, _ in read):
                break
            for (url, _), (answer, page) in zip(wave, read, strict=True):
                if answer is None:
                    continue
                self._remember(answer)
                if page is None or (answer.hops and not frontier.claim(answer.final_url, url)):
                    frontier.not_a_page()
                else:
                    frontier.take_links(page)
                    pages.append(page)
        return pages

    async def _read(
        self, url: str, depth: int, frontier: Frontier, total: int
    ) -> tuple[Fetched | None, PageFacts | None]:
        """Fetch and parse one URL; parsing here overlaps with the answers still on their way."""
        if self._clock.monotonic() >= self._pages_end:
            return None, None
        answer = await self._access.get_in_time(url)
        if answer is None:
            return None, None
        self._done += 1
        if self._progress is not None:
            await self._progress("ingest", self._done, max(self._done, total))
        if answer.problem is not None or answer.status not in (200, 401) or not is_html(answer):
            return answer, None
        known = frontier.in_sitemap(url) or frontier.in_sitemap(answer.final_url)
        return answer, read_page(answer, depth, self._resolver, known)

    async def _finish(
        self,
        start: str,
        frontier: Frontier,
        pages: list[PageFacts],
        sitemaps: Sitemaps,
        llms: bool,
    ) -> SiteCrawl:
        access = self._access
        kept = frontier.without_duplicates(pages)
        if not access.delay_s:
            kept = await measure_again(kept, access.get_as, self._clock, access.ends)
        probing = self._limits.probes and not access.delay_s
        probes = await probe_agents(tuple(kept), access.get_as) if probing else ()
        checks = await self._check_links(pages, frontier.site, sitemaps)
        robots = access.robots_answer
        return SiteCrawl(
            start_url=start,
            final_url=pages[0].final_url,
            started_at=self._started,
            finished_at=self._clock.now(),
            pages=frontier.with_inlinks(kept),
            discovered=max(len(kept), frontier.discovered),
            refused=frontier.refused,
            robots_url=robots.final_url if robots else "",
            robots_status=robots.status if robots else None,
            robots_text=robots_text(robots),
            sitemaps=sitemaps.files,
            sitemap_urls=len(sitemaps.urls),
            llms_txt=llms,
            probes=probes,
            link_checks=checks,
            user_agent=USER_AGENT,
        )

    async def _check_links(
        self, pages: list[PageFacts], site: str, sitemaps: Sitemaps
    ) -> tuple[LinkCheck, ...]:
        """Links that failed, moved or were never read, URLs inside markup, dead sitemap entries."""
        wanted = LinksToCheck()
        for page in pages:
            for link in page.links:
                if site_of(link.url) != site:
                    continue
                status, hops = self._answered.get(canonical_key(link.url), (None, ()))
                if hops or status is None or status >= 400:
                    wanted.add("link", link.url, page.final_url)
        for url in sitemaps.urls:
            status, _ = self._answered.get(canonical_key(url), (None, ()))
            if site_of(url) == site and status is not None and status >= 400:
                wanted.add("sitemap", url, sitemaps.files[0])
        wanted.take(markup_urls(tuple(pages), self._resolver))
        return await check(wanted, self._answered, self._access.get_small)

    def _remember(self, answer: Fetched) -> None:
        if answer.problem is None:
            self._answered[canonical_key(answer.url)] = (answer.status, answer.hops)
            self._answered.setdefault(canonical_key(answer.final_url), (answer.status, ()))

    def _page_limit(self) -> int:
        """How many pages to read: a Crawl-delay is honoured by reading fewer."""
        delay = self._access.delay_s
        if not delay:
            return self._limits.pages
        in_time = int(self._limits.deadline_s * _PAGES_SHARE / delay) - 3
        return max(1, min(self._limits.pages, in_time))

    def _nothing(self, start: str, final: str, problem: FetchProblem | None = None) -> SiteCrawl:
        """Nothing was read: because of `problem`, or because robots.txt keeps us out."""
        robots = self._access.robots_answer
        return SiteCrawl(
            start_url=start,
            final_url=final,
            started_at=self._started,
            finished_at=self._clock.now(),
            discovered=1,
            refused=() if problem else (final,),
            robots_url=robots.final_url if robots else "",
            robots_status=robots.status if robots else None,
            robots_text=robots_text(robots),
            user_agent=USER_AGENT,
            unreachable=problem or _robots_problem(robots, final),
        )


def _start_problem(first: Fetched) -> FetchProblem | None:
    if first.problem is not None:
        return first.problem
    if first.status is None or not 200 <= first.status < 300:
        return FetchProblem("http-error", f"The website answered with status {first.status}.")
    if not is_html(first):
        return FetchProblem("not-html", "The address does not lead to a web page.")
    return None


def _robots_problem(robots: Fetched | None, url: str) -> FetchProblem:
    if robots is not None and robots.problem is not None:
        return robots.problem
    if robots is not None and robots.status is not None and robots.status >= 500:
        message = (
            f"robots.txt of {site_of(url)} answered with status {robots.status}, "
            "so we may not read the website."
        )
        return FetchProblem("robots-disallowed", message)
    message = f"robots.txt of {site_of(url)} does not allow us to read this page."
    return FetchProblem("robots-disallowed", message)


def robots_text(robots: Fetched | None) -> str:
    """The text of a robots.txt answer; "" when there is none."""
    if robots is None or robots.status is None or not 200 <= robots.status < 300:
        return ""
    return robots.body[:MAX_BYTES].decode("utf-8-sig", "replace")


def is_llms_txt(answer: Fetched | None) -> bool:
    """Whether an answer is a text file, not a page that says it is missing."""
    if answer is None or answer.status != 200:
        return False
    return "html" not in (answer.header("content-type") or "") and bool(answer.body.strip())
