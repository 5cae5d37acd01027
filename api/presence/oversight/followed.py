"""What other systems' events came to, counted from their rows as they end.

Invariant: a row counts once in the life of the auditor: when its end lies after the newest end
seen before. An event ends in a function of the database, where no process could count it.
"""

from __future__ import annotations

from datetime import datetime

import asyncpg

from presence.core import metrics

_KNOWN_TYPES = ("checkout.", "customer.", "invoice.")
_ENDED = """
SELECT event_type, state, extract(epoch FROM processed_at - received_at) AS waited, processed_at
  FROM stripe_delivery WHERE processed_at > $1 ORDER BY processed_at LIMIT 1000
"""


class Followed:
    """How far the events of Stripe were counted; `since` is where to begin."""

    def __init__(self, since: datetime) -> None:
        self._since = since

    async def follow(self, connection: asyncpg.Connection) -> None:
        """Count what ended since the last time."""
        for row in await connection.fetch(_ENDED, self._since):
            kind = row["event_type"] if row["event_type"].startswith(_KNOWN_TYPES) else "other"
            metrics.stripe_webhooks.labels(kind, row["state"]).inc()
            if row["state"] == "processed":
                metrics.stripe_lag.observe(float(row["waited"]))
            self._since = row["processed_at"]
