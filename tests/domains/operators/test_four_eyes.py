"""Deleting a workspace takes two: one who asks, another who decides, and then it happens."""

from __future__ import annotations

from collections.abc import AsyncIterator
from uuid import UUID

import asyncpg
import httpx
import pytest
import pytest_asyncio
from fastapi import FastAPI

from presence.db.session import Database
from tests.conftest import browser
from tests.factories.people import Tenant, make_tenant
from tests.factories.runs import make_brand, session_cookies
from tests.factories.staff import BASE, Colleague, approve, staff_rows

REASON = "The customer asked for it in writing"


@pytest_asyncio.fixture
async def tenant(database: Database) -> Tenant:
    """A customer with a brand."""
    made = await make_tenant(database)
    await make_brand(database, made)
    return made


@pytest_asyncio.fixture
async def owner(
    app: FastAPI, database: Database, tenant: Tenant
) -> AsyncIterator[httpx.AsyncClient]:
    """Their browser."""
    async with browser(app, cookies=await session_cookies(database, tenant)) as client:
        yield client


async def ask(colleague: Colleague, tenant: Tenant) -> str:
    """Ask for the deletion; the request's id."""
    path = f"{BASE}/workspaces/{tenant.workspace_id}/delete"
    answer = await colleague.client.post(path, json={"reason": REASON})
    assert answer.status_code == 202, answer.text
    return str(answer.json()["approvalId"])


async def decide(colleague: Colleague, approval: str, decision: str) -> httpx.Response:
    path = f"{BASE}/approvals/{approval}/{decision}"
    body = {"reason": REASON, "code": colleague.code(), "seal": "0" * 64}
    return await colleague.client.post(path, json=body)


async def workspaces_of(owner: httpx.AsyncClient) -> list[str]:
    """Ids of what the customer can still enter."""
    answer = await owner.get("/api/user")
    assert answer.status_code == 200, answer.text
    return [workspace["id"] for workspace in answer.json()["workspaces"]]


async def purges(admin: asyncpg.Connection, tenant: Tenant) -> int:
    """How many jobs wait to delete the workspace's rows for good."""
    return int(
        await admin.fetchval(
            "SELECT count(*) FROM procrastinate_jobs WHERE task_name = 'workspaces.purge'"
            " AND status = 'todo' AND args->>'workspace_id' = $1",
            str(tenant.workspace_id),
        )
    )


async def test_asking_deletes_nothing(
    boss: Colleague,
    second: Colleague,
    owner: httpx.AsyncClient,
    admin: asyncpg.Connection,
    tenant: Tenant,
) -> None:
    await ask(boss, tenant)
    assert str(tenant.workspace_id) in await workspaces_of(owner)
    assert await purges(admin, tenant) == 0


@pytest.mark.parametrize("decision", ["approve", "reject"])
async def test_whoever_asked_does_not_decide(
    boss: Colleague,
    second: Colleague,
    owner: httpx.AsyncClient,
    admin: asyncpg.Connection,
    tenant: Tenant,
    decision: str,
) -> None:
    approval = await ask(boss, tenant)
    before = await staff_rows(admin)
    refused = await decide(boss, approval, decision)
    assert refused.status_code == 409, refused.text
    shown = (await boss.client.get(f"{BASE}/approvals/{approval}")).json()
    assert (shown["status"], shown["decidedByName"]) == ("waiting", None)
    assert str(tenant.workspace_id) in await workspaces_of(owner)
    assert await staff_rows(admin) == before


async def test_the_database_refuses_one_person_deciding_alone(
    boss: Colleague, second: Colleague, admin: asyncpg.Connection, tenant: Tenant
) -> None:
    approval = await ask(boss, tenant)
    with pytest.raises(asyncpg.CheckViolationError, match="four_eyes"):
        await admin.execute(
            "UPDATE approval SET status = 'approved', decided_by = requested_by WHERE id = $1",
            UUID(approval),
        )


async def test_a_second_admins_approval_deletes_the_workspace(
    boss: Colleague,
    second: Colleague,
    owner: httpx.AsyncClient,
    admin: asyncpg.Connection,
    tenant: Tenant,
) -> None:
    approval = await ask(boss, tenant)
    done = await approve(admin, second, approval)
    assert (done.status_code, done.json()["status"]) == (200, "approved"), done.text
    assert str(tenant.workspace_id) not in await workspaces_of(owner)
    assert await purges(admin, tenant) == 1
    again = await decide(second, approval, "reject")
    assert (again.status_code, again.json()["message"]) == (409, "This was decided already.")


async def test_a_rejection_leaves_the_workspace_alone(
    boss: Colleague,
    second: Colleague,
    owner: httpx.AsyncClient,
    admin: asyncpg.Connection,
    tenant: Tenant,
) -> None:
    done = await decide(second, await ask(boss, tenant), "reject")
    assert (done.status_code, done.json()["status"]) == (200, "rejected"), done.text
    assert str(tenant.workspace_id) in await workspaces_of(owner)
    assert (await owner.get("/api/v1/brands")).json()["data"]
    assert await purges(admin, tenant) == 0


async def test_whoever_asked_takes_it_back_and_nobody_carries_it_out_any_more(
    boss: Colleague,
    second: Colleague,
    owner: httpx.AsyncClient,
    admin: asyncpg.Connection,
    tenant: Tenant,
) -> None:
    approval = await ask(boss, tenant)
    done = await decide(boss, approval, "withdraw")
    assert (done.status_code, done.json()["status"]) == (200, "withdrawn"), done.text
    assert (done.json()["decisionReason"], done.json()["decidedBy"]) == (REASON, None)
    late = await approve(admin, second, approval)
    assert late.status_code == 409, late.text
    assert "This request was withdrawn" in late.json()["message"]
    assert str(tenant.workspace_id) in await workspaces_of(owner)
    assert (await decide(boss, approval, "withdraw")).status_code == 409
    await ask(boss, tenant)


async def test_nobody_else_takes_it_back(
    boss: Colleague, second: Colleague, admin: asyncpg.Connection, tenant: Tenant
) -> None:
    approval = await ask(boss, tenant)
    before = await staff_rows(admin)
    refused = await decide(second, approval, "withdraw")
    assert (refused.status_code, refused.json()["message"]) == (
        409,
        "A colleague asked for this. Refuse it, or ask them to withdraw it.",
    )
    shown = (await second.client.get(f"{BASE}/approvals/{approval}")).json()
    assert (shown["status"], await staff_rows(admin)) == ("waiting", before)


async def test_two_requests_for_one_deletion_do_not_wait_side_by_side(
    boss: Colleague, second: Colleague, tenant: Tenant
) -> None:
    await ask(boss, tenant)
    path = f"{BASE}/workspaces/{tenant.workspace_id}/delete"
    again = await second.client.post(path, json={"reason": REASON})
    assert (again.status_code, again.json()["message"]) == (
        409,
        "Somebody asked for that already. It waits for approval.",
    )
