"""Stand-in site to bytes: HTML, robots.txt, sitemap and the rest, for one base address.

Invariant: without planted defects a rendered site gives the audit nothing to report.
"""

from __future__ import annotations

import html
import json
import re
import struct
import zlib
from itertools import pairwise

from presence_standins.sites.model import Answer, Page, StandInSite

_LINK = re.compile(r"\[([^\]]+)\]\((/[^)\s]*)\)")
_MARKERS = ("## ", "? ", "= ", "- ")
_STYLE = "body{font:16px/1.6 system-ui;margin:0 auto;max-width:60rem;padding:1rem}"


def render_site(site: StandInSite, base: str) -> dict[str, Answer]:
    """Every address of the site, keyed by path."""
    found = {page.path: _html(render_page(site, page, base)) for page in site.pages}
    found["/robots.txt"] = _text(f"{site.robots}\nSitemap: {base}/sitemap.xml\n")
    found["/sitemap.xml"] = Answer(_sitemap(site, base).encode(), "application/xml")
    found["/share.png"] = Answer(_image(), "image/png")
    if site.llms_txt:
        lines = [f"# {site.brand}", "", f"> {site.about}", ""]
        lines += [f"- [{page.title}]({base}{page.path})" for page in site.pages]
        found["/llms.txt"] = _text("\n".join(lines) + "\n")
    return found


def render_page(site: StandInSite, page: Page, base: str) -> str:
    """One page as HTML."""
    menu = "".join(
        f'<li><a href="{path}">{html.escape(_title_of(site, path))}</a></li>' for path in site.menu
    )
    if page.script_only:
        content = '<div id="root"></div>\n<script src="/app.js"></script>'
    else:
        content = (
            f"<header><strong>{html.escape(site.brand)}</strong><nav><ul>{menu}</ul></nav></header>"
            f"\n<main>\n<h1>{html.escape(page.heading)}</h1>\n{_body(page.body)}\n</main>\n"
            f"<footer><p>© {html.escape(site.brand)}. {html.escape(site.about)}</p></footer>"
        )
    return (
        f'<!doctype html>\n<html lang="{site.language}">\n<head>\n{_head(site, page, base)}\n'
        f"<style>{_STYLE}</style>\n</head>\n<body>\n{content}\n</body>\n</html>\n"
    )


def _head(site: StandInSite, page: Page, base: str) -> str:
    url = f"{base}{page.path}"
    lines = [
        '<meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{html.escape(page.title)}</title>",
        f'<link rel="canonical" href="{url}">',
    ]
    if not page.without_description:
        lines.append(f'<meta name="description" content="{html.escape(page.description)}">')
    if page.noindex:
        lines.append('<meta name="robots" content="noindex, follow">')
    if not page.without_open_graph:
        tags = {
            "title": page.title,
            "description": page.description,
            "type": "website",
            "url": url,
            "image": f"{base}/share.png",
        }
        lines += [
            f'<meta property="og:{name}" content="{html.escape(value)}">'
            for name, value in tags.items()
        ]
    if not page.without_json_ld:
        lines += [_json_ld(item) for item in _structured(site, page, base)]
    return "\n".join(lines)


def _structured(site: StandInSite, page: Page, base: str) -> list[dict[str, object]]:
    organization: dict[str, object] = {
        "@type": "Organization",
        "name": site.brand,
        "url": f"{base}/",
        "logo": f"{base}/share.png",
        "description": site.about,
    }
    items = [organization]
    if page.product is not None:
        name, price = page.product
        offer = {
            "@type": "Offer",
            "price": price,
            "priceCurrency": "GBP",
            "availability": "https://schema.org/InStock",
        }
        items.append(
            {
                "@type": "Product",
                "name": name,
                "description": page.description,
                "image": f"{base}/share.png",
                "offers": offer,
            }
        )
    pairs = questions(page.body)
    if pairs and site.faq_markup:
        entries = [
            {"@type": "Question", "name": q, "acceptedAnswer": {"@type": "Answer", "text": a}}
            for q, a in pairs
        ]
        items.append({"@type": "FAQPage", "mainEntity": entries})
    return items


def questions(body: str) -> list[tuple[str, str]]:
    """(question, answer) pairs of a page's markup."""
    return [
        (first[2:], second[2:])
        for first, second in pairwise(blocks(body))
        if first.startswith("? ") and second.startswith("= ")
    ]


def blocks(body: str) -> list[str]:
    """Logical blocks: lines without a marker continue the paragraph or item above them."""
    found: list[str] = []
    open_block = False
    for line in (raw.strip() for raw in body.strip().splitlines()):
        if open_block and line and not line.startswith(_MARKERS):
            found[-1] += f" {line}"
            continue
        if line:
            found.append(line)
        open_block = bool(line) and not line.startswith(("## ", "? "))
    return found


def _body(body: str) -> str:
    out: list[str] = []
    in_list = False
    for line in blocks(body):
        if in_list and not line.startswith("- "):
            out.append("</ul>")
            in_list = False
        if line.startswith("## "):
            out.append(f"<h2>{_inline(line[3:])}</h2>")
        elif line.startswith("? "):
            out.append(f"<h3>{_inline(line[2:])}</h3>")
        elif line.startswith("- "):
            if not in_list:
                out.append("<ul>")
                in_list = True
            out.append(f"<li>{_inline(line[2:])}</li>")
        else:
            out.append(f"<p>{_inline(line.removeprefix('= '))}</p>")
    return "\n".join(out) + ("\n</ul>" if in_list else "")


def _inline(text: str) -> str:
    return _LINK.sub(r'<a href="\2">\1</a>', html.escape(text, quote=False))


def _title_of(site: StandInSite, path: str) -> str:
    return next((page.heading for page in site.pages if page.path == path), path)


def _json_ld(item: dict[str, object]) -> str:
    text = json.dumps({"@context": "https://schema.org", **item}, ensure_ascii=False)
    return f'<script type="application/ld+json">{text}</script>'


def _sitemap(site: StandInSite, base: str) -> str:
    urls = "".join(f"<url><loc>{base}{page.path}</loc></url>" for page in site.pages)
    return (
        '<?xml version="1.0" encoding="UTF-8"?>'
        f'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">{urls}</urlset>'
    )


def _image() -> bytes:
    """A one-pixel PNG."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        checksum = struct.pack(">I", zlib.crc32(kind + data))
        return struct.pack(">I", len(data)) + kind + data + checksum

    header = struct.pack(">IIBBBBB", 1, 1, 8, 2, 0, 0, 0)
    pixel = zlib.compress(b"\x00\x7a\x5c\x3e")
    return (
        b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", pixel) + chunk(b"IEND", b"")
    )


def _html(text: str) -> Answer:
    return Answer(text.encode(), "text/html; charset=utf-8")


def _text(text: str) -> Answer:
    return Answer(text.encode(), "text/plain; charset=utf-8")
