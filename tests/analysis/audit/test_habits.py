"""The habits that keep an audit trustworthy, one by one."""

from __future__ import annotations

import json

import pytest

from presence.analysis.audit import audit
from presence.analysis.crawler import CrawlLimits, RobotsFile
from presence.analysis.types import FetchProblem
from tests.analysis.defects import dining
from tests.analysis.fakes import FakePage, text_page
from tests.analysis.sites import (
    BASE,
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

SEARCH = ("OAI-SearchBot", "Claude-SearchBot", "PerplexityBot", "Googlebot", "Bingbot", "Applebot")


def test_the_blocked_bot_and_the_line_that_blocks_it_are_named() -> None:
    rules = "User-agent: *\nAllow: /\n\nUser-agent: OAI-SearchBot\nDisallow: /"
    (finding,) = audited(
        site_with(
            {
                "/robots.txt": text_page(f"{rules}\n\nSitemap: {BASE}/sitemap.xml"),
            }
        )
    ).findings
    assert finding.bots == ("OAI-SearchBot",)
    assert finding.impact == "High"
    assert finding.evidence[0].quote == "User-agent: OAI-SearchBot\nDisallow: /"
    assert finding.evidence[0].detail == "line 5 of robots.txt"
    repaired = RobotsFile.parse(f"{rules}\n\n{finding.fix}")
    assert repaired.decide("OAI-SearchBot", f"{BASE}/tables").allowed


def test_a_blocked_training_bot_is_a_policy_choice_without_effect_on_the_score() -> None:
    rules = "User-agent: GPTBot\nUser-agent: CCBot\nDisallow: /\n\nUser-agent: *\nAllow: /\n"
    report = audited(site_with({"/robots.txt": text_page(f"{rules}Sitemap: {BASE}/sitemap.xml")}))
    (finding,) = report.findings
    assert finding.policy_choice
    assert finding.impact == "Info"
    assert set(finding.bots) == {"GPTBot", "CCBot"}
    assert report.score is not None
    assert report.score.value == 100


def test_the_score_is_capped_at_40_when_every_search_bot_is_shut_out() -> None:
    named = "".join(f"User-agent: {bot}\n" for bot in SEARCH)
    closed = audited(site_with({"/robots.txt": text_page(f"{named}Disallow: /")}))
    assert closed.capped
    assert closed.score is not None
    assert closed.score.value == 40.0
    all_but_one = "".join(f"User-agent: {bot}\n" for bot in SEARCH[1:])
    open_to_one = audited(site_with({"/robots.txt": text_page(f"{all_but_one}Disallow: /")}))
    assert not open_to_one.capped


def test_a_firewall_against_all_search_bots_caps_the_score_too() -> None:
    def walled(name: str, path: str) -> FakePage:
        body = html(name, path=path)
        refusal = FakePage("no", status=403)
        bots = ("OAI-SearchBot", "Claude-SearchBot", "PerplexityBot", "Googlebot", "bingbot")
        return FakePage(body, by_agent=dict.fromkeys(bots, refusal))

    report = audited(
        site_with(
            {
                "/": walled("oak", "/"),
                "/tables": walled("dining", "/tables"),
                "/care": walled("oiled", "/care"),
            }
        )
    )
    assert report.capped


def test_without_a_fetched_page_there_is_no_score_but_robots_is_still_judged() -> None:
    closed = audited(site_with({"/robots.txt": text_page("User-agent: *\nDisallow: /")}))
    assert closed.score is None
    assert "robots-blocks-search-bot" in found_codes(closed)
    down = audited({f"{BASE}/": FakePage(problem=FetchProblem("dns-failed", "No such host."))})
    assert down.score is None
    assert down.findings == ()


def test_a_cause_is_named_once_with_every_affected_page() -> None:
    links = ("/", "/tables", "/care", "/gone")
    report = audited(
        site_with(
            {
                path: page(name, path, links=links)
                for name, path in (("oak", "/"), ("dining", "/tables"), ("oiled", "/care"))
            }
        )
    )
    (finding,) = report.findings
    assert finding.code == "broken-link"
    assert finding.pages == (f"{BASE}/", f"{BASE}/tables", f"{BASE}/care")
    assert f"{BASE}/gone" in finding.issue


def test_a_script_only_page_is_not_also_reported_for_its_symptoms() -> None:
    shell = page(
        "dining", "/tables", body='<div id="app"></div><script src="/a.js"></script>', json_ld=None
    )
    report = audited(site_with({"/tables": shell}))
    assert found_codes(report) == ["content-needs-javascript"]
    thin = next(c for c in report.checks if c.code == "thin-content")
    assert (thin.applicable, thin.passed) == (3, 2)


@pytest.mark.parametrize(
    "heading",
    ["Contact us", "Gallery", "Kontakt", "Impressum", "Nous contacter", "Mentions légales",
     "Cómo llegar", "Aviso legal", "Contatti", "Dove siamo", "Openingstijden", "Fale conosco",
     "Dojazd", "Öppettider", "お問い合わせ", "اتصل بنا", "Контакты"],
)  # fmt: skip
def test_a_page_of_contact_notice_or_pictures_needs_no_more_words(heading: str) -> None:
    notice = dining(body=f"<h1>{heading}</h1><p>1 Mill Lane.</p>")
    assert "thin-content" not in found_codes(audited(site_with({"/tables": notice})))


def test_opinions_weigh_nothing_and_are_marked() -> None:
    report = audited(site_with({"/tables": page("dining", "/tables", title="Oak")}))
    assert report.score is not None
    assert report.score.value == 100
    assert [c.opinion for c in report.checks if c.code == "title-length"] == [True]


def test_faq_markup_whose_answers_nobody_can_see_is_invalid() -> None:
    hidden = {
        "@type": "Question",
        "name": "Is it free?",
        "acceptedAnswer": {"@type": "Answer", "text": "Free for ever, says only the markup."},
    }
    faq = {"@context": "https://schema.org", "@type": "FAQPage", "mainEntity": [hidden]}
    site = site_with({"/tables": page("dining", "/tables", json_ld=[ORGANIZATION, faq])})
    (finding,) = audited(site).findings
    assert finding.code == "jsonld-invalid"
    assert "not visible" in finding.issue


def test_faq_markup_that_shortens_the_answer_on_the_page_is_valid() -> None:
    shown = (
        "<h2>How early should I book?</h2><p>As a rule we come within <b>ten minutes</b>. "
        "For journeys that you plan, such as the airport, please book a day ahead.</p>"
    )
    short = {
        "@type": "Question",
        "name": "How early should I book?",
        "acceptedAnswer": {
            "@type": "Answer",
            "text": "We come within ten minutes. For journeys that you plan, book a day ahead.",
        },
    }
    faq = {"@context": "https://schema.org", "@type": "FAQPage", "mainEntity": [short]}
    told = page("dining", "/tables", json_ld=[ORGANIZATION, faq], extra=shown)
    assert "jsonld-invalid" not in found_codes(audited(site_with({"/tables": told})))


def test_the_faq_fix_is_made_of_the_questions_the_page_shows() -> None:
    shown = (
        "<h3>Is it </script> safe?</h3><p>Yes, entirely safe it is.</p>"
        "<h3>What does it cost?</h3><p>From 640 pounds with delivery.</p>"
    )
    (finding,) = audited(site_with({"/tables": page("dining", "/tables", extra=shown)})).findings
    block = finding.fix.removeprefix('<script type="application/ld+json">').removesuffix(
        "</script>"
    )
    assert "</script>" not in block
    data = json.loads(block)
    assert [entry["name"] for entry in data["mainEntity"]][-1] == "What does it cost?"
    assert data["mainEntity"][-1]["acceptedAnswer"]["text"] == "From 640 pounds with delivery."


@pytest.mark.parametrize("kind", ["open-graph", "json-ld"])
def test_a_dead_url_inside_markup_is_a_broken_link(kind: str) -> None:
    if kind == "open-graph":
        bad = page("dining", "/tables", head=f'<meta property="og:image" content="{BASE}/x.png">')
    else:
        bad = page("dining", "/tables", json_ld={**ORGANIZATION, "logo": f"{BASE}/x.png"})
    (finding,) = audited(site_with({"/tables": bad})).findings
    assert finding.code == "broken-link"
    assert f"{BASE}/x.png" in finding.issue


def test_a_page_slow_only_once_is_not_called_slow() -> None:
    once = FakePage(
        html("dining", path="/tables"),
        first_byte_ms=2_000.0,
        repeats_ms=(50.0,),
        headers=good_site()[f"{BASE}/tables"].headers,
    )
    assert found_codes(audited(site_with({"/tables": once}))) == []


def test_a_private_area_closed_to_everyone_is_not_a_barrier() -> None:
    rules = f"User-agent: *\nDisallow: /internal\nSitemap: {BASE}/sitemap.xml"
    start = page("oak", "/", links=("/tables", "/care", "/internal"))
    report = audited(site_with({"/robots.txt": text_page(rules), "/": start}))
    assert found_codes(report) == []


def test_different_organization_names_on_one_site_are_a_conflict() -> None:
    other = {**ORGANIZATION, "name": "Akme Ltd"}
    (finding,) = audited(site_with({"/tables": page("dining", "/tables", json_ld=other)})).findings
    assert finding.code == "jsonld-invalid"
    assert "Akme Ltd" in finding.issue


def many_pages(good_share: float) -> dict[str, FakePage]:
    """A start page and 40 others, of which a share has structured data, evenly spread."""
    links = tuple(f"/p{n}" for n in range(40))
    site = site_with({"/": page("oak", "/", links=links)})
    for n, path in enumerate(links):
        good = (n * 7) % 40 < 40 * good_share
        site[BASE + path] = page(f"kind{n}", path, json_ld=ORGANIZATION if good else None)
    return site


def test_a_sample_of_the_pages_has_an_interval_and_a_census_none() -> None:
    census = audited(many_pages(0.5), CrawlLimits(pages=60)).score
    sample = audited(many_pages(0.5), CrawlLimits(pages=15)).score
    assert census is not None
    assert sample is not None
    assert census.low == census.value == census.high
    assert sample.low < sample.value < sample.high
    assert sample.n == 15


def test_a_sample_of_faultless_pages_still_admits_doubt() -> None:
    sample = audited(many_pages(1.0), CrawlLimits(pages=10)).score
    assert sample is not None
    assert sample.value == sample.high == 100
    assert sample.low < 99


def test_the_interval_narrows_as_more_of_the_site_is_read() -> None:
    few, more = (audited(many_pages(0.5), CrawlLimits(pages=n)).score for n in (10, 38))
    assert few is not None
    assert more is not None
    assert more.high - more.low < few.high - few.low


def test_a_fix_for_robots_closed_by_a_server_error_says_so() -> None:
    report = audited(site_with({"/robots.txt": FakePage("oops", status=503)}))
    assert report.score is None
    assert "503" in report.findings[0].issue


def test_findings_come_with_the_greatest_impact_first() -> None:
    broken = site_with(
        {
            "/tables": page("dining", "/tables", open_graph=False),
            "/care": page("oiled", "/care", body='<div id="root"></div><script src="/a"></script>'),
        }
    )
    report = audit(crawled(broken), PROFILE, 1)
    assert found_codes(report) == ["content-needs-javascript", "open-graph-missing"]
    values = [finding.impact_value for finding in report.findings]
    assert values == sorted(values, reverse=True)


def test_a_legal_notice_kept_out_of_search_is_no_mistake() -> None:
    hidden = '<meta name="robots" content="noindex">'
    pages = {
        "/tables": dining(links=("/", "/care", "/datenschutz.html")),
        "/datenschutz.html": page("notice", "/datenschutz.html", head=hidden),
    }
    assert "noindex" not in found_codes(audited(site_with(pages)))


def test_wares_and_services_that_share_a_word_with_notices_may_not_be_hidden() -> None:
    hidden = '<meta name="robots" content="noindex">'
    for ware in ("/products/chocolate-chip-cookies", "/collections/cookies", "/services/legal"):
        pages = {
            "/tables": dining(links=("/", "/care", ware)),
            ware: page("ware", ware, head=hidden),
        }
        assert "noindex" in found_codes(audited(site_with(pages))), ware
