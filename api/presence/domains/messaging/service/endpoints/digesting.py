"""Summaries for endpoints: Monday 08:00 in the workspace's time zone, with recent changes.

Invariant: a date is used once, under the endpoint's lock; without an analysis nothing is sent.
"""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from presence.domains.billing.service import current_plan
from presence.domains.messaging.queries import endpoints as queries
from presence.domains.messaging.service.digests.content import workspace_news
from presence.domains.messaging.service.digests.dates import length_of, next_date
from presence.domains.messaging.service.digests.workspaces import ReadWorkspace
from presence.domains.messaging.service.endpoints.dispatch import message_id, put
from presence.domains.messaging.service.endpoints.events import DIGEST, is_allowed
from presence.domains.messaging.service.endpoints.messages import digest_payload
from presence.domains.workspaces.service import workspace_zone
from presence.jobs.context import JobContext


async def first_date(session: AsyncSession, now: datetime) -> datetime:
    """The next Monday at eight in the bound workspace's time zone."""
    return next_date("weekly", now, await workspace_zone(session))


async def use_date(context: JobContext, endpoint_id: UUID) -> None:
    """Send the summary that is due. Safe to call again."""
    now = context.resources.clock.now()
    async with context.transaction() as session:
        row = await queries.find_endpoint(session, endpoint_id, lock=True)
        if row is None or row.digest_at is None or row.digest_at > now:
            return
        slot = f"{endpoint_id}:{row.digest_at.isoformat()}"
        # guard: webhooks.plan-of-digest -> True
        if is_allowed((await current_plan(session)).limits, row.kind):
            since = row.digest_covered_until or now - length_of("weekly")
            workspace = ReadWorkspace(context.workspace_id, "", weekly=True)
            news = await workspace_news(session, workspace, since, now)
            if news:
                payload = digest_payload(context.resources.settings, news, since, now)
                await put(session, endpoint_id, message_id(DIGEST, slot), DIGEST, payload, now)
        following = await first_date(session, now)
        await queries.update_endpoint(
            session, endpoint_id, digest_at=following, digest_covered_until=now
        )
