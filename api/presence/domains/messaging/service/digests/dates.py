"""When digests are due: Monday or the first of the month, 08:00 in the reader's time zone.

Invariant: a date is a wall-clock time, so it stays at 08:00 when the clocks change.
"""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta
from typing import Literal
from zoneinfo import ZoneInfo

Cadence = Literal["weekly", "monthly"]
Frequency = Literal["weekly", "monthly", "off"]

HOUR = time(8)
_DAY = timedelta(days=1)
_LENGTH: dict[Cadence, timedelta] = {"weekly": timedelta(days=7), "monthly": timedelta(days=31)}


def next_date(cadence: Cadence, after: datetime, zone: ZoneInfo) -> datetime:
    """The first date of the cadence after `after`, in UTC."""
    day = after.astimezone(zone).date()
    while True:
        fits = day.weekday() == 0 if cadence == "weekly" else day.day == 1
        moment = datetime.combine(day, HOUR, zone).astimezone(UTC)
        if fits and moment > after:
            return moment
        day += _DAY


def length_of(cadence: Cadence) -> timedelta:
    """How far back a digest of this cadence looks if none was sent before."""
    return _LENGTH[cadence]
