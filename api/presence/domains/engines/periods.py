"""The month that a budget counts: from the subscription's first day, else the calendar month.

Invariant: periods follow each other without gap or overlap, in UTC.
"""

from __future__ import annotations

from datetime import UTC, datetime

from presence.domains.billing.periods import month_of
from presence.domains.engines.records import Period

_FIRST = datetime(1970, 1, 1, tzinfo=UTC)


def period_of(now: datetime, anchor: datetime | None = None) -> Period:
    """The monthly period that contains `now`; see `month_of` for how months are counted."""
    return Period(*month_of(now, anchor or _FIRST))
