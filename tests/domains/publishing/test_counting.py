"""What leaves the product counts once in the metrics."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import asyncpg
from fastapi import FastAPI

from presence.core.ids import new_id
from presence.core.metrics import COUNTED
from presence.core.settings import OutboundSettings
from presence.db.session import Database
from presence.domains.billing.service import grant
from presence.domains.messaging.service.digests.due_dates import take_turn
from presence.domains.messaging.service.notifications.delivery import notify_workspace
from presence.jobs.context import AccountContext, JobContext
from presence.jobs.notify import PLAN_CHANGED
from presence_standins.receiver import receiver
from tests.conftest import Place, browser
from tests.factories.endpoints import posting, send_due
from tests.factories.moving import analysed, at
from tests.factories.people import make_tenant
from tests.factories.post import Post
from tests.factories.runs import LOOPBACK, make_brand, session_cookies, worker_hands
from tests.factories.team import SCALE, owner_on


def counted(name: str, **labels: str) -> float:
    return COUNTED.get_sample_value(name, labels) or 0


async def test_each_message_to_a_webhook_counts_as_delivered_or_failed(
    app: FastAPI, database: Database, place: Place
) -> None:
    owner = await owner_on(database, SCALE)
    outbound = OutboundSettings(allowed_networks=LOOPBACK)
    before = app.state.settings
    app.state.settings = before.model_copy(update={"outbound": outbound})
    at_first = [
        counted("presence_outgoing_webhook_total", result=r) for r in ("delivered", "failed")
    ]
    with receiver() as taking:
        async with browser(app, cookies=await session_cookies(database, owner)) as client:
            for path in ("/ok/a", "/status/500"):
                body = {"name": path, "url": taking.url(path), "events": ["plan-changed"]}
                assert (await client.post("/api/v1/webhooks", json=body)).status_code == 201
        async with worker_hands(database, place.settings()) as worker, posting(worker) as hands:
            await notify_workspace(JobContext(owner.workspace_id, 1, hands), PLAN_CHANGED, new_id())
            await send_due(hands)
    app.state.settings = before
    after = [counted("presence_outgoing_webhook_total", result=r) for r in ("delivered", "failed")]
    assert [b - a for a, b in zip(at_first, after, strict=True)] == [1, 1]


async def test_a_digest_that_was_sent_tells_how_late_it_was(
    app: FastAPI, database: Database, place: Place, admin: asyncpg.Connection
) -> None:
    await admin.execute("DELETE FROM procrastinate_jobs")
    tenant = await make_tenant(database, is_verified=True)
    async with database.transaction(tenant.binding) as session:
        await grant(session, tenant.user_id, 1, None)
    before = counted("presence_digest_delay_seconds_count")
    async with worker_hands(database, place.settings()) as hands:
        await analysed(database, hands, await make_brand(database, tenant))
        for days in (0, 32):
            moment = at(hands, datetime.now(UTC) + timedelta(days=days))
            await take_turn(AccountContext(tenant.user_id, 1, moment))
    await Post(app, admin).deliver()
    assert counted("presence_digest_delay_seconds_count") - before == 1
