"""A process that crawls: asked over a socket, it forks one child for each request.

Started as `python -m presence.adapters.crawl_server` with a socket as standard input, over which
it is handed the other end of each conversation. It does nothing itself but wait and fork, so a
crawl begins at once. Invariant: a child serves one conversation, has limits on processor time and
memory, gives way to others once it has used its second, and ends when nobody listens any more.
"""

from __future__ import annotations

import asyncio
import gc
import json
import logging
import os
import resource
import signal
import socket
from pathlib import Path
from typing import Any

from prometheus_client import Counter

from presence.adapters.outbound import OutboundFetcher
from presence.analysis.codec import as_data
from presence.analysis.crawler import crawl_all
from presence.analysis.ports import CrawlLimits, Errand
from presence.analysis.types import SiteCrawl
from presence.core import metrics
from presence.core.clock import SystemClock, TrialClock
from presence.core.logging import configure_logging
from presence.core.settings import OutboundSettings

log = logging.getLogger("presence.crawl")

LENGTH = 4
OWN_SECOND_S = 1.0
_LATER_NICE = 10
_CPU_SECONDS = 120
_MEMORY_BYTES = 3 * 1024**3
_CRAWLS = tuple[SiteCrawl | None, ...]


def main() -> None:
    """Fork a child for every conversation handed over, until the other side is gone."""
    configure_logging("info")
    control = socket.socket(fileno=os.dup(0))
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody has to wait for a child
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the worker, which then hangs up
    as_data((), _CRAWLS)  # what takes long the first time is done before the first fork
    gc.collect()
    gc.freeze()
    while True:
        _, descriptors, _, _ = socket.recv_fds(control, 1, 1)
        if not descriptors:
            return
        if os.fork() == 0:
            control.close()
            os.close(0)
            _converse(socket.socket(fileno=descriptors[0]))
        os.close(descriptors[0])


def _converse(there: socket.socket) -> None:
    """A child's whole life."""
    status = 1
    try:
        _limit()
        asyncio.run(_answer(there))
        status = 0
    except (ConnectionError, EOFError):
        pass  # whoever asked is gone
    except Exception:
        log.exception("A crawl ended by a fault")
    finally:
        os._exit(status)


def _limit() -> None:
    for kind, most in (
        (resource.RLIMIT_CPU, _CPU_SECONDS),
        (resource.RLIMIT_AS, _MEMORY_BYTES),
        (resource.RLIMIT_CORE, 0),
    ):
        resource.setrlimit(kind, (most, most))
    signal.signal(signal.SIGPROF, lambda *_: os.nice(_LATER_NICE))
    signal.setitimer(signal.ITIMER_PROF, OWN_SECOND_S)


async def _answer(there: socket.socket) -> None:
    """Read the request, crawl, tell the progress and in the end what was found."""
    reader, writer = await asyncio.open_connection(sock=there)
    length = int.from_bytes(await reader.readexactly(LENGTH), "big")
    asked = json.loads(await reader.readexactly(length))
    gone = asyncio.create_task(_end_with(reader))

    async def progress(stage: str, done: int, total: int) -> None:
        _send(writer, {"progress": [stage, done, total]})
        await writer.drain()

    settings = OutboundSettings.model_validate(asked["outbound"])
    ahead = asked["clockAhead"]
    clock = TrialClock(Path(ahead)) if ahead else SystemClock()
    errands = [Errand(url, CrawlLimits(**limits)) for url, limits in asked["errands"]]
    async with OutboundFetcher(settings, clock) as fetcher:
        told = progress if asked["progress"] else None
        found = await crawl_all(errands, fetcher, clock, told)
    _send(writer, {"crawls": as_data(found, _CRAWLS), "counted": counted()})
    await writer.drain()
    gone.cancel()


async def _end_with(reader: asyncio.StreamReader) -> None:
    """Nothing more is said to a child: what comes is the end of whoever asked."""
    await reader.read(1)
    os._exit(1)


def _send(writer: asyncio.StreamWriter, message: dict[str, Any]) -> None:
    data = json.dumps(message).encode()
    writer.write(len(data).to_bytes(LENGTH, "big") + data)


def counted() -> dict[str, Any]:
    """What this process counted about its fetches: `pages` by result, `bytes`, `blocked`."""
    return {
        "pages": {labels["result"]: number for labels, number in _totals(metrics.crawl_pages)},
        "bytes": sum(number for _, number in _totals(metrics.crawl_bytes)),
        "blocked": sum(number for _, number in _totals(metrics.crawl_ssrf_blocked)),
    }


def _totals(counter: Counter) -> list[tuple[dict[str, str], float]]:
    """Labels and value of each series."""
    return [
        (sample.labels, sample.value)
        for family in counter.collect()
        for sample in family.samples
        if sample.name.endswith("_total")
    ]


if __name__ == "__main__":
    main()
