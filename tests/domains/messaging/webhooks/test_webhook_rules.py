"""Webhooks: how long a message waits for its next try, and who may have them."""

from __future__ import annotations

from datetime import timedelta

import asyncpg
from fastapi import FastAPI

from presence.core.ids import new_id
from presence.db.session import Database
from presence.domains.messaging.service.endpoints.sending import BACK_OFF, send, wait_after
from presence.domains.messaging.service.notifications.delivery import notify_workspace
from presence.jobs.context import JobContext, JobResources
from presence.jobs.notify import PLAN_CHANGED
from tests.conftest import browser
from tests.factories.endpoints import posting
from tests.factories.runs import session_cookies
from tests.factories.team import GROWTH, SCALE, add_member, owner_on

PATH, SLACK = "/api/v1/webhooks", "/api/v1/integrations/slack"


def test_waits_grow_to_a_day_differ_and_respect_who_asks_for_longer() -> None:
    first = [wait_after(1, None) for _ in range(50)]
    assert len(set(first)) > 40
    assert all(timedelta(seconds=4) <= wait <= timedelta(seconds=6) for wait in first if wait)
    assert wait_after(1, 120) == timedelta(seconds=120)
    last = wait_after(len(BACK_OFF), None)
    assert last is not None
    assert timedelta(hours=19) < last < timedelta(hours=29)
    assert wait_after(len(BACK_OFF) + 1, None) is None


async def test_plans_decide_who_has_them_and_roles_who_sees_them(
    app: FastAPI, database: Database
) -> None:
    growth = await owner_on(database, GROWTH)
    async with browser(app, cookies=await session_cookies(database, growth)) as client:
        body = {"name": "Out", "url": "https://example.com/", "events": ["run-completed"]}
        refused = await client.post(PATH, json=body)
        assert (refused.status_code, refused.json()["feature"]) == (403, "digest.webhooks")
        assert (await client.get(SLACK)).json()["allowed"] is True
        assert (await client.get(PATH)).json() == {"data": [], "allowed": False}
    editor = await add_member(database, growth, "editor")
    async with browser(app, cookies=await session_cookies(database, editor)) as client:
        assert (await client.get(PATH)).status_code == 403


async def test_messages_wait_while_webhooks_are_switched_off_and_lose_no_try(
    app: FastAPI, database: Database, hands: JobResources, admin: asyncpg.Connection
) -> None:
    owner = await owner_on(database, SCALE)
    async with browser(app, cookies=await session_cookies(database, owner)) as client:
        body = {"name": "Out", "url": "https://example.com/", "events": ["plan-changed"]}
        assert (await client.post(PATH, json=body)).status_code == 201
    context = JobContext(owner.workspace_id, 1, hands)
    await notify_workspace(context, PLAN_CHANGED, new_id())
    mine = "SELECT id, attempts, round, status, next_at > now() AS later FROM delivery"
    row = await admin.fetchrow(f"{mine} WHERE workspace_id = $1", owner.workspace_id)
    switch = "UPDATE feature_flag SET enabled = $1 WHERE key = 'webhooks'"
    await admin.execute(switch, False)
    try:
        async with posting(hands) as posts:
            await send(JobContext(owner.workspace_id, 1, posts), row["id"])
    finally:
        await admin.execute(switch, True)
    row = await admin.fetchrow(f"{mine} WHERE workspace_id = $1", owner.workspace_id)
    assert tuple(row)[1:] == (0, 0, "waiting", True)
