"""When the next scheduled run of a brand is due.

Invariant: a monthly date keeps its day of the month; a month without it gives its last day.
"""

from __future__ import annotations

import calendar
from datetime import datetime, timedelta
from typing import Literal

Cadence = Literal["monthly", "weekly"]


def next_run_at(last: datetime, cadence: Cadence) -> datetime:
    """One cadence step after `last`: seven days, or the same day of the next month."""
    if cadence == "weekly":
        return last + timedelta(days=7)
    year, month = (last.year + 1, 1) if last.month == 12 else (last.year, last.month + 1)
    return last.replace(
        year=year, month=month, day=min(last.day, calendar.monthrange(year, month)[1])
    )
