"""How close asking comes to its ideal: `python -m tests.load.asking [--shared] [ENGINE …]`.

A stand-in with one second of latency runs in its own process; 200 questions are asked 20 at a
time through the engine's real SDK. The ideal is 200 / 20 × 1 s; what is above it is ours. With
`--shared` they go the way of a run: through the `Asker`, whose slots, pace and circuit are kept in
the database for all workers. Prints one JSON object with seconds and ratio per engine. The first
answer, which loads the SDK, is not measured: a worker loads it once.
"""

from __future__ import annotations

import asyncio
import json
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path

from presence.adapters.assistants import Assistants
from presence.analysis.ports import EngineAccess
from presence.analysis.types import Question, RawAnswer
from presence.core.settings import EngineSettings, Settings
from presence.db.embedded import EmbeddedPostgres
from presence.db.session import Database
from presence.domains.engines.service import Asker
from presence.migrations import runner
from tests.architecture.tree import ROOT
from tests.conftest import Place, Server, create_empty
from tests.factories.people import make_tenant
from tests.factories.runs import worker_hands

ANSWERS = 200
AT_ONCE = 20
LATENCY_S = 1.0
IDEAL_S = ANSWERS / AT_ONCE * LATENCY_S
_LINE = re.compile(r"export PRESENCE_ENGINES__(\w+)__BASE_URL=(\S+)")
_ENGINES = 5
KEY = "sk-load-000001"


def main() -> None:
    """Measure the engines named, ChatGPT when none is."""
    shared = "--shared" in sys.argv
    engines = [e for e in sys.argv[1:] if not e.startswith("--")] or ["chatgpt"]
    way = through_the_product if shared else straight
    with standins() as bases:
        result = {e: asyncio.run(way(e, bases[e])) for e in engines}
    sys.stdout.write(json.dumps(result) + "\n")


@contextmanager
def standins() -> Iterator[dict[str, str]]:
    """Base URL of each stand-in engine, served by another process."""
    server = subprocess.Popen(  # noqa: S603 - our own interpreter and module
        [sys.executable, "-m", "presence_standins.engines", "--latency", str(LATENCY_S)],
        cwd=ROOT / "tests" / "standins",
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert server.stdout is not None
        bases: dict[str, str] = {}
        for line in server.stdout:
            if found := _LINE.match(line):
                bases[found.group(1).lower()] = found.group(2)
            if len(bases) == _ENGINES:
                break
        yield bases
    finally:
        server.terminate()
        server.wait(10)


async def straight(engine: str, base: str) -> dict[str, float]:
    """Through the SDK alone."""
    assistants = Assistants()
    asked = assistants(EngineAccess(engine, "model-1", KEY, base, 30))
    try:
        return await measure(asked.ask)
    finally:
        await assistants.aclose()


async def through_the_product(engine: str, base: str) -> dict[str, float]:
    """Through the Asker of a run, on an embedded database of its own."""
    connection = {
        "api_key": KEY,
        "base_url": base,
        "model": "model-1",
        "concurrency": AT_ONCE,
        "requests_per_minute": 100_000,
        "tokens_per_minute": 1_000_000_000,
    }
    async with empty_database() as (database, base_settings):
        settings = base_settings.model_copy(
            update={"engines": EngineSettings.model_validate({engine: connection})}
        )
        tenant = await make_tenant(database)
        async with worker_hands(database, settings) as resources:
            asker = Asker(resources, tenant.workspace_id)
            return await measure(lambda question: asker.ask(engine, question))


@asynccontextmanager
async def empty_database() -> AsyncIterator[tuple[Database, Settings]]:
    """A migrated database without rows, gone afterwards."""
    home = _home()
    postgres = EmbeddedPostgres(home, note="the asking bench", durable=False)
    address = postgres.start()
    server = Server(address.url("postgres", "postgres"), address.passwords)
    try:
        await create_empty(server, "asking")
        await runner.upgrade(server.url("owner", "asking"))
        settings = Place(server, "asking").settings()
        database = Database(settings.database.customer_url, settings.database)
        try:
            yield database, settings
        finally:
            await database.close()
    finally:
        postgres.stop()
        shutil.rmtree(home, ignore_errors=True)


def _home() -> Path:
    """A folder the database's own account can reach."""
    home = Path(tempfile.mkdtemp(prefix="presence-asking-", dir="/tmp"))
    home.chmod(0o755)
    return home


async def measure(ask: Callable[[Question], Awaitable[RawAnswer]]) -> dict[str, float]:
    """Ask every question once and time the whole."""
    places = asyncio.Semaphore(AT_ONCE)

    async def one(number: int) -> None:
        async with places:
            text = f"Which desk is number {number}?"
            answer = await ask(Question("p", text, "en-US", 0, 1, f"load-{number}"))
        if answer.status != "completed":
            raise RuntimeError(f"Asking failed under load: {answer.error or answer.error_code}")

    await one(-1)
    started = time.perf_counter()
    await asyncio.gather(*(one(number) for number in range(ANSWERS)))
    seconds = time.perf_counter() - started
    return {"answers": ANSWERS, "seconds": round(seconds, 3), "ratio": round(seconds / IDEAL_S, 3)}


if __name__ == "__main__":
    main()
