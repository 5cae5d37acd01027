"""A small site without faults for crawl and audit tests, and how to plant one fault in it.

Invariant: the site as it stands gives the audit nothing to report.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping

from presence.analysis.audit import audit
from presence.analysis.crawler import CrawlLimits, crawl
from presence.analysis.types import AuditReport, BrandProfile, SiteCrawl
from tests.analysis.fakes import FakeFetcher, FakePage, text_page

BASE = "https://acme.example"
PROFILE = BrandProfile("Acme", "Acme makes oak tables.", website=BASE)
HTML_HEADERS = (("content-type", "text/html; charset=utf-8"), ("content-encoding", "gzip"))
_SENTENCE = "Acme builds the {name} table by hand from solid oak and delivers it in six weeks. "
ORGANIZATION: dict[str, object] = {
    "@context": "https://schema.org", "@type": "Organization", "name": "Acme", "url": BASE + "/",
}  # fmt: skip


def html(
    name: str,
    *,
    path: str = "/",
    title: str | None = None,
    description: str | None = None,
    head: str = "",
    body: str | None = None,
    lang: str = ' lang="en"',
    json_ld: object = ORGANIZATION,
    open_graph: bool = True,
    viewport: bool = True,
    links: tuple[str, ...] = ("/", "/tables", "/care"),
    extra: str = "",
) -> str:
    """One page; "" for title or description leaves the tag out."""
    shown = f"{name.title()} tables by Acme" if title is None else title
    said = (
        f"What to know about {name} tables: sizes, prices, care and delivery."
        if description is None
        else description
    )
    tags = [f"<title>{shown}</title>" if shown else "", head]
    tags.append(f'<meta name="description" content="{said}">' if said else "")
    tags.append(f'<link rel="canonical" href="{BASE}{path}">' if "canonical" not in head else "")
    tags.append('<meta name="viewport" content="width=device-width">' if viewport else "")
    if open_graph:
        tags.append(
            '<meta property="og:title" content="t"><meta property="og:description" content="d">'
        )
    if json_ld is not None:
        tags.append(f'<script type="application/ld+json">{json.dumps(json_ld)}</script>')
    menu = "".join(f'<a href="{link}">{link}</a> ' for link in links)
    text = f"<h1>{name.title()}</h1><p>{_SENTENCE.format(name=name) * 10}</p>"
    main = text if body is None else body
    return (
        f"<!doctype html><html{lang}><head>{''.join(tags)}</head><body><nav>{menu}</nav>"
        f"<main>{main}{extra}</main></body></html>"
    )


def page(name: str, path: str = "/", **parts: object) -> FakePage:
    """`html` as an answer."""
    return FakePage(html(name, path=path, **parts), headers=HTML_HEADERS)  # type: ignore[arg-type]


def good_site() -> dict[str, FakePage]:
    """Three pages, robots.txt, a sitemap and llms.txt."""
    listed = "".join(f"<url><loc>{BASE}{p}</loc></url>" for p in ("/", "/tables", "/care"))
    return {
        f"{BASE}/robots.txt": text_page(f"User-agent: *\nAllow: /\nSitemap: {BASE}/sitemap.xml"),
        f"{BASE}/sitemap.xml": text_page(f"<urlset>{listed}</urlset>", "application/xml"),
        f"{BASE}/llms.txt": text_page("# Acme"),
        f"{BASE}/": page("oak", "/"),
        f"{BASE}/tables": page("dining", "/tables"),
        f"{BASE}/care": page("oiled", "/care"),
    }


def site_with(changes: Mapping[str, FakePage]) -> dict[str, FakePage]:
    """The good site with some addresses replaced or added, keyed by path."""
    return {**good_site(), **{BASE + path: answer for path, answer in changes.items()}}


def crawled(pages: Mapping[str, FakePage], limits: CrawlLimits | None = None) -> SiteCrawl:
    """Crawl a dictionary site from its start page."""
    fetcher = FakeFetcher(pages)
    return asyncio.run(crawl(BASE, fetcher, fetcher.clock, limits))


def audited(pages: Mapping[str, FakePage], limits: CrawlLimits | None = None) -> AuditReport:
    """Crawl and audit a dictionary site."""
    return audit(crawled(pages, limits), PROFILE, seed=7)


def found_codes(report: AuditReport) -> list[str]:
    """Codes of all findings, in report order."""
    return [finding.code for finding in report.findings]
