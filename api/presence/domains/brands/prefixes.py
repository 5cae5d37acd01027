"""Determines which part of an address a brand owns: the site, or its own section of a shared one.

Invariant: a prefix has no scheme and no `www.`, its host is lower-case, and on a platform where
many parties publish it never covers more than the brand's own pages.
"""

from __future__ import annotations

from urllib.parse import urlsplit

# How many path segments identify the publisher on sites that many publishers share.
_SHARED = {
    "amazon.com": 2,
    "behance.net": 1,
    "etsy.com": 2,
    "facebook.com": 1,
    "github.com": 1,
    "instagram.com": 1,
    "linkedin.com": 2,
    "linktr.ee": 1,
    "medium.com": 1,
    "pinterest.com": 1,
    "sites.google.com": 2,
    "tiktok.com": 1,
    "tripadvisor.com": 1,
    "twitter.com": 1,
    "x.com": 1,
    "yelp.com": 2,
    "youtube.com": 1,
}


def owned_prefixes(website_url: str | None) -> tuple[str, ...]:
    """URL prefixes that belong to the brand with this website; empty without a website."""
    if not website_url:
        return ()
    parts = urlsplit(website_url)
    host = parts.netloc.lower().removeprefix("www.")
    depth = _SHARED.get(host, 0)
    segments = [segment for segment in parts.path.split("/") if segment][:depth]
    return ("/".join((host, *segments)),) if len(segments) == depth else ()
