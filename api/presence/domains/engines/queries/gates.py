"""The limits of a key at its provider, accessed only through these functions.

Invariant: acquiring a slot and releasing it are one statement each, in a transaction of their own:
two round trips per answer, and no lock outlives a statement.
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
    """Limits of a key: concurrent slots, requests and tokens per minute, tokens per answer."""

    concurrency: int
    requests: int
    tokens: int
    tokens_per_answer: int
    lease_s: float


@dataclass(frozen=True, slots=True)
class Turn:
    """Whether a request may be made now; if not, why and in how many seconds to retry."""

    kind: Kind
    wait_s: float


async def acquire(database: Database, gate: bytes, slot: UUID, now: datetime, pace: Pace) -> Turn:
    """Acquire a slot of the key, or learn why not."""
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
    """Release the slot and share the outcome with all workers; tokens None count as estimated."""
    await database.read_value(
        _FINISH, gate, slot, now, outcome, code, tokens, pause_s, threshold, open_s
    )


async def health(
    session: AsyncSession, gates: Collection[bytes], now: datetime
) -> dict[bytes, Row[Any]]:
    """How the keys behind the gates have performed lately; unknown gates are absent."""
    rows = await session.execute(_HEALTH, {"gates": list(gates), "now": now})
    return {row.gate: row for row in rows}
