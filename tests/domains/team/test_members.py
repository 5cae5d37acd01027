"""Members: who is listed, what roles change, and that somebody always owns the workspace."""

from __future__ import annotations

import asyncio
from datetime import timedelta

import asyncpg
from fastapi import FastAPI

from presence.db.session import Database
from presence.domains.billing.entitlements import FREE
from presence.domains.billing.service import current_plan
from presence.domains.team.service import sync_seats
from presence.domains.workspaces.service.roles import ROLES
from tests.factories.people import PASSWORD
from tests.factories.team import PRO, Person, add_member, opened, owner_on

EVENTS = "SELECT data FROM run_event WHERE workspace_id = $1 AND event = 'member.updated'"


async def test_everybody_sees_the_members_owners_first(
    app: FastAPI, database: Database, owner: Person
) -> None:
    for role in ROLES[1:]:
        member = await add_member(database, owner.tenant, role)
        async with opened(app, database, member) as person:
            listed = (await person.client.get("/api/v1/members")).json()
            assert listed["data"][0]["role"] == "owner"
            assert member.email in {m["email"] for m in listed["data"]}
    assert listed["seats"] == {"members": 5, "reserved": 0, "used": 5, "limit": 10}


async def test_a_role_changes_at_once_and_is_told_and_audited(
    app: FastAPI, database: Database, owner: Person, admin: asyncpg.Connection
) -> None:
    member = await add_member(database, owner.tenant, "viewer")
    async with opened(app, database, member) as person:
        invite = {"email": "x@example.com", "role": "viewer"}
        assert (await person.client.post("/api/v1/invitations", json=invite)).status_code == 403
        changed = await owner.client.patch(f"/api/v1/members/{person.id}", json={"role": "admin"})
        assert changed.status_code == 204, changed.text
        assert (await person.client.get("/api/v1/invitations")).status_code == 200
    told = await admin.fetch(EVENTS, owner.tenant.workspace_id)
    assert any('"role": "admin"' in row["data"] for row in told)
    log = (await owner.client.get("/api/v1/audit-log?action=member.")).json()["data"]
    assert [(e["action"], e["before"], e["after"]) for e in log] == [
        ("member.role_changed", {"role": "viewer"}, {"role": "admin"})
    ]


async def test_only_an_owner_makes_and_unmakes_owners(
    app: FastAPI, database: Database, owner: Person
) -> None:
    member = await add_member(database, owner.tenant, "admin")
    async with opened(app, database, member) as person:
        for body in ({"role": "owner"},):
            refused = await person.client.patch(f"/api/v1/members/{person.id}", json=body)
            assert refused.status_code == 403, refused.text
        path = f"/api/v1/members/{owner.id}"
        assert (await person.client.patch(path, json={"role": "viewer"})).status_code == 403
        assert (await person.client.delete(path)).status_code == 403


async def test_an_admin_removes_no_owner_where_another_owner_stays(
    app: FastAPI, database: Database, owner: Person
) -> None:
    admin, second = [await add_member(database, owner.tenant, role) for role in ("admin", "owner")]
    async with opened(app, database, admin) as person:
        refused = await person.client.delete(f"/api/v1/members/{second.user_id}")
    assert refused.status_code == 403, refused.text
    listed = (await owner.client.get("/api/v1/members")).json()["data"]
    assert second.email in {member["email"] for member in listed}


async def test_the_last_owner_neither_leaves_nor_steps_down(owner: Person) -> None:
    left = await owner.client.post("/api/v1/members/leave")
    assert left.status_code == 409
    assert "only owner" in left.json()["message"]
    own = f"/api/v1/members/{owner.id}"
    assert (await owner.client.patch(own, json={"role": "admin"})).status_code == 409
    assert (await owner.client.delete(own)).status_code == 409


async def test_of_two_owners_who_leave_at_the_same_moment_one_stays(
    app: FastAPI, database: Database, owner: Person
) -> None:
    second = await add_member(database, owner.tenant, "owner")
    async with opened(app, database, second) as person:
        answers = await asyncio.gather(
            owner.client.post("/api/v1/members/leave"), person.client.post("/api/v1/members/leave")
        )
    assert sorted(a.status_code for a in answers) == [204, 409]


async def test_of_two_owners_who_end_their_accounts_at_the_same_moment_one_stays(
    app: FastAPI, database: Database, owner: Person
) -> None:
    second = await add_member(database, owner.tenant, "owner")
    async with opened(app, database, second) as person:
        answers = await asyncio.gather(
            owner.client.request("DELETE", "/api/v1/me", json={"password": PASSWORD}),
            person.client.request("DELETE", "/api/v1/me", json={"password": PASSWORD}),
        )
    assert sorted(a.status_code for a in answers) == [200, 409], [a.text for a in answers]


async def test_an_owner_whose_account_is_to_be_deleted_is_no_owner_to_rely_on(
    app: FastAPI, database: Database, owner: Person
) -> None:
    second = await add_member(database, owner.tenant, "owner")
    async with opened(app, database, second) as person:
        ended = await person.client.request("DELETE", "/api/v1/me", json={"password": PASSWORD})
        assert ended.status_code == 200, ended.text
    assert (await owner.client.post("/api/v1/members/leave")).status_code == 409
    assert (await owner.client.delete(f"/api/v1/members/{second.user_id}")).status_code == 204


async def test_ownership_goes_to_nobody_without_a_seat(
    database: Database, owner: Person, admin: asyncpg.Connection
) -> None:
    heir = await add_member(database, owner.tenant, "editor")
    await admin.execute("UPDATE membership SET paused = true WHERE user_id = $1", heir.user_id)
    body = {"userId": str(heir.user_id)}
    refused = await owner.client.post("/api/v1/members/transfer-ownership", json=body)
    assert (refused.status_code, "seat" in refused.json()["message"]) == (409, True)


async def test_ownership_is_handed_over(app: FastAPI, database: Database, owner: Person) -> None:
    heir = await add_member(database, owner.tenant, "editor")
    body = {"userId": str(heir.user_id)}
    given = await owner.client.post("/api/v1/members/transfer-ownership", json=body)
    assert given.status_code == 204, given.text
    roles = {
        m["userId"]: m["role"] for m in (await owner.client.get("/api/v1/members")).json()["data"]
    }
    assert roles == {owner.id: "admin", str(heir.user_id): "owner"}
    again = await owner.client.post("/api/v1/members/transfer-ownership", json=body)
    assert again.status_code == 403


async def test_a_removed_member_has_lost_the_workspace_with_the_next_request(
    app: FastAPI, database: Database, owner: Person
) -> None:
    member = await add_member(database, owner.tenant, "editor")
    async with opened(app, database, member) as person:
        assert (await person.client.get("/api/v1/brands")).status_code == 200
        removed = await owner.client.delete(f"/api/v1/members/{person.id}")
        assert removed.status_code == 204, removed.text
        me = (await person.client.get("/api/user")).json()
        assert (me["currentWorkspaceId"], me["workspaces"]) == (None, [])
        assert (await person.client.get("/api/v1/brands")).json()["data"] == []
    assert (await owner.client.delete(f"/api/v1/members/{person.id}")).status_code == 404


async def test_a_plan_with_fewer_seats_pauses_the_newest_members(
    app: FastAPI, database: Database, admin: asyncpg.Connection
) -> None:
    tenant = await owner_on(database, PRO)
    early = await add_member(database, tenant, "editor")
    late = await add_member(database, tenant, "editor")
    await admin.execute("DELETE FROM subscriptions WHERE workspace_id = $1", tenant.workspace_id)
    async with database.transaction(tenant.binding) as session:
        assert await sync_seats(session) == 2
    async with opened(app, database, late) as person:
        refused = await person.client.get("/api/v1/brands")
        assert refused.status_code == 403
        assert "Your seat is paused" in refused.json()["message"]
        assert (await person.client.get("/api/user")).json()["workspaces"][0]["paused"] is True
    async with opened(app, database, tenant) as person:
        assert (await person.client.delete(f"/api/v1/members/{late.user_id}")).status_code == 204
        listed = (await person.client.get("/api/v1/members")).json()["data"]
        assert {m["userId"]: m["paused"] for m in listed} == {
            person.id: False,
            str(early.user_id): True,
        }


async def test_seats_are_settled_once_a_plan_that_was_not_renewed_gives_no_access_any_more(
    database: Database, admin: asyncpg.Connection
) -> None:
    tenant = await owner_on(database, PRO)
    await add_member(database, tenant, "editor")
    unrenewed = (
        "UPDATE subscriptions SET current_period_end = now() - $2::interval, end_date = NULL,"
        " access_until = now() - $2::interval + interval '7 days' WHERE workspace_id = $1"
    )
    due = "SELECT count(*) FROM overseated_workspaces() WHERE workspace_id = $1"
    found = []
    for days in (6, 8):
        await admin.execute(unrenewed, tenant.workspace_id, timedelta(days=days))
        async with database.transaction(tenant.binding) as session:
            open_plan = (await current_plan(session)).limits.plan_id
        found.append((open_plan, await admin.fetchval(due, tenant.workspace_id)))
    assert found == [(PRO, 0), (FREE, 1)]


async def test_a_member_whose_seat_is_paused_can_leave(
    app: FastAPI, database: Database, owner: Person, admin: asyncpg.Connection
) -> None:
    late = await add_member(database, owner.tenant, "editor")
    await admin.execute("UPDATE membership SET paused = true WHERE user_id = $1", late.user_id)
    async with opened(app, database, late) as person:
        left = await person.client.post("/api/v1/members/leave")
        assert left.status_code == 204, left.text
        assert (await person.client.get("/api/user")).json()["workspaces"] == []
        assert (await person.client.post("/api/v1/members/leave")).status_code == 409


async def test_the_role_table_says_what_the_code_decides(owner: Person) -> None:
    told = (await owner.client.get("/api/v1/roles")).json()
    assert [card["role"] for card in told["roles"]] == list(ROLES)
    lines = {line["action"]: line["roles"] for line in told["actions"]}
    assert lines["Subscription and invoices"] == ["owner", "billing"]
