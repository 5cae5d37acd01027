"""Breaks of engines, as the engine watch recorded them, and models as they answered on a day.

Invariant: whatever compares runs reads their models through here, so a break ends every comparison.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

from presence.analysis.watch import EngineBreak, as_answered

_BREAKS = text("SELECT engine, number, began_on, models FROM engine_watch_break ORDER BY began_on")

_DECLARED = text("""
SELECT engine, number, began_on, models FROM engine_watch_break
 WHERE created_at > :since AND created_at <= :until ORDER BY began_on
""")


async def engine_breaks(session: AsyncSession) -> list[EngineBreak]:
    """Every break of an engine on the deployment's keys, oldest first."""
    rows = await session.execute(_BREAKS)
    return [
        EngineBreak(row.engine, row.number, row.began_on, frozenset(row.models)) for row in rows
    ]


async def declared_between(
    session: AsyncSession, since: datetime, until: datetime
) -> list[EngineBreak]:
    """Breaks recorded after `since`, up to `until`, whatever day they were declared for."""
    rows = await session.execute(_DECLARED, {"since": since, "until": until})
    return [
        EngineBreak(row.engine, row.number, row.began_on, frozenset(row.models)) for row in rows
    ]


def marked_models(
    models: Mapping[str, str], at: datetime, breaks: Sequence[EngineBreak]
) -> dict[str, str]:
    """The models of a run that began at `at`, by engine, told apart by breaks before it."""
    day = at.astimezone(UTC).date()
    return {engine: as_answered(engine, model, day, breaks) for engine, model in models.items()}
