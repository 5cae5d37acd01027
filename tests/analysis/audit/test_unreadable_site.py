"""A site that assistants cannot read is said so first, and is never "Moderate"."""

from __future__ import annotations

from presence.analysis.audit import audit
from presence.analysis.crawler.agents import SEARCH_BOTS
from presence.analysis.recommendations import recommend
from presence.analysis.types import AuditReport
from tests.analysis.fakes import FakePage, text_page
from tests.analysis.sites import BASE, PROFILE, crawled, good_site, page, site_with

SHELL = '<div id="root"></div><script src="/app.js"></script>'
HIDDEN = '<meta name="robots" content="noindex">'


def drawn(head: str = "", lang: str = ' lang="en"') -> dict[str, FakePage]:
    """The good site with every page drawn by a script."""
    names = {"/": "oak", "/tables": "dining", "/care": "oiled"}
    return site_with(
        {path: page(name, path, body=SHELL, head=head, lang=lang) for path, name in names.items()}
    )


def report(pages: dict[str, FakePage]) -> AuditReport:
    return audit(crawled(pages), PROFILE, 7)


def test_pages_drawn_by_scripts_with_noindex_are_named_in_one_sentence() -> None:
    found = report(drawn(HIDDEN))
    assert found.unreadable == (
        "Assistants cannot read this site: its text appears only after scripts run, and noindex "
        "tells search assistants to leave it out."
    )


def test_a_site_nobody_can_read_needs_attention() -> None:
    for head in ("", HIDDEN):
        score = report(drawn(head)).score
        assert score is not None
        assert score.band == "Needs Attention"
        assert score.low <= score.value <= score.high


def test_the_sentence_is_the_first_advice_whatever_its_effort() -> None:
    found = report(drawn(HIDDEN, lang=""))
    advice = recommend(PROFILE, (), found, None)
    assert advice[0].title == found.unreadable
    assert (advice[0].priority, advice[0].blocking) == ("High", True)
    assert {a.key for a in advice[:2]} == {"finding:noindex", "finding:content-needs-javascript"}
    assert [a.blocking for a in advice[:3]] == [True, True, False]
    assert advice[1].priority == "High"


def test_one_page_drawn_by_scripts_leaves_the_site_readable() -> None:
    one = site_with({"/tables": page("dining", "/tables", body=SHELL)})
    assert report(one).unreadable == ""
    assert report(good_site()).unreadable == ""


def test_a_hidden_sign_in_page_leaves_the_site_readable() -> None:
    sign_in = page("oiled", "/login", head=HIDDEN)
    home = page("oak", "/", links=("/", "/tables", "/care", "/login"))
    assert report({**good_site(), f"{BASE}/": home, f"{BASE}/login": sign_in}).unreadable == ""


def test_a_site_that_turns_every_search_bot_away_says_so() -> None:
    rules = "".join(f"User-agent: {bot}\n" for bot in SEARCH_BOTS) + "Disallow: /"
    found = report(site_with({"/robots.txt": text_page(rules)}))
    assert found.capped
    assert found.unreadable.startswith("Assistants cannot read this site: every search assistant")
