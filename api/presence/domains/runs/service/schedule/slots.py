"""The dates on which a brand is analysed automatically: set, moved and used.

Invariant: a date is used exactly once. Starting its run, or recording why none was started, and
moving on to the next one are one transaction under the schedule's lock; dates missed while no
worker was running are made up for by one late run.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from presence.core import metrics
from presence.core.errors import NotFound
from presence.core.settings import Settings
from presence.domains.brands.service import get_brand
from presence.domains.engines.errors import BudgetExhausted, CeilingReached
from presence.domains.engines.service.spending import next_day
from presence.domains.runs.errors import RunActive
from presence.domains.runs.models import RunSchedule
from presence.domains.runs.queries import runs, schedules
from presence.domains.runs.queries.shown_results import refresh
from presence.domains.runs.service.lifecycle import start_run
from presence.domains.runs.service.schedule.calendar import Cadence
from presence.domains.runs.service.schedule.dates import cadence_of, next_date

PAUSED = "The brand is paused, so it was not analyzed on this date."
ACTIVE = "An analysis was already running on this date."
NO_BUDGET = "The plan's answers for this month are used up, so no analysis was started."


async def reschedule(session: AsyncSession, brand_id: UUID, now: datetime | None = None) -> None:
    """Recompute the brand's next date after its plan or time zone changed.

    A brand without a schedule has not had its first run, and gets its dates with it.
    """
    row = await schedules.locked(session, brand_id)
    if row is not None:
        await _move(session, row, await cadence_of(session), now or datetime.now(UTC))


async def reschedule_all(session: AsyncSession, now: datetime) -> None:
    """`reschedule` for every brand of the workspace."""
    for brand_id in await schedules.scheduled_brands(session):
        await reschedule(session, brand_id, now)


async def use_date(
    session: AsyncSession, settings: Settings, brand_id: UUID, now: datetime
) -> UUID | None:
    """Start the run that is due, or record why there is none; None if nothing was started.

    A date with a cadence the plan no longer has is moved instead of used; one on which the day's
    money has been spent waits for the next day.
    """
    await runs.lock_brand(session, brand_id)  # first, as in starting a run
    row = await schedules.locked(session, brand_id)
    if row is None or row.next_run_at > now:
        return None
    cadence = await cadence_of(session)
    run_id, reason = None, None
    if cadence == row.cadence:
        try:
            run_id, reason = await _start(session, settings, brand_id)
        except CeilingReached as reached:
            await _wait(session, row, reached.message, now)
            return None
        notes = (
            {"skipped_reason": None, "last_started_at": now}
            if run_id is not None
            else {"skipped_reason": reason, "skipped_at": now}
        )
        await schedules.update_schedule(session, brand_id, notes)
        if run_id is not None:
            metrics.scheduled_delay.observe((now - row.next_run_at).total_seconds())
    await _move(session, row, cadence, now)
    return run_id


async def _start(
    session: AsyncSession, settings: Settings, brand_id: UUID
) -> tuple[UUID | None, str | None]:
    """The run, or a sentence that says why there is none (none for a brand that is gone)."""
    try:
        brand = await get_brand(session, brand_id)
        if brand.status == "paused":
            return None, PAUSED
        async with session.begin_nested():
            return await start_run(session, settings, brand_id, "scheduled"), None
    except RunActive:
        return None, ACTIVE
    except CeilingReached:
        raise
    except BudgetExhausted as exhausted:
        person = exhausted.extra.get("feature") == "answers.person"
        return None, exhausted.message if person else NO_BUDGET
    except NotFound:
        return None, None


async def _wait(session: AsyncSession, row: RunSchedule, reason: str, now: datetime) -> None:
    """Postpone the date to the next day, at its own place within the first hour."""
    due = next_day(now) + timedelta(seconds=row.brand_id.int % 3_600)
    notes = {"skipped_reason": reason, "skipped_at": now, "next_run_at": due}
    await schedules.update_schedule(session, row.brand_id, notes)
    await refresh(session, row.brand_id)


async def _move(session: AsyncSession, row: RunSchedule, cadence: Cadence, now: datetime) -> None:
    due = await next_date(session, row.brand_id, cadence, after=now, anchor=row.anchor_at)
    await schedules.update_schedule(session, row.brand_id, {"cadence": cadence, "next_run_at": due})
    await refresh(session, row.brand_id)
