"""Row 9: a hostile web server costs bounded time and memory, and nobody else's crawl notices.

The servers run in a process of their own, with the product's limits. What a site costs is measured
here, in this process alone: how long, how many decoded bytes, and how far its memory rose above
where it stood before. What it costs others is measured as workers crawl, in processes apart.
Invariant: an honest crawl alone is compared with the same crawl beside three hostile ones.
"""

from __future__ import annotations

import asyncio
import contextlib
import statistics
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from ipaddress import ip_network
from multiprocessing import get_context
from pathlib import Path

from presence.adapters.crawling import ApartCrawls
from presence.adapters.outbound import OutboundFetcher
from presence.analysis.crawler import CrawlLimits, CrawlRequest, crawl
from presence.core.clock import SystemClock
from presence.core.settings import AnalysisSettings, OutboundSettings
from tests.adapters.hostile import CASES
from tests.assurance.frame import Deadline, Outcome
from tests.assurance.hostile_sites import HONEST, SITES, address_of, serve
from tests.conftest import Place

COVERS = (
    "api/presence/adapters/crawling.py",
    "api/presence/adapters/crawl_names.py",
    "api/presence/adapters/crawl_server.py",
    "api/presence/adapters/crawl_talk.py",
    "api/presence/adapters/outbound",
    "api/presence/analysis/crawler",
)

LONGEST_S = 30.0
MOST_BODY = 10_000_000
MOST_MEMORY = 64 * 1024 * 1024
LEAST_SPEED = 0.95
OPEN = (ip_network("127.0.0.0/8"),)


@dataclass(frozen=True)
class Scale:
    """The limits in force, how many pairs of honest crawls are compared, and every which site."""

    outbound: OutboundSettings
    crawl_s: float
    pairs: int
    every: int = 1
    fetches: bool = True

    @property
    def behaviours(self) -> int:
        """How many there are to run."""
        return len(CASES) * self.fetches + len(range(0, len(SITES), self.every))


FULL = Scale(OutboundSettings(allowed_networks=OPEN), AnalysisSettings().crawl_deadline_s, 9)
# The single fetches are tests of their own in tests/adapters.
QUICK = Scale(
    OutboundSettings(allowed_networks=OPEN, deadline_s=1), 2.0, pairs=0, every=7, fetches=False
)


@dataclass
class Seen:
    """What the behaviours cost."""

    fetches: int = 0
    crawls: int = 0
    slowest_fetch_s: float = 0.0
    slowest_crawl_s: float = 0.0
    most_body: int = 0
    most_memory: int = 0
    speed: float = 0.0
    complaints: list[str] = field(default_factory=list)

    def cost(self, name: str, seconds: float, body: int, memory: int, most_s: float) -> None:
        """Judge one behaviour."""
        self.most_body, self.most_memory = max(self.most_body, body), max(self.most_memory, memory)
        if seconds > most_s or body > MOST_BODY or memory > MOST_MEMORY:
            self.complaints.append(
                f"{name}: {seconds:.1f} s, {body:,} bytes, {memory / 1e6:.1f} MB more memory"
            )


async def full(place: Place, seed: int, deadline: Deadline) -> Outcome:
    """Every behaviour with the product's own limits; needs no database."""
    return await run(FULL, deadline)


async def run(scale: Scale, deadline: Deadline) -> Outcome:
    """Fetch and crawl whatever is hostile, one after the other; then compare honest crawls."""
    seen = Seen()
    with _servers(scale) as (pages, sites, honest):
        async with OutboundFetcher(scale.outbound, SystemClock()) as fetcher:
            for number, case in enumerate(CASES):
                if scale.fetches and not deadline.passed:
                    url = f"http://127.0.0.1:{pages}/{number}"
                    await _one_fetch(fetcher, url, case[0], seen)
            for number, name in list(enumerate(SITES))[:: scale.every]:
                if not deadline.passed:
                    await _one_crawl(fetcher, scale, _address(number, sites), name, seen)
        if scale.pairs:
            seen.speed = await _speed(scale, sites, honest, deadline)
    for complaint in seen.complaints:
        print(complaint)  # noqa: T201 - read by people
    return judge(scale, seen)


async def _one_fetch(fetcher: OutboundFetcher, url: str, name: str, seen: Seen) -> None:
    before, started = _memory_now(), time.monotonic()
    got = await fetcher.fetch(url)
    seconds = time.monotonic() - started
    seen.fetches += 1
    seen.slowest_fetch_s = max(seen.slowest_fetch_s, seconds)
    seen.cost(name, seconds, len(got.body), _memory_peak() - before, LONGEST_S)


async def _one_crawl(
    fetcher: OutboundFetcher, scale: Scale, url: str, name: str, seen: Seen
) -> None:
    before, started = _memory_now(), time.monotonic()
    found = await crawl(url, fetcher, SystemClock(), CrawlLimits(deadline_s=scale.crawl_s))
    seconds = time.monotonic() - started
    seen.crawls += 1
    seen.slowest_crawl_s = max(seen.slowest_crawl_s, seconds)
    largest = max((page.body_bytes for page in found.pages), default=0)
    seen.cost(name, seconds, largest, _memory_peak() - before, max(LONGEST_S, scale.crawl_s + 2))


async def _speed(scale: Scale, sites: int, honest: int, deadline: Deadline) -> float:
    """Median over pairs: an honest crawl's time alone by its time beside three hostile ones."""
    kept = []
    async with ApartCrawls(scale.outbound, SystemClock()) as crawls:
        for number in range(scale.pairs + 1):
            if deadline.passed:
                break
            alone = await _honest(crawls, honest)
            attack = asyncio.create_task(_attack(crawls, scale, sites, number))
            await asyncio.sleep(0.2)
            beside = await _honest(crawls, honest)
            attack.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await attack
            kept.append(alone / beside)
    return statistics.median(kept[1:]) if kept[1:] else 0.0  # the first one starts everything


async def _honest(crawls: ApartCrawls, port: int) -> float:
    """Seconds an honest site of thirty pages takes."""
    started = time.monotonic()
    limits = CrawlLimits(probes=False, deadline_s=60)
    (found,) = await crawls([CrawlRequest(f"http://{HONEST}:{port}/", limits)])
    assert found is not None
    assert len(found.pages) > 20, found.unreachable
    return time.monotonic() - started


async def _attack(crawls: ApartCrawls, scale: Scale, sites: int, offset: int) -> None:
    """Three hostile crawls at a time, until cancelled."""

    async def keep_crawling(number: int) -> None:
        while True:
            url = _address(number % len(SITES), sites)
            await crawls([CrawlRequest(url, CrawlLimits(deadline_s=scale.crawl_s))])
            number += 3

    await asyncio.gather(*(keep_crawling(offset * 7 + first) for first in range(3)))


def _address(number: int, port: int) -> str:
    return f"http://{address_of(number)}:{port}/"


@contextlib.contextmanager
def _servers(scale: Scale) -> Iterator[tuple[int, int, int]]:
    """Ports of the single pages, of the hostile sites and of the honest one.

    The honest site has a process of its own: what hostile servers cost each other is their affair.
    """
    spawn = get_context("spawn")
    ports, processes = list[int](), []
    for fetches, honest in ((scale.fetches, False), (False, True)):
        here, there = spawn.Pipe()
        process = spawn.Process(target=serve, args=(there, fetches, honest), daemon=True)
        process.start()
        processes.append(process)
        ports += here.recv()
    try:
        yield ports[0], ports[1], ports[3]
    finally:
        for process in processes:
            process.terminate()
            process.join()


def _memory_now() -> int:
    """Bytes this process holds; what it held at most is counted anew from here."""
    Path("/proc/self/clear_refs").write_text("5")
    return _status("VmRSS")


def _memory_peak() -> int:
    return _status("VmHWM")


def _status(name: str) -> int:
    for line in Path("/proc/self/status").read_text().splitlines():
        if line.startswith(name):
            return int(line.split()[1]) * 1024
    raise OSError(f"{name} is not told here")


def judge(scale: Scale, seen: Seen) -> Outcome:
    """A violation for each behaviour over a limit, and one when honest crawls were slowed."""
    slowed = bool(scale.pairs) and seen.speed < LEAST_SPEED
    return Outcome(
        {
            "behaviours": seen.fetches + seen.crawls,
            "overTheirLimits": len(seen.complaints),
            "slowestFetchS": round(seen.slowest_fetch_s, 1),
            "slowestCrawlS": round(seen.slowest_crawl_s, 1),
            "mostDecodedBytes": seen.most_body,
            "mostMemoryMB": round(seen.most_memory / 1e6, 1),
            "speedKept": round(seen.speed, 3),
        },
        len(seen.complaints) + slowed,
        complete=seen.fetches + seen.crawls >= scale.behaviours,
    )
