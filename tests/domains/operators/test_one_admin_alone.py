"""What one admin can do alone: nothing that makes, lets in or moves another admin's account."""

from __future__ import annotations

from collections.abc import AsyncIterator

import asyncpg
import httpx
import pytest
import pytest_asyncio
from fastapi import FastAPI

from presence.core.ids import new_id
from presence.db.session import Database
from tests.factories.people import make_tenant
from tests.factories.staff import BASE, Colleague, Letterbox, join, link_in

REASON = "We need somebody for the weekend"


@pytest_asyncio.fixture
async def other(console: FastAPI, operator_database: Database) -> AsyncIterator[Colleague]:
    """An admin it is done to."""
    colleague = await join(console, operator_database)
    yield colleague
    await colleague.client.aclose()


@pytest_asyncio.fixture
async def helper(console: FastAPI, operator_database: Database) -> AsyncIterator[Colleague]:
    """Somebody of support it is done to."""
    colleague = await join(console, operator_database, "support-l2")
    yield colleague
    await colleague.client.aclose()


async def do(who: Colleague, path: str, **body: object) -> httpx.Response:
    """A call of the console."""
    return await who.client.post(f"{BASE}/{path}", json={"reason": REASON, **body})


def newcomer() -> str:
    return f"{new_id().hex}@presence.example"


@pytest.mark.parametrize("role", ["support-l1", "support-l2", "billing-ops", "auditor", "admin"])
async def test_no_answer_to_an_invitation_holds_a_link(
    boss: Colleague, second: Colleague, role: str
) -> None:
    answer = await do(boss, "staff", email=newcomer(), role=role)
    assert answer.status_code in (201, 202), answer.text
    assert "staff-invitation" not in answer.text
    assert "invitationUrl" not in answer.text


async def test_no_answer_to_a_reset_holds_a_link(
    boss: Colleague, second: Colleague, helper: Colleague, other: Colleague
) -> None:
    for whose in (helper, other):
        answer = await do(boss, f"staff/{whose.id}/reset-sign-in")
        assert answer.status_code in (200, 202), answer.text
        assert "staff-invitation" not in answer.text


async def test_the_link_goes_to_the_named_address_and_to_nobody_else(
    console: FastAPI, boss: Colleague, letterbox: Letterbox
) -> None:
    email = newcomer()
    assert (await do(boss, "staff", email=email, role="auditor")).status_code == 201
    await console.state.staff_mails.send_due()
    token = link_in(letterbox.to(email)[-1])
    readers = {mail["To"] for mail in letterbox.mails if token in mail.as_string()}
    assert readers == {email}


async def test_an_admin_is_not_invited_by_one(
    boss: Colleague, second: Colleague, admin: asyncpg.Connection
) -> None:
    email = newcomer()
    answer = await do(boss, "staff", email=email, role="admin")
    assert (answer.status_code, answer.json()["status"]) == (202, "waiting-for-approval")
    assert await admin.fetchval("SELECT count(*) FROM staff WHERE email = $1", email) == 0


async def test_an_invitation_that_was_not_followed_does_not_become_an_admins_by_inviting_again(
    boss: Colleague, second: Colleague, admin: asyncpg.Connection
) -> None:
    email = newcomer()
    assert (await do(boss, "staff", email=email, role="auditor")).status_code == 201
    answer = await do(boss, "staff", email=email, role="admin")
    assert answer.status_code == 202, answer.text
    assert await admin.fetchval("SELECT role FROM staff WHERE email = $1", email) == "auditor"


async def test_nobody_is_raised_to_admin_by_one(
    boss: Colleague, second: Colleague, helper: Colleague
) -> None:
    answer = await do(boss, f"staff/{helper.id}/change-role", role="admin")
    assert answer.status_code == 202, answer.text
    assert (await helper.client.get(f"{BASE}/session")).json()["role"] == "support-l2"


async def test_an_admins_sign_in_is_not_reset_by_one(
    boss: Colleague, second: Colleague, other: Colleague
) -> None:
    answer = await do(boss, f"staff/{other.id}/reset-sign-in")
    assert answer.status_code == 202, answer.text
    assert (await other.client.get(f"{BASE}/session")).status_code == 200


async def test_a_disabled_admin_is_not_let_in_again_by_one(
    boss: Colleague, second: Colleague, other: Colleague, admin: asyncpg.Connection
) -> None:
    assert (await do(boss, f"staff/{other.id}/disable")).status_code == 200
    answer = await do(boss, f"staff/{other.id}/enable")
    assert answer.status_code == 202, answer.text
    status = await admin.fetchval("SELECT status FROM staff WHERE id = $1", other.id)
    assert status == "disabled"


async def test_accounts_of_customers_are_not_merged_by_one(
    boss: Colleague, second: Colleague, database: Database, admin: asyncpg.Connection
) -> None:
    theirs, own = await make_tenant(database), await make_tenant(database)
    answer = await do(boss, f"users/{theirs.user_id}/merge", intoId=str(own.user_id))
    assert answer.status_code == 202, answer.text
    owners = "SELECT user_id FROM membership WHERE workspace_id = $1"
    assert await admin.fetchval(owners, theirs.workspace_id) == theirs.user_id


async def test_an_admin_whose_only_colleague_is_their_own_making_deletes_nothing(
    console: FastAPI,
    operator_database: Database,
    boss: Colleague,
    database: Database,
    admin: asyncpg.Connection,
) -> None:
    """The whole way an admin alone went: a second account, and its approval."""
    mine = await join(console, operator_database)
    await admin.execute("DELETE FROM staff_origin WHERE staff_id = $1", mine.id)
    await admin.execute(
        "INSERT INTO staff_origin (id, staff_id, kind, requested_by)"
        " VALUES (gen_random_uuid(), $1, 'invited', $2)",
        mine.id,
        boss.id,
    )
    outsiders = "UPDATE staff SET status = $2 WHERE role = 'admin' AND NOT (id = ANY($1))"
    tenant = await make_tenant(database)
    await admin.execute(outsiders, [boss.id, mine.id], "disabled")
    try:
        answer = await do(boss, f"workspaces/{tenant.workspace_id}/delete")
    finally:
        await admin.execute(outsiders, [boss.id, mine.id], "active")
    assert answer.status_code == 409, answer.text
    assert "This needs a second admin" in answer.json()["message"]


async def test_the_only_admin_is_told_how_to_get_a_second_one(
    boss: Colleague, admin: asyncpg.Connection, database: Database
) -> None:
    tenant = await make_tenant(database)
    others = "UPDATE staff SET status = $2 WHERE role = 'admin' AND id <> $1"
    await admin.execute(others, boss.id, "disabled")
    try:
        answers = [
            await do(boss, f"workspaces/{tenant.workspace_id}/delete"),
            await do(boss, "staff", email=newcomer(), role="admin"),
        ]
        alone = await do(boss, "staff", email=newcomer(), role="support-l1")
    finally:
        await admin.execute(others, boss.id, "active")
    for answer in answers:
        assert answer.status_code == 409, answer.text
        assert "presence staff invite EMAIL --role admin" in answer.json()["message"]
    assert alone.status_code == 201


async def test_another_spelling_of_a_colleagues_mailbox_is_no_second_account(
    boss: Colleague, second: Colleague
) -> None:
    name, _, domain = boss.email.partition("@")
    answer = await do(boss, "staff", email=f"{name}+again@{domain}", role="auditor")
    assert answer.status_code == 409, answer.text
    assert "has this mailbox already" in answer.json()["message"]
