"""A process that reads sites: asked over a socket, it forks one child for each request.

Started as `python -m presence.adapters.crawl_server` with a socket as standard input, over which
it receives the other end of each connection. It only waits and forks, so a task begins at once: a
crawl, a first look at a site, a page's text, a finding's pages read again.
Invariant: a child serves one connection, is locked down before it opens the first page (no file, no
program, no privilege, limits on processor time and memory), yields to others once it has used a
second, and ends when nobody listens any more.
"""

from __future__ import annotations

import asyncio
import encodings
import gc
import json
import os
import pkgutil
import signal
import socket
import traceback
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import datetime, timedelta
from importlib import import_module
from pathlib import Path
from typing import Any

from prometheus_client import Counter

from presence.adapters.crawl_talk import TASKS, receive, send
from presence.adapters.isolation import CRAWLER, close_others, lock_down
from presence.adapters.outbound import OutboundFetcher
from presence.adapters.outbound.addresses import OPEN_PORTS
from presence.adapters.outbound.connection_limits import ServerBusy
from presence.analysis.codec import as_data, from_data
from presence.analysis.crawler import SitesHere
from presence.analysis.ports import Progress
from presence.core import metrics
from presence.core.clock import SystemClock, TrialClock
from presence.core.sample import port_of
from presence.core.settings import OutboundSettings

OWN_SECOND_S = 1.0
_LATER_NICE = 10
_MOST_BYTES = 256 * 1024 * 1024  # what a worker asks for is its own: a site that was crawled


def main() -> None:
    """Fork a child for every conversation handed over, until the other side is gone."""
    control = socket.socket(fileno=os.dup(0))
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody has to wait for a child
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the worker, which then hangs up
    preload()
    gc.collect()
    gc.freeze()
    while True:
        _, descriptors, _, _ = socket.recv_fds(control, 1, 1)
        if not descriptors:
            return
        if os.fork() == 0:
            _converse(descriptors[0])
        os.close(descriptors[0])


def preload() -> None:
    """Load what is slow the first time or loaded late by Python, since a child opens no file."""
    for task in TASKS.values():
        for kind in (task.arguments, task.result):
            with suppress(ValueError):
                from_data(kind, ())
    for found in pkgutil.iter_modules(encodings.__path__):
        with suppress(ImportError):  # those of other systems
            import_module(f"encodings.{found.name}")


def _converse(there: int) -> None:
    """A child's whole life."""
    status = 1
    try:
        nothing = os.open(os.devnull, os.O_RDWR)
        for standard in range(3):
            os.dup2(nothing, standard)
        close_others(frozenset({0, 1, 2, there}))
        signal.signal(signal.SIGPROF, lambda *_: os.nice(_LATER_NICE))
        signal.setitimer(signal.ITIMER_PROF, OWN_SECOND_S)
        asyncio.run(_answer(socket.socket(fileno=there)))
        status = 0
    except (ConnectionError, EOFError):
        pass  # the caller is gone
    finally:
        os._exit(status)


async def _answer(there: socket.socket) -> None:
    """Read the request, carry it out, report the progress and finally the result or the failure."""
    reader, writer = await asyncio.open_connection(sock=there)
    try:
        send(writer, await _found(reader, writer))
    except (ConnectionError, EOFError):
        raise
    except Exception:
        send(writer, {"failed": traceback.format_exc()})
    await writer.drain()


async def _found(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> dict[str, Any]:
    asked = await _message(reader)
    settings = OutboundSettings.model_validate(asked["outbound"])
    clock = _Ahead(asked["clockAhead"])
    names = _Names(writer)
    example = port_of(settings.example_site)
    ports = None if settings.allowed_networks else (*OPEN_PORTS, *((example,) if example else ()))
    walls = lock_down(replace(CRAWLER, ports=ports), asked["isolation"])
    send(writer, {"isolation": str(walls), "full": walls.full})
    hearing = asyncio.create_task(names.hear(reader))

    async def progress(stage: str, done: int, total: int) -> None:
        send(writer, {"progress": [stage, done, total]})
        await writer.drain()

    async with OutboundFetcher(settings, clock, lookup=names, turns=names) as fetcher:
        report = progress if asked["progress"] else None
        answer = await perform(SitesHere(fetcher, clock), asked["task"], asked["arguments"], report)
    hearing.cancel()
    return {"answer": answer, "counted": counted()}


async def perform(sites: SitesHere, name: str, data: Any, progress: Progress | None) -> Any:
    """Perform a task of `TASKS`; returns the result as data.

    ValueError or LookupError otherwise.
    """
    task = TASKS[name]
    arguments = from_data(task.arguments, data)
    if name == "crawl":
        found: Any = await sites(arguments[0], progress)
    elif name == "look":
        found = await sites.look(*arguments)
    elif name == "read_text":
        found = await sites.read_text(*arguments)
    else:
        found = await sites.refetch(*arguments)
    return as_data(found, task.result)


class _Ahead(SystemClock):
    """The caller's clock, as far ahead as it was when the crawl began."""

    def __init__(self, file: str | None) -> None:
        real = SystemClock()
        self._ahead = TrialClock(Path(file)).now() - real.now() if file else timedelta()

    def now(self) -> datetime:
        """Aware UTC."""
        return super().now() + self._ahead


class _Names:
    """Addresses of names, and turns at servers, from the process that requested the crawl."""

    def __init__(self, writer: asyncio.StreamWriter) -> None:
        self._writer = writer
        self._waiting: dict[int, asyncio.Future[Sequence[str]]] = {}
        self._asked = 0
        self._proven: set[tuple[str, str]] = set()

    async def __call__(self, host: str, port: int) -> Sequence[str]:
        """As a resolver of this process would. Raises OSError for a name without an address."""
        addresses = await self._ask("lookup", host, port)
        if not addresses:
            raise OSError(f"no address of {host}")
        return addresses

    async def admit(self, host: str, addresses: Sequence[str], port: int) -> Sequence[str]:
        """Those that may be connected to. Raises ServerBusy when it is the turn of none."""
        admitted = await self._ask("admit", host, list(addresses), port)
        if not admitted:
            raise ServerBusy(host)
        return admitted

    async def prove(self, host: str, address: str) -> None:
        """Report that the server there showed a certificate for `host`."""
        if (host, address) not in self._proven:
            self._proven.add((host, address))
            send(self._writer, {"proven": [host, address]})

    async def _ask(self, what: str, host: str, *more: int | list[str]) -> Sequence[str]:
        self._asked += 1
        number = self._asked
        self._waiting[number] = asyncio.get_running_loop().create_future()
        try:
            send(self._writer, {what: [number, host, *more]})
            return await self._waiting[number]
        finally:
            del self._waiting[number]

    async def hear(self, reader: asyncio.StreamReader) -> None:
        """Pass on responses; when the caller is gone, this process exits too."""
        try:
            while True:
                number, addresses = (await _message(reader))["found"]
                waiting = self._waiting.get(number)
                if waiting is not None and not waiting.done():
                    waiting.set_result(addresses)
        except (ConnectionError, EOFError):
            os._exit(1)


async def _message(reader: asyncio.StreamReader) -> dict[str, Any]:
    message: dict[str, Any] = json.loads(await receive(reader, _MOST_BYTES))
    return message


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
