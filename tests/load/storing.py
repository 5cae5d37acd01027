"""How close a whole run comes to its ideal, every answer stored: `python -m tests.load.storing`.

As `tests.load.asking`, but through a run of the product: the questions go through the `Asker`, and
every answer is read, stored with its ledger entry and announced before its place asks again.
Measured from the first question at an assistant to the last answer stored. Prints one JSON object.
"""

from __future__ import annotations

import asyncio
import json
import math
import sys
import time
from dataclasses import dataclass, replace
from typing import Any

from sqlalchemy import text

from presence.analysis.types import Panel, PanelPrompt, Question, RawAnswer
from presence.core.settings import EngineSettings
from presence.db.session import Database
from presence.domains.billing.service import grant
from presence.domains.brands.service import active_prompts, save_panel
from presence.domains.runs.service import Order
from tests.factories.people import make_tenant
from tests.factories.runs import Subject, begin_run, make_brand, work_off, worker_hands
from tests.load.asking import AT_ONCE, KEY, LATENCY_S, empty_database, standins

ENGINE = "chatgpt"
SAMPLES = 3
PROMPTS = 68
ANSWERS = SAMPLES * PROMPTS
IDEAL_S = math.ceil(ANSWERS / AT_ONCE) * LATENCY_S
STORED = "SELECT count(*) FROM engine_usage WHERE status = 'completed'"
LOOK_S = 0.005


def main() -> None:
    """Measure one run."""
    with standins() as bases:
        result = asyncio.run(measure(bases[ENGINE]))
    sys.stdout.write(json.dumps(result) + "\n")


@dataclass
class Watched:
    """The product's assistants, and when the first was asked."""

    real: Any
    began: float = 0.0

    def __call__(self, access: Any) -> Any:
        """An engine that notes the moment it is asked first."""
        engine, outer = self.real(access), self

        class Engine:
            spec = engine.spec

            async def ask(self, question: Question) -> RawAnswer:
                outer.began = outer.began or time.perf_counter()
                answer: RawAnswer = await engine.ask(question)
                return answer

        return Engine()


async def measure(base: str) -> dict[str, float]:
    """Ask a panel of one assistant in three samples, beside the simulator."""
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
            update={"engines": EngineSettings.model_validate({ENGINE: connection})}
        )
        subject = await _brand(database)
        async with database.transaction(subject.tenant.binding) as session:
            chosen = tuple(p.id for p in await active_prompts(session, subject.brand_id))
        run_id = await begin_run(database, subject, Order("prompt", chosen), settings)
        async with worker_hands(database, settings) as hands:
            watched = Watched(hands.assistants)
            work = asyncio.create_task(
                work_off(replace(hands, assistants=watched), subject, run_id)
            )
            ended = await _all_stored(database, subject, work)
            await work
    seconds = ended - watched.began
    return {"answers": ANSWERS, "seconds": round(seconds, 3), "ratio": round(seconds / IDEAL_S, 3)}


async def _all_stored(database: Database, subject: Subject, work: asyncio.Task[None]) -> float:
    """The moment the last paid answer is stored."""
    while not work.done():
        async with database.transaction(subject.tenant.binding) as session:
            stored = await session.scalar(text(STORED))
        if stored == ANSWERS:
            return time.perf_counter()
        await asyncio.sleep(LOOK_S if stored and stored > ANSWERS - AT_ONCE else LATENCY_S / 4)
    raise RuntimeError("The run ended before every answer was stored.")


async def _brand(database: Database) -> Subject:
    """A described brand on the largest plan with a panel of plain questions."""
    tenant = await make_tenant(database)
    subject = await make_brand(database, tenant)
    async with database.transaction(tenant.binding) as session:
        await grant(session, tenant.user_id, 3, None)
        prompts = tuple(
            PanelPrompt(
                f"p{n}", f"Which boots suit route number {n}?", "discovery", "boots", "en-US"
            )
            for n in range(PROMPTS)
        )
        await save_panel(session, subject.brand_id, Panel(prompts, "1"))
    return subject


if __name__ == "__main__":
    main()
