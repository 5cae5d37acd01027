"""One real question to an engine on our own key, asked by staff to see whether it works.

A worker asks: the console holds no keys. The cost is in the ledger of trials, which belongs to no
tenant. Invariant: the same adapter and the same access as a run's, also while the engine is
switched off for runs; the ceilings of the day hold for it too.
"""

from __future__ import annotations

import asyncio
import json
import logging
from datetime import datetime, timedelta
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from presence.analysis.ports import EngineAccess
from presence.analysis.types import Question, RawAnswer
from presence.core.errors import Conflict
from presence.core.ids import new_id
from presence.core.settings import Settings
from presence.domains.engines.models import EngineTest
from presence.domains.engines.pricing import unit_price
from presence.domains.engines.queries import engine_decisions, trials
from presence.domains.engines.registry import ASSISTANTS
from presence.domains.engines.service import spending
from presence.domains.engines.service.allowances import name_of
from presence.domains.engines.service.budget import bill
from presence.domains.engines.service.connections import connection_settings
from presence.jobs.context import JobContext
from presence.jobs.queue import enqueue

log = logging.getLogger(__name__)

JOB = "engines.test"
# The binding of a job that is nobody's: row security shows it no tenant's row.
NOBODYS = UUID(int=0)
WAITING_LIMIT = timedelta(minutes=5)
QUESTION = "Name one country in Europe. Answer with its name only."
_WAITS = "A test call to this engine is under way. Its answer comes within a minute."
_CEILING = "The day's ceiling is reached: nothing more is asked on our key until midnight UTC."
_ANSWER, _MESSAGE = 1000, 500


async def request_test(
    session: AsyncSession, settings: Settings, engine: str, staff_id: UUID, now: datetime
) -> UUID:
    """Have a worker ask the engine. Conflict without a key of ours, or while one is asking."""
    if _access(settings, engine, "") is None:
        raise Conflict(f"{name_of(engine)} has no key of ours, so it cannot be asked.")
    if await trials.is_waiting(session, engine, now - WAITING_LIMIT):
        raise Conflict(_WAITS)
    row = EngineTest(id=new_id(), engine=engine, staff_id=staff_id, asked_at=now)
    await trials.insert(session, row)
    await enqueue(session, JOB, {"test_id": row.id}, workspace_id=NOBODYS)
    return row.id


async def run_test(context: JobContext, test_id: UUID) -> None:
    """Ask the test question and store the result; one with a result is not asked again."""
    resources = context.resources
    async with context.transaction() as session:
        engine = await trials.engine_of(session, test_id)
        if engine is None:
            return
        switch = (await engine_decisions.all_switches(session)).get(engine)
    access = _access(resources.settings, engine, switch.model if switch else "")
    if access is None:
        raw = RawAnswer("failed", "", "", error="There is no key of ours.", error_code="unknown")
    elif not await _held(context, test_id, engine, access.model):  # guard: spending.trial-of-staff
        raw = RawAnswer("failed", "", access.model, error=_CEILING, error_code="budget-exhausted")
    else:
        raw = await _ask(context, access, test_id)
    result = _result(resources.settings, engine, raw)
    async with context.transaction() as session:
        await trials.finish(session, test_id, json.dumps(result), resources.clock.now())
        cost = bill(resources.settings, engine, raw)
        await spending.charge_one(session, test_id, engine, cost, resources.clock.now())


async def _held(context: JobContext, test_id: UUID, engine: str, model: str) -> bool:
    """Whether today's money has room for the question; it is held then."""
    settings, now = context.resources.settings, context.resources.clock.now()
    one = spending.OnOurKey(engine, 1, unit_price(settings, engine, model))
    async with context.transaction() as session:
        return await spending.hold_one(session, settings, test_id, one, now)


async def _ask(context: JobContext, access: EngineAccess, test_id: UUID) -> RawAnswer:
    question = Question("test", QUESTION, "en-US", 1, 1, key=f"test:{test_id}")
    try:
        async with asyncio.timeout(access.timeout_s + 5):
            return await context.resources.assistants(access).ask(question)
    except TimeoutError:
        return RawAnswer(
            "failed", "", access.model, error="It did not answer in time.", error_code="timeout"
        )


def _result(settings: Settings, engine: str, raw: RawAnswer) -> dict[str, object]:
    right = raw.status == "completed"
    return {
        "state": "ok" if right else "failed",
        "model": raw.model[:200],
        "error_code": raw.error_code[:40],
        "message": ("It answers." if right else raw.error or "It does not answer.")[:_MESSAGE],
        "answer": raw.text[:_ANSWER],
        "latency_ms": round(raw.latency_ms),
        "input_tokens": raw.input_tokens,
        "output_tokens": raw.output_tokens,
        "cost_usd": str(bill(settings, engine, raw)),
    }


def _access(settings: Settings, engine: str, model: str) -> EngineAccess | None:
    """Our own access to an engine; None without one."""
    assistant, group = ASSISTANTS[engine], connection_settings(settings, engine)
    key = group.api_key.get_secret_value()
    if not (group.base_url if assistant.keyless else key):
        return None
    chosen = model or group.model or assistant.model
    return assistant.access(key, chosen, group.base_url, group.timeout_s, typed=False)
