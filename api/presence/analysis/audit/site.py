"""The input of the checks: a crawl with its robots file and the pages to assess, indexed.

Invariant: every crawled page is assessed, not only the home page; pages whose problems have one
named cause (a script-only page, a login wall) also fail on the symptoms, but are not listed for
them.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from presence.analysis.audit.bots import robots_of
from presence.analysis.audit.wording import readable
from presence.analysis.crawler.login_walls import login_wall
from presence.analysis.crawler.robots import RobotsFile
from presence.analysis.crawler.urls import canonical_key
from presence.analysis.offer import read_offer
from presence.analysis.types import BrandProfile, EvidenceRef, PageFacts, SiteCrawl
from presence.analysis.types.offer import Offer

EVIDENCE_PAGES = 5


@dataclass(frozen=True)
class AuditedSite:
    """One crawl prepared for the checks. `pages` are those that returned content."""

    crawl: SiteCrawl
    profile: BrandProfile

    @cached_property
    def pages(self) -> tuple[PageFacts, ...]:
        """Pages with status 200, in crawl order."""
        return tuple(page for page in self.crawl.pages if page.status == 200)

    @cached_property
    def index(self) -> dict[str, int]:
        """Position of a page in `pages` by canonical key of its final URL."""
        return {canonical_key(page.final_url): i for i, page in enumerate(self.pages)}

    @cached_property
    def robots(self) -> RobotsFile:
        """The site's robots rules."""
        return robots_of(self.crawl)

    @cached_property
    def explained(self) -> frozenset[str]:
        """Final URLs whose missing text another finding already explains."""
        return frozenset(
            page.final_url for page in self.pages if page.needs_javascript or login_wall(page)
        )

    @cached_property
    def offer(self) -> Offer:
        """What the brand sells according to its own texts; read only when a fix needs it."""
        return read_offer(self.profile, self.pages)

    def worded(self, page: PageFacts) -> PageFacts:
        """The page with only the text that was written for readers."""
        return self._readable[page.final_url]

    @cached_property
    def _readable(self) -> dict[str, PageFacts]:
        return readable(self.pages)

    @property
    def complete(self) -> bool:
        """Whether every discovered page was read, which makes the audit a census."""
        return self.crawl.discovered <= len(self.crawl.pages)

    def seen(self, page: PageFacts) -> str:
        """When and how a page responded, for evidence."""
        when = page.fetched_at.strftime("%Y-%m-%d %H:%M UTC")
        return f"status {page.status}, fetched {when}"

    def html_evidence(self, pages: list[PageFacts], quote: str = "") -> tuple[EvidenceRef, ...]:
        """One reference per page, at most five."""
        return tuple(
            EvidenceRef("html", page.final_url, quote, self.seen(page))
            for page in pages[:EVIDENCE_PAGES]
        )
