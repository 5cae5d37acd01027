"""Fetches again only what one finding is based on, replacing what was read before.

Invariant: the returned crawl differs from the given one only where something was fetched again, so
the same check decides on the same basis; robots.txt is read first and obeyed.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from presence.analysis.crawler.access import SiteAccess
from presence.analysis.crawler.crawl import is_llms_txt, robots_text
from presence.analysis.crawler.facts import is_html, read_page
from presence.analysis.crawler.linkcheck import LinksToCheck, check, markup_urls
from presence.analysis.crawler.probes import probe
from presence.analysis.crawler.sitemap import Sitemaps, read_sitemaps
from presence.analysis.crawler.slow import measure_again
from presence.analysis.crawler.urls import Resolver, canonical_key, origin_of
from presence.analysis.ports import Clock, Fetcher
from presence.analysis.types import (
    AgentProbe,
    FetchProblem,
    Finding,
    LinkCheck,
    PageFacts,
    SiteCrawl,
)

DEADLINE_S: Final = 40.0
MAX_PAGES: Final = 60
_PER_HOST = 4
_ROBOTS_ONLY = frozenset(
    {"robots-blocks-search-bot", "robots-blocks-user-bot", "training-bot-blocked",
     "sitemap-missing", "llms-txt-missing"}
)  # fmt: skip
_LINKED = frozenset({"broken-link", "redirect-chain", "canonical-conflict", "hreflang-invalid"})
_GONE = frozenset({404, 410})


async def refetch(
    crawl: SiteCrawl, finding: Finding, fetcher: Fetcher, clock: Clock
) -> SiteCrawl | FetchProblem:
    """The crawl with what the finding needs fetched again, or why nothing could be read."""
    access = SiteAccess(fetcher, clock, _PER_HOST, DEADLINE_S)
    return await _Refetch(crawl, finding, access, clock).run()


class _Refetch:
    def __init__(
        self, crawl: SiteCrawl, finding: Finding, access: SiteAccess, clock: Clock
    ) -> None:
        self._crawl = crawl
        self._finding = finding
        self._access = access
        self._clock = clock
        self._resolver = Resolver()
        self._problem: FetchProblem | None = None

    async def run(self) -> SiteCrawl | FetchProblem:
        await self._access.enter(self._crawl.final_url)
        crawl = self._with_robots(self._crawl)
        code = self._finding.code
        if self._problem is not None and code not in _ROBOTS_ONLY:
            return self._problem
        if code == "sitemap-missing":
            return await self._with_sitemaps(crawl)
        if code == "llms-txt-missing":
            return await self._with_llms_txt(crawl)
        if code in _ROBOTS_ONLY:
            return self._problem or crawl
        return await self._with_pages(crawl)

    def _with_robots(self, crawl: SiteCrawl) -> SiteCrawl:
        answer = self._access.robots_answer
        if answer is None:
            return crawl
        if answer.problem is not None and answer.status is None:
            self._problem = answer.problem
            return crawl
        return replace(
            crawl,
            robots_url=answer.final_url,
            robots_status=answer.status,
            robots_text=robots_text(answer),
            finished_at=self._clock.now(),
        )

    async def _with_sitemaps(self, crawl: SiteCrawl) -> SiteCrawl | FetchProblem:
        if self._problem is not None:
            return self._problem
        found = await self._sitemaps(crawl)
        return replace(crawl, sitemaps=found.files, sitemap_urls=len(found.urls))

    async def _sitemaps(self, crawl: SiteCrawl) -> Sitemaps:
        declared = self._access.robots.sitemaps
        return await read_sitemaps(crawl.final_url, declared, self._access.get_allowed)

    async def _with_llms_txt(self, crawl: SiteCrawl) -> SiteCrawl | FetchProblem:
        answer = await self._access.get_allowed(f"{origin_of(crawl.final_url)}/llms.txt")
        if answer is not None and answer.problem is not None:
            return answer.problem
        return replace(crawl, llms_txt=is_llms_txt(answer))

    async def _with_pages(self, crawl: SiteCrawl) -> SiteCrawl | FetchProblem:
        if _in_sitemap(crawl, self._finding):
            return await self._with_sitemap_entries(crawl)
        wanted = _wanted_pages(crawl, self._finding)
        fresh = await self._read(wanted)
        if not fresh:
            return self._problem or FetchProblem(
                "robots-disallowed", "robots.txt does not allow us to read the page again."
            )
        code = self._finding.code
        if code == "slow-first-byte":
            found = [page for page in fresh.values() if page is not None]
            again = await measure_again(found, self._access.get_as, self._clock, self._access.ends)
            fresh |= {canonical_key(page.final_url): page for page in again}
        pages = _replaced(crawl.pages, fresh)
        changed = replace(crawl, pages=pages, refused=crawl.refused)
        if code == "firewall-blocks-agent":
            return replace(changed, probes=await self._probes(changed))
        if code in _LINKED:
            return replace(changed, link_checks=await self._links(changed, fresh))
        if code == "orphan-page":
            return replace(changed, pages=_linked(pages))
        return changed

    async def _with_sitemap_entries(self, crawl: SiteCrawl) -> SiteCrawl:
        """Dead entries that the sitemap still lists, and what they answer now."""
        found = await self._sitemaps(crawl)
        listed = set(found.urls)
        again = LinksToCheck()
        for old in crawl.link_checks:
            if old.kind == "sitemap" and old.url in listed:
                again.add("sitemap", old.url, old.found_on[0])
        kept = [check for check in crawl.link_checks if check.kind != "sitemap"]
        fresh = await check(again, {}, self._access.get_small)
        return replace(
            crawl,
            sitemaps=found.files,
            sitemap_urls=len(found.urls),
            link_checks=(*kept, *fresh),
        )

    async def _read(self, pages: Iterable[PageFacts]) -> dict[str, PageFacts | None]:
        """By key of the old page: its new facts, None when it is gone. Unread ones are absent."""
        chosen = list(pages)[:MAX_PAGES]
        read = await asyncio.gather(*(self._read_one(page) for page in chosen))
        return {
            canonical_key(old.final_url): new
            for old, (tried, new) in zip(chosen, read, strict=True)
            if tried
        }

    async def _read_one(self, old: PageFacts) -> tuple[bool, PageFacts | None]:
        if not self._access.may(old.final_url):
            return False, None
        answer = await self._access.get_in_time(old.url)
        if answer is None:
            return False, None
        if answer.problem is not None:
            self._problem = answer.problem
            return False, None
        if answer.status in _GONE or (answer.status == 200 and not is_html(answer)):
            return True, None
        if answer.status not in (200, 401):
            message = f"The page answered with status {answer.status}."
            self._problem = FetchProblem("http-error", message)
            return False, None
        page = read_page(answer, old.depth, self._resolver, old.in_sitemap)
        return True, replace(page, linked_from=old.linked_from)

    async def _probes(self, crawl: SiteCrawl) -> tuple[AgentProbe, ...]:
        """New probes of the finding's pages as its bots; the others stand."""
        pages = [page for page in crawl.pages if page.final_url in self._finding.pages]
        tried = await asyncio.gather(
            *(probe(p, bot, self._access.get_as) for p in pages for bot in self._finding.bots)
        )
        new = {(found.agent, found.url): found for found in tried if found is not None}
        return tuple(new.get((old.agent, old.url), old) for old in crawl.probes)

    async def _links(
        self, crawl: SiteCrawl, fresh: dict[str, PageFacts | None]
    ) -> tuple[LinkCheck, ...]:
        """Targets on the pages fetched again: whether they exist, and how they respond now."""
        pages = tuple(page for page in fresh.values() if page is not None)
        carried = markup_urls(pages, self._resolver)
        for page in pages:
            for link in page.links:
                carried.add("link", link.url, page.final_url)
        kept: list[LinkCheck] = []
        again = LinksToCheck()
        for old in crawl.link_checks:
            elsewhere = [url for url in old.found_on if canonical_key(url) not in fresh]
            still = carried.by_kind[old.kind].get(old.url, [])
            if len(elsewhere) == len(old.found_on):
                kept.append(old)
            for url in (*elsewhere, *still) if len(elsewhere) < len(old.found_on) else ():
                again.add(old.kind, old.url, url)
        if self._finding.code in ("canonical-conflict", "hreflang-invalid"):
            for kind in ("canonical", "hreflang"):
                for url, found_on in carried.by_kind[kind].items():
                    for page_url in found_on:
                        again.add(kind, url, page_url)
        return (*kept, *await check(again, {}, self._access.get_small))


def _in_sitemap(crawl: SiteCrawl, finding: Finding) -> bool:
    """Whether a broken-link finding is about an entry of the sitemap."""
    entries = {url for c in crawl.link_checks if c.kind == "sitemap" for url in c.found_on}
    return finding.code == "broken-link" and not entries.isdisjoint(finding.pages)


def _wanted_pages(crawl: SiteCrawl, finding: Finding) -> list[PageFacts]:
    """The affected pages; for links between pages also those that should link to them."""
    affected = {canonical_key(url) for url in finding.pages}
    wanted = [
        page
        for page in crawl.pages
        if canonical_key(page.final_url) in affected or canonical_key(page.url) in affected
    ]
    if finding.code == "orphan-page":
        return [*wanted, *(page for page in crawl.pages if page not in wanted)]
    if finding.code == "hreflang-invalid":
        named = {canonical_key(url) for page in wanted for _, url in page.hreflang}
        others = (p for p in crawl.pages if canonical_key(p.final_url) in named)
        return [*wanted, *(page for page in others if page not in wanted)]
    return wanted


def _replaced(
    pages: tuple[PageFacts, ...], fresh: dict[str, PageFacts | None]
) -> tuple[PageFacts, ...]:
    found = ((page, fresh.get(canonical_key(page.final_url), page)) for page in pages)
    return tuple(new for _, new in found if new is not None)


def _linked(pages: tuple[PageFacts, ...]) -> tuple[PageFacts, ...]:
    """Pages with the number of other pages that link to each, counted again."""
    sources: dict[str, set[str]] = {}
    for page in pages:
        for link in page.links:
            sources.setdefault(canonical_key(link.url), set()).add(canonical_key(page.final_url))

    def inlinks(page: PageFacts) -> int:
        own = canonical_key(page.final_url)
        found = sources.get(own, set()) | sources.get(canonical_key(page.url), set())
        return len(found - {own})

    return tuple(replace(page, linked_from=inlinks(page)) for page in pages)
