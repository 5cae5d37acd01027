"""What the checks look at: a crawl with its robots file and the pages worth judging, indexed.

Invariant: every crawled page is judged, not the home page alone; pages whose trouble has one
named cause (a script-only page, a login wall) fail its symptoms too but are not listed for them.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from urllib.parse import urlsplit

from presence.analysis.crawler.robots import RobotsFile
from presence.analysis.crawler.urls import canonical_key
from presence.analysis.types import BrandProfile, EvidenceRef, PageFacts, SiteCrawl

_UTILITY = re.compile(
    r"/(?:cart|basket|checkout|log-?in|log-?out|sign-?in|sign-?up|register|account|my-account|"
    r"search|admin|wp-admin|wp-login|password|thank-?you|thanks|404|unsubscribe|preferences|"
    r"wishlist|compare|feed)(?:[/.]|$)",
    re.IGNORECASE,
)
_LOGIN = re.compile(
    r"/(?:log-?in|sign-?in|auth|sso|account/login|session/new|users/sign_in|wp-login)(?:[/.]|$)",
    re.IGNORECASE,
)
_WALL_WORDS = 80
EVIDENCE_PAGES = 5


@dataclass(frozen=True)
class Site:
    """One crawl prepared for judging. `pages` are those that answered with content."""

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
        """The site's robots rules; without any answer nothing is known, so nothing is blocked."""
        if self.crawl.robots_status is None:
            return RobotsFile((), ())
        return RobotsFile.of_response(self.crawl.robots_status, self.crawl.robots_text.encode())

    @cached_property
    def explained(self) -> frozenset[str]:
        """Final URLs whose missing text already has a named cause."""
        return frozenset(
            page.final_url for page in self.pages if page.needs_javascript or login_wall(page)
        )

    @property
    def complete(self) -> bool:
        """Whether every discovered page was read: then the audit is a census."""
        return self.crawl.discovered <= len(self.crawl.pages)

    def seen(self, page: PageFacts) -> str:
        """When and how a page answered, for evidence."""
        when = page.fetched_at.strftime("%Y-%m-%d %H:%M UTC")
        return f"status {page.status}, fetched {when}"

    def html_evidence(self, pages: list[PageFacts], quote: str = "") -> tuple[EvidenceRef, ...]:
        """One reference per page, at most five."""
        return tuple(
            EvidenceRef("html", page.final_url, quote, self.seen(page))
            for page in pages[:EVIDENCE_PAGES]
        )


def is_utility(url: str) -> bool:
    """Pages nobody wants in an answer (basket, account, search); some checks exempt them."""
    return bool(_UTILITY.search(urlsplit(url).path))


def login_wall(page: PageFacts) -> bool:
    """A page that asks for a login instead of showing its content."""
    if page.status == 401:
        return True
    if _LOGIN.search(urlsplit(page.url).path) or is_utility(page.url):
        return False
    sent_to_login = page.final_url != page.url and _LOGIN.search(urlsplit(page.final_url).path)
    return bool(sent_to_login) or (page.login_form and page.word_count < _WALL_WORDS)
