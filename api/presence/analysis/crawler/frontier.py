"""Which page comes next, which were seen, who links to whom, and which are the same page twice.

Invariant: every page URL is queued at most once, in the order it was found.
"""

from __future__ import annotations

import re
from dataclasses import replace

from presence.analysis.crawler.agents import ROBOTS_NAME
from presence.analysis.crawler.robots import RobotsFile
from presence.analysis.crawler.robots_patterns import path_of
from presence.analysis.crawler.urls import canonical_key, site_of
from presence.analysis.types import PageFacts

WAVE = 100
_MAX_KNOWN = 20_000
_FILES = re.compile(
    r"\.(?:pdf|jpe?g|png|gif|webp|avif|svg|ico|zip|gz|rar|7z|mp[34]|m4[av]|mov|avi|webm|woff2?|"
    r"ttf|css|js|json|xml|rss|docx?|xlsx?|pptx?|exe|dmg|apk|csv|txt)$",
    re.IGNORECASE,
)


class Frontier:
    """Breadth-first queue of one site: links of the start page first, then its sitemap."""

    def __init__(
        self, start: str, robots: RobotsFile, sitemap: tuple[str, ...], pages: int, depth: int
    ) -> None:
        self.site = site_of(start)
        self._rules = robots.rules_for(ROBOTS_NAME)
        self._depth = depth
        self._attempts = 2 * pages + 20
        self._seen: set[str] = {canonical_key(start)}
        self._queue: list[tuple[str, int]] = []
        self._not_pages = 0
        self._refused: dict[str, None] = {}
        self._from: dict[str, set[str]] = {}
        self._sitemap = [url for url in sitemap if site_of(url) == self.site]
        self._sitemap_keys = {canonical_key(url) for url in self._sitemap}
        self._sitemap_queued = False

    @property
    def discovered(self) -> int:
        """Distinct pages of the site known so far, without those that turned out not to be."""
        return len(self._seen) - self._not_pages

    @property
    def refused(self) -> tuple[str, ...]:
        """Pages that our own robots group kept us from."""
        return tuple(self._refused)

    def in_sitemap(self, url: str) -> bool:
        """Whether a sitemap of the site lists the page."""
        return canonical_key(url) in self._sitemap_keys

    def take_links(self, page: PageFacts) -> None:
        """Queue the pages a page links to; after the start page also those of the sitemap."""
        own = canonical_key(page.final_url)
        for link in page.links:
            if site_of(link.url) == self.site:
                key = canonical_key(link.url)
                if key != own:
                    self._from.setdefault(key, set()).add(own)
                self._offer(link.url, key, page.depth + 1)
        if not self._sitemap_queued:
            self._sitemap_queued = True
            for url in self._sitemap:
                self._offer(url, canonical_key(url), 1)

    def _offer(self, url: str, key: str, depth: int) -> None:
        if key in self._seen or url in self._refused or len(self._seen) >= _MAX_KNOWN:
            return
        if _FILES.search(key):
            return
        if not self._rules.decide(path_of(url)).allowed:
            self._refused[url] = None
            return
        self._seen.add(key)
        if depth <= self._depth:
            self._queue.append((url, depth))

    def next_wave(self, room: int) -> list[tuple[str, int]]:
        """The next (url, depth) pairs, at most `room`; empty when nothing is left to do."""
        size = min(room, WAVE, self._attempts)
        if size <= 0:
            return []
        wave, self._queue = self._queue[:size], self._queue[size:]
        self._attempts -= len(wave)
        return wave

    def claim(self, final_url: str, asked: str) -> bool:
        """Whether a redirect's target is a page of this site that nobody else will read."""
        key = canonical_key(final_url)
        if key == canonical_key(asked):
            return True
        if site_of(final_url) != self.site or key in self._seen:
            return False
        if not self._rules.decide(path_of(final_url)).allowed:
            return False
        self._seen.add(key)
        self._not_pages += 1
        return True

    def not_a_page(self) -> None:
        """A queued URL answered with something else than a page of this site."""
        self._not_pages += 1

    def without_duplicates(self, pages: list[PageFacts]) -> list[PageFacts]:
        """Drop pages that name another read page as canonical and carry the same text."""
        texts = {canonical_key(page.final_url): page.main_text for page in pages}
        kept: list[PageFacts] = []
        for page in pages:
            own = canonical_key(page.final_url)
            target = canonical_key(page.canonical) if page.canonical else own
            if target != own and texts.get(target) == page.main_text:
                self._not_pages += 1
            else:
                kept.append(page)
        return kept

    def with_inlinks(self, pages: list[PageFacts]) -> tuple[PageFacts, ...]:
        """Pages with the number of other pages that link to each (redirect sources count)."""
        return tuple(
            replace(page, linked_from=len(self._sources(page) - {canonical_key(page.final_url)}))
            for page in pages
        )

    def _sources(self, page: PageFacts) -> set[str]:
        found = self._from.get(canonical_key(page.final_url), set())
        return found | self._from.get(canonical_key(page.url), set())
