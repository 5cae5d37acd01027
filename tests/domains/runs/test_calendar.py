"""Dates keep their day and hour on the account's clock, through short months and clock changes."""

from __future__ import annotations

import itertools
from datetime import UTC, datetime, timedelta
from uuid import UUID
from zoneinfo import ZoneInfo

import pytest

from presence.core.ids import new_id
from presence.domains.runs.service.schedule.calendar import Cadence, before_first_run, next_slot

BERLIN, NEW_YORK, AUCKLAND = (
    ZoneInfo("Europe/Berlin"),
    ZoneInfo("America/New_York"),
    ZoneInfo("Pacific/Auckland"),
)
KEY = UUID("01890000-0000-7000-8000-000000000001")


def monthly(after: datetime, anchor: datetime, zone: ZoneInfo) -> datetime:
    """Next monthly date as the account's wall clock shows it."""
    return next_slot("monthly", after, anchor=anchor, zone=zone, key=KEY).astimezone(zone)


def walk(cadence: Cadence, begun: datetime, zone: ZoneInfo, steps: int) -> list[datetime]:
    """Dates one after the other, as the account's wall clock shows them."""
    slots = [begun]
    for _ in range(steps):
        slots.append(next_slot(cadence, slots[-1], anchor=begun, zone=zone, key=KEY))
    return [slot.astimezone(zone) for slot in slots[1:]]


def test_the_thirty_first_comes_back_after_short_months() -> None:
    begun = datetime(2027, 10, 31, 9, 30, tzinfo=BERLIN)
    days = [(d.month, d.day) for d in walk("monthly", begun, BERLIN, 6)]
    assert days == [(11, 30), (12, 31), (1, 31), (2, 29), (3, 31), (4, 30)]


def test_a_monthly_hour_stays_through_both_clock_changes() -> None:
    begun = datetime(2026, 1, 15, 9, 30, tzinfo=NEW_YORK)
    assert {(d.hour, d.minute) for d in walk("monthly", begun, NEW_YORK, 13)} == {(9, 30)}


def test_an_hour_the_clock_skips_comes_an_hour_later_that_day_only() -> None:
    begun = datetime(2026, 2, 28, 2, 30, tzinfo=BERLIN)  # 28 March 2027 has no 02:30
    march = monthly(datetime(2027, 3, 1, tzinfo=UTC), begun, BERLIN)
    assert (march.day, march.hour, march.minute) == (28, 3, 30)
    april = monthly(march.astimezone(UTC), begun, BERLIN)
    assert (april.month, april.day, april.hour) == (4, 28, 2)


def test_an_hour_that_comes_twice_is_used_once() -> None:
    begun = datetime(2026, 9, 25, 2, 30, tzinfo=BERLIN)  # 25 October 2026 has 02:30 twice
    first = next_slot("monthly", begun, anchor=begun, zone=BERLIN, key=KEY)
    again = next_slot("monthly", first + timedelta(minutes=61), anchor=begun, zone=BERLIN, key=KEY)
    assert again.astimezone(BERLIN).month == 11


@pytest.mark.parametrize("zone", [BERLIN, NEW_YORK, AUCKLAND, ZoneInfo("UTC")])
def test_a_weekly_date_lies_in_the_day_before_monday_at_eight(zone: ZoneInfo) -> None:
    for key in (new_id() for _ in range(40)):
        slot = datetime(2026, 3, 4, tzinfo=UTC)
        for _ in range(40):
            slot = next_slot("weekly", slot, anchor=slot, zone=zone, key=key)
            local = slot.astimezone(zone)
            monday = (local + timedelta(days=(7 - local.weekday()) % 7)).date()
            eight = datetime(monday.year, monday.month, monday.day, 8, tzinfo=zone)
            early = eight.astimezone(UTC) - slot
            assert timedelta(minutes=15) <= early <= timedelta(hours=24)


def test_weekly_dates_are_a_week_of_wall_clock_apart() -> None:
    dates = walk("weekly", datetime(2026, 3, 4, tzinfo=UTC), BERLIN, 56)
    naive = [date.replace(tzinfo=None) for date in dates]
    steps = {later - earlier for earlier, later in itertools.pairwise(naive)}
    hour = timedelta(hours=1)  # a date may lie on the other side of a clock change than its Monday
    assert steps <= {timedelta(days=7), timedelta(days=7) - hour, timedelta(days=7) + hour}


def test_brands_are_spread_over_the_day() -> None:
    after = datetime(2026, 3, 4, tzinfo=UTC)
    hours = [
        next_slot("weekly", after, anchor=after, zone=BERLIN, key=new_id()).hour
        for _ in range(2_000)
    ]
    assert len(set(hours)) == 24
    assert max(map(hours.count, set(hours))) < 2_000 / 24 * 1.6


@pytest.mark.parametrize(("cadence", "due"), [("monthly", (2026, 2, 28)), ("weekly", (2026, 2, 7))])
def test_before_the_first_run_the_next_revision_is_one_step_away(
    cadence: Cadence, due: tuple[int, int, int]
) -> None:
    made = datetime(2026, 1, 31, 9, 30, tzinfo=UTC)
    assert before_first_run(made, cadence) == datetime(*due, 9, 30, tzinfo=UTC)
