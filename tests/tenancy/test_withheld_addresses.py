"""An address or token that itself opens something is told to nobody who may only read."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from dataclasses import dataclass
from typing import Any

import asyncpg
import httpx
import pytest
import pytest_asyncio
from fastapi import FastAPI

from presence.core.ids import new_id
from presence.core.masking import masked_address
from presence.db.session import Database
from presence.domains.operators.roles import StaffRole
from presence.http.permission import routes_of
from tests.conftest import Place, browser
from tests.factories.staff import BASE, ORIGIN, begin_acting, console_app, join
from tests.factories.team import add_member, bearer, issue_key, opened
from tests.tenancy.actors import Owned, owner_of_each
from tests.tenancy.operations import PROTECTED, Operation
from tests.tenancy.test_matrix import ENDLESS
from tests.tenancy.test_routes import call

SECRET = "Larkspurquill"
HOOK = f"https://hooks.example.com/in/{SECRET}/d4c3"
SLACK = f"https://hooks.slack.com/services/T0/B0/{SECRET}wxyz"
SERVER = f"http://93.184.215.14/{SECRET}/v1"
PAGE = f"https://invoice.example.com/i/{SECRET}"
PAYMENT = """
INSERT INTO payments
  (id, workspace_id, subscription_id, amount, currency, status, processor, metadata)
SELECT $1, workspace_id, id, 1, 'usd', 'paid', 'stripe',
  jsonb_build_object('pageUrl', $3::text, 'pdfUrl', $3::text)
FROM subscriptions WHERE workspace_id = $2 LIMIT 1
"""
READS = [o for o in PROTECTED if o.method == "GET" and o.name not in ENDLESS]
READERS = ("read key", "viewer", "support")
# Of staff, who changes nothing about webhooks, and nothing about payments.
ONLY_READ: dict[str, tuple[StaffRole, ...]] = {
    "webhooks": ("support-l1", "billing-ops", "auditor"),
    "payments": ("support-l1", "support-l2", "auditor"),
}


@dataclass(frozen=True)
class Scene:
    """A workspace with an address of every kind, its token, and who reads there."""

    owned: Owned
    token: str
    readers: dict[str, httpx.AsyncClient]
    staff: dict[StaffRole, httpx.AsyncClient]
    console: FastAPI


async def planted(owned: Owned, admin: asyncpg.Connection) -> str:
    """Stores an address of every kind; the token of the share link."""
    owner, ids = owned.client, owned.ids
    sent: list[tuple[str, str, dict[str, Any]]] = [
        ("POST", "webhooks", {"name": "Ours", "url": HOOK, "events": ["digest"]}),
        ("PATCH", f"webhooks/{ids['endpoint_id']}", {"url": f"{HOOK}/other"}),
        ("POST", "integrations/slack", {"url": SLACK, "events": ["digest"]}),
        ("PUT", "engines/compatible/credential", {"baseUrl": SERVER, "model": "m", "apiKey": "k"}),
    ]
    for method, path, body in sent:
        answer = await owner.request(method, f"/api/v1/{path}", json=body)
        assert answer.is_success, (path, answer.text)
    await admin.execute(PAYMENT, new_id(), owned.tenant.workspace_id, PAGE)
    path = f"/api/v1/brands/{ids['brand_id']}/share-links"
    made = await owner.post(path, json={"name": "For the board"})
    assert made.status_code == 201, made.text
    links = (await owner.get("/api/v1/share-links")).json()["data"]
    (url,) = [link["url"] for link in links if link["id"] == made.json()["id"]]
    return str(url).rpartition("/")[2]


@pytest_asyncio.fixture(scope="module")
async def scene(
    app: FastAPI, place: Place, database: Database, admin: asyncpg.Connection
) -> AsyncIterator[Scene]:
    """Everybody in their place."""
    async with AsyncExitStack() as stack:
        owned = await stack.enter_async_context(owner_of_each(app, place, database, admin))
        token = await planted(owned, admin)
        tenant = owned.tenant
        viewer = await stack.enter_async_context(
            opened(app, database, await add_member(database, tenant, "viewer"))
        )
        key = bearer(await issue_key(owned.client, scope="read"))
        readers = {
            "viewer": viewer.client,
            "read key": await stack.enter_async_context(browser(app, headers=key)),
            "support": await stack.enter_async_context(browser(app)),
        }
        settings = place.settings(console={"public_url": ORIGIN})
        console = await stack.enter_async_context(console_app(settings))
        staff: dict[StaffRole, httpx.AsyncClient] = {}
        for role in ("support-l1", "support-l2", "billing-ops", "admin", "auditor"):
            colleague = await join(console, console.state.database, role)
            stack.push_async_callback(colleague.client.aclose)
            staff[role] = colleague.client
            if role == "support-l2":
                begun = await begin_acting(colleague, tenant)
                link = "/api/v1/" + begun.json()["url"].partition("/api/v1/")[2]
                assert (await readers["support"].get(link)).status_code == 303
        yield Scene(owned, token, readers, staff, console)


@pytest.mark.parametrize("operation", READS, ids=lambda o: o.name)
async def test_whoever_only_reads_is_told_no_address_that_opens_something(
    scene: Scene, operation: Operation
) -> None:
    path = operation.fill(scene.owned.ids).replace("/chatgpt/", "/compatible/")
    for reader in READERS:
        answer = await call(scene.readers[reader], operation, path)
        said = answer.text + answer.headers.get("location", "")
        assert SECRET not in said, reader
        assert scene.token not in said, reader


async def test_the_readers_do_read(scene: Scene) -> None:
    for reader in READERS:
        assert (await scene.readers[reader].get("/api/v1/brands")).status_code == 200, reader
    hooks = (await scene.readers["support"].get("/api/v1/webhooks")).json()["data"]
    assert {hook["url"] for hook in hooks} == {
        masked_address(HOOK),
        masked_address(HOOK + "/other"),
    }


async def test_whoever_manages_them_sees_the_addresses(scene: Scene) -> None:
    owner = scene.owned.client
    hooks = (await owner.get("/api/v1/webhooks")).json()["data"]
    assert HOOK in [hook["url"] for hook in hooks]
    server = await owner.get("/api/v1/engines/compatible/credential")
    assert server.json()["baseUrl"] == SERVER
    (bill,) = (await owner.get("/api/v1/subscriptions/invoices")).json()["data"]
    assert (bill["pageUrl"], bill["pdfUrl"]) == (PAGE, PAGE)
    links = (await owner.get("/api/v1/share-links")).json()["data"]
    assert any(str(link["url"]).endswith(scene.token) for link in links)


async def test_the_audit_log_keeps_no_address_that_opens_something(scene: Scene) -> None:
    said = (await scene.owned.client.get("/api/v1/audit-log?limit=200")).text
    assert '"webhook.changed"' in said
    assert '"engine.key_set"' in said
    assert SECRET not in said


async def test_staff_who_only_read_a_list_of_the_console_are_shown_none_of_it(
    scene: Scene,
) -> None:
    lists = [
        r.path for r in routes_of(scene.console) if "GET" in (r.methods or ()) and "{" not in r.path
    ]
    assert len(lists) > 20
    for path in lists:
        resource = path.removeprefix(f"{BASE}/")
        for role in ONLY_READ.get(resource, ("support-l1", "auditor")):
            said = (await scene.staff[role].get(path)).text
            assert SECRET not in said, (path, role)
            assert scene.token not in said, (path, role)


async def test_staff_find_no_webhook_by_the_secret_part_of_its_address(scene: Scene) -> None:
    asked = f"{BASE}/webhooks?q="
    found = (await scene.staff["support-l1"].get(asked + SECRET)).json()
    assert found["data"] == []
    by_host = (await scene.staff["support-l1"].get(asked + "hooks.example.com")).json()
    assert {row["url"] for row in by_host["data"]} >= {masked_address(HOOK)}


@pytest.mark.parametrize(
    ("resource", "role"), [("webhooks", "support-l2"), ("webhooks", "admin"),
                           ("payments", "billing-ops"), ("payments", "admin")],
)  # fmt: skip
async def test_staff_who_look_after_them_see_the_addresses(
    scene: Scene, resource: str, role: StaffRole
) -> None:
    client = scene.staff[role]
    rows = (await client.get(f"{BASE}/{resource}")).json()["data"]
    (row,) = [r for r in rows if {HOOK, PAGE} & {r.get("url"), r.get("pageUrl")}]
    alone = (await client.get(f"{BASE}/{resource}/{row['id']}")).json()
    assert {HOOK, PAGE} & {alone.get("url"), alone.get("pageUrl")}


@pytest.mark.parametrize(
    ("address", "shown"),
    [
        ("https://hooks.example.com/in/abcdefgh12345678", "https://hooks.example.com/…5678"),
        ("https://u:p@hooks.example.com/in/abcdefghijkl", "https://hooks.example.com/…ijkl"),
        ("https://hooks.example.com/in?token=abcdefghijkl", "https://hooks.example.com/…ijkl"),
        ("https://hooks.example.com/short", "https://hooks.example.com/…"),
        ("https://hooks.example.com/", "https://hooks.example.com/"),
        ("https://[", "…"),
    ],
)
def test_of_an_address_its_host_and_its_end_are_shown(address: str, shown: str) -> None:
    assert masked_address(address) == shown
