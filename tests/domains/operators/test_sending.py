"""What support does to what leaves a workspace, seen from the customer's side."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import AsyncIterator, Mapping
from dataclasses import replace
from uuid import UUID

import asyncpg
import httpx
import pytest
import pytest_asyncio
from fastapi import FastAPI

import presence.domains.publishing.jobs  # noqa: F401 - registers the job that collects
from presence.adapters import objects
from presence.core.outgoing import Posted
from presence.db.session import Database
from presence.domains.billing.service import grant
from presence.domains.messaging.service.endpoints.sending import send
from presence.jobs.context import JobContext, run_job
from tests.conftest import Place, browser
from tests.domains.operators.operations import OPERATIONS
from tests.factories.people import Tenant, make_tenant
from tests.factories.runs import make_brand, session_cookies, worker_hands
from tests.factories.staff import BASE, Colleague

REASON = "The customer asked us to"
SECRETS = ("secret", "tokenHash", "sealedToken", "passwordHash", "formerSecret", "keyHash")
SCALE = 3


@pytest_asyncio.fixture(scope="module")
async def tenant(database: Database) -> Tenant:
    """A customer on Scale with a brand."""
    owner = await make_tenant(database)
    await make_brand(database, owner)
    async with database.transaction(owner.binding) as session:
        await grant(session, owner.user_id, SCALE, None)
    return owner


@pytest_asyncio.fixture
async def owner(
    app: FastAPI, database: Database, tenant: Tenant
) -> AsyncIterator[httpx.AsyncClient]:
    """The owner's browser."""
    async with browser(app, cookies=await session_cookies(database, tenant)) as client:
        yield client


async def do(boss: Colleague, path: str) -> httpx.Response:
    """An action of the console."""
    return await boss.client.post(f"{BASE}/{path}", json={"reason": REASON})


async def brand_of(owner: httpx.AsyncClient) -> str:
    """The customer's brand."""
    return str((await owner.get("/api/v1/brands")).json()["data"][0]["id"])


async def test_a_link_that_support_ends_opens_nothing_any_more(
    boss: Colleague, owner: httpx.AsyncClient
) -> None:
    path = f"/api/v1/brands/{await brand_of(owner)}/share-links"
    link = (await owner.post(path, json={"name": "Board"})).json()
    url = (await owner.get("/api/v1/share-links")).json()["data"][0]["url"]
    shared = url.replace("http://presence.test/share/", "/api/v1/share/")
    done = await do(boss, f"share-links/{link['id']}/revoke")
    assert (done.status_code, done.json()["state"]) == (200, "revoked"), done.text
    assert (await owner.get(shared)).status_code == 410
    again = await do(boss, f"share-links/{link['id']}/revoke")
    assert (again.status_code, again.json()["message"]) == (
        409,
        "This link was ended already.",
    )
    log = (await owner.get("/api/v1/audit-log")).json()["data"]
    assert log[0]["action"] == "share.revoked"


async def test_a_webhook_is_switched_off_with_the_reason_and_its_messages_wait_for_it(
    boss: Colleague, owner: httpx.AsyncClient
) -> None:
    body = {"name": "Ours", "url": "https://hooks.example.com/x", "events": ["run-completed"]}
    hook = (await owner.post("/api/v1/webhooks", json=body)).json()
    sent = await owner.post(f"/api/v1/webhooks/{hook['id']}/test")
    assert sent.status_code in (200, 201, 202), sent.text
    off = await do(boss, f"webhooks/{hook['id']}/disable")
    assert (off.json()["status"], off.json()["waitingCount"]) == ("disabled", 1), off.text
    seen = (await owner.get("/api/v1/webhooks")).json()["data"][0]
    assert (seen["status"], seen["reason"]) == ("disabled", "Switched off by support.")
    listed = await boss.client.get(f"{BASE}/outgoing-messages?filter[endpointId]={hook['id']}")
    message = listed.json()["data"][0]
    refused = await do(boss, f"outgoing-messages/{message['id']}/resend")
    assert refused.status_code == 409
    await do(boss, f"webhooks/{hook['id']}/enable")
    waits = await do(boss, f"outgoing-messages/{message['id']}/resend")
    assert waits.json()["message"] == "It is waiting to be sent already."


class Postman:
    """Takes every message."""

    def __init__(self) -> None:
        self.urls: list[str] = []

    async def post(self, url: str, body: bytes, headers: Mapping[str, str]) -> Posted:
        """Delivered at once."""
        self.urls.append(url)
        return Posted(200, "", "", 1)


async def test_while_webhooks_are_switched_off_messages_wait_and_lose_no_try(
    boss: Colleague,
    owner: httpx.AsyncClient,
    tenant: Tenant,
    database: Database,
    place: Place,
    admin: asyncpg.Connection,
) -> None:
    body = {"name": "Else", "url": "https://hooks.example.com/y", "events": ["run-completed"]}
    hook = (await owner.post("/api/v1/webhooks", json=body)).json()
    await owner.post(f"/api/v1/webhooks/{hook['id']}/test")
    key = await admin.fetchval("SELECT id FROM delivery WHERE endpoint_id = $1", UUID(hook["id"]))
    switch = f"{BASE}/feature-flags/webhooks/toggle"
    postman = Postman()
    async with worker_hands(database, place.settings()) as hands:
        context = JobContext(tenant.workspace_id, 1, replace(hands, poster=postman))
        await boss.client.post(switch, json={"reason": REASON, "enabled": False})
        await send(context, key)
        state = "SELECT status, attempts, round FROM delivery WHERE id = $1"
        assert tuple(await admin.fetchrow(state, key)) == ("waiting", 0, 0)
        await boss.client.post(switch, json={"reason": REASON, "enabled": True})
        await admin.execute("UPDATE delivery SET next_at = now() WHERE id = $1", key)
        await send(context, key)
        assert tuple(await admin.fetchrow(state, key)) == ("delivered", 1, 1)
    assert postman.urls == ["https://hooks.example.com/y"]


async def test_a_mail_that_failed_is_sent_again_by_the_usual_job(
    boss: Colleague, tenant: Tenant, admin: asyncpg.Connection
) -> None:
    key = await admin.fetchval(
        "INSERT INTO mail (id, user_id, template, subject_id, status, attempts, error)"
        " VALUES (gen_random_uuid(), $1, 'password-changed', gen_random_uuid(), 'failed', 9,"
        " 'refused') RETURNING id",
        tenant.user_id,
    )
    done = await do(boss, f"mail-log/{key}/resend")
    assert (done.json()["status"], done.json()["attempts"]) == ("queued", 0), done.text
    job = await admin.fetchrow(
        "SELECT args::text AS args FROM procrastinate_jobs WHERE task_name = 'mail.send'"
        " ORDER BY id DESC LIMIT 1"
    )
    assert json.loads(job["args"])["mail_id"] == str(key)
    again = await do(boss, f"mail-log/{key}/resend")
    assert (again.status_code, again.json()["message"]) == (
        409,
        "It is waiting to be sent already.",
    )


async def test_a_workspaces_data_is_collected_and_fetched_with_a_reason(
    boss: Colleague,
    owner: httpx.AsyncClient,
    tenant: Tenant,
    database: Database,
    place: Place,
    admin: asyncpg.Connection,
) -> None:
    asked = await do(boss, f"workspaces/{tenant.workspace_id}/export")
    assert (asked.status_code, asked.json()["status"]) == (202, "queued"), asked.text
    key = asked.json()["id"]
    early = await do(boss, f"workspace-exports/{key}/download")
    assert early.status_code == 404
    async with worker_hands(database, place.settings()) as hands:
        ids = {"workspace_id": str(tenant.workspace_id), "export_id": key}
        await run_job("outputs.export_workspace", hands, 1, ids)
    got = await do(boss, f"workspace-exports/{key}/download")
    assert got.status_code == 200, got.text
    file = await owner.get(got.json()["url"])
    packed = zipfile.ZipFile(io.BytesIO(file.content))
    assert set(packed.namelist()) == {"README.txt", "workspace.json", "members.json"}
    told = json.loads(packed.read("workspace.json"))
    assert told["id"] == str(tenant.workspace_id)
    assert told["brands"][0]["profile"]["name"] == "Harrow"
    actions = [row["action"] for row in (await owner.get("/api/v1/audit-log")).json()["data"]]
    assert actions[:2] == ["workspace-exports.download", "workspace.exported"]


async def test_data_that_is_more_than_is_kept_is_told_to_have_failed_at_once(
    boss: Colleague,
    tenant: Tenant,
    database: Database,
    place: Place,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    key = (await do(boss, f"workspaces/{tenant.workspace_id}/export")).json()["id"]
    monkeypatch.setattr(objects, "MOST_BYTES_IN_PARTS", 10)
    async with worker_hands(database, place.settings()) as hands:
        ids = {"workspace_id": str(tenant.workspace_id), "export_id": key}
        await run_job("outputs.export_workspace", hands, 1, ids)
    told = await boss.client.get(f"{BASE}/workspace-exports/{key}")
    assert told.json()["status"] == "failed"


@pytest.mark.parametrize(
    "path", [o.path for o in OPERATIONS if o.asks.endswith(":list")], ids=lambda p: p[14:]
)
async def test_no_list_shows_what_opens_or_signs_anything(boss: Colleague, path: str) -> None:
    said = (await boss.client.get(path)).text
    assert not any(f'"{name}"' in said for name in SECRETS)
