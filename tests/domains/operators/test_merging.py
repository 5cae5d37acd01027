"""Two accounts of one person become one."""

from __future__ import annotations

import asyncpg

from presence.db.session import Database
from presence.db.tenancy import TenantBinding
from presence.domains.workspaces.models import Membership
from tests.factories.people import make_tenant
from tests.factories.staff import BASE, Colleague, approve

REASON = "They asked for one account"


async def test_the_duplicates_workspaces_keys_and_plan_become_the_other_accounts(
    boss: Colleague, second: Colleague, database: Database, admin: asyncpg.Connection
) -> None:
    duplicate, kept = await make_tenant(database), await make_tenant(database)
    shared = await make_tenant(database)
    for tenant, role in ((duplicate, "admin"), (kept, "viewer")):
        binding = TenantBinding(shared.workspace_id, shared.user_id)
        async with database.transaction(binding) as session:
            session.add(Membership(user_id=tenant.user_id, role=role))
    await admin.execute(
        "INSERT INTO api_key (id, workspace_id, user_id, name, prefix, key_hash, scope)"
        " VALUES (gen_random_uuid(), $1, $2, 'R', 'pk_r', sha256('r'), 'read')",
        duplicate.workspace_id,
        duplicate.user_id,
    )
    path = f"{BASE}/users/{duplicate.user_id}/merge"
    body = {"intoId": str(kept.user_id), "reason": REASON}
    asked = await boss.client.post(path, json=body)
    assert asked.status_code == 202, asked.text
    left = "SELECT count(*) FROM membership WHERE user_id = $1"
    assert await admin.fetchval(left, duplicate.user_id) == 2
    done = await approve(admin, second, asked.json()["approvalId"])
    assert (done.status_code, done.json()["status"]) == (200, "approved"), done.text
    shown = (await boss.client.get(f"{BASE}/users/{duplicate.user_id}")).json()
    assert not shown["isActive"]
    roles = await admin.fetch(
        "SELECT workspace_id, role FROM membership WHERE user_id = $1", kept.user_id
    )
    assert {row["workspace_id"]: row["role"] for row in roles} == {
        duplicate.workspace_id: "owner",
        kept.workspace_id: "owner",
        shared.workspace_id: "admin",
    }
    assert await admin.fetchval(left, duplicate.user_id) == 0
    keys = "SELECT count(*) FROM api_key WHERE user_id = $1"
    assert await admin.fetchval(keys, kept.user_id) == 1
    again = await boss.client.post(path, json=body)
    assert (again.status_code, again.json()["message"]) == (409, "This account is closed already.")


async def test_an_account_is_not_merged_into_itself_or_into_one_that_is_closed(
    boss: Colleague, database: Database, admin: asyncpg.Connection
) -> None:
    one, other = await make_tenant(database), await make_tenant(database)
    await admin.execute("UPDATE users SET is_active = false WHERE id = $1", other.user_id)
    for into in (one.user_id, other.user_id):
        answer = await boss.client.post(
            f"{BASE}/users/{one.user_id}/merge", json={"intoId": str(into), "reason": REASON}
        )
        assert answer.status_code == 422
        assert answer.json()["errors"][0]["pointer"] == "/intoId"
