"""When the next scheduled run of a brand is due.

Invariant: a monthly date keeps its original day and hour on the account's wall clock, using the
last day of a month that lacks that day; a weekly date lies in the day before Monday 08:00 there.
"""

from __future__ import annotations

import calendar
import hashlib
from datetime import UTC, date, datetime, time, timedelta
from typing import Literal
from uuid import UUID
from zoneinfo import ZoneInfo

Cadence = Literal["monthly", "weekly"]

READY_BY = time(8)  # Monday, account time zone
SPREAD_S = 24 * 3600
HEADWAY_S = 15 * 60  # the last run of the spread still ends before the hour
WEEK = timedelta(days=7)


def next_slot(
    cadence: Cadence, after: datetime, *, anchor: datetime, zone: ZoneInfo, key: UUID
) -> datetime:
    """The first date of the cadence after `after`, in UTC and whole seconds.

    `anchor` is the moment that a monthly schedule repeats; `key` spreads weekly ones over their
    day.
    """
    if cadence == "weekly":
        return _weekly(after, zone, key)
    return _monthly(after, anchor.astimezone(zone).replace(microsecond=0), zone)


def _monthly(after: datetime, anchor: datetime, zone: ZoneInfo) -> datetime:
    local = after.astimezone(zone)
    month = local.year * 12 + local.month - 1
    while True:
        year, index = divmod(month, 12)
        day = min(anchor.day, calendar.monthrange(year, index + 1)[1])
        slot = _instant(date(year, index + 1, day), anchor.time(), zone)
        if slot > after:
            return slot
        month += 1


def _weekly(after: datetime, zone: ZoneInfo, key: UUID) -> datetime:
    early = timedelta(seconds=HEADWAY_S + _spread(key) % (SPREAD_S - HEADWAY_S))
    local = after.astimezone(zone).date()
    monday = local - timedelta(days=local.weekday())
    while True:
        slot = _instant(monday, READY_BY, zone) - early
        if slot > after:
            return slot
        monday += WEEK


def _spread(key: UUID) -> int:
    return int.from_bytes(hashlib.sha256(key.bytes).digest()[:8], "big")


def _instant(day: date, hour: time, zone: ZoneInfo) -> datetime:
    """A wall-clock time as UTC; a skipped one is an hour later, a repeated one counts once."""
    return datetime.combine(day, hour, zone).astimezone(UTC)


def before_first_run(created_at: datetime, cadence: Cadence) -> datetime:
    """The "next revision" of a brand without a schedule: a month, or a week, after creation."""
    if cadence == "weekly":
        return created_at + WEEK
    return _monthly(created_at, created_at, ZoneInfo("UTC"))
