"""The engine watch: canary questions, asked once a day on the deployment's own keys.

    plan_watch   open the day of every engine and language, and hand each to a worker
    watch_day    ask what has no answer yet; then judge the day (`watch_verdicts`)

Languages are watched in their order, as many as the watch's money of a day pays for. Invariant:
what was answered is never asked again that day; nothing is asked that the deployment's money of
the day, staff's cap or the watch's own does not pay for, and nothing on a customer's key.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from typing import Any, Final
from uuid import UUID, uuid5

from sqlalchemy import Row
from sqlalchemy.ext.asyncio import AsyncSession

from presence.analysis.types import Question, RawAnswer
from presence.analysis.watch import Canary, canaries, canary_answer, canary_languages
from presence.core.settings import Settings
from presence.db.tenancy import TenantBinding
from presence.domains.engines.pricing import unit_price
from presence.domains.engines.queries import trials
from presence.domains.engines.queries import watch as queries
from presence.domains.engines.service import spending
from presence.domains.engines.service.asker import Asker
from presence.domains.engines.service.budget import bill
from presence.domains.engines.service.connections import connection_settings, connections
from presence.domains.engines.service.trials import NOBODYS
from presence.domains.engines.service.watch_verdicts import close_day
from presence.jobs.context import JobContext, JobResources
from presence.jobs.queue import enqueue

JOB = "engines.watch_day"
PASSES: Final = 4  # over the questions of a day that have no answer
AGAIN: Final = timedelta(hours=1)
AT_ONCE: Final = 5
TEXTS_KEPT: Final = timedelta(days=30)
ANSWERS_KEPT: Final = timedelta(days=120)  # longer than any day they are compared with
LOCALES: Final = {"en": "en-US", "de": "de-DE", "fr": "fr-FR", "es": "es-ES"}
_LONGEST: Final = 20_000  # characters kept of an answer


@dataclass(frozen=True, slots=True)
class _Watched:
    """An engine in a language today; `cap` is what watching the engine may cost in a day."""

    id: UUID
    engine: str
    language: str
    day: date
    unit_usd: Decimal
    cap: Decimal


async def plan_watch(resources: JobResources) -> None:
    """Open today's days, once, and hand over those that are to be asked or judged now."""
    now = resources.clock.now()
    async with resources.database.transaction(TenantBinding(NOBODYS)) as session:
        await _open(session, resources.settings, now)
        for watch_id, engine in await queries.due(session, now):
            await enqueue(
                session,
                JOB,
                {"watch_id": watch_id},
                workspace_id=NOBODYS,
                lock=f"{JOB}:{engine}",
                unique=f"{JOB}:{watch_id}",
            )


async def _open(session: AsyncSession, settings: Settings, now: datetime) -> None:
    """Open the days that have not begun; on the first of a day, forget what is old."""
    today = now.astimezone(UTC).date()
    known = await connections(session, settings)
    ours = {
        name: connection.model
        for name, connection in known.items()
        if connection.source == "deployment" and connection_settings(settings, name).enabled
    }
    missing = ours.keys() - await queries.opened(session, today)
    if not missing:
        return
    wanted = [
        (name, language, ours[name])
        for name in sorted(missing)
        for language in _languages(settings, name, ours[name])
    ]
    await queries.open_days(session, today, wanted, now)
    await queries.forget(session, now - TEXTS_KEPT, now - ANSWERS_KEPT)


def _languages(settings: Settings, engine: str, model: str) -> tuple[str, ...]:
    """The languages whose questions the watch's money of a day pays for."""
    cap = settings.engines.watch_daily_usd
    each = unit_price(settings, engine, model) * len(canaries(canary_languages()[0]))
    if cap == 0:  # guard: watch.switched-off
        return ()
    return canary_languages() if each == 0 else canary_languages()[: int(cap / each)]


async def watch_day(context: JobContext, watch_id: UUID) -> None:
    """Job: ask the questions that have no answer, and judge the day once no more are asked."""
    now = context.resources.clock.now()
    async with context.transaction() as session:
        row = await queries.begin_pass(session, watch_id, now + AGAIN)
        if row is None:
            return
        capped = row.engine in await trials.capped(session, now)
    today = now.astimezone(UTC).date()
    if row.day == today and not capped and row.passes <= PASSES:
        again = await _ask_missing(context, row)
        if again and row.passes < PASSES:
            return
    await close_day(context, row)


async def _ask_missing(context: JobContext, row: Row[Any]) -> bool:
    """Ask until all is answered or the money is spent; True if asking later may bring more."""
    settings = context.resources.settings
    unit = unit_price(settings, row.engine, row.model)
    cap = settings.engines.watch_daily_usd
    watched = _Watched(row.id, row.engine, row.language, row.day, unit, cap)
    async with context.transaction() as session:
        done = await queries.answered(session, row.id)
    missing = [canary for canary in canaries(row.language) if canary.id not in done]
    asker, left = Asker(context.resources, NOBODYS), len(missing)
    for some in _batches(missing):
        async with context.transaction() as session:
            rest = cap - await queries.spent(session, row.engine, row.day)
        if rest < unit * len(some):  # guard: watch.own-cap
            return False
        answered = await asyncio.gather(*(_ask(context, asker, watched, one) for one in some))
        left -= sum(answered)
        if not any(answered):  # the engine is failing, or the day's money is spent
            break
    return left > 0


def _batches(missing: list[Canary]) -> Iterator[list[Canary]]:
    """The first alone, which shows whether the engine answers at all; then some at once."""
    yield missing[:1]
    for start in range(1, len(missing), AT_ONCE):
        yield missing[start : start + AT_ONCE]


async def _ask(context: JobContext, asker: Asker, watched: _Watched, canary: Canary) -> bool:
    """Ask one question and store the answer with its cost; False without an answer."""
    resources, key = context.resources, uuid5(watched.id, canary.id)
    one = spending.OnOurKey(watched.engine, 1, watched.unit_usd)
    async with context.transaction() as session:
        now = resources.clock.now()
        held = await spending.hold_one(session, resources.settings, key, one, now)
    if not held:  # guard: watch.ceilings-of-the-day
        return False
    locale = LOCALES[watched.language]
    question = Question(canary.id, canary.text, locale, 1, 1, key=f"watch:{key}")
    raw = await asker.ask(watched.engine, question)
    return await _store(context, watched, canary, raw, key)


async def _store(
    context: JobContext, watched: _Watched, canary: Canary, raw: RawAnswer, key: UUID
) -> bool:
    """One transaction: the money and the answer it paid for."""
    settings, now = context.resources.settings, context.resources.clock.now()
    cost = bill(settings, watched.engine, raw)
    measured = canary_answer(canary.id, raw, canary.names)
    async with context.transaction() as session:
        await spending.charge_one(session, key, watched.engine, cost, now)
        await queries.add_cost(session, watched.id, cost)
        if measured is None:
            return False
        cited = measured.domains
        values = {
            "watch_id": watched.id,
            "canary": canary.id,
            "model": raw.model[:200],
            "text": raw.text[:_LONGEST].replace("\0", ""),
            "features": list(measured.features),
            "domains": None if cited is None else sorted(d[:255] for d in cited),
            "asked_at": now,
        }
        await queries.put_answer(session, values)
    return True
