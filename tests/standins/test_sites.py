"""The stand-in sites are what they claim: twins apart by their defects, servers that answer."""

from __future__ import annotations

import asyncio

import aiohttp
import pytest

from presence.analysis.audit import audit
from presence.analysis.crawler import CrawlLimits, crawl
from presence.analysis.types import AuditReport, BrandProfile
from presence_standins.sites import names, site_named, site_server
from presence_standins.sites.model import StandInSite
from presence_standins.sites.render import render_site
from tests.analysis.fakes import FakeFetcher, FakePage

BASE = "http://127.0.0.1:8080"
PLANTED = {
    ("robots-blocks-search-bot", "/"),
    ("description-missing", "/delivery"),
    ("jsonld-missing", "/care-guide"),
    ("open-graph-missing", "/showroom"),
    ("noindex", "/benches"),
    ("content-needs-javascript", "/configurator"),
    ("broken-link", "/our-story"),
    ("slow-first-byte", "/reviews"),
}


def audited(site: StandInSite, pages: int = 50) -> AuditReport:
    """Crawl and audit a rendered site without a socket."""
    delays = {page.path: page.first_byte_s for page in site.pages}
    answers = {
        BASE + path: FakePage(
            answer.body,
            headers=(("content-type", answer.content_type), ("content-encoding", "gzip")),
            first_byte_ms=20.0 + 1_000 * delays.get(path, 0.0),
        )
        for path, answer in render_site(site, BASE).items()
    }
    fetcher = FakeFetcher(answers)
    crawled = asyncio.run(crawl(BASE, fetcher, fetcher.clock, CrawlLimits(pages=pages)))
    return audit(crawled, BrandProfile(site.brand), seed=1)


def score(report: AuditReport) -> float:
    assert report.score is not None
    return report.score.value


def test_the_repaired_twin_gives_the_audit_nothing_to_report() -> None:
    report = audited(site_named("harrow-repaired"))
    assert report.findings == ()
    assert score(report) == 100


def test_the_broken_twin_shows_exactly_the_planted_defects() -> None:
    report = audited(site_named("harrow-broken"))
    assert {(f.code, f.page.removeprefix(BASE)) for f in report.findings} == PLANTED


def test_the_repaired_twin_is_nowhere_below_the_broken_one() -> None:
    broken, repaired = (audited(site_named(f"harrow-{kind}")) for kind in ("broken", "repaired"))
    assert score(repaired) > score(broken)
    for bad, good in zip(broken.checks, repaired.checks, strict=True):
        assert good.passed * bad.applicable >= bad.passed * good.applicable, bad.code


def test_different_companies_get_different_scores() -> None:
    values = {round(score(audited(site_named(n)))) for n in ("harrow", "ledgerly", "marlow")}
    assert len(values) == 3


@pytest.mark.parametrize("count", [2, 50, 200])
def test_a_catalogue_has_the_asked_number_of_pages_and_no_faults(count: int) -> None:
    report = audited(site_named(f"bulk-{count}"), pages=count)
    assert report.score is not None
    assert report.score.n == count
    assert report.findings == ()


async def test_a_served_site_answers_under_its_own_address() -> None:
    async with site_server("ledgerly") as base, aiohttp.ClientSession() as session:
        async with session.get(base + "/pricing") as answer:
            text = await answer.text()
            assert answer.status == 200
        async with session.get(base + "/nowhere") as missing:
            assert missing.status == 404
    assert f'<link rel="canonical" href="{base}/pricing">' in text


async def test_a_hostile_server_redirects_to_the_metadata_address() -> None:
    async with (
        site_server("hostile-redirect-metadata") as base,
        aiohttp.ClientSession() as session,
        session.get(base + "/", allow_redirects=False) as answer,
    ):
        assert answer.headers["Location"].startswith("http://169.254.169.254/")


def test_every_listed_name_can_be_served() -> None:
    plain = [n for n in names() if not n.startswith("hostile") and n != "bulk-N"]
    assert {site_named(name).name for name in plain} == set(plain)
