"""Trending queries of a brand: read by a job, shown cut by plan, taken up as prompts.

Invariant: a reading younger than a day is shown again; an older one starts a real job, and until it
is done, or when it fails, the last one stays.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import asdict
from datetime import datetime, timedelta
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from presence.analysis.trends import TRENDS_VERSION, trending
from presence.analysis.trends.queries import WINDOW
from presence.core.errors import NotFound
from presence.db.tenancy import binding_of
from presence.domains.billing.service import current_plan
from presence.domains.brands.records import NewPrompt, PromptDetail
from presence.domains.brands.service import active_prompts, get_brand
from presence.domains.brands.service.prompts import add_prompt
from presence.domains.findings.service.gap_of_answer import AnswerGap, gaps_of_answers
from presence.domains.runs.service.fanout import fanout, topics_of
from presence.domains.trends import queries
from presence.domains.trends.models import TrendQuery, TrendReading
from presence.domains.trends.schemas import CitedDomainOut, TrendingQueryOut, TrendsOut
from presence.jobs.context import JobContext
from presence.jobs.queue import enqueue

log = logging.getLogger(__name__)
JOB = "trends.read"
FRESH = timedelta(hours=24)
MAX_ROWS = 200
FAULT = "Reading the searches stopped because of a fault on our side. Please try again."


async def request(session: AsyncSession, brand_id: UUID, now: datetime) -> TrendsOut:
    """The brand's trends as shown; requests a new reading if the last one is old.

    Raises NotFound for a foreign brand. Two concurrent requests start one job.
    """
    await get_brand(session, brand_id)
    workspace_id = binding_of(session).workspace_id
    if workspace_id is None:
        raise NotFound("We could not find that brand.")
    await queries.lock(session, brand_id)
    done = await queries.newest(session, brand_id, ("done",))
    waiting = await queries.newest(session, brand_id, ("queued",))
    fresh = done is not None and done.finished_at is not None and now - done.finished_at < FRESH
    if not fresh and waiting is None:
        row = await queries.add(session, brand_id)
        await enqueue(session, JOB, {"reading_id": row.id}, workspace_id=workspace_id)
    return await latest(session, brand_id)


async def latest(session: AsyncSession, brand_id: UUID) -> TrendsOut:
    """The newest reading, cut by plan; `state` says whether another is on its way or has failed."""
    await get_brand(session, brand_id)
    newest = await queries.newest(session, brand_id, ("queued", "done", "failed"))
    done = await queries.newest(session, brand_id, ("done",))
    limit = (await current_plan(session)).limits.rows("trends.full")
    rows, total = await queries.found(session, done.id, limit) if done else ((), 0)
    rows = rows[:MAX_ROWS]
    answers = [UUID(key) for row in rows for key in row.answers]
    topics = await topics_of(session, answers)
    gaps = await gaps_of_answers(session, brand_id, answers)
    return TrendsOut.model_validate(
        {
            "state": "none" if newest is None else _state(newest),
            "failure": newest.failure if newest is not None else "",
            "as_of": done.finished_at if done else None,
            "basis": done.basis if done else None,
            "answers": done.answers if done else 0,
            "source": "fan-out",
            "estimated": True,
            "data": [_shown(row, topics, gaps) for row in rows],
            "total": total,
            "locked": total - len(rows) if limit is not None else 0,
        }
    )


def _state(reading: TrendReading) -> str:
    return "reading" if reading.status == "queued" else reading.status


def _shown(
    row: TrendQuery, topics: Mapping[UUID, str], gaps: Mapping[UUID, AnswerGap]
) -> TrendingQueryOut:
    return TrendingQueryOut.from_row(
        row,
        top_three_share=_percent(row.top_three_share),
        authority_share=_percent(row.authority_share),
        topics=_topics(row, topics),
        cited=[CitedDomainOut(domain=domain, answers=count) for domain, count in row.cited],
        gap=_gap(row, gaps),
    )


def _topics(row: TrendQuery, topics: Mapping[UUID, str]) -> list[str]:
    """Of the questions whose answers searched for it; a term nobody searched for is a topic."""
    if not row.seen:
        return [row.query]
    found = (topics.get(UUID(key), "") for key in row.answers)
    return sorted({topic for topic in found if topic})


def _gap(row: TrendQuery, gaps: Mapping[UUID, AnswerGap]) -> AnswerGap | None:
    """The worst gap among those of the questions whose answers searched for it."""
    found = [gaps[UUID(key)] for key in row.answers if UUID(key) in gaps]
    return min(found, key=lambda gap: gap.number, default=None)


def _percent(share: float | None) -> float | None:
    return None if share is None else 100.0 * share


async def read(context: JobContext, reading_id: UUID) -> None:
    """Job `trends.read`. Safe to call again: a reading that has ended is left as it is."""
    try:
        await _read(context, reading_id)
    except Exception:
        if not context.last_attempt:
            raise
        log.exception("Trend reading %s failed.", reading_id)
        async with context.transaction() as session:
            await queries.end(session, reading_id, {"status": "failed", "failure": FAULT})


async def _read(context: JobContext, reading_id: UUID) -> None:
    now = context.resources.clock.now()
    async with context.transaction() as session:
        reading = await queries.find_reading(session, reading_id)
        if reading is None or reading.status != "queued":
            return
        cells = await fanout(session, reading.brand_id, now - 2 * WINDOW)
        topics = [item.prompt.topic for item in await active_prompts(session, reading.brand_id)]
    found = trending(cells, dict.fromkeys(topics), now)
    seen = [query for query in found if query.seen]
    simulated = any(query.simulated for query in seen)
    values = {
        "status": "done",
        "version": TRENDS_VERSION,
        "basis": ("simulator" if simulated else "assistants") if seen else None,
        "answers": max((query.n for query in seen), default=0),
    }
    async with context.transaction() as session:
        if await queries.end(session, reading_id, values):
            rows = [{**asdict(query), "answers": list(query.answers)} for query in found]
            await queries.put_queries(session, reading_id, rows)
            await queries.forget_old(session, reading.brand_id)


async def track(session: AsyncSession, brand_id: UUID, query_id: UUID) -> PromptDetail:
    """Ask a query from now on. NotFound for a foreign one, PlanLimitReached without room."""
    found = await queries.query(session, query_id)
    if found is None or found[1] != brand_id:
        raise NotFound("We could not find that query.")
    return await add_prompt(session, brand_id, NewPrompt(text=found[0].query), "added")
