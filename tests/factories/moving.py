"""Runs whose scores are said to have moved: what the comparison of two runs would have stored."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from uuid import UUID

import asyncpg

from presence.core.clock import SystemClock
from presence.db.session import Database
from presence.domains.billing.service import grant
from presence.domains.messaging.service.digests.due_dates import take_turn
from presence.domains.runs.queries.shown_results import refresh
from presence.jobs.context import AccountContext, JobResources
from tests.factories.people import Tenant, make_tenant
from tests.factories.post import Post
from tests.factories.runs import Subject, begin_run, work_off

_DELTA = "UPDATE score SET delta = $2 WHERE run_id = $1 AND metric = $3"


class Later(SystemClock):
    """A clock that stands at a moment."""

    def __init__(self, moment: datetime) -> None:
        self._moment = moment

    def now(self) -> datetime:
        """That moment."""
        return self._moment


def at(resources: JobResources, moment: datetime) -> JobResources:
    """The same hands at another time."""
    return replace(resources, clock=Later(moment))


async def analysed(database: Database, hands: JobResources, subject: Subject) -> UUID:
    """A finished run of the brand."""
    run_id = await begin_run(database, subject)
    await work_off(hands, subject, run_id)
    return run_id


async def say_moved(
    database: Database,
    admin: asyncpg.Connection,
    subject: Subject,
    run_id: UUID,
    *,
    points: float,
    metric: str = "content",
    verdict: str = "moved",
) -> None:
    """Store a change of a score against the run before, as a comparison would."""
    delta = {"points": points, "verdict": verdict, "exact": False}
    await admin.execute(_DELTA, run_id, json.dumps(delta), metric)
    async with database.transaction(subject.tenant.binding) as session:
        await refresh(session, subject.brand_id)


async def reader(database: Database, plan: int | None = 1, **person: object) -> Tenant:
    """Somebody with a confirmed address and a plan."""
    tenant = await make_tenant(database, **{"is_verified": True, **person})
    if plan:
        async with database.transaction(tenant.binding) as session:
            await grant(session, tenant.user_id, plan, None)
    return tenant


async def turn(hands: JobResources, tenant: Tenant, moment: datetime) -> None:
    """The person's turn at a moment."""
    await take_turn(AccountContext(tenant.user_id, 1, at(hands, moment)))


async def issued(hands: JobResources, tenant: Tenant, post: Post) -> list[EmailMessage]:
    """A first look, then the date that follows; the mails of that date."""
    now = datetime.now(UTC)
    await turn(hands, tenant, now)
    await turn(hands, tenant, now + timedelta(days=32))
    return await post.deliver()
