"""When periods end: Stripe's rule for anchors that a short month does not have.

Invariant: every period end is computed from the anchor, never from the end before it, so the 31st
comes back after February and 29 February comes back every leap year.
"""

from __future__ import annotations

from calendar import monthrange
from datetime import UTC, datetime

HOUR = 3_600
DAY = 24 * HOUR
_MONTHS = {"month": 1, "year": 12}


def aligned(anchor: int, interval: str, number: int) -> int:
    """The anchor moved by `number` intervals, on the last day of a month too short for its day."""
    start = datetime.fromtimestamp(anchor, UTC)
    months = start.year * 12 + start.month - 1 + number * _MONTHS[interval]
    year, month = divmod(months, 12)
    day = min(start.day, monthrange(year, month + 1)[1])
    return int(start.replace(year=year, month=month + 1, day=day).timestamp())


def next_after(anchor: int, interval: str, moment: int) -> int:
    """The first aligned moment after `moment`."""
    start, now = datetime.fromtimestamp(anchor, UTC), datetime.fromtimestamp(moment, UTC)
    months = (now.year - start.year) * 12 + now.month - start.month
    number = months // _MONTHS[interval] - 1
    while (end := aligned(anchor, interval, number)) <= moment:
        number += 1
    return end


def share(amount: int, part: int, whole: int) -> int:
    """`amount` cents for `part` of `whole` seconds, to the nearest cent, half a cent upwards."""
    return (2 * amount * part + whole) // (2 * whole)
