"""Several workspaces of one person: making, switching, deleting one and having it back."""

from __future__ import annotations

import asyncpg
from fastapi import FastAPI

from presence.core.ids import new_id
from presence.db.session import Database
from presence.db.tenancy import TenantBinding
from presence.domains.workspaces.service.lifecycle import MOST_WORKSPACES, purge_workspace
from tests.factories.team import Person, add_member, opened


async def test_a_new_workspace_is_current_free_and_empty(owner: Person) -> None:
    made = await owner.client.post("/api/v1/workspaces", json={"name": "Second"})
    assert made.status_code == 201, made.text
    me = (await owner.client.get("/api/user")).json()
    assert me["currentWorkspaceId"] == made.json()["id"]
    assert (me["plan"], [w["name"] for w in me["workspaces"]][1:]) == (None, ["Second"])
    back = await owner.client.post(f"/api/v1/workspaces/{owner.tenant.workspace_id}/switch")
    assert back.status_code == 200
    me = (await owner.client.get("/api/user")).json()
    assert me["currentWorkspaceId"] == str(owner.tenant.workspace_id)


async def test_switching_moves_this_browser_only(
    app: FastAPI, database: Database, owner: Person
) -> None:
    async with opened(app, database, owner.tenant) as elsewhere:
        await owner.client.post("/api/v1/workspaces", json={"name": "Second"})
        there = (await elsewhere.client.get("/api/user")).json()
    assert there["currentWorkspaceId"] == str(owner.tenant.workspace_id)


async def test_somebody_who_belongs_to_many_workspaces_makes_no_further_one(
    owner: Person, admin: asyncpg.Connection
) -> None:
    more = """
      WITH made AS (INSERT INTO workspace (id, name) SELECT gen_random_uuid(), 'W'
                      FROM generate_series(2, $2) RETURNING id)
      INSERT INTO membership (workspace_id, user_id, role) SELECT id, $1, 'viewer' FROM made"""
    await admin.execute(more, owner.id, MOST_WORKSPACES)
    refused = await owner.client.post("/api/v1/workspaces", json={"name": "Twenty-first"})
    assert refused.status_code == 409, refused.text
    assert "Leave or delete one first" in refused.json()["message"]


async def test_nobody_switches_to_a_workspace_they_do_not_belong_to(owner: Person) -> None:
    assert (await owner.client.post(f"/api/v1/workspaces/{new_id()}/switch")).status_code == 404


async def test_a_deleted_workspace_is_gone_for_everybody_and_comes_back_within_seven_days(
    app: FastAPI, database: Database, owner: Person, admin: asyncpg.Connection
) -> None:
    workspace_id = owner.tenant.workspace_id
    rename = "UPDATE workspace SET name = 'Harrow' WHERE id = $1"
    await admin.execute(rename, workspace_id)
    member = await add_member(database, owner.tenant, "admin")
    path = f"/api/v1/workspaces/{workspace_id}"
    async with opened(app, database, member) as person:
        assert (await person.client.delete(f"{path}?name=Harrow")).status_code == 403
        assert (await owner.client.delete(f"{path}?name=Wrong")).status_code == 409
        deleted = await owner.client.delete(f"{path}?name=Harrow")
        assert deleted.status_code == 200, deleted.text
        for client in (owner.client, person.client):
            assert (await client.get("/api/user")).json()["workspaces"] == []
        assert (await person.client.post(f"{path}/restore")).status_code == 404
        listed = (await owner.client.get("/api/v1/workspaces/deleted")).json()
        assert [(w["id"], w["name"]) for w in listed] == [(str(workspace_id), "Harrow")]
        async with database.transaction(TenantBinding(workspace_id)) as session:
            await purge_workspace(session)  # too early: it stays
        assert (await owner.client.post(f"{path}/restore")).status_code == 200
        assert (await person.client.get("/api/v1/brands")).status_code == 200
    actions = [e["action"] for e in (await owner.client.get("/api/v1/audit-log")).json()["data"]]
    assert actions[:2] == ["workspace.restored", "workspace.deleted"]


async def test_a_workspace_whose_plan_renews_is_not_deleted(
    owner: Person, admin: asyncpg.Connection
) -> None:
    workspace_id = owner.tenant.workspace_id
    await admin.execute("UPDATE workspace SET name = 'Harrow' WHERE id = $1", workspace_id)
    renews = "UPDATE subscriptions SET processor = 'stripe' WHERE workspace_id = $1"
    await admin.execute(renews, workspace_id)
    refused = await owner.client.delete(f"/api/v1/workspaces/{workspace_id}?name=Harrow")
    assert refused.status_code == 409, refused.text
    assert "Cancel it first" in refused.json()["message"]


async def test_somebody_without_a_workspace_changes_nothing_of_one(
    owner: Person, admin: asyncpg.Connection
) -> None:
    await admin.execute("DELETE FROM membership WHERE user_id = $1", owner.id)
    refused = await owner.client.post("/api/v1/api-keys", json={"name": "Reports"})
    assert refused.status_code == 409, refused.text
    assert "Finish setting up your business first" in refused.json()["message"]


async def test_after_seven_days_everything_of_it_is_removed(
    database: Database, owner: Person, admin: asyncpg.Connection
) -> None:
    workspace_id = owner.tenant.workspace_id
    await owner.client.delete(f"/api/v1/workspaces/{workspace_id}")
    past = "UPDATE workspace SET deleted_at = now() - interval '7 days' WHERE id = $1"
    await admin.execute(past, workspace_id)
    async with database.transaction(TenantBinding(workspace_id)) as session:
        await purge_workspace(session)
    left = [
        row["table_name"]
        for row in await admin.fetch(
            "SELECT c.table_name FROM information_schema.columns c JOIN pg_class t"
            " ON t.relname = c.table_name AND t.relkind = 'r'"
            " WHERE c.column_name = 'workspace_id' AND c.table_schema = 'public'"
        )
        if await admin.fetchval(
            f'SELECT EXISTS (SELECT 1 FROM "{row["table_name"]}" WHERE workspace_id = $1)',  # noqa: S608
            workspace_id,
        )
    ]
    assert left == []


async def test_the_log_is_read_by_action_day_and_page(owner: Person) -> None:
    for number in range(3):
        body = {"email": f"log{number}@example.com", "role": "viewer"}
        await owner.client.post("/api/v1/invitations", json=body)
    page = (await owner.client.get("/api/v1/audit-log?limit=2&action=invitation")).json()
    rest = await owner.client.get(
        f"/api/v1/audit-log?limit=2&action=invitation&cursor={page['page']['nextCursor']}"
    )
    emails = [e["after"]["email"] for e in (*page["data"], *rest.json()["data"])]
    assert emails == [f"log{n}@example.com" for n in (2, 1, 0)]
    none = await owner.client.get("/api/v1/audit-log?to=2020-01-01")
    assert none.json()["data"] == []
    assert page["data"][0]["actorName"] == "Ada Example"


async def test_the_log_is_read_from_its_beginning_when_asked(owner: Person) -> None:
    for number in range(3):
        body = {"email": f"log{number}@example.com", "role": "viewer"}
        await owner.client.post("/api/v1/invitations", json=body)
    oldest = "/api/v1/audit-log?limit=2&action=invitation&sort=createdAt"
    page = (await owner.client.get(oldest)).json()
    rest = await owner.client.get(f"{oldest}&cursor={page['page']['nextCursor']}")
    emails = [e["after"]["email"] for e in (*page["data"], *rest.json()["data"])]
    assert emails == [f"log{n}@example.com" for n in range(3)]
