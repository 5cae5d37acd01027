"""Re-check: only what a finding rests on is fetched again; it closes exactly when repaired."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping

import pytest

from presence.analysis.audit import CODES, audit
from presence.analysis.crawler import refetch
from presence.analysis.types import FetchProblem, Finding, SiteCrawl
from tests.analysis.defects import DEFECTS
from tests.analysis.fakes import FakeFetcher, FakePage, text_page
from tests.analysis.sites import BASE, PROFILE, crawled, good_site, site_with


def again(
    crawl: SiteCrawl, finding: Finding, pages: Mapping[str, FakePage]
) -> tuple[SiteCrawl | FetchProblem, list[str]]:
    """What a re-check of the site as it is now brings, and the addresses it asked for."""
    fetcher = FakeFetcher(pages)
    return asyncio.run(refetch(crawl, finding, fetcher, fetcher.clock)), fetcher.urls


def keys(crawl: SiteCrawl | FetchProblem) -> set[str]:
    assert isinstance(crawl, SiteCrawl)
    return {finding.key for finding in audit(crawl, PROFILE, 7).findings}


def broken(code: str) -> tuple[SiteCrawl, Finding]:
    crawl = crawled(site_with(DEFECTS[code]))
    return crawl, audit(crawl, PROFILE, 7).findings[0]


@pytest.mark.parametrize("code", CODES)
def test_a_repaired_finding_closes_and_leaves_nothing_else_behind(code: str) -> None:
    crawl, finding = broken(code)
    repaired, _ = again(crawl, finding, good_site())
    assert keys(repaired) == set()


@pytest.mark.parametrize("code", CODES)
def test_an_unrepaired_finding_stays_the_same_finding(code: str) -> None:
    crawl, finding = broken(code)
    found, _ = again(crawl, finding, site_with(DEFECTS[code]))
    assert keys(found) == {finding.key}


def test_a_dead_sitemap_entry_closes_when_it_answers_or_is_taken_out() -> None:
    listed = "".join(f"<url><loc>{BASE}{p}</loc></url>" for p in ("/", "/tables", "/care", "/new"))
    wrong = site_with({"/sitemap.xml": text_page(f"<urlset>{listed}</urlset>", "application/xml")})
    crawl = crawled(wrong)
    (finding,) = audit(crawl, PROFILE, 7).findings
    assert keys(again(crawl, finding, wrong)[0]) == {finding.key}
    assert keys(again(crawl, finding, good_site())[0]) == set()
    answered = {**wrong, f"{BASE}/new": good_site()[f"{BASE}/care"]}
    assert keys(again(crawl, finding, answered)[0]) == set()


def test_a_robots_finding_costs_one_request() -> None:
    crawl, finding = broken("robots-blocks-search-bot")
    assert again(crawl, finding, good_site())[1] == [f"{BASE}/robots.txt"]


def test_a_page_finding_reads_robots_and_that_page_only() -> None:
    crawl, finding = broken("noindex")
    assert again(crawl, finding, good_site())[1] == [f"{BASE}/robots.txt", f"{BASE}/tables"]


def test_a_site_that_does_not_answer_says_so_and_closes_nothing() -> None:
    crawl, finding = broken("noindex")
    down = FakePage(problem=FetchProblem("timeout", "The website took too long to answer."))
    found, _ = again(crawl, finding, site_with({"/tables": down}))
    assert found == FetchProblem("timeout", "The website took too long to answer.")
    everything = dict.fromkeys(good_site(), down)
    assert isinstance(again(crawl, finding, everything)[0], FetchProblem)


def test_a_page_that_robots_now_keeps_from_us_is_not_fetched() -> None:
    crawl, finding = broken("noindex")
    closed = site_with({"/robots.txt": text_page("User-agent: PresenceBot\nDisallow: /tables")})
    found, asked = again(crawl, finding, closed)
    assert isinstance(found, FetchProblem)
    assert found.code == "robots-disallowed"
    assert asked == [f"{BASE}/robots.txt"]


def test_a_page_that_was_taken_down_has_no_finding() -> None:
    crawl, finding = broken("noindex")
    found, _ = again(crawl, finding, site_with({"/tables": FakePage("Gone", status=410)}))
    assert finding.key not in keys(found)


def test_a_server_error_is_no_repair() -> None:
    crawl, finding = broken("noindex")
    found, _ = again(crawl, finding, site_with({"/tables": FakePage("Oops", status=503)}))
    assert isinstance(found, FetchProblem)
    assert "503" in found.message
