"""What members are told: asked for with the change itself, once, and only to whom it concerns."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import asyncpg
import httpx
import pytest
import pytest_asyncio
from fastapi import FastAPI

import presence.domains.messaging.jobs
import presence.domains.publishing.jobs  # noqa: F401 - so do its writers
from presence.core.ids import new_id
from presence.db.session import Database
from presence.domains.messaging.service.notifications.delivery import notify_workspace
from presence.domains.messaging.service.notifications.notices import known_events
from presence.jobs.context import JobContext, JobResources, registered_jobs
from presence.jobs.notify import EVENTS, MEMBER_JOINED, PLAN_CHANGED, RUN_ENDED
from presence_standins.sites import site_server
from tests.conftest import browser
from tests.factories.people import Tenant, make_tenant, make_user
from tests.factories.runs import (
    Subject,
    begin_run,
    make_brand,
    session_cookies,
    work_off,
)

PATH = "/api/v1/notifications"
JOIN = "INSERT INTO membership (workspace_id, user_id, role) VALUES ($1, $2, $3)"
QUEUED = "SELECT task_name FROM procrastinate_jobs WHERE args ->> 'workspace_id' = $1"


@pytest_asyncio.fixture
async def subject(database: Database) -> Subject:
    """A brand nothing has been told about yet."""
    return await make_brand(database, await make_tenant(database))


async def client_of(app: FastAPI, database: Database, tenant: Tenant) -> httpx.AsyncClient:
    """A browser of the tenant's user."""
    return browser(app, cookies=await session_cookies(database, tenant))


async def joined(
    database: Database, admin: asyncpg.Connection, tenant: Tenant, role: str
) -> Tenant:
    """Another member of the tenant's workspace."""
    user_id = await make_user(database, first_name="Bea", last_name="Stone")
    await admin.execute(JOIN, tenant.workspace_id, user_id, role)
    return Tenant(user_id, tenant.workspace_id, "")


async def told(hands: JobResources, tenant: Tenant, event: str, subject_id: UUID) -> None:
    """Run the job that tells the workspace."""
    await notify_workspace(JobContext(tenant.workspace_id, 1, hands), event, subject_id)


async def bell(client: httpx.AsyncClient) -> dict[str, Any]:
    """The list as the bell reads it."""
    response = await client.get(PATH)
    assert response.status_code == 200, response.text
    body: dict[str, Any] = response.json()
    return body


def test_every_event_has_a_writer_and_a_job() -> None:
    assert known_events() == set(EVENTS)
    assert set(EVENTS) <= set(registered_jobs())


async def test_a_finished_run_asks_to_be_told_in_its_own_transaction(
    subject: Subject, hands: JobResources, database: Database, admin: asyncpg.Connection
) -> None:
    await work_off(hands, subject, await begin_run(database, subject))
    jobs = [row["task_name"] for row in await admin.fetch(QUEUED, str(subject.tenant.workspace_id))]
    assert jobs.count(RUN_ENDED) == 1


async def test_a_finished_run_is_told_once_however_often_the_job_runs(
    subject: Subject, hands: JobResources, database: Database, app: FastAPI
) -> None:
    run_id = await begin_run(database, subject)
    await work_off(hands, subject, run_id)
    for _ in range(2):
        await told(hands, subject.tenant, RUN_ENDED, run_id)
    async with await client_of(app, database, subject.tenant) as client:
        found = await bell(client)
    (line,) = found["data"]
    assert (line["kind"], line["subjectId"], line["readAt"]) == ("run-completed", str(run_id), None)
    assert (line["brandId"], line["data"]["brandName"]) == (str(subject.brand_id), "Harrow")
    assert found["unread"] == 1


async def test_a_finished_run_without_competitors_says_what_its_score_stands_for(
    subject: Subject, hands: JobResources, database: Database, app: FastAPI
) -> None:
    async with site_server("harrow-broken") as url:
        site = await make_brand(database, subject.tenant, url, is_primary=False)
        run_id = await begin_run(database, site)
        await work_off(hands, site, run_id)
    await told(hands, site.tenant, RUN_ENDED, run_id)
    async with await client_of(app, database, site.tenant) as client:
        data = next(row["data"] for row in (await bell(client))["data"] if "overall" in row["data"])
    assert data["overall"] > 0
    assert data["standsFor"] == "technical-only"


async def test_a_canceled_run_is_no_news(
    subject: Subject, hands: JobResources, database: Database, app: FastAPI
) -> None:
    run_id = await begin_run(database, subject)
    async with await client_of(app, database, subject.tenant) as client:
        assert (await client.post(f"/api/v1/runs/{run_id}/cancel")).is_success
        await told(hands, subject.tenant, RUN_ENDED, run_id)
        assert (await bell(client))["data"] == []


@pytest.mark.parametrize(("role", "hears"), [("admin", True), ("viewer", False)])
async def test_who_joined_is_told_to_those_who_manage_members(
    role: str,
    hears: bool,
    subject: Subject,
    hands: JobResources,
    database: Database,
    admin: asyncpg.Connection,
    app: FastAPI,
) -> None:
    listener = await joined(database, admin, subject.tenant, role)
    newcomer = await joined(database, admin, subject.tenant, "admin")
    await told(hands, subject.tenant, MEMBER_JOINED, newcomer.user_id)
    async with await client_of(app, database, listener) as client:
        lines = (await bell(client))["data"]
    assert [line["data"] for line in lines] == ([{"member": "Bea Stone"}] if hears else [])
    async with await client_of(app, database, newcomer) as client:
        assert (await bell(client))["data"] == []


async def test_a_member_whose_seat_is_paused_is_told_nothing(
    subject: Subject,
    hands: JobResources,
    database: Database,
    admin: asyncpg.Connection,
    app: FastAPI,
) -> None:
    late = await joined(database, admin, subject.tenant, "admin")
    await admin.execute("UPDATE membership SET paused = true WHERE user_id = $1", late.user_id)
    run_id = await begin_run(database, subject)
    await work_off(hands, subject, run_id)
    await told(hands, subject.tenant, RUN_ENDED, run_id)
    async with await client_of(app, database, late) as client:
        assert (await client.get(PATH)).status_code == 403
        await admin.execute("UPDATE membership SET paused = false WHERE user_id = $1", late.user_id)
        assert (await bell(client))["data"] == []


async def test_a_member_never_sees_or_marks_a_colleagues_line(
    subject: Subject,
    hands: JobResources,
    database: Database,
    admin: asyncpg.Connection,
    app: FastAPI,
) -> None:
    colleague = await joined(database, admin, subject.tenant, "editor")
    await told(hands, subject.tenant, PLAN_CHANGED, new_id())
    async with await client_of(app, database, subject.tenant) as client:
        (line,) = (await bell(client))["data"]
    async with await client_of(app, database, colleague) as client:
        assert (await bell(client))["data"] == []
        answer = await client.patch(f"{PATH}/{line['id']}", json={"read": True})
        assert answer.status_code == 404


async def test_reading_one_and_all(
    subject: Subject, hands: JobResources, database: Database, app: FastAPI
) -> None:
    for _ in range(3):
        await told(hands, subject.tenant, PLAN_CHANGED, new_id())
    async with await client_of(app, database, subject.tenant) as client:
        lines = (await bell(client))["data"]
        one = f"{PATH}/{lines[0]['id']}"
        assert (await client.patch(one, json={"read": True})).json() == {"unread": 2}
        assert (await client.patch(one, json={"read": False})).json() == {"unread": 3}
        assert (await client.post(f"{PATH}/read-all")).json() == {"unread": 0}
        assert (await bell(client))["unread"] == 0


async def test_pages_go_from_new_to_old(
    subject: Subject, hands: JobResources, database: Database, app: FastAPI
) -> None:
    subjects = [new_id() for _ in range(3)]
    for one in subjects:
        await told(hands, subject.tenant, PLAN_CHANGED, one)
    async with await client_of(app, database, subject.tenant) as client:
        first = (await client.get(PATH, params={"limit": 2})).json()
        cursor = first["page"]["nextCursor"]
        rest = (await client.get(PATH, params={"limit": 2, "cursor": cursor})).json()
    seen = [line["subjectId"] for line in first["data"] + rest["data"]]
    assert seen == [str(one) for one in reversed(subjects)]
    assert rest["page"]["nextCursor"] is None


async def test_who_does_not_want_to_hear_of_a_kind_is_not_told(
    subject: Subject, hands: JobResources, database: Database, app: FastAPI
) -> None:
    off = {"plan-changed": {"in-app": False, "email": False}}
    async with await client_of(app, database, subject.tenant) as client:
        assert (await client.put(f"{PATH}/preferences", json={"choices": off})).is_success
        await told(hands, subject.tenant, PLAN_CHANGED, new_id())
        assert (await bell(client))["data"] == []


async def test_a_kind_wanted_by_mail_asks_for_one_mail(
    subject: Subject,
    hands: JobResources,
    database: Database,
    admin: asyncpg.Connection,
    app: FastAPI,
) -> None:
    by_mail = {"plan-changed": {"in-app": True, "email": True}}
    event = new_id()
    async with await client_of(app, database, subject.tenant) as client:
        assert (await client.put(f"{PATH}/preferences", json={"choices": by_mail})).is_success
        for _ in range(2):
            await told(hands, subject.tenant, PLAN_CHANGED, event)
        (line,) = (await bell(client))["data"]
    mails = await admin.fetch(
        "SELECT template, subject_id FROM mail WHERE user_id = $1", subject.tenant.user_id
    )
    assert [tuple(mail) for mail in mails] == [("notice-plan-changed", UUID(line["id"]))]


async def test_preferences_show_what_the_role_can_hear_of(
    subject: Subject, database: Database, admin: asyncpg.Connection, app: FastAPI
) -> None:
    viewer = await joined(database, admin, subject.tenant, "viewer")
    async with await client_of(app, database, viewer) as client:
        body = (await client.get(f"{PATH}/preferences")).json()
    own = {"run-completed", "run-failed", "gaps-found", "alert-fired", "export-ready"}
    own |= {"experiment-judged"}
    assert set(body["choices"]) == own
    assert body["choices"]["run-failed"] == {"in-app": True, "email": False}
    assert body["mail"] is False


async def test_an_unknown_kind_or_channel_is_refused(
    subject: Subject, database: Database, app: FastAPI
) -> None:
    async with await client_of(app, database, subject.tenant) as client:
        for choices in ({"birthday": {"email": True}}, {"run-failed": {"pigeon": True}}):
            answer = await client.put(f"{PATH}/preferences", json={"choices": choices})
            assert answer.status_code == 422
