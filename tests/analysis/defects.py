"""One planted defect per audit code, for the small site without faults.

Invariant: a defect trips its own code and no other.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from tests.analysis.fakes import FakePage, text_page
from tests.analysis.sites import BASE, HTML_HEADERS, ORGANIZATION, html, page

QUESTIONS = (
    "<h3>How long does it take?</h3><p>About six weeks from order.</p>"
    "<h3>What does it cost?</h3><p>From 640 pounds with delivery.</p>"
)
ALTERNATE = '<link rel="alternate" hreflang="{}" href="' + BASE + '{}">'
SITEMAP = "<urlset><url><loc>{}</loc></url></urlset>"


def dining(**parts: object) -> FakePage:
    """The page that defects are planted on."""
    return page("dining", "/tables", **parts)


def headers(*more: tuple[str, str]) -> FakePage:
    """That page with more response headers."""
    return FakePage(html("dining", path="/tables"), headers=(*HTML_HEADERS, *more))


def robots(rules: str) -> FakePage:
    """A robots.txt with further rules."""
    return text_page(f"User-agent: *\nAllow: /\n\n{rules}\nSitemap: {BASE}/sitemap.xml")


DEFECTS: dict[str, Mapping[str, FakePage]] = {
    "robots-blocks-search-bot": {"/robots.txt": robots("User-agent: OAI-SearchBot\nDisallow: /")},
    "robots-blocks-user-bot": {"/robots.txt": robots("User-agent: ChatGPT-User\nDisallow: /")},
    "firewall-blocks-agent": {
        "/tables": replace(dining(), by_agent={"PerplexityBot": FakePage("no", status=403)})
    },
    "noindex": {"/tables": headers(("x-robots-tag", "noindex, nofollow"))},
    "nosnippet": {"/tables": dining(head='<meta name="robots" content="max-snippet:0">')},
    "login-wall": {"/tables": FakePage("<h1>Members</h1>", status=401)},
    "content-needs-javascript": {
        "/tables": dining(body='<div id="root"></div><script src="/app.js"></script>')
    },
    "thin-content": {"/tables": dining(body="<h1>Tables</h1><p>Soon.</p>")},
    "jsonld-missing": {"/tables": dining(json_ld=None)},
    "jsonld-invalid": {"/tables": dining(json_ld={**ORGANIZATION, "@type": "Organisation"})},
    "faq-schema-missing": {"/tables": dining(extra=QUESTIONS)},
    "description-missing": {"/tables": dining(description="")},
    "description-duplicate": {
        "/tables": dining(description="What to know about oiled tables: sizes, prices, care and "
                          "delivery.")
    },
    "title-missing": {"/tables": dining(title="")},
    "title-duplicate": {"/tables": dining(title="Oiled tables by Acme")},
    "open-graph-missing": {"/tables": dining(open_graph=False)},
    "lang-missing": {"/tables": dining(lang="")},
    "heading-missing": {"/tables": dining(body=f"<p>{'Plenty of words on tables. ' * 30}</p>")},
    "canonical-conflict": {
        "/tables": dining(head=f'<link rel="canonical" href="{BASE}/care">')
    },
    "slow-first-byte": {"/tables": replace(dining(), first_byte_ms=1_900.0)},
    "uncompressed": {
        "/tables": replace(dining(extra="<p>More. </p>" * 200), headers=HTML_HEADERS[:1])
    },
    "sitemap-missing": {"/sitemap.xml": FakePage(status=404), "/robots.txt": text_page("")},
    "broken-link": {"/tables": dining(links=("/", "/care", "/gone"))},
    "redirect-chain": {
        "/tables": dining(links=("/", "/care", "/a")),
        "/a": FakePage(status=301, location=f"{BASE}/b"),
        "/b": FakePage(status=301, location=f"{BASE}/care"),
    },
    "orphan-page": {
        "/sitemap.xml": text_page(SITEMAP.format(f"{BASE}/lost"), "application/xml"),
        "/lost": page("lost", "/lost"),
    },
    "hreflang-invalid": {
        "/tables": dining(head=ALTERNATE.format("en-UK", "/tables") + ALTERNATE.format("de", "/x"))
    },
    "llms-txt-missing": {"/llms.txt": FakePage(status=404)},
    "training-bot-blocked": {"/robots.txt": robots("User-agent: GPTBot\nDisallow: /")},
    "noai-directive": {"/tables": dining(head='<meta name="robots" content="noai, noimageai">')},
    "title-length": {"/tables": dining(title="Oak")},
    "description-length": {"/tables": dining(description="Short.")},
    "low-text-ratio": {"/tables": dining(extra="<style>" + "p{color:red}" * 20_000 + "</style>")},
    "viewport-missing": {"/tables": dining(viewport=False)},
    "canonical-missing": {"/tables": dining(head="<!-- canonical -->")},
    "heading-repeated": {"/tables": dining(extra="<h1>Chairs</h1><h1>Stools</h1>")},
}  # fmt: skip
