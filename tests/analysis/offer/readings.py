"""Offers of made-up businesses, read as a crawl would give them."""

from __future__ import annotations

from datetime import UTC, datetime

from presence.analysis.crawler.facts import read_page
from presence.analysis.offer import read_offer
from presence.analysis.types import BrandProfile, Fetched, PageFacts
from presence.analysis.types.offer import Offer

SITE = "https://brand.example"


def page(title: str, h1: str, body: str, head: str = "", path: str = "/") -> PageFacts:
    """One page with a menu and a footer round its words."""
    text = (
        f"<!doctype html><html><head><title>{title}</title>{head}</head><body>"
        f"<nav><a href='/'>Home</a></nav><main><h1>{h1}</h1>{body}</main></body></html>"
    )
    moment = datetime(2026, 1, 1, tzinfo=UTC)
    headers = (("content-type", "text/html; charset=utf-8"),)
    address = SITE + path
    fetched = Fetched(address, address, 200, headers, text.encode(), (), moment, None, 0.0)
    return read_page(fetched, 0 if path == "/" else 1)


def offer_of(
    name: str, description: str, *pages: PageFacts, language: str = "en", audience: str = ""
) -> Offer:
    """What is read of a business that its owner describes so."""
    profile = BrandProfile(name, description, audience, language=language, website=SITE)
    return read_offer(profile, pages)


def category_of(offer: Offer) -> str:
    """The category, "" where none was read."""
    return offer.category.value if offer.category else ""


def kind_of(offer: Offer) -> str:
    """The kind, "" where none was read."""
    return offer.kind.value if offer.kind else ""
