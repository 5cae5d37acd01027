"""Seconds and memory of reading 10,000 stored answers again: `python -m tests.load.rescoring`.

A brand with runs of 2,000 answers each is filled by SQL, renamed, and re-scored by the job as a
worker would run it, once with 2,000 and once with 10,000 answers. Memory is flat when the peak of
the larger run is no more than a little above that of the smaller. Prints one JSON object.
"""

from __future__ import annotations

import asyncio
import json
import sys
import threading
import time
from pathlib import Path
from uuid import UUID

import asyncpg

from presence.core.ids import new_id
from presence.db.session import Database
from presence.domains.measurement.service.rescoring import rescore
from presence.jobs.context import JobContext
from tests.assurance.frame import fresh_place
from tests.conftest import Place
from tests.factories.people import Tenant, make_tenant
from tests.factories.runs import Subject, make_brand, worker_hands

RUN_PROMPTS, ENGINES, SAMPLES = 80, 5, 5
SMALL_RUNS, LARGE_RUNS = 1, 5
TEXT = (
    "Acme makes durable trail shoes for runners and hikers in the north. Harrow is a fine choice"
    " for wet ground, and Beta Works costs less. Many walkers recommend resoleable boots. "
)
CITED = [{"url": f"https://site{i}.example/a", "domain": f"site{i}.example"} for i in range(6)]


async def fill(admin: asyncpg.Connection, subject: Subject, runs: int) -> None:
    """Prompts, ended runs and their answers, as runs would have left them."""
    workspace, brand = subject.tenant.workspace_id, subject.brand_id
    prompts = [(new_id(), f"p{number:03}") for number in range(RUN_PROMPTS)]
    for at, (key, name) in enumerate(prompts):
        await admin.execute(
            "INSERT INTO prompt (id, workspace_id, brand_id, key, text, intent, topic, locale,"
            " branded, version, position) VALUES ($1, $2, $3, $4, 'Which boots?', 'discovery',"
            " 'boots', 'en-US', false, 1, $5)",
            key,
            workspace,
            brand,
            name,
            at,
        )
    for number in range(runs):
        await _run(admin, workspace, brand, prompts, number)


async def _run(
    admin: asyncpg.Connection,
    workspace: UUID,
    brand: UUID,
    prompts: list[tuple[UUID, str]],
    number: int,
) -> None:
    run = new_id()
    await admin.execute(
        "INSERT INTO run (id, workspace_id, brand_id, kind, trigger, status, seed, panel_size,"
        " samples, created_at) VALUES ($1, $2, $3, 'full', 'manual', 'completed', 1, $4, $5,"
        " now() - make_interval(days => $6))",
        run,
        workspace,
        brand,
        RUN_PROMPTS,
        SAMPLES,
        100 - number,
    )
    await admin.execute(
        "INSERT INTO score (id, workspace_id, run_id, brand_id, metric, value, low, high, band, n,"
        " unit, model, exploratory, provisional, inputs_hash)"
        " SELECT gen_random_uuid(), $1, $2, $3, m, 0, 0, 0, '', 0, 'answers', 'content-v0', false,"
        " false, '' FROM unnest(ARRAY['content', 'overall']) m",
        workspace,
        run,
        brand,
    )
    rows = [
        (new_id(), workspace, brand, run, prompt, key, f"e{engine}", sample, TEXT * 10)
        for prompt, key in prompts
        for engine in range(ENGINES)
        for sample in range(SAMPLES)
    ]
    cited = json.dumps(CITED)
    await admin.executemany(
        "INSERT INTO answer (id, workspace_id, brand_id, run_id, prompt_id, prompt_key, engine,"
        " engine_name, model, surface, basis, sample, question, status, text, citations,"
        " answered_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $7, 'm', 'API', 'assistants', $8,"
        " 'Which boots?', 'completed', $9, $10, now())",
        [(*row, cited) for row in rows],
    )


class Peak:
    """The most memory this process held while inside, in MB."""

    def __enter__(self) -> Peak:
        self.megabytes = 0.0
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._watch)
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._thread.join()

    def _watch(self) -> None:
        page_mb = 4096 / 1024**2
        while not self._over.wait(0.02):
            resident = int(Path("/proc/self/statm").read_text().split()[1]) * page_mb
            self.megabytes = max(self.megabytes, resident)


async def measured(place: Place, database: Database, runs: int) -> dict[str, float]:
    """One brand with so many runs, renamed and re-scored."""
    tenant: Tenant = await make_tenant(database)
    subject = await make_brand(database, tenant)
    admin = await asyncpg.connect(place.url("admin"))
    try:
        await fill(admin, subject, runs)
        await admin.execute("UPDATE brand SET name = 'Acme' WHERE id = $1", subject.brand_id)
        async with worker_hands(database, place.settings()) as hands:
            started = time.perf_counter()
            with Peak() as peak:
                await rescore(JobContext(tenant.workspace_id, 5, hands), subject.brand_id)
            seconds = time.perf_counter() - started
        row = await admin.fetchrow(
            "SELECT status, done, total FROM rescore WHERE brand_id = $1", subject.brand_id
        )
    finally:
        await admin.close()
    if row["status"] != "completed" or row["done"] != row["total"]:
        raise RuntimeError(f"Re-scoring ended as {dict(row)}.")
    return {"answers": row["done"], "seconds": round(seconds, 2), "peakMb": round(peak.megabytes)}


async def measure() -> dict[str, object]:
    """Small first, so that what a first pass allocates once is in both."""
    async with fresh_place() as place:
        settings = place.settings()
        database = Database(settings.database.customer_url, settings.database)
        try:
            small = await measured(place, database, SMALL_RUNS)
            large = await measured(place, database, LARGE_RUNS)
        finally:
            await database.close()
    return {
        "small": small,
        "large": large,
        "growthMb": round(large["peakMb"] - small["peakMb"]),
        "perSecond": round(large["answers"] / large["seconds"]),
    }


if __name__ == "__main__":
    sys.stdout.write(json.dumps(asyncio.run(measure())) + "\n")
