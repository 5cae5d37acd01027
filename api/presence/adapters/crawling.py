"""Sites read in processes of their own, so that none costs anybody else's crawl its speed.

A page may take a second of computing, thousands of links another one. Beside other crawls on one
event loop that second is everybody's; in a process of its own it is the operating system that
shares out, and a crawl that computes for long gives way. Invariant: a process that dies, stays
silent, says too much or something unheard of ends as a site that could not be read, never as an
exception.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
import socket
import sys
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import Any

from presence.adapters.crawl_names import NameService, TurnsAtServers
from presence.adapters.crawl_talk import TASKS, receive, send
from presence.adapters.isolation import Demand
from presence.analysis.codec import as_data, from_data
from presence.analysis.crawler import USER_AGENT
from presence.analysis.crawler.untrusted_result import checked_look, checked_problem, checked_text
from presence.analysis.ports import Clock, CrawlRequest, Progress
from presence.analysis.types import FetchProblem, Finding, PageText, SiteCrawl, SiteLook
from presence.core import metrics
from presence.core.settings import OutboundSettings

log = logging.getLogger("presence.crawl")

_COMMAND = (sys.executable, "-P", "-m", "presence.adapters.crawl_server")
_MOST_BYTES = 64 * 1024 * 1024
_MOST_FAULT = 4_000
_GRACE_S = 60.0
# Everything that a process that reads untrusted pages is told about its environment.
_KNOWN = (
    *("LANG", "LC_ALL", "TZ", "SSL_CERT_FILE", "SSL_CERT_DIR"),
    *("PYTHONPATH", "PYTHONDONTWRITEBYTECODE"),
)
_FAREWELL_S = 1.0
_LOST = FetchProblem("protocol-error", "The website could not be read safely.")
_VISIT_S = 60.0  # longer than any task but a crawl gives itself
_FAULTS = (
    *(OSError, EOFError, TimeoutError, ValueError, TypeError, LookupError),
    *(AttributeError, RecursionError),
)


class ApartCrawls:
    """`analysis.ports.Sites` by children of one server, which starts when it is first needed.

    An async context manager. `clock_ahead` is the file of a trial clock. With `demand` "full"
    nothing is read where the kernel has no Landlock. With `turns` no server is visited out of its
    turn. `command` is for tests.
    """

    def __init__(
        self,
        outbound: OutboundSettings,
        clock: Clock,
        *,
        clock_ahead: Path | None = None,
        demand: Demand = "seccomp",
        turns: TurnsAtServers | None = None,
        command: tuple[str, ...] = _COMMAND,
    ) -> None:
        self._outbound = outbound
        self._clock = clock
        self._clock_ahead = clock_ahead
        self._demand = demand
        self._turns = turns
        self._command = command
        self._walls = ""
        self._process: asyncio.subprocess.Process | None = None
        self._control: socket.socket | None = None
        self._starting = asyncio.Lock()

    @property
    def pid(self) -> int | None:
        """Process id of the server, None while there is none."""
        return self._process.pid if self._process is not None else None

    async def __aenter__(self) -> ApartCrawls:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        self._hang_up()
        if self._process is not None:
            try:
                await asyncio.wait_for(self._process.wait(), _FAREWELL_S)
            except TimeoutError:
                self._process.kill()

    async def __call__(
        self, requests: Sequence[CrawlRequest], progress: Progress | None = None
    ) -> tuple[SiteCrawl | None, ...]:
        """One result per crawl request; `progress` reports on the first."""
        if not requests:
            return ()
        longest = max(request.limits.deadline_s for request in requests)
        try:
            found: tuple[SiteCrawl | None, ...] = await self._do(
                "crawl", (tuple(requests),), longest, progress
            )
            if len(found) != len(requests):
                raise ValueError("not what was asked for")
        except _FAULTS:
            return tuple(self._lost(request) for request in requests)
        return found

    async def look(self, url: str) -> SiteLook:
        """A first look at an address."""
        try:
            return checked_look(await self._do("look", (url,)))
        except _FAULTS:
            return SiteLook(False, reason=_LOST.message)

    async def read_text(self, url: str, prefixes: Sequence[str]) -> PageText | FetchProblem:
        """The text of one page."""
        try:
            found = await self._do("read_text", (url, tuple(prefixes)))
            return checked_text(found, prefixes)
        except _FAULTS:
            return _LOST

    async def refetch(self, crawl: SiteCrawl, finding: Finding) -> SiteCrawl | FetchProblem:
        """Fetch again what a finding is based on."""
        try:
            found: SiteCrawl | FetchProblem = await self._do("refetch", (crawl, finding))
        except _FAULTS:
            return _LOST
        return checked_problem(found) if isinstance(found, FetchProblem) else found

    async def _do(
        self,
        name: str,
        arguments: tuple[Any, ...],
        seconds: float = _VISIT_S,
        progress: Progress | None = None,
    ) -> Any:
        """What a child makes of a task. Raises one of `_FAULTS` where nothing sound comes."""
        task = TASKS[name]
        request = {
            "outbound": self._outbound.model_dump(mode="json"),
            "isolation": self._demand,
            "clockAhead": str(self._clock_ahead) if self._clock_ahead else None,
            "task": name,
            "arguments": await asyncio.to_thread(as_data, arguments, task.arguments),
            "progress": progress is not None,
        }
        answer = await self._ask(request, 2 * seconds + _GRACE_S, progress)
        found = await asyncio.to_thread(from_data, task.result, answer["answer"])
        _count(answer["counted"])
        return found

    async def _ask(
        self, request: dict[str, Any], seconds: float, progress: Progress | None
    ) -> dict[str, Any]:
        """What a child found. Raises OSError, EOFError, TimeoutError or ValueError without it."""
        reader, writer = await asyncio.open_connection(sock=await self._conversation())
        ends = asyncio.get_running_loop().time() + seconds
        names = NameService(writer, self._turns)
        try:
            send(writer, request)
            while True:
                async with asyncio.timeout_at(ends):
                    message = await _message(reader)
                if "lookup" in message:
                    names.ask(*message["lookup"])
                elif "admit" in message:
                    names.admit(*message["admit"])
                elif "proven" in message:
                    names.prove(*message["proven"])
                elif "isolation" in message:
                    self._report(str(message["isolation"]), bool(message["full"]))
                elif "failed" in message:
                    self._report_fault(str(message["failed"])[:_MOST_FAULT])
                elif "progress" not in message:
                    return message
                elif progress is not None:
                    stage, done, total = message["progress"]
                    await progress(stage, int(done), int(total))
        finally:
            names.close()
            writer.close()

    def _report(self, walls: str, full: bool) -> None:
        """Say once, and again when it changes, behind which walls sites are read."""
        metrics.isolation.labels("crawls").set(1 + full)
        if walls != self._walls:
            self._walls = walls
            level = logging.INFO if full else logging.WARNING
            log.log(level, "Crawl process isolation: %s", walls)

    def _report_fault(self, text: str) -> None:
        if not self._walls:
            metrics.isolation.labels("crawls").set(0)
        log.error("A crawl ended by a fault: %s", text)
        raise ValueError("the crawl failed")

    async def _conversation(self) -> socket.socket:
        """Our end of a socket whose other end a new child holds."""
        async with self._starting:
            for _ in range(2):
                if self._control is None:
                    await self._start()
                here, there = socket.socketpair()
                try:
                    if self._control is not None:
                        socket.send_fds(self._control, [b"c"], [there.fileno()])
                        return here
                except OSError:  # the server has died: another one is started
                    here.close()
                    self._hang_up()
                finally:
                    there.close()
        raise OSError("No process for crawling can be started.")

    async def _start(self) -> None:
        here, there = socket.socketpair()
        known = {name: os.environ[name] for name in _KNOWN if name in os.environ}
        with there:
            self._process = await asyncio.create_subprocess_exec(
                *self._command,
                stdin=there.fileno(),
                stdout=asyncio.subprocess.DEVNULL,
                env=known,
            )
        self._control = here

    def _hang_up(self) -> None:
        if self._control is not None:
            self._control.close()
            self._control = None

    def _lost(self, request: CrawlRequest) -> SiteCrawl:
        now = self._clock.now()
        return SiteCrawl(
            start_url=request.start_url,
            final_url=request.start_url,
            started_at=now,
            finished_at=now,
            discovered=1,
            user_agent=USER_AGENT,
            unreachable=_LOST,
        )


async def _message(reader: asyncio.StreamReader) -> dict[str, Any]:
    """The next one. EOFError when there is none, ValueError for one that is too large."""
    data = await receive(reader, _MOST_BYTES)
    message: dict[str, Any] = await asyncio.to_thread(json.loads, data)
    return message


def _count(counted: dict[str, Any]) -> None:
    """Add to this process's metrics what a child counted."""
    for result, number in counted["pages"].items():
        metrics.crawl_pages.labels(result).inc(number)
    metrics.crawl_bytes.inc(counted["bytes"])
    metrics.crawl_ssrf_blocked.inc(counted["blocked"])
