"""A made-up business as the product meets it: its owner's words and its pages as crawled."""

from __future__ import annotations

from datetime import UTC, datetime

from presence.analysis.crawler.facts import read_page
from presence.analysis.types import BrandProfile, Fetched, PageFacts
from tests.sense.corpus import Business, page_html

SITE = "https://brand.example"


def profile_of(business: Business) -> BrandProfile:
    """What the owner typed."""
    return BrandProfile(
        business["name"],
        business["description"],
        business["audience"],
        market=business["market"],
        language=business["language"],
        website=SITE,
    )


def pages_of(business: Business) -> list[PageFacts]:
    """The pages of its site."""
    return [_facts(business, page) for page in business["pages"]]


def _facts(business: Business, page: dict[str, str]) -> PageFacts:
    address = SITE + page["path"]
    body = page_html(business, page).encode()
    headers = (("content-type", "text/html; charset=utf-8"),)
    moment = datetime(2026, 1, 1, tzinfo=UTC)
    fetched = Fetched(address, address, 200, headers, body, (), moment, None, 0.0)
    return read_page(fetched, 0 if page["path"] == "/" else 1)
