"""The month a budget counts: from the day the subscription began, else the calendar month.

Invariant: periods follow each other without gap or overlap, in UTC.
"""

from __future__ import annotations

import calendar
from datetime import UTC, datetime

from presence.domains.engines.records import Period

_FIRST = datetime(1970, 1, 1, tzinfo=UTC)


def period_of(now: datetime, anchor: datetime | None = None) -> Period:
    """The monthly period that holds `now`.

    Each period begins on the anchor's day and time; in a shorter month on its last day.
    """
    origin = (anchor or _FIRST).astimezone(UTC)
    utc = now.astimezone(UTC)
    months = (utc.year - origin.year) * 12 + utc.month - origin.month
    if _later(origin, months) > utc:
        months -= 1
    return Period(_later(origin, months), _later(origin, months + 1))


def _later(origin: datetime, months: int) -> datetime:
    year, month = divmod(origin.year * 12 + origin.month - 1 + months, 12)
    last = calendar.monthrange(year, month + 1)[1]
    return origin.replace(year=year, month=month + 1, day=min(origin.day, last))
