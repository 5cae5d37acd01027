"""One fetched page to `PageFacts`: parsed once, everything later stages ask about read out.

Invariant: facts come from the raw HTML alone, as an AI crawler sees it: no script is run.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from selectolax.lexbor import LexborHTMLParser, LexborNode

from presence.analysis.crawler.blocks import Block, count_words, read_blocks
from presence.analysis.crawler.charset import decode
from presence.analysis.crawler.nesting import harmless
from presence.analysis.crawler.questions import find_questions
from presence.analysis.crawler.structured import json_ld, microdata
from presence.analysis.crawler.urls import Resolver, origin_of
from presence.analysis.types import Fetched, Link, PageFacts, StructuredItem

_HEAD = "meta,link[rel],script,base[href]"
_ROBOT_NAMES = re.compile(r"^(?:robots|[a-z0-9-]*bot(?:-[a-z]+)?|[a-z]+-user|[a-z]*spider)$")
_APP_ROOTS = "#root,#app,#__next,#__nuxt,#svelte,app-root,[data-reactroot],[ng-app]"
_ASKS_SCRIPT = re.compile(r"(?:enable|requires?|activate|turn on)\W+(?:\w+\W+)?javascript", re.I)
_MAX_LINKS = 2_000
_MAX_HEADINGS = 300
_SCRIPT_ONLY_WORDS = 50


@dataclass(slots=True)
class _Head:
    """What the meta, link and script elements say; filled in one pass."""

    description: str = ""
    canonical: str | None = None
    open_graph: list[tuple[str, str]] = field(default_factory=list)
    robots: list[tuple[str, str]] = field(default_factory=list)
    hreflang: list[tuple[str, str]] = field(default_factory=list)
    ld_scripts: list[LexborNode] = field(default_factory=list)
    scripts: int = 0
    base: str | None = None
    viewport: str = ""


def is_html(fetched: Fetched) -> bool:
    """Whether a response is a page: by its type, or by its look when the type is missing."""
    kind = (fetched.header("content-type") or "").lower()
    if kind:
        return "html" in kind
    return fetched.body[:512].lstrip().lower().startswith((b"<!doctype html", b"<html"))


def read_page(
    fetched: Fetched, depth: int, resolver: Resolver | None = None, in_sitemap: bool = False
) -> PageFacts:
    """Facts of one response. `linked_from` is left 0: only the whole crawl knows it."""
    content_type = fetched.header("content-type") or ""
    html = harmless(decode(fetched.body, content_type))
    parser = LexborHTMLParser(html)
    url = fetched.final_url
    known = resolver or Resolver()
    head = _read_head(parser, url, known)
    language, xml_lang = _languages(parser, content_type)
    blocks = read_blocks(parser)
    main_text = "\n".join(block.text for block in blocks)
    words = count_words(main_text)
    return PageFacts(
        url=fetched.url,
        final_url=url,
        status=fetched.status,
        fetched_at=fetched.fetched_at,
        depth=depth,
        content_type=content_type,
        title=_title(parser),
        description=head.description,
        language=language,
        canonical=head.canonical,
        headings=_headings(blocks, parser),
        main_text=main_text,
        word_count=words,
        text_ratio=round(len(main_text) / max(1, len(html)), 4),
        script_count=head.scripts,
        needs_javascript=_needs_javascript(parser, words, head.scripts),
        open_graph=tuple(head.open_graph),
        robots_meta=tuple(head.robots),
        robots_headers=fetched.header_values("x-robots-tag"),
        hreflang=tuple(head.hreflang),
        structured=_structured(parser, head, html),
        questions=find_questions(blocks),
        links=_links(parser, head.base or url, known),
        hops=fetched.hops,
        login_form=parser.css_first('input[type="password" i]') is not None,
        first_byte_ms=fetched.first_byte_ms,
        total_ms=fetched.total_ms,
        wire_bytes=fetched.wire_bytes,
        body_bytes=len(fetched.body),
        compressed=_compressed(fetched),
        in_sitemap=in_sitemap,
        xml_lang=xml_lang,
        viewport=head.viewport,
    )


def _read_head(parser: LexborHTMLParser, url: str, resolver: Resolver) -> _Head:
    head = _Head()
    for node in parser.css(_HEAD):
        attributes = node.attributes
        tag = node.tag
        if tag == "meta":
            _read_meta(head, attributes)
        elif tag == "link":
            _read_link(head, attributes, url, resolver)
        elif tag == "script":
            _read_script(head, node, attributes.get("type"))
        elif head.base is None:
            head.base = resolver.resolve(url, origin_of(url), attributes.get("href") or "")
    return head


def _read_meta(head: _Head, attributes: dict[str, str | None]) -> None:
    content = " ".join((attributes.get("content") or "").split())
    prop = (attributes.get("property") or "").strip().lower()
    name = (attributes.get("name") or "").strip().lower()
    key = prop if prop.startswith("og:") else name
    if key.startswith("og:"):
        head.open_graph.append((key, content))
    elif name == "description":
        head.description = head.description or content
    elif name == "viewport":
        head.viewport = head.viewport or content
    elif name and _ROBOT_NAMES.match(name):
        head.robots.append((name, content.lower()))


def _read_link(
    head: _Head, attributes: dict[str, str | None], url: str, resolver: Resolver
) -> None:
    rel = (attributes.get("rel") or "").lower().split()
    href = (attributes.get("href") or "").strip()
    if not href:
        return
    if "canonical" in rel and head.canonical is None:
        head.canonical = resolver.resolve(url, origin_of(url), href) or href
    elif "alternate" in rel and attributes.get("hreflang"):
        target = resolver.resolve(url, origin_of(url), href) or href
        head.hreflang.append(((attributes.get("hreflang") or "").strip(), target))


def _read_script(head: _Head, node: LexborNode, kind: str | None) -> None:
    lower = (kind or "").strip().lower()
    if lower.startswith("application/ld+json"):
        head.ld_scripts.append(node)
    elif lower in ("", "module", "text/javascript", "application/javascript"):
        head.scripts += 1


def _title(parser: LexborHTMLParser) -> str:
    node = parser.css_first("head > title") or parser.css_first("title")
    return " ".join(node.text().split()) if node is not None else ""


def _languages(parser: LexborHTMLParser, content_type: str) -> tuple[str, str]:
    """The language that counts, and an `xml:lang` that does not: it is read in XHTML alone."""
    root = parser.css_first("html")
    if root is None:
        return "", ""
    attributes = root.attributes
    lang = (attributes.get("lang") or "").strip()
    xml_lang = (attributes.get("xml:lang") or "").strip()
    if xml_lang and "xhtml" in content_type.lower():
        return xml_lang, ""
    return lang, xml_lang


def _headings(blocks: list[Block], parser: LexborHTMLParser) -> tuple[tuple[int, str], ...]:
    """Headings of the main content; a page whose only h1 sits in its banner keeps that one."""
    found = [(block.level, block.text) for block in blocks if block.level]
    if not any(level == 1 for level, _ in found):
        banner = parser.css_first("h1")
        text = " ".join(banner.text().split()) if banner is not None else ""
        if text:
            found.insert(0, (1, text))
    return tuple(found[:_MAX_HEADINGS])


def _structured(parser: LexborHTMLParser, head: _Head, html: str) -> tuple[StructuredItem, ...]:
    items = json_ld(head.ld_scripts)
    if "itemscope" in html:
        items.extend(microdata(parser))
    return tuple(items)


def _links(parser: LexborHTMLParser, base: str, resolver: Resolver) -> tuple[Link, ...]:
    """Distinct (target, label) pairs in document order, at most 2,000."""
    origin = origin_of(base)
    found: dict[tuple[str, str], Link] = {}
    for node in parser.css("a[href]")[:_MAX_LINKS]:
        attributes = node.attributes
        target = resolver.resolve(base, origin, attributes.get("href") or "")
        if target is None:
            continue
        label = " ".join(node.text().split())[:200]
        key = (target, label)
        if key not in found:
            rel = attributes.get("rel")
            found[key] = Link(target, label, tuple(rel.lower().split()) if rel else ())
    return tuple(found.values())


def _needs_javascript(parser: LexborHTMLParser, words: int, scripts: int) -> bool:
    """A page without readable text of its own that leaves it to a script to bring it."""
    if scripts == 0 or words >= _SCRIPT_ONLY_WORDS:
        return False
    if words < 10:
        return True
    root = parser.css_first(_APP_ROOTS)
    if root is not None and len(root.text().split()) < 10:
        return True
    return any(_ASKS_SCRIPT.search(node.text()) for node in parser.css("noscript"))


def _compressed(fetched: Fetched) -> bool:
    encoding = (fetched.header("content-encoding") or "").lower()
    return any(name in encoding for name in ("gzip", "br", "zstd", "deflate"))
