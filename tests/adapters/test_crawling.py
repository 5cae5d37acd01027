"""Sites are crawled in processes of their own; what happens to those happens to nobody else."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import AsyncIterator, Callable
from dataclasses import replace
from datetime import UTC, datetime
from ipaddress import ip_network
from pathlib import Path

import pytest
import pytest_asyncio

from presence.adapters.crawling import ApartCrawls
from presence.adapters.outbound import OutboundFetcher
from presence.analysis.crawler import CrawlLimits, CrawlRequest, crawl
from presence.analysis.types import SiteCrawl
from presence.core import metrics
from presence.core.clock import SystemClock
from presence.core.settings import OutboundSettings
from tests.adapters.servers import RawServer, raw_server, response

PAGE = response(
    b'<title>Boots</title><h1>Boots</h1><p>Made by hand.</p><a href="/b">more</a>'
    b'<script type="application/ld+json">{"name":"\\ud800 and \\u0000"}</script>',
    headers=[("Content-Type", "text/html; charset=utf-8")],
)
OUTBOUND = OutboundSettings(allowed_networks=(ip_network("127.0.0.0/8"),))
LIMITS = CrawlLimits(probes=False, deadline_s=20)
TIMEOUT_S = 30


@pytest_asyncio.fixture
async def site() -> AsyncIterator[RawServer]:
    async with raw_server() as server:
        server.answers["/"] = server.answers["/b"] = PAGE
        yield server


@pytest_asyncio.fixture
async def crawls() -> AsyncIterator[ApartCrawls]:
    async with ApartCrawls(OUTBOUND, SystemClock()) as made:
        yield made


def timeless(crawled: SiteCrawl | None) -> SiteCrawl:
    """The same with every time taken out."""
    assert crawled is not None
    never = datetime(2000, 1, 1, tzinfo=UTC)
    pages = tuple(
        replace(page, fetched_at=never, first_byte_ms=None, total_ms=0.0) for page in crawled.pages
    )
    return replace(crawled, started_at=never, finished_at=never, pages=pages)


def children_of(pid: int) -> list[int]:
    listed = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return [int(number) for number in listed]


def server_of(crawls: ApartCrawls) -> int:
    assert crawls.pid is not None
    return crawls.pid


async def until(holds: Callable[[], bool]) -> None:
    async with asyncio.timeout(TIMEOUT_S):
        while not holds():  # noqa: ASYNC110 - nobody tells of a process's end
            await asyncio.sleep(0.02)


async def asked_for(site: RawServer, path: str) -> None:
    """Wait until somebody asks for a path."""
    await until(lambda: any(head.startswith(f"GET {path} ".encode()) for head in site.requests))


async def silence(writer: asyncio.StreamWriter) -> None:
    """A server that accepts and never answers."""
    await asyncio.sleep(TIMEOUT_S)


async def test_a_site_is_read_as_in_this_process(crawls: ApartCrawls, site: RawServer) -> None:
    told: list[tuple[str, int, int]] = []

    async def progress(stage: str, done: int, total: int) -> None:
        told.append((stage, done, total))

    requests = [CrawlRequest(site.url("/"), LIMITS), CrawlRequest("no address", LIMITS)]
    apart, nothing = await crawls(requests, progress)
    async with OutboundFetcher(OUTBOUND, SystemClock()) as fetcher:
        here = await crawl(site.url("/"), fetcher, SystemClock(), LIMITS)
    assert len(here.pages) == 2
    assert timeless(apart) == timeless(here)
    assert nothing is None
    assert told == [("ingest", 2, 2)]


async def test_an_address_that_is_never_opened_is_not_opened_there_either() -> None:
    async with ApartCrawls(OutboundSettings(), SystemClock()) as crawls:
        (refused,) = await crawls([CrawlRequest("http://169.254.169.254/", LIMITS)])
    assert refused is not None
    assert refused.unreachable is not None
    assert refused.unreachable.code == "address-refused"


async def test_a_child_that_dies_costs_its_own_crawl_alone(
    crawls: ApartCrawls, site: RawServer
) -> None:
    await crawls([CrawlRequest(site.url("/"), LIMITS)])
    server = server_of(crawls)
    site.answers["/silent"] = silence
    slow = asyncio.create_task(crawls([CrawlRequest(site.url("/silent"), LIMITS)]))
    await asked_for(site, "/silent")
    os.kill(children_of(server)[0], signal.SIGKILL)
    (lost,) = await slow
    (read,) = await crawls([CrawlRequest(site.url("/"), LIMITS)])
    assert lost is not None
    assert lost.unreachable is not None
    assert lost.unreachable.message == "The website could not be read safely."
    assert read is not None
    assert len(read.pages) == 2


async def test_a_server_that_dies_is_replaced(crawls: ApartCrawls, site: RawServer) -> None:
    await crawls([CrawlRequest(site.url("/"), LIMITS)])
    server = server_of(crawls)
    os.kill(server, signal.SIGKILL)
    await until(lambda: server not in children_of(os.getpid()))
    (read,) = await crawls([CrawlRequest(site.url("/"), LIMITS)])
    assert read is not None
    assert len(read.pages) == 2


async def test_a_child_ends_when_its_crawl_is_given_up(
    crawls: ApartCrawls, site: RawServer
) -> None:
    site.answers["/silent"] = silence
    slow = asyncio.create_task(crawls([CrawlRequest(site.url("/silent"), LIMITS)]))
    await asked_for(site, "/silent")
    server = server_of(crawls)
    assert len(children_of(server)) == 1
    slow.cancel()
    with pytest.raises(asyncio.CancelledError):
        await slow
    await until(lambda: not children_of(server))


async def test_whoever_reads_strange_pages_knows_no_secret(
    crawls: ApartCrawls, site: RawServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PRESENCE_DATABASE__CUSTOMER_URL", "postgresql://secret")
    await crawls([CrawlRequest(site.url("/"), LIMITS)])
    server = server_of(crawls)
    known = await asyncio.to_thread(Path(f"/proc/{server}/environ").read_bytes)
    assert b"PRESENCE_" not in known


async def test_what_was_fetched_there_is_counted_here(crawls: ApartCrawls, site: RawServer) -> None:
    def fetched() -> float:
        (family,) = metrics.crawl_pages.collect()
        return sum(each.value for each in family.samples if each.labels.get("result") == "2xx")

    before = fetched()
    await crawls([CrawlRequest(site.url("/"), LIMITS)])
    asked = len(site.requests)
    assert asked > 2
    assert fetched() - before == asked
