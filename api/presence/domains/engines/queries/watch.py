"""SQL statements of the engine watch: its days, their answers, and breaks."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict
from datetime import date, datetime, timedelta
from decimal import Decimal
from typing import Any, Final
from uuid import UUID

from sqlalchemy import Numeric, Row, bindparam, text
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession

from presence.analysis.watch import CanaryAnswer, EngineBreak, FeatureShift
from presence.core.ids import new_id
from presence.domains.engines.watch_models import WatchAnswer, WatchBreak, WatchDay

ASKING: Final = "asking"

_OPENED = text("SELECT engine FROM engine_watch_day WHERE day = :day GROUP BY engine")
_DUE = text(
    "SELECT id, engine FROM engine_watch_day WHERE state = 'asking' AND next_at <= :now"
    " ORDER BY day, engine, id"
)
_BEGIN = text(
    "UPDATE engine_watch_day SET passes = passes + 1, next_at = :next"
    " WHERE id = :id AND state = 'asking'"
    " RETURNING id, engine, language, day, model, passes"
)
_SPENT = text(
    "SELECT coalesce(sum(cost_usd), 0) FROM engine_watch_day WHERE engine = :engine AND day = :day"
)
_LANGUAGES = text("SELECT count(*) FROM engine_watch_day WHERE engine = :engine AND day = :day")
_COST = text(
    "UPDATE engine_watch_day SET cost_usd = cost_usd + CAST(:cost AS numeric) WHERE id = :id"
).bindparams(bindparam("cost", type_=Numeric()))
_ANSWERED = text("SELECT canary FROM engine_watch_answer WHERE watch_id = :id")
_ANSWERS = text(
    "SELECT d.day, a.canary, a.features, a.domains, a.model FROM engine_watch_day d"
    " JOIN engine_watch_answer a ON a.watch_id = d.id"
    " WHERE d.engine = :engine AND d.language = :language AND d.model = :model"
    " AND d.day >= :first AND d.day <= :day AND a.canary = ANY(:canaries)"
)
# The newest verdict before a day, and when the present way of answering began.
_BEFORE = text(
    "SELECT evidence, state FROM engine_watch_day WHERE engine = :engine"
    " AND language = :language AND model = :model AND day >= :first AND day < :day"
    " AND state <> 'asking'"
    " ORDER BY day DESC LIMIT 1"
)
_BEGAN = text(
    "SELECT max(day - coalesce(since, 0)) FROM engine_watch_day WHERE engine = :engine"
    " AND language = :language AND model = :model AND day < :day AND state = 'changed'"
)
_OTHER_MODEL = text(
    "SELECT max(day) FROM engine_watch_day WHERE engine = :engine"
    " AND language = :language AND model <> :model AND day < :day"
)
_VERDICT = text(
    "UPDATE engine_watch_day SET state = :state, answers = :answers, evidence = :evidence,"
    " distance = :distance, p = :p, since = :since, reference_days = :reference_days,"
    " judged_at = :now WHERE id = :id AND state = 'asking' RETURNING id"
)
_NEAR = text(
    "SELECT 1 FROM engine_watch_break WHERE engine = :engine"
    " AND abs(began_on - CAST(:began AS date)) <= :near LIMIT 1"
)
_NUMBER = text("SELECT coalesce(max(number), 0) + 1 FROM engine_watch_break WHERE engine = :engine")
_FORGET_TEXT = text(
    "UPDATE engine_watch_answer SET text = '' WHERE asked_at < :before AND text <> ''"
)
_FORGET = text("DELETE FROM engine_watch_answer WHERE asked_at < :before")


async def opened(session: AsyncSession, day: date) -> set[str]:
    """Engines whose day has begun."""
    return set((await session.execute(_OPENED, {"day": day})).scalars())


async def open_days(
    session: AsyncSession, day: date, wanted: Sequence[tuple[str, str, str]], now: datetime
) -> None:
    """Begin the day of each (engine, language, model); one that has begun is left alone."""
    rows = [
        {
            "id": new_id(),
            "engine": engine,
            "language": language,
            "day": day,
            "model": model,
            "next_at": now,
        }
        for engine, language, model in wanted
    ]
    if rows:
        await session.execute(insert(WatchDay).values(rows).on_conflict_do_nothing())


async def due(session: AsyncSession, now: datetime) -> list[tuple[UUID, str]]:
    """(id, engine) of the days to be asked or judged now, oldest first."""
    return [(row.id, row.engine) for row in await session.execute(_DUE, {"now": now})]


async def begin_pass(session: AsyncSession, watch_id: UUID, next_at: datetime) -> Row[Any] | None:
    """Note one more pass over a day's questions; None for a day that was judged."""
    asked = {"id": watch_id, "next": next_at}
    return (await session.execute(_BEGIN, asked)).one_or_none()


async def spent(session: AsyncSession, engine: str, day: date) -> Decimal:
    """USD that watching the engine has cost on a day, in all languages."""
    return Decimal(await session.scalar(_SPENT, {"engine": engine, "day": day}) or 0)


async def languages(session: AsyncSession, engine: str, day: date) -> int:
    """In how many languages the engine is watched on a day."""
    return int(await session.scalar(_LANGUAGES, {"engine": engine, "day": day}) or 0)


async def add_cost(session: AsyncSession, watch_id: UUID, cost: Decimal) -> None:
    """Count what an answer cost, whatever became of it."""
    await session.execute(_COST, {"id": watch_id, "cost": cost})


async def answered(session: AsyncSession, watch_id: UUID) -> set[str]:
    """The questions of a day that have an answer."""
    return set((await session.execute(_ANSWERED, {"id": watch_id})).scalars())


async def put_answer(session: AsyncSession, values: Mapping[str, Any]) -> None:
    """Store an answer; the first to a question stays."""
    await session.execute(insert(WatchAnswer).values(**values).on_conflict_do_nothing())


async def answers(
    session: AsyncSession, row: Row[Any], first: date, canaries: Collection[str]
) -> tuple[list[dict[str, CanaryAnswer]], list[str]]:
    """The answers of every day from `first` to the row's, oldest first; and the models named."""
    asked = _of(row) | {"first": first, "canaries": list(canaries)}
    found: list[dict[str, CanaryAnswer]] = [{} for _ in range((row.day - first).days + 1)]
    models: set[str] = set()
    for one in await session.execute(_ANSWERS, asked):
        domains = None if one.domains is None else frozenset(one.domains)
        answer = CanaryAnswer(one.canary, tuple(one.features), domains)
        found[(one.day - first).days][one.canary] = answer
        models.add(one.model)
    return found, sorted(models)


async def evidence_before(session: AsyncSession, row: Row[Any], first: date) -> float:
    """The evidence to go on from, of days since `first`; 0 after a change."""
    before = (await session.execute(_BEFORE, _of(row) | {"first": first})).one_or_none()
    return 0.0 if before is None or before.state == "changed" else float(before.evidence)


async def began(session: AsyncSession, row: Row[Any], earliest: date) -> date:
    """From which day on answers are compared: since the last change, and of one model."""
    changed: date | None = await session.scalar(_BEGAN, _of(row))
    other: date | None = await session.scalar(_OTHER_MODEL, _of(row))
    after_other = None if other is None else other + timedelta(days=1)
    return max(day for day in (earliest, changed, after_other) if day is not None)


async def store_verdict(
    session: AsyncSession, watch_id: UUID, verdict: Mapping[str, Any], now: datetime
) -> bool:
    """Store a day's verdict; False if it has one."""
    done = await session.scalar(_VERDICT, {"id": watch_id, "now": now, **verdict})
    return done is not None


async def record_break(
    session: AsyncSession,
    seen: EngineBreak,
    language: str,
    declared: date,
    strength: tuple[float, float],
    estimate: Sequence[FeatureShift],
    near: int,
) -> bool:
    """Record a break with its distance and evidence; False for one known within `near` days.

    The number is the engine's next, whatever `seen` says.
    """
    asked = {"engine": seen.engine, "began": seen.began, "near": near}
    if await session.scalar(_NEAR, asked) is not None:  # guard: watch.one-break
        return False
    row = WatchBreak(
        id=new_id(),
        engine=seen.engine,
        number=await session.scalar(_NUMBER, {"engine": seen.engine}),
        language=language,
        began_on=seen.began,
        declared_on=declared,
        models=sorted(seen.models),
        distance=strength[0],
        evidence=strength[1],
        estimate=json.loads(json.dumps([asdict(shift) for shift in estimate])),
    )
    session.add(row)
    await session.flush()
    return True


async def forget(session: AsyncSession, texts_before: datetime, before: datetime) -> None:
    """Empty the texts of old answers, and delete those too old to be compared."""
    await session.execute(_FORGET_TEXT, {"before": texts_before})
    await session.execute(_FORGET, {"before": before})


def _of(row: Row[Any]) -> dict[str, Any]:
    return {name: getattr(row, name) for name in ("engine", "language", "model", "day")}
