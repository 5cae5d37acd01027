"""A crawl is locked before it reads a page, and still reads what it is sent to read."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import re
import sys
from collections.abc import AsyncIterator
from ipaddress import ip_network
from pathlib import Path

import pytest
import pytest_asyncio

from presence.adapters.crawling import ApartCrawls
from presence.adapters.isolation import CRAWLER, Demand, landlock
from presence.analysis.crawler import CrawlLimits, CrawlRequest
from presence.analysis.types import SiteCrawl
from presence.core import metrics
from presence.core.clock import SystemClock
from presence.core.settings import OutboundSettings
from tests.adapters.certificates import certificate
from tests.adapters.servers import RawServer, raw_server, response
from tests.adapters.test_isolation import ELSEWHERE, NO_LANDLOCK

PAGE = response(
    b'<title>Boots</title><p>Made by hand.</p><a href="/b">more</a>',
    headers=[("Content-Type", "text/html; charset=shift_jis")],
)
OUTBOUND = OutboundSettings(allowed_networks=(ip_network("127.0.0.0/8"), ip_network("::1")))
LIMITS = CrawlLimits(probes=False, deadline_s=20)
TIMEOUT_S = 30
IS_ROOT = os.geteuid() == 0
# A process in the place of the server that says something and stays.
BABBLER = """
import os, socket, sys, time
control = socket.socket(fileno=0)
there = socket.socket(fileno=socket.recv_fds(control, 1, 1)[1][0])
said = sys.argv[1].encode()
there.sendall(len(said).to_bytes(4, "big") + said)
time.sleep(60)
"""


@pytest_asyncio.fixture
async def site() -> AsyncIterator[RawServer]:
    async with raw_server() as server:
        server.answers["/"] = server.answers["/b"] = PAGE
        yield server


def on_another_kernel(*missing: tuple[str, int], full: bool = False) -> ApartCrawls:
    """Crawls on a kernel that answers these calls with these errors."""
    code = ELSEWHERE.format(missing=missing, before="", after="").replace(
        "document_worker", "crawl_server"
    )
    demand: Demand = "full" if full else "seccomp"
    return ApartCrawls(OUTBOUND, SystemClock(), demand=demand, command=(sys.executable, "-c", code))


def read_pages(crawled: SiteCrawl | None) -> int:
    assert crawled is not None
    return len([page for page in crawled.pages if page.status == 200])


def walls() -> float:
    """What the metric says of crawls."""
    (family,) = metrics.isolation.collect()
    return next(s.value for s in family.samples if s.labels == {"process": "crawls"})


async def test_a_site_with_a_name_is_read_behind_every_wall(
    site: RawServer, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.INFO, "presence.crawl"):
        async with ApartCrawls(OUTBOUND, SystemClock(), demand="full") as crawls:
            for _ in range(2):
                url = site.url("/").replace("127.0.0.1", "localhost")
                assert url.startswith("http://localhost:")
                (crawled,) = await crawls([CrawlRequest(url, LIMITS)])
                assert read_pages(crawled) == 2
    (said,) = [record.getMessage() for record in caplog.records]
    assert f"seccomp, Landlock {landlock.version()}" in said
    assert ("own user" in said) is IS_ROOT
    assert walls() == 2


async def test_a_name_without_an_address_is_a_site_that_was_not_found() -> None:
    async with ApartCrawls(OutboundSettings(), SystemClock()) as crawls:
        (crawled,) = await crawls([CrawlRequest("http://nobody.invalid/", LIMITS)])
    assert crawled is not None
    assert crawled.unreachable is not None
    assert crawled.unreachable.code == "dns-failed"


async def test_a_site_with_a_certificate_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    context, trusted = certificate(tmp_path, "localhost")
    monkeypatch.setenv("SSL_CERT_FILE", str(trusted))

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(PAGE if isinstance(PAGE, bytes) else b"")
        await writer.drain()
        writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", 0, ssl=context)
    port = server.sockets[0].getsockname()[1]
    async with server, ApartCrawls(OUTBOUND, SystemClock()) as crawls:
        (crawled,) = await crawls([CrawlRequest(f"https://localhost:{port}/", LIMITS)])
    assert read_pages(crawled) >= 1


async def test_a_kernel_without_landlock_still_crawls_and_it_is_said(
    site: RawServer, caplog: pytest.LogCaptureFixture
) -> None:
    async with on_another_kernel(*NO_LANDLOCK) as crawls:
        (crawled,) = await crawls([CrawlRequest(site.url("/"), LIMITS)])
    assert read_pages(crawled) == 2
    (record,) = caplog.records
    assert record.levelno == logging.WARNING
    assert record.getMessage().startswith("Crawl process isolation: seccomp")
    assert "Landlock" not in record.getMessage()
    assert walls() == 1


async def test_where_every_wall_is_demanded_a_kernel_without_landlock_crawls_nothing(
    site: RawServer, caplog: pytest.LogCaptureFixture
) -> None:
    async with on_another_kernel(*NO_LANDLOCK, full=True) as crawls:
        (crawled,) = await crawls([CrawlRequest(site.url("/"), LIMITS)])
    assert crawled is not None
    assert crawled.unreachable is not None
    assert "no Landlock" in caplog.text
    assert walls() == 0
    assert site.requests == []


@pytest.mark.skipif(not IS_ROOT, reason="only root sees what other users' processes hold")
async def test_the_process_that_crawls_has_nothing_but_connections(
    site: RawServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "a secret")

    async def silence(_: asyncio.StreamWriter) -> None:
        await asyncio.sleep(TIMEOUT_S)

    site.answers["/silent"] = silence
    async with ApartCrawls(OUTBOUND, SystemClock()) as crawls:
        slow = asyncio.create_task(crawls([CrawlRequest(site.url("/silent"), LIMITS)]))
        async with asyncio.timeout(TIMEOUT_S):
            while not any(head.startswith(b"GET /silent ") for head in site.requests):  # noqa: ASYNC110
                await asyncio.sleep(0.02)  # nobody tells of a request
        known = _child_of(crawls.pid or 0)
        slow.cancel()
        await asyncio.gather(slow, return_exceptions=True)
    assert known["Seccomp"] == "2"
    assert known["NoNewPrivs"] == "1"
    assert {int(known[f"Cap{kind}"], 16) for kind in ("Inh", "Prm", "Eff", "Amb")} == {0}
    assert "0" not in known["Uid"].split()
    assert "secret" not in known["environ"]
    held = known["descriptors"].split()
    assert held.count("/dev/null") == 3
    assert {each.split(":")[0] for each in held} == {"/dev/null", "socket", "anon_inode"}
    assert {known["Max file size"], known["Max processes"], known["Max core file size"]} == {"0"}
    assert int(known["Max open files"]) == CRAWLER.files
    assert int(known["Max address space"]) == CRAWLER.memory
    assert CRAWLER.cpu_seconds < int(known["Max cpu time"]) < 2 * CRAWLER.cpu_seconds


@pytest.mark.parametrize(
    "said",
    [5, [], None, {"crawls": 5}, {"crawls": [], "counted": {}}, {"crawls": [{"pages": 1}]},
     {"lookup": 1}, {"lookup": [1, "a" * 300, 80]}, {"progress": 1}, {"isolation": "x"}],
    ids=str,
)  # fmt: skip
async def test_a_process_that_says_something_unheard_of_is_a_site_that_was_not_read(
    said: object,
) -> None:
    async def progress(stage: str, done: int, total: int) -> None:
        raise AssertionError("nothing was done")

    command = (sys.executable, "-c", BABBLER, json.dumps(said))
    async with ApartCrawls(OUTBOUND, SystemClock(), command=command) as crawls:
        (crawled,) = await crawls([CrawlRequest("http://127.0.0.1/", LIMITS)], progress)
    assert crawled is not None
    assert crawled.unreachable is not None
    assert crawled.unreachable.message == "The website could not be read safely."


def _child_of(server: int) -> dict[str, str]:
    (child,) = Path(f"/proc/{server}/task/{server}/children").read_text().split()
    of = Path("/proc") / child
    known = {
        name: rest.strip()
        for name, _, rest in (line.partition(":") for line in (of / "status").open())
    }
    for line in (of / "limits").read_text().splitlines()[1:]:
        name, hardest = re.split(r" {2,}", line)[0:3:2]
        known[name] = hardest
    known["environ"] = (of / "environ").read_text()
    known["descriptors"] = " ".join(os.readlink(each) for each in (of / "fd").iterdir())
    return known
