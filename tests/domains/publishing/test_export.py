"""A copy of one's data, and the end of an account."""

from __future__ import annotations

import io
import json
import zipfile
from typing import Any
from uuid import UUID

import asyncpg
import httpx
import pytest
from fastapi import FastAPI

import presence.domains.team.jobs  # noqa: F401 - registers the job
from presence.db.session import Database
from presence.db.tenancy import TenantBinding
from presence.domains.billing.service import grant
from presence.domains.identity.jobs import find_due
from presence.domains.publishing.service import archives, exports
from presence.jobs.context import MAX_ATTEMPTS, run_job
from tests.conftest import browser
from tests.domains.publishing.copies import EXPORT, open_account, workspaces_in
from tests.factories.people import PASSWORD, make_tenant, sign_up, workspace_of
from tests.factories.post import Post
from tests.factories.runs import make_brand, worker_hands

PURGE = "identity.purge"


async def end(client: httpx.AsyncClient, password: str = PASSWORD) -> httpx.Response:
    return await client.request("DELETE", "/api/v1/me", json={"password": password})


async def test_a_copy_holds_account_logins_and_workspaces(
    client: httpx.AsyncClient, post: Post
) -> None:
    user = await open_account(client)
    asked = await client.post("/api/v1/me/export")
    assert (asked.status_code, asked.json()["status"]) == (202, "queued")
    assert (await client.post("/api/v1/me/export")).status_code == 409
    await post.deliver(EXPORT)
    (listed,) = (await client.get("/api/v1/me/exports")).json()["data"]
    assert listed["status"] == "ready"
    archive = await client.get(f"/api/v1/me/exports/{listed['id']}")
    assert archive.headers["content-type"] == "application/zip"
    files = zipfile.ZipFile(io.BytesIO(archive.content))
    assert json.loads(files.read("account.json"))["email"] == user["email"]
    assert len(json.loads(files.read("logins.json"))) == 1
    workspace = json.loads(files.read("workspaces/1.json"))
    assert (workspace["role"], workspace["business"]["business_name"]) == ("owner", "Harrow")
    await post.deliver()
    assert "Your data is ready" in post.subjects(user["email"])


async def test_a_copy_names_passkeys_and_holds_no_key(
    client: httpx.AsyncClient, post: Post, admin: asyncpg.Connection
) -> None:
    user = await open_account(client)
    await admin.execute(
        "INSERT INTO passkey (id, user_id, credential_id, public_key, sign_count, name, backed_up)"
        " SELECT gen_random_uuid(), id, 'credential', 'public key', 0, 'My phone', true"
        " FROM users WHERE email = $1",
        user["email"],
    )
    await client.post("/api/v1/me/export")
    await post.deliver(EXPORT)
    (listed,) = (await client.get("/api/v1/me/exports")).json()["data"]
    archive = await client.get(f"/api/v1/me/exports/{listed['id']}")
    (passkey,) = json.loads(zipfile.ZipFile(io.BytesIO(archive.content)).read("passkeys.json"))
    assert passkey["name"] == "My phone"
    assert not {"public_key", "credential_id"} & set(passkey)


async def test_a_copy_that_cannot_be_stored_has_failed_and_may_be_asked_for_again(
    client: httpx.AsyncClient, app: FastAPI, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    user = await open_account(client)
    export_id = (await client.post("/api/v1/me/export")).json()["id"]

    async def full(*_: object) -> None:
        raise OSError("No space left on device")

    monkeypatch.setattr(exports, "request_mail", full)
    async with worker_hands(database, app.state.settings) as hands:
        ids = {"account_id": user["id"], "export_id": export_id}
        await run_job(EXPORT, hands, MAX_ATTEMPTS, ids)
    (listed,) = (await client.get("/api/v1/me/exports")).json()["data"]
    assert (listed["status"], listed["size"]) == ("failed", None)
    assert (await client.post("/api/v1/me/export")).status_code == 202


JOIN = "INSERT INTO membership (workspace_id, user_id, role, paused) VALUES ($1, $2, $3, $4)"


async def test_a_paused_seat_reads_nothing_by_way_of_a_copy(
    client: httpx.AsyncClient, post: Post, database: Database, admin: asyncpg.Connection
) -> None:
    user = await open_account(client)
    owner = await make_tenant(database)
    await make_brand(database, owner)
    await admin.execute(JOIN, owner.workspace_id, UUID(user["id"]), "editor", True)
    export_id = (await client.post("/api/v1/me/export")).json()["id"]
    await post.deliver(EXPORT)
    there = str(owner.workspace_id)
    assert (await workspaces_in(client, export_id))[there] == {"id": there, "role": "paused"}


@pytest.mark.parametrize(
    ("change", "left"),
    [
        ("DELETE FROM membership WHERE user_id = $1 AND workspace_id = $2", None),
        ("UPDATE workspace SET deleted_at = now() WHERE $1::uuid <> id AND id = $2", None),
        (
            "UPDATE membership SET paused = true WHERE user_id = $1 AND workspace_id = $2",
            {"role": "paused"},
        ),
        (
            "UPDATE membership SET role = 'billing' WHERE user_id = $1 AND workspace_id = $2",
            {"role": "billing"},
        ),
    ],
    ids=["removed", "workspace deleted", "paused", "lower role"],
)
async def test_a_copy_made_before_shows_of_a_workspace_what_its_reader_may_see_now(
    client: httpx.AsyncClient,
    post: Post,
    database: Database,
    admin: asyncpg.Connection,
    change: str,
    left: dict[str, Any] | None,
) -> None:
    user_id = UUID((await open_account(client))["id"])
    owner = await make_tenant(database)
    await make_brand(database, owner)
    await admin.execute(JOIN, owner.workspace_id, user_id, "admin", False)
    export_id = (await client.post("/api/v1/me/export")).json()["id"]
    await post.deliver(EXPORT)
    there = str(owner.workspace_id)
    before = await workspaces_in(client, export_id)
    assert before[there]["brands"][0]["profile"]["name"] == "Harrow"
    assert before[there]["brands"][0]["offer"]["said"] == ["audience"]
    await admin.execute(change, user_id, owner.workspace_id)
    after = await workspaces_in(client, export_id)
    assert after.pop(there, None) == (left and {"id": there, **left})
    assert [one["business"]["business_name"] for one in after.values()] == ["Harrow"]


async def test_no_connection_is_held_while_a_copy_is_looked_through(
    client: httpx.AsyncClient, post: Post, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    await open_account(client)
    export_id = (await client.post("/api/v1/me/export")).json()["id"]
    await post.deliver(EXPORT)
    held: list[int] = []

    async def looked(content: bytes, shown: archives.Shown) -> bytes:
        held.append(database.engine.pool.checkedout())  # type: ignore[attr-defined]  # the pool in use has it
        return await archives.narrowed(content, shown)

    monkeypatch.setattr(exports, "narrowed", looked)
    assert (await client.get(f"/api/v1/me/exports/{export_id}")).status_code == 200
    assert held == [0]


async def test_a_copy_holds_no_secret(
    client: httpx.AsyncClient, post: Post, admin: asyncpg.Connection
) -> None:
    user = await open_account(client)
    export_id = (await client.post("/api/v1/me/export")).json()["id"]
    await post.deliver(EXPORT)
    content = (await client.get(f"/api/v1/me/exports/{export_id}")).content
    files = zipfile.ZipFile(io.BytesIO(content))
    text = "".join(files.read(name).decode() for name in files.namelist())
    stored = await admin.fetchval("SELECT password_hash FROM users WHERE email = $1", user["email"])
    assert stored not in text
    assert client.cookies["presence_session"] not in text


async def test_somebody_elses_copy_does_not_exist(
    app: FastAPI, client: httpx.AsyncClient, post: Post
) -> None:
    await open_account(client)
    export_id = (await client.post("/api/v1/me/export")).json()["id"]
    await post.deliver(EXPORT)
    async with browser(app) as other:
        await open_account(other)
        assert (await other.get(f"/api/v1/me/exports/{export_id}")).status_code == 404


async def test_an_account_is_deleted_after_seven_days(
    app: FastAPI,
    client: httpx.AsyncClient,
    database: Database,
    admin: asyncpg.Connection,
    post: Post,
) -> None:
    user = await open_account(client)
    workspace_id = await workspace_of(database, UUID(user["id"]))
    assert (await end(client)).status_code == 200
    assert (await client.get("/api/user")).status_code == 401
    await post.deliver()
    assert "Your account will be deleted" in post.subjects(user["email"])
    async with worker_hands(database, app.state.settings) as hands:
        await find_due(hands)
        await post.deliver(PURGE)
        assert await admin.fetchval("SELECT 1 FROM users WHERE email = $1", user["email"])
        await admin.execute(
            "UPDATE users SET deletion_at = deletion_at - interval '7 days 1 second'"
        )
        await find_due(hands)
        await post.deliver(PURGE)
    assert not await admin.fetchval("SELECT 1 FROM users WHERE email = $1", user["email"])
    assert not await admin.fetchval("SELECT 1 FROM workspace WHERE id = $1", workspace_id)


async def test_the_seat_of_a_deleted_account_is_given_to_an_owner_who_waits(
    app: FastAPI,
    client: httpx.AsyncClient,
    database: Database,
    admin: asyncpg.Connection,
    post: Post,
) -> None:
    user = await open_account(client)
    other = await make_tenant(database)
    await admin.execute(JOIN, other.workspace_id, UUID(user["id"]), "editor", False)
    await admin.execute("UPDATE membership SET paused = true WHERE user_id = $1", other.user_id)
    assert (await end(client)).status_code == 200
    await admin.execute("UPDATE users SET deletion_at = now() WHERE email = $1", user["email"])
    async with worker_hands(database, app.state.settings) as hands:
        await find_due(hands)
    await post.deliver(PURGE)
    await post.deliver("team.settle_seats")
    left = "SELECT role, paused FROM membership WHERE workspace_id = $1"
    found = await admin.fetch(left, other.workspace_id)
    assert [tuple(row) for row in found] == [("owner", False)]


async def test_signing_in_within_seven_days_keeps_the_account(
    app: FastAPI, client: httpx.AsyncClient, admin: asyncpg.Connection, post: Post
) -> None:
    user = await open_account(client)
    await end(client)
    async with browser(app) as again:
        await again.post("/api/login", json={"email": user["email"], "password": PASSWORD})
        assert (await again.get("/api/user")).status_code == 200
    day = "SELECT deletion_at FROM users WHERE email = $1"
    assert await admin.fetchval(day, user["email"]) is None
    await post.deliver()
    assert post.subjects(user["email"])[-1] == "Your account stays"


async def test_deleting_takes_the_password(client: httpx.AsyncClient) -> None:
    await open_account(client)
    assert (await end(client, "not the password")).status_code == 422
    assert (await client.get("/api/user")).status_code == 200


async def test_a_subscription_that_renews_must_be_cancelled_first(
    client: httpx.AsyncClient, database: Database, admin: asyncpg.Connection
) -> None:
    user_id = UUID((await open_account(client))["id"])
    binding = TenantBinding(await workspace_of(database, user_id), user_id)
    async with database.transaction(binding) as session:
        await grant(session, user_id, 1, None)
    await admin.execute(
        "UPDATE subscriptions SET processor = 'stripe' WHERE workspace_id = $1",
        binding.workspace_id,
    )
    refused = await end(client)
    assert (refused.status_code, "Cancel your subscription" in refused.text) == (409, True)
    await admin.execute(
        "UPDATE subscriptions SET cancel_at_period_end = true WHERE workspace_id = $1",
        binding.workspace_id,
    )
    assert (await end(client)).status_code == 200


async def test_the_only_owner_of_a_shared_workspace_stays(
    app: FastAPI, client: httpx.AsyncClient, database: Database, admin: asyncpg.Connection
) -> None:
    user = await open_account(client)
    workspace_id = await workspace_of(database, UUID(user["id"]))
    async with browser(app) as other:
        colleague = await sign_up(other)
        await admin.execute(
            "INSERT INTO membership (workspace_id, user_id, role) VALUES ($1, $2, 'editor')",
            workspace_id,
            UUID(colleague["id"]),
        )
        refused = await end(client)
        assert refused.status_code == 409
        await admin.execute("UPDATE membership SET role = 'owner' WHERE role = 'editor'")
        assert (await end(client)).status_code == 200
