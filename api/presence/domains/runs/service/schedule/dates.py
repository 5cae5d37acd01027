"""A brand's dates, by its plan and the account's time zone.

Invariant: a brand has a schedule from its first run on, unless it is an example's, and a monthly
schedule repeats the moment of that run.
"""

from __future__ import annotations

from datetime import UTC, datetime
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from presence.domains.billing.service import current_plan
from presence.domains.runs.queries import schedules
from presence.domains.runs.service.schedule.calendar import Cadence, next_slot
from presence.domains.workspaces.service import workspace_zone
from presence.domains.workspaces.service.examples import is_example


async def cadence_of(session: AsyncSession) -> Cadence:
    """How often the plan of the bound workspace has brands analysed."""
    return (await current_plan(session)).limits.cadence


async def next_date(
    session: AsyncSession, brand_id: UUID, cadence: Cadence, *, after: datetime, anchor: datetime
) -> datetime:
    """The brand's first date after `after` on the account's wall clock."""
    zone = await workspace_zone(session)
    return next_slot(cadence, after, anchor=anchor, zone=zone, key=brand_id)


async def ensure_dates(session: AsyncSession, brand_id: UUID) -> None:
    """Give a brand its schedule when it is analysed for the first time; an example gets none."""
    if await is_example(session):  # guard: examples.measured-once
        return
    if await schedules.find_schedule(session, brand_id) is not None:
        return
    now = datetime.now(UTC).replace(microsecond=0)
    cadence = await cadence_of(session)
    due = await next_date(session, brand_id, cadence, after=now, anchor=now)
    await schedules.put(session, brand_id, cadence, now, due)
