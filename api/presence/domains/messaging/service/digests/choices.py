"""What a person may see and change about their digest, and the test digest.

Invariant: a test is the digest they would receive, and it does not use up a scheduled date.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from presence.core.errors import Conflict, RateLimited
from presence.core.ids import new_id
from presence.core.settings import Settings
from presence.domains.identity.service import profile_of
from presence.domains.messaging.models import Digest
from presence.domains.messaging.queries import digests as queries
from presence.domains.messaging.schemas.digests import DigestFrequency, DigestOut
from presence.domains.messaging.service.digests import due_dates
from presence.domains.messaging.service.digests.content import TEST_LOOKS_BACK, news_of
from presence.jobs.mail import request_mail

TESTS, TEST_WINDOW = 5, timedelta(hours=1)
_UNCONFIRMED = "Confirm your email address first: digests go to confirmed addresses only."
_NO_DATA = "There is nothing to send yet: no brand was analyzed in the last month."
_ENOUGH = "You sent yourself several tests within the hour. Try again later."


async def show(
    session: AsyncSession, settings: Settings, user_id: UUID, now: datetime
) -> DigestOut:
    """The caller's digest settings."""
    return await _shown(session, settings, await due_dates.schedule_next(session, user_id, now))


async def choose(
    session: AsyncSession,
    settings: Settings,
    user_id: UUID,
    frequency: DigestFrequency,
    now: datetime,
) -> DigestOut:
    """Set how often the digest is sent."""
    return await _shown(session, settings, await due_dates.choose(session, user_id, frequency, now))


async def send_test(session: AsyncSession, user_id: UUID, now: datetime) -> str:
    """Send the last month's digest now; returns the address. Raises Conflict, RateLimited."""
    person = await profile_of(session, user_id)
    if not person.email_verified:
        raise Conflict(_UNCONFIRMED)
    row = await due_dates.schedule_next(session, user_id, now)
    if await queries.count_tests(session, now - TEST_WINDOW) >= TESTS:
        wait = {"Retry-After": str(int(TEST_WINDOW.total_seconds()))}
        raise RateLimited(_ENOUGH, headers=wait)
    issue_id = await queries.add_issue(
        session,
        id=new_id(),
        user_id=user_id,
        kind="test",
        cadence=row.cadence,
        slot=now,
        since=now - TEST_LOOKS_BACK,
        until=now,
    )
    issue = await queries.issue(session, issue_id) if issue_id else None
    if issue is None or not await news_of(session, issue, person.time_zone):
        raise Conflict(_NO_DATA)
    await request_mail(session, due_dates.TEMPLATE, issue.id)
    return person.email


async def _shown(session: AsyncSession, settings: Settings, row: Digest) -> DigestOut:
    person = await profile_of(session, row.user_id)
    return DigestOut.model_validate(
        {
            "frequency": row.frequency,
            "cadence": row.cadence,
            "weekly_allowed": await due_dates.weekly_allowed(session),
            "next_at": row.next_at,
            "time_zone": row.time_zone,
            "address": person.email,
            "verified": person.email_verified,
            "mail": bool(settings.mail.host) or settings.is_local,
        }
    )
