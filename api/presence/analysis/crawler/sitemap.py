"""Sitemaps: found through robots.txt or at the usual address, indexes and gzip included.

Invariant: XML is scanned, never parsed, so entities cannot expand; every size is bounded.
"""

from __future__ import annotations

import html
import re
import zlib
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from presence.analysis.crawler.urls import Resolver, origin_of, resolve
from presence.analysis.types import Fetched

MAX_FILES = 12
MAX_URLS = 50_000
MAX_UNPACKED = 10 * 1024 * 1024
_LOC = re.compile(r"<(?:[a-z]+:)?loc>\s*(?:<!\[CDATA\[)?\s*([^<\]]+?)\s*(?:\]\]>)?\s*</", re.I)
_INDEX = re.compile(r"<(?:[a-z]+:)?sitemapindex[\s>]", re.I)

Get = Callable[[str], Awaitable[Fetched | None]]


@dataclass(frozen=True, slots=True)
class Sitemaps:
    """`files` that answered with a sitemap, and the page URLs they list, in order."""

    files: tuple[str, ...]
    urls: tuple[str, ...]


async def read_sitemaps(site: str, declared: tuple[str, ...], get: Get) -> Sitemaps:
    """Read the declared sitemaps, or `/sitemap.xml` when robots.txt names none."""
    origin = origin_of(site)
    known = Resolver()
    waiting = [url for url in (resolve(site, s) for s in declared) if url]
    waiting = waiting or [f"{origin}/sitemap.xml"]
    asked: set[str] = set()
    files: list[str] = []
    urls: dict[str, None] = {}
    while waiting and len(asked) < MAX_FILES and len(urls) < MAX_URLS:
        url = waiting.pop(0)
        if url in asked:
            continue
        asked.add(url)
        answer = await get(url)
        text = sitemap_text(answer) if answer is not None else None
        if text is None:
            continue
        files.append(url)
        targets = (known.resolve(url, origin, html.unescape(loc)) for loc in _locs(text))
        found = [target for target in targets if target]
        if _INDEX.search(text[:4096]):
            waiting.extend(found)
        else:
            urls.update(dict.fromkeys(found[: MAX_URLS - len(urls)]))
    return Sitemaps(tuple(files), tuple(urls))


def sitemap_text(answer: Fetched) -> str | None:
    """Text of a sitemap answer, unpacked when gzipped; None when it is something else."""
    if answer.status != 200 or answer.problem is not None:
        return None
    body = answer.body
    if body[:2] == b"\x1f\x8b":
        body = _gunzip(body)
    kind = answer.header("content-type") or ""
    text = body.decode("utf-8-sig", "replace")
    if "html" in kind or text.lstrip()[:15].lower().startswith(("<!doctype", "<html")):
        return None
    is_xml = "<urlset" in text[:4096] or bool(_INDEX.search(text[:4096])) or ":urlset" in text
    is_list = text.startswith(("http://", "https://"))
    return text if is_xml or is_list else None


def _locs(text: str) -> list[str]:
    if text.startswith("http"):
        return [line.strip() for line in text.splitlines() if line.strip()]
    return _LOC.findall(text)


def _gunzip(body: bytes) -> bytes:
    """At most 10 MB of a gzip file; a broken one gives what could be read."""
    try:
        return zlib.decompressobj(zlib.MAX_WBITS | 16).decompress(body, MAX_UNPACKED)
    except zlib.error:
        return b""
