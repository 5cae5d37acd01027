"""Ready fixes hold words that a person wrote, of pages that anybody may see."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from presence.analysis.audit import audit
from presence.analysis.types import BrandProfile, Finding
from tests.analysis.fakes import FakePage, text_page
from tests.analysis.sites import BASE, HTML_HEADERS, crawled

PRACTICE = BrandProfile(
    "Molar & Sons", "Molar & Sons is a dental practice in Harwick.", website=BASE
)
SOFTWARE = BrandProfile("Tallyroot", "Tallyroot is payroll software for bakeries.", website=BASE)
MENU = (
    "<div class='top'><ul><li><a href='/'>Home</a></li><li><a href='/crowns'>Crowns</a></li>"
    "<li><a href='/login'>Log in</a></li><li><a href='/admin'>Admin</a></li>"
    "<li><a href='/crowns?ref=top'>Offers for you</a></li><li><a href='/gone'>Old news</a></li>"
    "<li><a href='/team'>Team</a></li><li><a href='/draft'>Draft</a></li></ul></div>"
)
HOME = (
    "<h1>Gentle dentistry</h1><p>Home Crowns Team Offers</p>"
    "<p>We treat nervous patients without hurry in our practice by the canal. "
    "Call us on telephone 01632 960 123.</p>"
    "<p>14 Mill Lane, Harwick, HA4 7QT</p>"
    "<h2>Ready to get started?</h2><p>Book your first visit with us today.</p>"
    "<h2>How long does a crown take?</h2><p>Two visits of one hour each, a week apart.</p>"
    "<h2>Do you treat children?</h2><p>Yes, from the first tooth, and at no charge.</p>"
    "<h2>Still have questions?</h2><p>Our friendly team is happy to help.</p>"
)


def shown(body: str, head: str = "", title: str = "Molar &amp; Sons") -> FakePage:
    """A page with a menu of divs, as template kits make them."""
    return FakePage(
        f"<html lang=en><head><title>{title}</title>{head}</head><body>{MENU}{body}</body></html>",
        headers=HTML_HEADERS,
    )


def filled(topic: str) -> str:
    return f"<h1>{topic}</h1>" + f"<p>Everything we know about {topic} stands here, in full.</p>"


SITE = {
    f"{BASE}/robots.txt": text_page("User-agent: *\nAllow: /"),
    f"{BASE}/": shown(HOME),
    f"{BASE}/crowns": shown(filled("crowns &amp;amp; bridges"), title="Crowns &amp;amp; bridges"),
    f"{BASE}/crowns?ref=top": shown(filled("crowns &amp;amp; bridges")),
    f"{BASE}/login": shown("<form><input type=password></form>", title="Log in"),
    f"{BASE}/admin": shown(filled("administration"), title="Admin"),
    f"{BASE}/gone": shown(filled("nothing"), title="Page not found"),
    f"{BASE}/draft": shown(filled("drafts"), '<meta name="robots" content="noindex">', "Draft"),
    f"{BASE}/team": shown(filled("our team"), f'<link rel="canonical" href="{BASE}/crowns">'),
}


def findings(profile: BrandProfile, pages: dict[str, FakePage]) -> dict[str, Finding]:
    """The first finding of each code."""
    found: dict[str, Finding] = {}
    for finding in audit(crawled(pages), profile, 7).findings:
        found.setdefault(finding.code, finding)
    return found


@pytest.fixture(scope="module")
def practice() -> dict[str, Finding]:
    return findings(PRACTICE, SITE)


def block(fix: str) -> dict[str, object]:
    """The object of a JSON-LD script element."""
    made: dict[str, object] = json.loads(fix.partition("\n")[2].rpartition("\n")[0])
    return made


def test_the_sitemap_lists_each_public_page_once(practice: dict[str, Finding]) -> None:
    fix = practice["sitemap-missing"].fix
    assert fix.count("<loc>") == 2
    assert f"<loc>{BASE}/</loc>" in fix
    assert f"<loc>{BASE}/crowns</loc>" in fix


def test_the_draft_of_llms_txt_lists_the_same_pages(practice: dict[str, Finding]) -> None:
    lines = practice["llms-txt-missing"].fix.splitlines()
    assert [line.partition("](")[2].partition(")")[0] for line in lines if "](" in line] == [
        f"{BASE}/",
        f"{BASE}/crowns",
    ]


def test_a_draft_for_readers_holds_no_entities(practice: dict[str, Finding]) -> None:
    fix = practice["llms-txt-missing"].fix
    assert "# Molar & Sons" in fix
    assert "&amp;" not in fix


def test_an_invitation_is_no_question_of_a_customer(practice: dict[str, Finding]) -> None:
    asked = block(practice["faq-schema-missing"].fix)["mainEntity"]
    assert isinstance(asked, list)
    assert [question["name"] for question in asked] == [
        "How long does a crown take?",
        "Do you treat children?",
    ]


def test_a_description_is_a_sentence_of_the_text_and_never_the_menu(
    practice: dict[str, Finding],
) -> None:
    assert practice["description-missing"].fix.startswith(
        '<meta name="description" content="We treat nervous patients without hurry'
    )


def test_an_entity_in_the_words_is_not_escaped_twice() -> None:
    body = "<h1>Oils</h1><p>Salt &amp;amp; pepper mills are turned by hand in our workshop.</p>"
    fix = findings(PRACTICE, {**SITE, f"{BASE}/": shown(body)})["description-missing"].fix
    assert "Salt &amp; pepper" in fix


def test_the_home_page_is_marked_up_as_what_the_business_is(practice: dict[str, Finding]) -> None:
    data = block(practice["jsonld-missing"].fix)
    assert data["@type"] == "Dentist"
    assert data["telephone"] == "01632 960 123"
    assert data["address"] == {
        "@type": "PostalAddress",
        "streetAddress": "14 Mill Lane",
        "addressLocality": "Harwick",
        "postalCode": "HA4 7QT",
    }


def test_software_is_marked_up_with_the_price_that_stands_on_the_page() -> None:
    body = "<h1>Payroll</h1><p>Tallyroot pays your bakers on time for £29 a month.</p>"
    data = block(findings(SOFTWARE, {**SITE, f"{BASE}/": shown(body)})["jsonld-missing"].fix)
    assert data["@type"] == "SoftwareApplication"
    assert data["offers"] == {"@type": "Offer", "price": "29", "priceCurrency": "GBP"}


def test_markup_that_its_own_check_would_refuse_is_not_proposed() -> None:
    body = "<h1>Payroll</h1><p>Tallyroot pays your bakers on time, every month.</p>"
    data = block(findings(SOFTWARE, {**SITE, f"{BASE}/": shown(body)})["jsonld-missing"].fix)
    assert data["@type"] == "Organization"


def test_a_brand_nobody_described_is_an_organization() -> None:
    vague = replace(SOFTWARE, description="")
    body = "<h1>Growth</h1><p>We help companies grow and reach the next level together.</p>"
    data = block(findings(vague, {**SITE, f"{BASE}/": shown(body)})["jsonld-missing"].fix)
    assert data["@type"] == "Organization"


def test_an_action_points_at_nothing_that_only_some_screens_show_beneath_it() -> None:
    found = audit(crawled(SITE), PRACTICE, 7).findings
    assert found
    assert [one.action for one in found if " below" in one.action] == []
