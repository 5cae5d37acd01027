"""What a workspace that asks for a second factor mails to members who have none: nothing of it."""

from __future__ import annotations

import asyncpg
import pytest
import pytest_asyncio
from fastapi import FastAPI

from presence.core.ids import new_id
from presence.db.session import Database
from presence.domains.messaging.service.notifications.delivery import notify_workspace
from presence.jobs.context import JobContext, JobResources
from presence.jobs.notify import PLAN_CHANGED
from tests.conftest import browser
from tests.factories.moving import analysed, issued, reader, say_moved
from tests.factories.post import Post, text_of
from tests.factories.runs import Subject, make_brand, session_cookies

ASK = "UPDATE workspace SET require_second_factor = true WHERE id = $1"
FACTOR = "INSERT INTO second_factor (user_id, key, confirmed_at) VALUES ($1, '\\x00', now())"
BELL = "/api/v1/notifications"
LOUD = {"plan-changed": {"in-app": True, "email": True}}
NOTICES = "SELECT template FROM mail WHERE user_id = $1 AND template LIKE 'notice-%'"


@pytest_asyncio.fixture
async def subject(database: Database, hands: JobResources, admin: asyncpg.Connection) -> Subject:
    """A brand that moved, of a workspace that asks for a factor its owner does not have yet."""
    subject = await make_brand(database, await reader(database))
    run_id = await analysed(database, hands, subject)
    await say_moved(database, admin, subject, run_id, points=6.4)
    await admin.execute(ASK, subject.tenant.workspace_id)
    return subject


@pytest.mark.parametrize("factor", [False, True])
async def test_a_digest_tells_of_such_a_workspace_to_who_has_a_factor(
    factor: bool, subject: Subject, hands: JobResources, admin: asyncpg.Connection, post: Post
) -> None:
    if factor:
        await admin.execute(FACTOR, subject.tenant.user_id)
    mails = await issued(hands, subject.tenant, post)
    assert any("Harrow" in text_of(mail) for mail in mails) is factor


async def test_a_notice_waits_in_the_bell_of_who_has_no_factor_and_is_not_mailed(
    subject: Subject,
    hands: JobResources,
    database: Database,
    admin: asyncpg.Connection,
    app: FastAPI,
) -> None:
    place, person = subject.tenant.workspace_id, subject.tenant.user_id
    await admin.execute(FACTOR, person)
    async with browser(app, cookies=await session_cookies(database, subject.tenant)) as client:
        assert (await client.put(f"{BELL}/preferences", json={"choices": LOUD})).is_success
        await admin.execute("DELETE FROM second_factor WHERE user_id = $1", person)
        await notify_workspace(JobContext(place, 1, hands), PLAN_CHANGED, new_id())
        assert await admin.fetch(NOTICES, person) == []
        assert (await client.get(BELL)).status_code == 403
        await admin.execute(FACTOR, person)
        assert (await client.get(BELL)).json()["unread"] == 1
        await notify_workspace(JobContext(place, 1, hands), PLAN_CHANGED, new_id())
    assert len(await admin.fetch(NOTICES, person)) == 1
