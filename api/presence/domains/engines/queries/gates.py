"""The limits of a key at its provider, through the functions that alone may touch them.

Invariant: taking a slot and giving it back are one statement each, its own transaction: two round
trips for an answer, and no lock outlives a statement.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal, cast
from uuid import UUID

from sqlalchemy import Row, text
from sqlalchemy.ext.asyncio import AsyncSession

from presence.db.session import Database

Kind = Literal["go", "open", "probing", "paused", "busy", "rate"]
Outcome = Literal["ok", "slow-down", "fault"]

_ACQUIRE = "SELECT engine_acquire($1, $2, $3, $4, $5, $6, $7, $8)"
_FINISH = "SELECT engine_finish($1, $2, $3, $4, $5, $6, $7, $8, $9)"
_HEALTH = text("SELECT gate, state, until, last_error FROM engine_health(:gates, :now)")


@dataclass(frozen=True, slots=True)
class Pace:
    """Limits of a key: slots at once, requests and tokens a minute, tokens one answer may take."""

    concurrency: int
    requests: int
    tokens: int
    tokens_per_answer: int
    lease_s: float


@dataclass(frozen=True, slots=True)
class Turn:
    """Whether a question may be asked now; if not, why and in how many seconds to try again."""

    kind: Kind
    wait_s: float


async def acquire(database: Database, gate: bytes, slot: UUID, now: datetime, pace: Pace) -> Turn:
    """Take a slot of the key, or learn why not."""
    said = await database.read_value(
        _ACQUIRE,
        gate,
        slot,
        now,
        pace.lease_s,
        pace.concurrency,
        pace.requests,
        pace.tokens,
        pace.tokens_per_answer,
    )
    kind, _, wait = str(said).partition(" ")
    return Turn(cast(Kind, kind), float(wait))


async def finish(
    database: Database,
    gate: bytes,
    slot: UUID,
    now: datetime,
    outcome: Outcome,
    *,
    code: str,
    tokens: int | None,
    pause_s: float,
    threshold: int,
    open_s: float,
) -> None:
    """Give the slot back and tell all workers how it went; tokens None count as estimated."""
    await database.read_value(
        _FINISH, gate, slot, now, outcome, code, tokens, pause_s, threshold, open_s
    )


async def health(
    session: AsyncSession, gates: Collection[bytes], now: datetime
) -> dict[bytes, Row[Any]]:
    """How the keys behind the gates have answered lately; unknown gates are absent."""
    rows = await session.execute(_HEALTH, {"gates": list(gates), "now": now})
    return {row.gate: row for row in rows}
