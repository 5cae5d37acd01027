"""Every audit code has a site that passes and a site that fails, and a repair never lowers it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest

from presence.analysis.audit import CODES, audit
from presence.analysis.types import AuditReport, CheckResult
from tests.analysis.fakes import FakePage, text_page
from tests.analysis.sites import (
    BASE,
    HTML_HEADERS,
    ORGANIZATION,
    PROFILE,
    audited,
    crawled,
    found_codes,
    good_site,
    html,
    page,
    site_with,
)

QUESTIONS = (
    "<h3>How long does it take?</h3><p>About six weeks from order.</p>"
    "<h3>What does it cost?</h3><p>From 640 pounds with delivery.</p>"
)
ALTERNATE = '<link rel="alternate" hreflang="{}" href="' + BASE + '{}">'
SITEMAP = "<urlset><url><loc>{}</loc></url></urlset>"


def dining(**parts: object) -> FakePage:
    return page("dining", "/tables", **parts)


def headers(*more: tuple[str, str]) -> FakePage:
    return FakePage(html("dining", path="/tables"), headers=(*HTML_HEADERS, *more))


def robots(rules: str) -> FakePage:
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
    "title-length": {"/tables": dining(title="Oak")},
    "description-length": {"/tables": dining(description="Short.")},
    "low-text-ratio": {"/tables": dining(extra="<style>" + "p{color:red}" * 20_000 + "</style>")},
}  # fmt: skip


@pytest.fixture(scope="module")
def good() -> AuditReport:
    return audited(good_site())


def check(report: AuditReport, code: str) -> CheckResult:
    return next(result for result in report.checks if result.code == code)


def test_a_good_site_has_no_findings_and_every_point(good: AuditReport) -> None:
    assert found_codes(good) == []
    assert good.score is not None
    assert (good.score.value, good.score.low, good.score.high, good.score.n) == (100, 100, 100, 3)


def test_every_code_has_a_defect_here() -> None:
    assert set(DEFECTS) == set(CODES)


@pytest.mark.parametrize("code", CODES)
def test_a_planted_defect_is_found_and_nothing_else(code: str) -> None:
    report = audited(site_with(DEFECTS[code]))
    assert set(found_codes(report)) == {code}


@pytest.mark.parametrize("code", CODES)
def test_a_finding_proves_itself_and_can_be_acted_on(code: str) -> None:
    for finding in audited(site_with(DEFECTS[code])).findings:
        assert finding.evidence
        assert all(ref.ref.startswith(BASE) for ref in finding.evidence)
        assert finding.issue
        assert finding.action
        assert finding.fix or CODES[code].weight == 0
        assert (finding.impact == "Info") is (CODES[code].weight == 0)
        assert all(url.startswith(BASE) for url in finding.pages)


@pytest.mark.parametrize("code", CODES)
def test_a_repair_never_lowers_any_check(code: str, good: AuditReport) -> None:
    broken = audited(site_with(DEFECTS[code]))
    for result in broken.checks:
        repaired = check(good, result.code)
        if result.applicable and repaired.applicable:
            share = result.passed / result.applicable
            assert repaired.passed / repaired.applicable >= share, result.code
    assert broken.score is not None
    assert good.score is not None
    assert good.score.value >= broken.score.value
    assert (broken.score.value < 100) is (CODES[code].weight > 0)


def test_faq_and_hreflang_pass_when_they_are_right() -> None:
    entries = [
        {"@type": "Question", "name": q, "acceptedAnswer": {"@type": "Answer", "text": a}}
        for q, a in (("How long does it take?", "About six weeks from order."),
                     ("What does it cost?", "From 640 pounds with delivery."))
    ]  # fmt: skip
    faq = {"@context": "https://schema.org", "@type": "FAQPage", "mainEntity": entries}
    both = ALTERNATE.format("en-GB", "/tables") + ALTERNATE.format("de", "/care")
    site = site_with({
        "/tables": dining(extra=QUESTIONS, json_ld=[ORGANIZATION, faq], head=both),
        "/care": page("oiled", "/care", head=both),
    })  # fmt: skip
    report = audited(site)
    assert found_codes(report) == []
    for code in ("faq-schema-missing", "hreflang-invalid"):
        assert check(report, code).passed == check(report, code).applicable > 0


def test_groups_weigh_what_the_method_says() -> None:
    weights: dict[str, float] = {}
    for code in CODES.values():
        weights[code.group] = weights.get(code.group, 0.0) + code.weight
    assert weights == {
        "ai-access": 30, "content": 20, "structured-data": 15, "metadata": 15, "speed": 10,
        "discoverability": 10, "informational": 0,
    }  # fmt: skip


def test_the_same_crawl_gives_the_same_report() -> None:
    crawl = crawled(site_with(DEFECTS["thin-content"]))
    assert audit(crawl, PROFILE, 3) == audit(crawl, PROFILE, 3)
