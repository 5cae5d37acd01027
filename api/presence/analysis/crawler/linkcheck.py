"""URLs that pages point at but the crawl did not read: do they answer?

Invariant: bounded in number and size; a URL that answers anything but an error is alive.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal, get_args

from presence.analysis.crawler.structured import parsed
from presence.analysis.crawler.urls import Resolver, canonical_key, origin_of
from presence.analysis.types import Fetched, Hop, LinkCheck, PageFacts

MAX_LINKS = 60
MAX_MARKUP = 30
_URL_PROPERTIES = ("url", "logo", "image", "contentUrl", "mainEntityOfPage", "thumbnailUrl")
_OG_PROPERTIES = ("og:image", "og:image:secure_url", "og:url")

Kind = Literal["link", "open-graph", "json-ld", "canonical", "hreflang", "sitemap"]
Get = Callable[[str], Awaitable[Fetched | None]]
Known = Mapping[str, tuple[int | None, tuple[Hop, ...]]]


@dataclass(slots=True)
class LinksToCheck:
    """URLs to check by kind, each with the pages that carry it, in order of discovery."""

    by_kind: dict[Kind, dict[str, list[str]]] = field(
        default_factory=lambda: {kind: {} for kind in get_args(Kind)}
    )

    def add(self, kind: Kind, url: str, page: str) -> None:
        """Record that `page` links to `url`."""
        pages = self.by_kind[kind].setdefault(url, [])
        if page not in pages:
            pages.append(page)

    def take(self, other: LinksToCheck) -> None:
        """Add everything that another collection contains."""
        for kind, urls in other.by_kind.items():
            for url, pages in urls.items():
                for page in pages:
                    self.add(kind, url, page)


def markup_urls(pages: tuple[PageFacts, ...], resolver: Resolver) -> LinksToCheck:
    """URLs in the markup of the pages; social profiles (sameAs) are left alone."""
    wanted = LinksToCheck()
    for page in pages:
        own, origin = canonical_key(page.final_url), origin_of(page.final_url)
        for name, value in page.open_graph:
            if name in _OG_PROPERTIES and value:
                url = resolver.resolve(page.final_url, origin, value)
                if url and canonical_key(url) != own:
                    wanted.add("open-graph", url, page.final_url)
        if page.canonical and canonical_key(page.canonical) != own:
            wanted.add("canonical", page.canonical, page.final_url)
        for _, target in page.hreflang:
            if canonical_key(target) != own:
                wanted.add("hreflang", target, page.final_url)
        for item in page.structured:
            if item.error is None and item.syntax == "json-ld":
                for value in _urls_in(parsed(item.raw), 0):
                    url = resolver.resolve(page.final_url, origin, value)
                    if url and canonical_key(url) != own:
                        wanted.add("json-ld", url, page.final_url)
    return wanted


def _urls_in(data: object, depth: int) -> Iterator[str]:
    if depth > 6:
        return
    if isinstance(data, list):
        for part in data[:50]:
            yield from _urls_in(part, depth + 1)
    elif isinstance(data, dict):
        for name, value in data.items():
            if name in _URL_PROPERTIES:
                for text in value if isinstance(value, list) else [value]:
                    if isinstance(text, str) and text.startswith(("http", "/")):
                        yield text
            if isinstance(value, dict | list):
                yield from _urls_in(value, depth + 1)


async def check(wanted: LinksToCheck, known: Known, get: Get) -> tuple[LinkCheck, ...]:
    """Check every wanted URL once; those the crawl already fetched cost no request.

    `known` is by `canonical_key`. A URL that could not be tried (robots, deadline) is left out.
    """
    jobs = [
        (kind, url, tuple(pages))
        for kind, urls in wanted.by_kind.items()
        for url, pages in _bounded(urls, known, MAX_LINKS if kind == "link" else MAX_MARKUP)
    ]
    fresh = list(dict.fromkeys(url for _, url, _ in jobs if canonical_key(url) not in known))
    answers = dict(zip(fresh, await asyncio.gather(*map(get, fresh)), strict=True))
    checks = (_result(kind, url, pages, known, answers.get(url)) for kind, url, pages in jobs)
    return tuple(found for found in checks if found is not None)


def _bounded(urls: dict[str, list[str]], known: Known, most: int) -> list[tuple[str, list[str]]]:
    """Every URL with a known answer, and the first `most` of the others."""
    chosen: list[tuple[str, list[str]]] = []
    fresh = 0
    for url, pages in urls.items():
        fresh += canonical_key(url) not in known
        if canonical_key(url) in known or fresh <= most:
            chosen.append((url, pages))
    return chosen


def _result(
    kind: Kind, url: str, pages: tuple[str, ...], known: Known, answer: Fetched | None
) -> LinkCheck | None:
    key = canonical_key(url)
    if key in known:
        status, hops = known[key]
        return LinkCheck(url, status, kind, pages, hops)
    if answer is None:
        return None
    problem = answer.problem
    if problem is not None and problem.code == "too-large":
        return LinkCheck(url, 200, kind, pages, answer.hops)
    return LinkCheck(url, answer.status, kind, pages, answer.hops, problem)
