"""The code of before and the code of now, both on each schema that an upgrade passes through.

    before ──serves────────────────────────────────────────────────▶ and analyses on today's schema
    now    ──waits, not ready──────────────────────▶ ready by itself, serves and analyses
    schema   first release ─▶ each revision in turn ─▶ today's

Invariant: "before" is real: the code as it was committed before the first of these revisions, in
processes of its own. A request that fails while a revision runs is a violation.
"""

from __future__ import annotations

import asyncio
import os
import shutil
import tempfile
import time
import uuid
from collections.abc import AsyncIterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
from alembic.script import ScriptDirectory

from presence.db.embedded_process import free_port
from presence.migrations import runner
from presence_standins.sites import site_server
from tests.assurance.processes import code_before, end, start
from tests.conftest import Place, create_empty

NAME = "upgrade"
READY_S, ANALYSED_S, POLL_S = 120.0, 240.0, 0.2
_PASSWORD = "correct horse battery"
_WIZARD = {
    "businessName": "Harrow & Pike", "wizardCompleted": True,
    "businessDescription": "Solid oak furniture made to order, delivered assembled.",
    "targetAudience": "People furnishing a small flat who want furniture that lasts",
}  # fmt: skip


@dataclass
class CodeSeen:
    """What both codes were asked and what went wrong."""

    revisions: int = 0
    requests: int = 0
    analyses: int = 0
    before: str = ""
    wrong: list[str] = field(default_factory=list)


async def both_codes(place: Place, baseline: str) -> CodeSeen:
    """An upgrade from `baseline` to the head, revision by revision, under both codes."""
    seen = CodeSeen()
    await create_empty(place.server, NAME)
    database = Place(place.server, NAME)
    owner = database.url("owner")
    await runner.upgrade(owner, baseline)
    coming = _after(baseline)
    async with AsyncExitStack() as stack:
        folder = Path(tempfile.mkdtemp(prefix="presence-upgrade-"))
        stack.callback(shutil.rmtree, folder, ignore_errors=True)
        site = await stack.enter_async_context(site_server("harrow"))
        seen.before, variables = await asyncio.to_thread(code_before, coming[0][1], folder / "old")
        before = await stack.enter_async_context(_running(database, variables, folder / "before"))
        await before.ready()
        await before.journey(site, seen)
        now = await stack.enter_async_context(_running(database, {}, folder / "now", worker=False))
        await now.alive()
        for revision, _ in coming:
            if await now.is_ready():
                seen.wrong.append(f"today's code was ready before {revision}")
            async with before.used(seen, revision):
                await runner.upgrade(owner, revision)
            seen.revisions += 1
        await before.journey(site, seen)
        await now.ready()
        before.stop_working()
        now.work()
        await now.journey(site, seen)
        if seen.wrong:
            print(before.logs(), now.logs())  # noqa: T201 - what a person has to look at
    return seen


def _after(baseline: str) -> list[tuple[str, Path]]:
    """Revisions since `baseline`, oldest first, with their files."""
    scripts = ScriptDirectory.from_config(runner._config()).walk_revisions(baseline, "head")
    return [(s.revision, Path(s.path)) for s in scripts if s.revision != baseline][::-1]


def revisions_since(baseline: str) -> int:
    """How many revisions there are after `baseline`."""
    return len(_after(baseline))


class _Version:
    """API and worker of one code on the database, and somebody who uses them."""

    def __init__(self, variables: Mapping[str, str], folder: Path, port: int) -> None:
        folder.mkdir()
        self._variables, self._folder = variables, folder
        self._processes = {"api": start("api", variables, folder)}
        origin = f"http://localhost:{port}"
        self.http = httpx.AsyncClient(base_url=origin, headers={"Origin": origin}, timeout=30)
        self._brand = ""

    def work(self) -> None:
        """Start the worker."""
        self._processes["worker"] = start("worker", self._variables, self._folder)

    def stop_working(self) -> None:
        """End the worker alone."""
        end(self._processes.pop("worker"))

    async def aclose(self) -> None:
        """End everything."""
        await self.http.aclose()
        for process in self._processes.values():
            end(process)

    def logs(self) -> str:
        """The last words of the processes."""
        return "\n".join(log.read_text()[-2_000:] for log in self._folder.glob("*.log"))

    async def is_ready(self) -> bool:
        """What the load balancer would be told."""
        return (await self.http.get("/readyz")).status_code == httpx.codes.OK

    async def ready(self) -> None:
        """Wait until it is."""
        await self._until("/readyz")

    async def alive(self) -> None:
        """Wait until the process answers."""
        await self._until("/healthz")

    async def _until(self, path: str) -> None:
        deadline = time.monotonic() + READY_S
        while time.monotonic() < deadline:
            try:
                if (await self.http.get(path)).is_success:
                    return
            except httpx.HTTPError:
                pass
            await asyncio.sleep(POLL_S)
        raise AssertionError(f"{path} never answered: {self.logs()}")

    async def journey(self, site: str, seen: CodeSeen) -> None:
        """Somebody new registers, has the business analysed and sees a result."""
        self.http.cookies.clear()
        person = {
            "firstName": "Nora",
            "lastName": "Field",
            "password": _PASSWORD,
            "email": f"{uuid.uuid4().hex}@example.com",
        }
        await self._ask(seen, "POST", "/api/register", person)
        await self._ask(seen, "POST", "/api/business-info", {**_WIZARD, "websiteUrl": site})
        self._brand = (await self._ask(seen, "GET", "/api/v1/brands"))["data"][0]["id"]
        deadline = time.monotonic() + ANALYSED_S
        while time.monotonic() < deadline:
            summary = await self._ask(seen, "GET", f"/api/v1/brands/{self._brand}/summary")
            if summary["activeRun"] is None and summary["run"]:
                seen.analyses += 1
                if summary["run"]["status"] not in ("completed", "partial"):
                    seen.wrong.append(f"an analysis ended as {summary['run']}")
                return
            await asyncio.sleep(POLL_S)
        seen.wrong.append(f"an analysis did not end: {self.logs()}")

    @asynccontextmanager
    async def used(self, seen: CodeSeen, revision: str) -> AsyncIterator[None]:
        """Read and write before, while and after a revision runs."""
        ended = asyncio.Event()
        task = asyncio.create_task(self._use(seen, revision, ended))
        await asyncio.sleep(1)
        try:
            yield
        finally:
            await asyncio.sleep(1)
            ended.set()
            await task

    async def _use(self, seen: CodeSeen, revision: str, ended: asyncio.Event) -> None:
        while not ended.is_set():
            await self._ask(seen, "GET", "/api/user", during=revision)
            await self._ask(seen, "PATCH", "/api/v1/me", {"firstName": "Nora"}, during=revision)
            for what in ("summary", "runs", "prompts"):
                path = f"/api/v1/brands/{self._brand}/{what}"
                await self._ask(seen, "GET", path, during=revision)

    async def _ask(
        self, seen: CodeSeen, method: str, path: str, body: object = None, during: str = ""
    ) -> Any:
        seen.requests += 1
        answer = await self.http.request(method, path, json=body)
        if not answer.is_success:
            said = f"{answer.status_code} {answer.text[:200]}"
            seen.wrong.append(f"{during or 'a journey'}: {method} {path}: {said}")
        return answer.json() if answer.content else None


@asynccontextmanager
async def _running(
    database: Place, variables: Mapping[str, str], folder: Path, *, worker: bool = True
) -> AsyncIterator[_Version]:
    port = free_port()
    version = _Version(
        {
            **os.environ,
            **variables,
            "PORT": str(port),
            "PRESENCE_DATABASE__CUSTOMER_URL": database.url("customer"),
            "PRESENCE_OUTBOUND__ALLOWED_NETWORKS": "127.0.0.0/8",
            "PRESENCE_ANALYSIS__EMBEDDINGS": "false",
            "PRESENCE_RATES__DEFAULT": "[1000000, 60]",  # one person asks for many
            "PRESENCE_LOG_LEVEL": "warning",
        },
        folder,
        port,
    )
    try:
        if worker:
            version.work()
        yield version
    finally:
        await version.aclose()
