"""The crawl: what it reads, in which order, and how politely."""

from __future__ import annotations

import asyncio
import gzip

import pytest

from presence.analysis.crawler import CrawlLimits, crawl
from presence.analysis.ports import Stage
from presence.analysis.types import FetchProblem, SiteCrawl
from tests.analysis.fakes import FakeFetcher, FakePage, text_page
from tests.analysis.sites import BASE, crawled, good_site, html, page, site_with

NO_PROBES = CrawlLimits(probes=False)


def paths(found: SiteCrawl) -> list[str]:
    return [p.final_url.removeprefix(BASE) for p in found.pages]


def run(fetcher: FakeFetcher, limits: CrawlLimits = NO_PROBES) -> SiteCrawl:
    return asyncio.run(crawl(BASE, fetcher, fetcher.clock, limits))


def test_a_good_site_is_read_completely_in_the_order_of_its_links() -> None:
    found = crawled(good_site())
    assert paths(found) == ["/", "/tables", "/care"]
    assert found.discovered == 3
    assert found.sitemap_urls == 3
    assert found.llms_txt
    assert all(p.in_sitemap and p.linked_from == 2 for p in found.pages)


def test_pages_our_robots_group_forbids_are_never_asked_for() -> None:
    rules = "User-agent: PresenceBot\nDisallow: /tables\n\nUser-agent: *\nAllow: /\n"
    fetcher = FakeFetcher(site_with({"/robots.txt": text_page(rules)}))
    found = run(fetcher, CrawlLimits())
    assert f"{BASE}/tables" not in fetcher.urls
    assert found.refused == (f"{BASE}/tables",)


def test_a_site_closed_to_us_is_reported_and_left_alone() -> None:
    fetcher = FakeFetcher(site_with({"/robots.txt": text_page("User-agent: *\nDisallow: /")}))
    found = run(fetcher)
    assert fetcher.urls == [f"{BASE}/robots.txt"]
    assert found.unreachable is not None
    assert found.unreachable.code == "robots-disallowed"


def test_a_failing_robots_file_closes_the_site() -> None:
    found = crawled(site_with({"/robots.txt": FakePage("oops", status=503)}))
    assert found.unreachable is not None
    assert "503" in found.unreachable.message


@pytest.mark.parametrize(
    ("start", "code"),
    [
        (FakePage(problem=FetchProblem("dns-failed", "No such host.")), "dns-failed"),
        (FakePage("gone", status=410), "http-error"),
        (text_page("{}", "application/json"), "not-html"),
    ],
)
def test_a_start_page_that_gives_nothing_says_why(start: FakePage, code: str) -> None:
    found = crawled(site_with({"/": start}))
    assert found.pages == ()
    assert found.unreachable is not None
    assert found.unreachable.code == code


def test_a_site_that_shows_nothing_but_its_login_is_not_analysed() -> None:
    form = FakePage("<h1>Sign in</h1><form><input type=password></form>")
    found = crawled(
        {f"{BASE}/": FakePage(status=302, location=f"{BASE}/login"), f"{BASE}/login": form}
    )
    assert found.pages == ()
    assert found.unreachable is not None
    assert found.unreachable.code == "login-required"


def test_the_same_page_under_two_addresses_is_kept_once() -> None:
    twin = page("dining", "/tables", links=("/",))
    start = page(
        "oak", "/", links=("/tables", "/tables/", "/tables?utm_source=x", "/tables?sort=a")
    )
    fetcher = FakeFetcher(site_with({"/": start, "/tables?sort=a": twin}))
    found = run(fetcher)
    assert paths(found) == ["/", "/tables", "/care"]
    assert found.discovered == 3
    assert fetcher.urls.count(f"{BASE}/tables") == 1


def test_a_redirect_inside_the_site_gives_its_target_once() -> None:
    start = page("oak", "/", links=("/old", "/tables", "/care"))
    moved = FakePage(status=301, location=f"{BASE}/tables")
    found = crawled(site_with({"/": start, "/old": moved}))
    assert paths(found) == ["/", "/tables", "/care"]


def test_a_redirect_to_another_host_moves_the_whole_crawl() -> None:
    other = "https://www.other.example"
    pages = {
        f"{BASE}/": FakePage(status=301, location=f"{other}/"),
        f"{other}/": FakePage(html("oak", links=("/a",))),
        f"{other}/a": FakePage(html("ash", links=("/",))),
        f"{other}/robots.txt": text_page("User-agent: *\nDisallow: /b"),
    }
    found = crawled(pages)
    assert [p.final_url for p in found.pages] == [f"{other}/", f"{other}/a"]
    assert found.robots_url == f"{other}/robots.txt"


def test_the_page_limit_holds_and_what_was_left_out_is_counted() -> None:
    links = tuple(f"/p{n}" for n in range(30))
    many = {f"/p{n}": page(f"kind{n}", f"/p{n}", links=()) for n in range(30)}
    found = crawled(site_with({"/": page("oak", "/", links=links), **many}), CrawlLimits(pages=10))
    assert len(found.pages) == 10
    assert found.discovered == 33


def test_pages_deeper_than_the_limit_are_not_read() -> None:
    chain = {f"/d{n}": page(f"kind{n}", f"/d{n}", links=(f"/d{n + 1}",)) for n in range(1, 6)}
    site = site_with(
        {"/": page("oak", "/", links=("/d1",)), **chain, "/sitemap.xml": FakePage(status=404)}
    )
    found = crawled(site, CrawlLimits(depth=2))
    assert paths(found) == ["/", "/d1", "/d2"]


def test_sitemap_indexes_and_gzipped_sitemaps_are_followed() -> None:
    inner = f"<urlset><url><loc>{BASE}/hidden?a=1&amp;b=2</loc></url></urlset>".encode()
    index = f"<sitemapindex><sitemap><loc>{BASE}/s1.xml.gz</loc></sitemap></sitemapindex>"
    found = crawled(
        site_with(
            {
                "/robots.txt": text_page(f"Sitemap: {BASE}/index.xml"),
                "/index.xml": text_page(index, "application/xml"),
                "/s1.xml.gz": text_page(gzip.compress(inner), "application/gzip"),
                "/hidden?a=1&b=2": page("hidden", "/hidden?a=1&amp;b=2"),
            }
        )
    )
    assert "/hidden?a=1&b=2" in paths(found)
    assert found.sitemaps == (f"{BASE}/index.xml", f"{BASE}/s1.xml.gz")


def test_never_more_than_four_requests_are_open_at_once() -> None:
    links = tuple(f"/p{n}" for n in range(40))
    many = {f"/p{n}": page(f"kind{n}", f"/p{n}", links=()) for n in range(40)}
    fetcher = FakeFetcher(site_with({"/": page("oak", "/", links=links), **many}))
    run(fetcher, CrawlLimits())
    assert fetcher.most_in_flight == 4


def test_a_crawl_delay_is_honoured_by_reading_fewer_pages() -> None:
    links = tuple(f"/p{n}" for n in range(40))
    many = {f"/p{n}": page(f"kind{n}", f"/p{n}", links=()) for n in range(40)}
    rules = text_page("User-agent: *\nCrawl-delay: 5\n")
    site = site_with({"/robots.txt": rules, "/": page("oak", "/", links=links), **many})
    fetcher = FakeFetcher(site)
    found = run(fetcher, CrawlLimits(deadline_s=60))
    assert 2 <= len(found.pages) <= 9
    assert fetcher.most_in_flight == 1
    assert fetcher.clock.elapsed >= 5 * (len(fetcher.urls) - 2)
    assert found.probes == ()


def test_the_deadline_ends_the_crawl_with_what_was_read() -> None:
    links = tuple(f"/p{n}" for n in range(30))
    slow = {f"/p{n}": FakePage(html(f"kind{n}"), takes_s=3.0) for n in range(30)}
    fetcher = FakeFetcher(site_with({"/": page("oak", "/", links=links), **slow}))
    found = run(fetcher, CrawlLimits(deadline_s=20))
    assert 1 < len(found.pages) < 12
    assert found.discovered == 33
    assert fetcher.clock.elapsed < 35


def test_a_slow_page_is_measured_again_alone_as_a_search_bot() -> None:
    late = FakePage(html("dining", path="/tables"), first_byte_ms=1_500.0, repeats_ms=(90.0, 110.0))
    fetcher = FakeFetcher(site_with({"/tables": late}))
    found = run(fetcher)
    (slow,) = [p for p in found.pages if p.first_byte_repeats_ms]
    assert slow.first_byte_repeats_ms == (90.0, 110.0)
    agents = [agent for url, agent in fetcher.requests if url == f"{BASE}/tables"]
    assert all("OAI-SearchBot" in agent for agent in agents[1:])


def test_at_most_three_urls_are_probed_with_eight_agents() -> None:
    found = crawled(site_with({f"/p{n}": page(f"kind{n}", f"/p{n}") for n in range(9)}))
    assert len(found.probes) <= 24
    assert {probe.blocked for probe in found.probes} == {False}


def test_a_firewall_against_one_agent_is_seen() -> None:
    wall = FakePage(html("oak"), by_agent={"ChatGPT-User": FakePage("no", status=403)})
    found = crawled(site_with({"/": wall}))
    blocked = [(probe.agent, probe.reason) for probe in found.probes if probe.blocked]
    assert blocked == [("ChatGPT-User", "answered 403")]


def test_links_that_fail_and_urls_inside_markup_are_checked() -> None:
    logo = {
        "@context": "https://schema.org",
        "@type": "Organization",
        "name": "Acme",
        "url": f"{BASE}/",
        "logo": f"{BASE}/logo.png",
    }
    head = f'<meta property="og:image" content="{BASE}/share.png">'
    start = page("oak", "/", head=head, json_ld=logo, links=("/tables", "/care", "/gone"))
    found = crawled(site_with({"/": start, "/share.png": text_page("png", "image/png")}))
    answers = {(c.kind, c.url.removeprefix(BASE)): c.status for c in found.link_checks}
    assert answers == {
        ("link", "/gone"): 404,
        ("open-graph", "/share.png"): 200,
        ("json-ld", "/logo.png"): 404,
        ("json-ld", "/"): 200,
    }


def test_progress_only_grows() -> None:
    told: list[tuple[int, int]] = []

    async def progress(stage: Stage, done: int, total: int) -> None:
        told.append((done, total))

    fetcher = FakeFetcher(good_site())
    asyncio.run(crawl(BASE, fetcher, fetcher.clock, NO_PROBES, progress))
    assert told == [(2, 3), (3, 3)]


def test_the_same_site_gives_the_same_crawl() -> None:
    assert crawled(good_site()) == crawled(good_site())
