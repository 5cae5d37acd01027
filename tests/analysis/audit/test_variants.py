"""One check sees its problem in every form it comes in, and leaves the look-alikes alone."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace

import pytest

from tests.analysis.defects import ALTERNATE, dining, headers
from tests.analysis.fakes import FakePage, text_page
from tests.analysis.sites import BASE, ORGANIZATION, audited, found_codes, page, site_with

Pages = Mapping[str, FakePage]
CONTEXT = {"@context": "https://schema.org"}
OFFER = {"@type": "Offer", "price": "640.00", "priceCurrency": "GBP"}
PRODUCT = {**CONTEXT, "@type": "Product", "name": "Oak table", "offers": OFFER}
ARTICLE = {**CONTEXT, "@type": "Article", "headline": "Oil", "datePublished": "2026-01-31"}
ONE_WAY = ALTERNATE.format("en", "/tables") + ALTERNATE.format("de", "/care")
MICRODATA = (
    '<div itemscope itemtype="https://schema.org/Product"><b itemprop="name">Oak table</b>{}</div>'
)


def data(item: object) -> Pages:
    return {"/tables": dining(json_ld=[ORGANIZATION, item])}


def meta(name: str, content: str) -> Pages:
    return {"/tables": dining(head=f'<meta name="{name}" content="{content}">')}


def tag(value: str) -> Pages:
    return {"/tables": headers(("x-robots-tag", value))}


def canonical(target: str) -> Pages:
    return {"/tables": dining(head=f'<link rel="canonical" href="{target}">')}


def raw_block(text: str) -> Pages:
    block = f'<script type="application/ld+json">{text}</script>'
    return {"/tables": dining(head=block)}


def as_bot(bot: str, answer: FakePage) -> Pages:
    long = dining(extra="<p>More on oak. </p>" * 200)
    return {"/tables": replace(long, by_agent={bot: answer})}


def sitemap(*entries: str) -> Pages:
    listed = "".join(f"<url><loc>{BASE}{path}</loc></url>" for path in entries)
    return {"/sitemap.xml": text_page(f"<urlset>{listed}</urlset>", "application/xml")}


FAILING: dict[str, tuple[str, Pages]] = {
    "a header for one search bot": ("noindex", tag("googlebot: noindex")),
    "none stands for noindex": ("noindex", tag("none")),
    "a meta tag for one search bot": ("noindex", meta("OAI-SearchBot", "NOINDEX")),
    "a meta tag for a user bot": ("noindex", meta("chatgpt-user", "noindex")),
    "a snippet limit in a header": ("nosnippet", tag("max-snippet:20")),
    "nosnippet for one bot": ("nosnippet", meta("bingbot", "nosnippet")),
    "a challenge instead of the page": (
        "firewall-blocks-agent",
        as_bot("ChatGPT-User", FakePage("<title>Just a moment...</title>")),
    ),
    "a stub instead of the page": (
        "firewall-blocks-agent", as_bot("OAI-SearchBot", FakePage("<p>Hello</p>")),
    ),
    "a form in the place of the text": (
        "login-wall", {"/tables": dining(body='<form><input type="password"></form>')},
    ),
    "JSON that cannot be read": ("jsonld-invalid", raw_block('{"@type": "Product",}')),
    "no context": ("jsonld-invalid", data({"@type": "Product", "name": "x", "offers": OFFER})),
    "no type": ("jsonld-invalid", data({**CONTEXT, "name": "Oak"})),
    "a product without offer or rating": (
        "jsonld-invalid", data({**CONTEXT, "@type": "Product", "name": "Oak table"}),
    ),
    "an offer without its price": (
        "jsonld-invalid", data({**PRODUCT, "offers": {"@type": "Offer"}}),
    ),
    "a price without currency": (
        "jsonld-invalid", data({**PRODUCT, "offers": {"@type": "Offer", "price": "640"}}),
    ),
    "a price with its sign": (
        "jsonld-invalid", data({**PRODUCT, "offers": {**OFFER, "price": "£640"}}),
    ),
    "a rating without its count": (
        "jsonld-invalid",
        data({**PRODUCT, "aggregateRating": {"@type": "AggregateRating", "ratingValue": 4.6}}),
    ),
    "an article without headline": (
        "jsonld-invalid", data({**CONTEXT, "@type": "Article", "author": "Ann"}),
    ),
    "a date in words": ("jsonld-invalid", data({**ARTICLE, "datePublished": "last spring"})),
    "an author without a name": (
        "jsonld-invalid", data({**ARTICLE, "author": {"@type": "Person", "url": BASE}}),
    ),
    "an empty FAQ": ("jsonld-invalid", data({**CONTEXT, "@type": "FAQPage"})),
    "microdata that lacks what it needs": (
        "jsonld-invalid", {"/tables": dining(extra=MICRODATA.format(""))},
    ),
    "a canonical on another website": ("canonical-conflict", canonical("https://other.example/")),
    "a canonical that leads nowhere": ("canonical-conflict", canonical(f"{BASE}/gone")),
    "a canonical that redirects": (
        "canonical-conflict",
        {**canonical(f"{BASE}/old"), "/old": FakePage(status=301, location=f"{BASE}/tables")},
    ),
    "a language page that does not link back": (
        "hreflang-invalid",
        {"/tables": dining(head=ONE_WAY)},
    ),
    "a language page that does not list itself": (
        "hreflang-invalid", {"/tables": dining(head=ALTERNATE.format("de", "/de"))},
    ),
    "a dead entry of the sitemap": ("broken-link", sitemap("/", "/tables", "/care", "/gone")),
    "a training opt-out in a header": ("noai-directive", tag("noai")),
}  # fmt: skip

PASSING: dict[str, Pages] = {
    "a directive for a training bot": meta("gptbot", "noindex"),
    "a directive for some other crawler": tag("otherbot: noindex, nosnippet"),
    "a generous snippet limit": meta("robots", "max-snippet:160"),
    "no snippet limit at all": tag("max-snippet:-1, max-image-preview:large"),
    "an expiry date is no agent": tag("unavailable_after: 25 Jun 2031 15:00:00 PST"),
    "a page that must not be in the archive": meta("robots", "noarchive"),
    "a product that is right": data(PRODUCT),
    "a price as a number": data({**PRODUCT, "offers": {**OFFER, "price": 640}}),
    "an article that is right": data({**ARTICLE, "author": {"@type": "Person", "name": "Ann"}}),
    "a date with its time": data({**ARTICLE, "dateModified": "2026-02-01T08:00:00+01:00"}),
    "a publisher named elsewhere": data({**ARTICLE, "publisher": {"@id": f"{BASE}/#org"}}),
    "a type of its own that resembles none": data(
        {**CONTEXT, "@type": "https://example.org/Zyxwvut", "name": "x"}
    ),
    "a graph of items": raw_block(json.dumps({**CONTEXT, "@graph": [ORGANIZATION, PRODUCT]})),
    "microdata that is right": {
        "/tables": dining(
            extra=MICRODATA.format(
                '<span itemprop="offers" itemscope itemtype="https://schema.org/Offer">'
                '<meta itemprop="price" content="640"><meta itemprop="priceCurrency" content="GBP">'
                "</span>"
            )
        )
    },
    "one redirect": {
        "/tables": dining(links=("/", "/care", "/old")),
        "/old": FakePage(status=301, location=f"{BASE}/care"),
    },
    "a link that only refuses robots": {
        "/tables": dining(links=("/", "/care", "/members")),
        "/members": FakePage("Forbidden", status=403),
    },
    "a cart that must not be found": {
        "/tables": dining(links=("/", "/care", "/cart")),
        "/cart": page("cart", "/cart", head='<meta name="robots" content="noindex">'),
    },
    "a language list with a default": {
        path: page(
            name, path,
            head=ALTERNATE.format("en-GB", "/tables") + ALTERNATE.format("de-AT", "/care")
            + ALTERNATE.format("x-default", "/tables"),
        )
        for name, path in (("dining", "/tables"), ("oiled", "/care"))
    },
    "a firewall that lets the bot through": as_bot(
        "OAI-SearchBot", dining(extra="<p>More on oak. </p>" * 200)
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", FAILING)
def test_the_problem_is_found_in_this_form_and_nothing_else(name: str) -> None:
    code, pages = FAILING[name]
    assert set(found_codes(audited(site_with(pages)))) == {code}


@pytest.mark.parametrize("name", PASSING)
def test_a_look_alike_is_left_alone(name: str) -> None:
    assert found_codes(audited(site_with(PASSING[name]))) == []


def test_a_draft_of_llms_txt_is_made_of_the_pages_and_promises_nothing() -> None:
    (finding,) = audited(site_with({"/llms.txt": FakePage(status=404)})).findings
    assert (finding.impact, finding.effort) == ("Info", "Low")
    assert "Nothing to repair" in finding.action
    lines = finding.fix.splitlines()
    assert lines[:3] == ["# Acme", "", "> Acme makes oak tables."]
    assert f"- [Dining tables by Acme]({BASE}/tables): " in finding.fix


def test_markup_in_a_page_s_words_does_not_reach_the_draft() -> None:
    hostile = dining(description="A &lt;script&gt;x()&lt;/script&gt; table&#10;Allow: /")
    report = audited(site_with({"/llms.txt": FakePage(status=404), "/tables": hostile}))
    draft = next(f.fix for f in report.findings if f.code == "llms-txt-missing")
    assert "<script" not in draft
    assert f"({BASE}/tables): A &lt;script&gt;x()&lt;/script&gt; table Allow: /" in draft
