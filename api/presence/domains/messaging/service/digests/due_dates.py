"""A person's digest dates: set, used once, and moved when plan, choice or time zone change.

Invariant: using a date creates the issue, requests its e-mail and moves on in one transaction under
the row's lock, so each date is used once, however many workers look and whenever they die.
"""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from presence.core.clock import zone_of
from presence.core.errors import NotFound
from presence.core.ids import new_id
from presence.domains.identity.service import profile_of
from presence.domains.messaging.models import Digest
from presence.domains.messaging.queries import digests as queries
from presence.domains.messaging.service.digests.dates import (
    Cadence,
    Frequency,
    length_of,
    next_date,
)
from presence.domains.messaging.service.digests.workspaces import each_workspace
from presence.jobs.context import AccountContext
from presence.jobs.mail import request_mail

TEMPLATE = "digest"


async def take_turn(context: AccountContext) -> None:
    """If the date has come, send the digest and schedule the next one. Safe to call again."""
    now = context.resources.clock.now()
    async with context.transaction() as session:
        try:
            await schedule_next(session, context.user_id, now)
        except NotFound:
            return  # the account was deleted


async def schedule_next(session: AsyncSession, user_id: UUID, now: datetime) -> Digest:
    """The person's row with its next date, after using a date that has come."""
    person = await profile_of(session, user_id)
    weekly = await weekly_allowed(session)
    row = await queries.locked(session)
    if row is None:
        cadence: Cadence = "weekly" if weekly else "monthly"
        await queries.insert(
            session,
            user_id=user_id,
            cadence=cadence,
            time_zone=person.time_zone,
            next_at=next_date(cadence, now, zone_of(person.time_zone)),
            covered_until=now - length_of(cadence),
        )
    else:
        covered = await _use(session, row, now)
        cadence = "weekly" if weekly and row.frequency == "weekly" else "monthly"
        due = next_date(cadence, now, zone_of(person.time_zone))
        await queries.update_digest(
            session,
            cadence=cadence,
            time_zone=person.time_zone,
            next_at=None if row.frequency == "off" else due,
            covered_until=covered,
        )
    return await _row(session)


async def choose(
    session: AsyncSession, user_id: UUID, frequency: Frequency, now: datetime
) -> Digest:
    """Set how often digests are sent; what changed while there were none is not reported later."""
    before = await schedule_next(session, user_id, now)
    covered = now if before.frequency == "off" else before.covered_until
    await queries.update_digest(session, frequency=frequency, covered_until=covered)
    return await schedule_next(session, user_id, now)


async def is_wanted(session: AsyncSession) -> bool:
    """Whether the bound person receives digests, as everybody does who has not stopped them."""
    return await queries.frequency(session) != "off"


async def weekly_allowed(session: AsyncSession) -> bool:
    """Whether a workspace of the bound person has a plan with weekly digests."""
    return any([one.weekly async for one in each_workspace(session)])


async def _use(session: AsyncSession, row: Digest, now: datetime) -> datetime:
    """Create the issue that is due; returns the time up to which everything has been reported."""
    if row.next_at is None or row.next_at > now:
        return row.covered_until
    issue_id = await queries.add_issue(
        session,
        id=new_id(),
        user_id=row.user_id,
        kind="regular",
        cadence=row.cadence,
        slot=row.next_at,
        since=row.covered_until,
        until=now,
    )
    if issue_id is not None:
        await request_mail(session, TEMPLATE, issue_id)
    return now


async def _row(session: AsyncSession) -> Digest:
    row = await queries.locked(session)
    if row is None:
        raise NotFound("We could not find that digest.")
    return row
