"""How other systems' events ended, counted from their rows as these change.

Invariant: the result of an event counts once in the life of the auditor, and so does each failed
attempt; what the product does not handle counts as other. Events are processed in database
functions, where no process could count them.
"""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple
from uuid import UUID

import asyncpg

from presence.core import metrics
from presence.core.payment_events import HANDLED

_OTHER, _RETRIED = "other", "retried"
_RESULTS = ("processed", "unmatched", "failed", "handled", _RETRIED)
metrics.begin(metrics.stripe_webhooks, (*HANDLED, _OTHER), _RESULTS)
metrics.begin(metrics.stripe_webhooks, (_OTHER,), ("ignored",))
# A transaction may end after a look that began later: rows are looked at for a minute more.
_MOVED = """
SELECT id, event_type, state, attempts, error IS NOT NULL AS failing,
       extract(epoch FROM processed_at - received_at)::float AS waited
  FROM stripe_delivery
 WHERE state IN ('pending', 'failed')
    OR greatest(processed_at, received_at) > $1::timestamptz - interval '1 minute'
"""


class _Stand(NamedTuple):
    state: str
    attempts: int


class Followed:
    """How far the events of Stripe were counted; what was there at the first look is not."""

    def __init__(self) -> None:
        self._looked_at: datetime | None = None
        self._stands: dict[UUID, _Stand] = {}

    async def follow(self, connection: asyncpg.Connection) -> None:
        """Count what has happened since the last look."""
        now = await connection.fetchval("SELECT now()")
        rows = await connection.fetch(_MOVED, self._looked_at or now)
        if self._looked_at is not None:
            for row in rows:
                _count(row, self._stands.get(row["id"]))
        self._stands = {row["id"]: _Stand(row["state"], row["attempts"]) for row in rows}
        self._looked_at = now


def _count(row: asyncpg.Record, before: _Stand | None) -> None:
    kind = row["event_type"] if row["event_type"] in HANDLED else _OTHER
    if row["state"] != "pending":
        if before != (row["state"], row["attempts"]):
            metrics.stripe_webhooks.labels(kind, row["state"]).inc()
            if row["state"] == "processed":
                metrics.stripe_lag.observe(row["waited"])
    elif row["failing"]:
        tried = before.attempts if before is not None else row["attempts"] - 1
        metrics.stripe_webhooks.labels(kind, _RETRIED).inc(max(0, row["attempts"] - tried))
