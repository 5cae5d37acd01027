"""Months as subscriptions count them. Pure.

Invariant: each month begins on the anchor's day and time, or on the last day of a shorter month, so
months follow each other without gap or overlap, in UTC.
"""

from __future__ import annotations

import calendar
from datetime import UTC, datetime


def month_of(now: datetime, anchor: datetime) -> tuple[datetime, datetime]:
    """Beginning and end of the month of `anchor` that contains `now`."""
    origin, utc = anchor.astimezone(UTC), now.astimezone(UTC)
    months = (utc.year - origin.year) * 12 + utc.month - origin.month
    if _later(origin, months) > utc:
        months -= 1
    return _later(origin, months), _later(origin, months + 1)


def month_end(now: datetime, anchor: datetime) -> datetime:
    """When the month of `anchor` that contains `now` ends."""
    return month_of(now, anchor)[1]


def _later(origin: datetime, months: int) -> datetime:
    year, month = divmod(origin.year * 12 + origin.month - 1 + months, 12)
    last = calendar.monthrange(year, month + 1)[1]
    return origin.replace(year=year, month=month + 1, day=min(origin.day, last))
