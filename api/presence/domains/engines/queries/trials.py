"""SQL statements for staff's test questions to engines: their ledger and the console's list."""

from __future__ import annotations

from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import Row, select, text
from sqlalchemy.ext.asyncio import AsyncSession

from presence.db.listing import Filter, Listing
from presence.domains.engines.models import EngineTest

ENGINE_TESTS = Listing(
    source="engine_test t JOIN staff s ON s.id = t.staff_id",
    columns={
        "id": "t.id",
        "engine": "t.engine",
        "model": "t.model",
        "state": "t.state",
        "error_code": "t.error_code",
        "message": "t.message",
        "answer": "t.answer",
        "latency_ms": "t.latency_ms",
        "input_tokens": "t.input_tokens",
        "output_tokens": "t.output_tokens",
        "cost": "CAST(t.cost_usd AS double precision)",
        "staff_id": "t.staff_id",
        "staff_name": "s.name",
        "asked_at": "t.asked_at",
        "finished_at": "t.finished_at",
        "created_at": "t.created_at",
    },
    key="t.id",
    filters={
        "engine": Filter("t.engine"),
        "state": Filter("t.state"),
        "staffId": Filter("t.staff_id", "uuid"),
    },
    search=("t.engine", "t.model", "t.message"),
    sortable=("engine", "state", "latency_ms", "cost", "asked_at"),
)

_ENGINE_OF = text("SELECT engine_test_of(:test)")
_FINISH = text("SELECT finish_engine_test(:test, CAST(:result AS jsonb), :now)")
_CAPPED = text("SELECT capped_engines(:now)")
_NEWEST = text(
    "SELECT DISTINCT ON (engine) engine, state, message, latency_ms,"
    " CAST(cost_usd AS double precision) AS cost, asked_at FROM engine_test"
    " ORDER BY engine, id DESC"
)


async def insert(session: AsyncSession, row: EngineTest) -> None:
    """Store a test."""
    session.add(row)
    await session.flush()


async def is_waiting(session: AsyncSession, engine: str, since: datetime) -> bool:
    """Whether one asked since then has no answer yet."""
    statement = select(EngineTest.id).where(
        EngineTest.engine == engine, EngineTest.state == "waiting", EngineTest.asked_at > since
    )
    return (await session.execute(statement.limit(1))).scalar_one_or_none() is not None


async def engine_of(session: AsyncSession, test_id: UUID) -> str | None:
    """Which engine a test is about; None once it has its answer."""
    found: str | None = await session.scalar(_ENGINE_OF, {"test": test_id})
    return found


async def finish(session: AsyncSession, test_id: UUID, result: str, now: datetime) -> None:
    """Record its result, once."""
    await session.execute(_FINISH, {"test": test_id, "result": result, "now": now})


async def newest(session: AsyncSession) -> dict[str, Row[Any]]:
    """The latest test of each engine."""
    return {row.engine: row for row in await session.execute(_NEWEST)}


async def capped(session: AsyncSession, now: datetime) -> frozenset[str]:
    """Engines whose monthly cap on our own keys is used up."""
    return frozenset((await session.execute(_CAPPED, {"now": now})).scalars())
