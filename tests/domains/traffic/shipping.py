"""The shipper as a process of its own before the served product, and a front that misbehaves."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from asyncio.subprocess import PIPE, Process
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path

import asyncpg
from fastapi import FastAPI
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from presence.http.middleware import LINES_PATH
from tests.domains.traffic.logs import AGENTS, PERSON, line
from tests.domains.traffic.sending import counted
from tests.domains.traffic.site import Site
from tests.http.server.sockets import serving

TIMEOUT_S = 20.0
BEGINS = datetime.now(UTC).replace(microsecond=0) - timedelta(hours=6)
_numbers = count()


def some(lines: int, truth: Counter[str], agent: str = "GPTBot") -> bytes:
    """Further lines of a log, each a second after the one before, added to its truth."""
    truth[agent] += lines
    made = [
        line(BEGINS + timedelta(seconds=next(_numbers)), AGENTS.get(agent, PERSON), f"/{number}")
        for number in range(lines)
    ]
    return "".join(made).encode()


def add(log: Path, content: bytes) -> None:
    """Write to a log as a server does."""
    with log.open("ab") as handle:
        handle.write(content)


@dataclass
class Front:
    """What stands before the product: `plan` says what happens to the next pushes."""

    app: ASGIApp
    plan: list[Response | str] = field(default_factory=list)
    pushes: int = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a push through, answer in its place, or lose its answer (`lost`)."""
        if scope["type"] != "http" or scope["path"] != LINES_PATH:
            await self.app(scope, receive, send)
            return
        self.pushes += 1
        act = self.plan.pop(0) if self.plan else "pass"
        if isinstance(act, Response):
            while (await receive()).get("more_body"):
                pass
            await act(scope, receive, send)
        elif act == "lost":
            await self.app(scope, receive, _nowhere)
            await Response("stored, and fell over", 500)(scope, receive, send)
        else:
            await self.app(scope, receive, send)


async def _nowhere(message: Message) -> None:
    """An answer nobody receives."""


@dataclass
class Shipper:
    """How `presence ship-log` is started for one log of one source."""

    url: str
    token: str
    log: Path
    front: Front

    @property
    def state(self) -> Path:
        """Where it keeps how far it is."""
        return self.log.parent / "state" / "place.json"

    async def start(self, *arguments: str, log: Path | None = None) -> Process:
        """Start it."""
        return await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "presence", "ship-log", str(log or self.log)),
            *("--url", self.url, "--state", str(self.state), *arguments),
            stdout=PIPE,
            stderr=PIPE,
            env={"PATH": os.environ["PATH"], "PRESENCE_SHIP_TOKEN": self.token},
        )

    async def follow(self) -> Process:
        """Start it so that it goes on."""
        return await self.start("--follow", "--every", "0.1")

    async def once(self, *arguments: str, log: Path | None = None) -> tuple[int, str, str]:
        """Send what there is: exit status, standard output, standard error."""
        process = await self.start(*arguments, log=log)
        return await self.ended(process)

    async def ended(self, process: Process) -> tuple[int, str, str]:
        """Its exit status, standard output, standard error; the token is in none of them."""
        out, err = await asyncio.wait_for(process.communicate(), TIMEOUT_S)
        assert self.token.encode() not in out + err
        return process.returncode or 0, out.decode(), err.decode()

    async def stop(self, process: Process) -> tuple[int, str, str]:
        """Ask it to end, as systemd does."""
        process.send_signal(signal.SIGTERM)
        return await self.ended(process)

    async def kill(self, process: Process) -> None:
        """End it without a warning."""
        process.kill()
        await process.wait()


@asynccontextmanager
async def shipper_of(app: FastAPI, site: Site, log: Path) -> AsyncIterator[Shipper]:
    """A shipper of a log to a new source of the site."""
    token = (await site.add_source(name=f"Source {os.urandom(4).hex()}"))["token"]
    front = Front(app)
    around = FastAPI(openapi_url=None)
    around.mount("/", front)
    async with serving(around) as port:
        yield Shipper(f"http://127.0.0.1:{port}{LINES_PATH}", token, log, front)


async def until(
    admin: asyncpg.Connection, site: Site, truth: dict[str, int], process: Process
) -> None:
    """Wait for as many requests as there are; then they have to be the same ones."""
    found: dict[str, int] = {}
    for _ in range(int(TIMEOUT_S / 0.05)):
        found = await counted(admin, site)
        if sum(found.values()) >= sum(truth.values()) or process.returncode is not None:
            break
        await asyncio.sleep(0.05)
    assert found == truth, (dict(found), dict(truth), process.returncode)
