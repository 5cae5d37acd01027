"""Converts the days a caller asks for into times, in the workspace's time zone.

Invariant: `first` and `last` are inclusive days there; the times are [start, end) in UTC, so a day
that daylight saving makes 23 or 25 hours long is exactly that long.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time, timedelta
from typing import Literal
from zoneinfo import ZoneInfo

from presence.core.errors import ValidationFailed

Compare = Literal["previous", "year", "custom", "none"]
Match = Literal["date", "weekday"]
Interval = Literal["day", "week", "month"]
DEFAULT_DAYS = 90
_ORDER = "The first day must not be after the last"
_BOTH = "Choose both days to compare with"
WEEK = 7
_FIRST_DAY, _LAST_DAY = date(1970, 1, 1), date(9000, 1, 1)


@dataclass(frozen=True, slots=True)
class Comparison:
    """What a span is compared with: `days` for a custom span.

    `match` aligns weekdays (whole weeks back) or dates; by default the previous period ends where
    the span begins, and a year is 52 weeks.
    """

    kind: Compare
    days: tuple[date | None, date | None] = (None, None)
    match: Match | None = None


@dataclass(frozen=True, slots=True)
class DaySpan:
    """Inclusive days in a time zone."""

    first: date
    last: date
    zone: ZoneInfo

    @property
    def start(self) -> datetime:
        """The first moment."""
        return _midnight(self.first, self.zone)

    @property
    def end(self) -> datetime:
        """The first moment after the span."""
        return _midnight(self.last + timedelta(days=1), self.zone)

    @property
    def days(self) -> int:
        """How many days."""
        return (self.last - self.first).days + 1


@dataclass(frozen=True, slots=True)
class Ranges:
    """What is shown and what it is compared with, both within the plan's history.

    The flags say that a requested span begins before `history_from`; a comparison that lies
    entirely before it is dropped.
    """

    shown: DaySpan
    compared: DaySpan | None
    clipped: bool
    compare_clipped: bool
    history_from: date


def _midnight(day: date, zone: ZoneInfo) -> datetime:
    return datetime.combine(day, time(), zone).astimezone(UTC)


def order_problem(first: date | None, last: date | None) -> str | None:
    """What is wrong with inclusive days in this order, None if nothing; open ends are valid."""
    return _ORDER if first and last and first > last else None


def comparison_problem(compare: Comparison) -> str | None:
    """What is wrong with the days to compare with; None if nothing, or if none are needed."""
    if compare.kind != "custom":
        return None
    return order_problem(*compare.days) if all(compare.days) else _BOTH


def resolve(
    first: date | None,
    last: date | None,
    compare: Comparison,
    zone: ZoneInfo,
    now: datetime,
    history_days: int,
) -> Ranges:
    """The requested spans, each limited to the last `history_days`.

    Raises ValidationFailed if reversed.
    """
    today, earliest = now.astimezone(zone).date(), _earliest(now, zone, history_days)
    last = min(_near(last) or today, today)
    first = _near(first) or last - timedelta(days=DEFAULT_DAYS - 1)
    _require(order_problem(first, last), "from")
    shown = DaySpan(max(first, earliest), max(last, earliest), zone)
    wanted = _compared(shown, compare)
    compared = _since(earliest, wanted) if wanted else None
    return Ranges(shown, compared, first < earliest, compared != wanted, earliest)


def history_start(now: datetime, zone: ZoneInfo, history_days: int) -> datetime:
    """The first moment shown by a plan with this many days of history."""
    return _midnight(_earliest(now, zone, history_days), zone)


def moments(
    first: date | None, last: date | None, zone: ZoneInfo
) -> tuple[datetime | None, datetime | None]:
    """[start, end) of inclusive days, open where no day is given.

    Raises ValidationFailed as `resolve` does.
    """
    _require(order_problem(first, last), "from")
    first, last = _near(first), _near(last)
    start = None if first is None else _midnight(first, zone)
    return start, None if last is None else _midnight(last + timedelta(days=1), zone)


def _near(day: date | None) -> date | None:
    """The day, or the nearest that calendars of every zone can represent."""
    return None if day is None else min(max(day, _FIRST_DAY), _LAST_DAY)


def _earliest(now: datetime, zone: ZoneInfo, history_days: int) -> date:
    return now.astimezone(zone).date() - timedelta(days=history_days - 1)


def _require(problem: str | None, parameter: str) -> None:
    if problem is not None:
        raise ValidationFailed.at(f"/query/{parameter}", problem, "range")


def _compared(shown: DaySpan, compare: Comparison) -> DaySpan | None:
    if compare.kind == "none":
        return None
    _require(comparison_problem(compare), "compareFrom")
    first, last = map(_near, compare.days)
    if compare.kind == "custom" and first and last:
        return DaySpan(first, last, shown.zone)
    if compare.kind == "year" and compare.match == "date":
        return DaySpan(_year_before(shown.first), _year_before(shown.last), shown.zone)
    days = 52 * WEEK if compare.kind == "year" else shown.days
    if compare.match == "weekday":
        days = -(-days // WEEK) * WEEK
    back = timedelta(days=days)
    return DaySpan(shown.first - back, shown.last - back, shown.zone)


def _year_before(day: date) -> date:
    leap = (day.month, day.day) == (2, 29)
    return day.replace(year=day.year - 1, day=28 if leap else day.day)


def _since(earliest: date, span: DaySpan) -> DaySpan | None:
    """The part of a span on or after a day; None if there is none."""
    return replace(span, first=max(span.first, earliest)) if span.last >= earliest else None


def bucket_of(at: datetime, interval: Interval, zone: ZoneInfo) -> date:
    """The day a moment's bucket begins: the day itself, its Monday, or the first of its month."""
    day = at.astimezone(zone).date()
    if interval == "week":
        return day - timedelta(days=day.weekday())
    return day.replace(day=1) if interval == "month" else day
