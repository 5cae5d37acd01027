"""Crawls in processes of their own, so that no site costs anybody else's crawl its speed.

A page may take a second of computing, thousands of links another one. Beside other crawls on one
event loop that second is everybody's; in a process of its own it is the operating system that
shares out, and a crawl that computes for long gives way. Invariant: a process that dies, stays
silent or says too much ends as a site that could not be read, never as an exception.
"""

from __future__ import annotations

import asyncio
import json
import os
import socket
import sys
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from types import TracebackType
from typing import Any

from presence.adapters.crawl_server import LENGTH
from presence.analysis.codec import from_data
from presence.analysis.crawler import USER_AGENT
from presence.analysis.ports import Clock, Errand, Progress
from presence.analysis.types import FetchProblem, SiteCrawl
from presence.core import metrics
from presence.core.settings import OutboundSettings

_COMMAND = (sys.executable, "-P", "-m", "presence.adapters.crawl_server")
_MOST_BYTES = 64 * 1024 * 1024
_PATIENCE_S = 60.0
_FAREWELL_S = 1.0
_LOST = FetchProblem("protocol-error", "The website could not be read safely.")
_CRAWLS = tuple[SiteCrawl | None, ...]


class ApartCrawls:
    """`analysis.crawler.Crawls` by children of one server, which starts when it is first needed.

    An async context manager. `clock_ahead` is the file of a trial clock. `command` is for tests.
    """

    def __init__(
        self,
        outbound: OutboundSettings,
        clock: Clock,
        *,
        clock_ahead: Path | None = None,
        command: tuple[str, ...] = _COMMAND,
    ) -> None:
        self._outbound = outbound
        self._clock = clock
        self._clock_ahead = clock_ahead
        self._command = command
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
        self, errands: Sequence[Errand], progress: Progress | None = None
    ) -> tuple[SiteCrawl | None, ...]:
        """One result for each errand; `progress` is told of the first."""
        if not errands:
            return ()
        request = {
            "outbound": self._outbound.model_dump(mode="json"),
            "clockAhead": str(self._clock_ahead) if self._clock_ahead else None,
            "errands": [[errand.start_url, asdict(errand.limits)] for errand in errands],
            "progress": progress is not None,
        }
        longest = max(errand.limits.deadline_s for errand in errands)
        answer = await self._ask(request, 2 * longest + _PATIENCE_S, progress)
        if answer is None:
            return tuple(self._lost(errand) for errand in errands)
        _count(answer["counted"])
        found: tuple[SiteCrawl | None, ...] = await asyncio.to_thread(
            from_data, _CRAWLS, answer["crawls"]
        )
        return found

    async def _ask(
        self, request: dict[str, Any], seconds: float, progress: Progress | None
    ) -> dict[str, Any] | None:
        """What a child found, None when it was lost."""
        reader, writer = await asyncio.open_connection(sock=await self._conversation())
        ends = asyncio.get_running_loop().time() + seconds
        try:
            data = json.dumps(request).encode()
            writer.write(len(data).to_bytes(LENGTH, "big") + data)
            while True:
                async with asyncio.timeout_at(ends):
                    message = await _message(reader)
                if "progress" not in message:
                    return message
                if progress is not None:
                    await progress(*message["progress"])
        except (OSError, EOFError, TimeoutError, ValueError):
            return None
        finally:
            writer.close()

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
        environment = {k: v for k, v in os.environ.items() if not k.startswith("PRESENCE_")}
        with there:
            self._process = await asyncio.create_subprocess_exec(
                *self._command, stdin=there.fileno(), env=environment
            )
        self._control = here

    def _hang_up(self) -> None:
        if self._control is not None:
            self._control.close()
            self._control = None

    def _lost(self, errand: Errand) -> SiteCrawl:
        now = self._clock.now()
        return SiteCrawl(
            start_url=errand.start_url,
            final_url=errand.start_url,
            started_at=now,
            finished_at=now,
            discovered=1,
            user_agent=USER_AGENT,
            unreachable=_LOST,
        )


async def _message(reader: asyncio.StreamReader) -> dict[str, Any]:
    """The next one. EOFError when there is none, ValueError for one that is too large."""
    length = int.from_bytes(await reader.readexactly(LENGTH), "big")
    if length > _MOST_BYTES:
        raise ValueError("too much was said")
    data = await reader.readexactly(length)
    message: dict[str, Any] = await asyncio.to_thread(json.loads, data)
    return message


def _count(counted: dict[str, Any]) -> None:
    """Add to this process's metrics what a child counted."""
    for result, number in counted["pages"].items():
        metrics.crawl_pages.labels(result).inc(number)
    metrics.crawl_bytes.inc(counted["bytes"])
    metrics.crawl_ssrf_blocked.inc(counted["blocked"])
