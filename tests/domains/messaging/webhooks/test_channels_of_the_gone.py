"""What a removed member opened to the outside is named to whoever removes them, and ends if asked.

Share links and webhooks belong to the workspace: without a word they stay.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import asyncpg
import httpx
import pytest
import pytest_asyncio
from fastapi import FastAPI

from presence.core.ids import new_id
from presence.db.session import Database
from presence_standins.receiver import Receiver
from tests.conftest import browser
from tests.factories.people import PASSWORD, Tenant, make_tenant
from tests.factories.runs import make_brand
from tests.factories.team import Person, add_member, opened
from tests.factories.webhooks import PATH, made

Leaving = Callable[[httpx.AsyncClient, Person], Awaitable[httpx.Response]]


@pytest_asyncio.fixture
async def brand_id(database: Database, owner: Tenant) -> str:
    """A brand whose results can be shown."""
    return str((await make_brand(database, owner)).brand_id)


@pytest_asyncio.fixture
async def member(
    app: FastAPI, database: Database, client: httpx.AsyncClient, owner: Tenant
) -> AsyncIterator[Person]:
    """An admin beside the owner, after `client` has set up where webhooks may go."""
    async with opened(app, database, await add_member(database, owner, "admin")) as person:
        yield person


async def shared(client: httpx.AsyncClient, brand_id: str, name: str, **more: Any) -> Any:
    """A new share link."""
    body = {"name": name, **more}
    answer = await client.post(f"/api/v1/brands/{brand_id}/share-links", json=body)
    assert answer.status_code == 201, answer.text
    return answer.json()


async def channels(client: httpx.AsyncClient, person: Person) -> list[tuple[str, str]]:
    """What the one who removes is told."""
    answer = await client.get(f"/api/v1/members/{person.id}/outlets")
    assert answer.status_code == 200, answer.text
    return [(channel["kind"], channel["name"]) for channel in answer.json()["data"]]


async def open_names(client: httpx.AsyncClient) -> set[str]:
    """Share links that are there, and endpoints that are on."""
    links = (await client.get("/api/v1/share-links")).json()["data"]
    hooks = (await client.get(PATH)).json()["data"]
    slack = (await client.get("/api/v1/integrations/slack")).json()["connection"]
    on = [hook for hook in [*hooks, slack] if hook and hook["status"] == "active"]
    return {row["name"] for row in [*links, *on]}


async def fill(member: Person, client: httpx.AsyncClient, brand_id: str, taking: Receiver) -> None:
    """Each kind of channel of the member's, and some of the owner's."""
    await shared(member.client, brand_id, "For the agency")
    await made(member.client, f"{taking.origin}/theirs", name="Their server")
    slack = {"name": "#theirs", "url": f"{taking.origin}/services/T0/B0/x", "events": []}
    slack["events"] = ["run-completed"]
    assert (await member.client.post("/api/v1/integrations/slack", json=slack)).is_success
    await shared(client, brand_id, "For the board")
    await made(client, f"{taking.origin}/ours", name="Our server")


OF_THEIRS = [("share-link", "For the agency"), ("slack", "#theirs"), ("webhook", "Their server")]
OF_OURS = {"For the board", "Our server"}


async def test_whoever_removes_somebody_is_told_what_they_opened(
    member: Person, client: httpx.AsyncClient, brand_id: str, taking: Receiver
) -> None:
    await fill(member, client, brand_id, taking)
    assert await channels(client, member) == OF_THEIRS


async def test_without_a_word_it_all_stays(
    member: Person, client: httpx.AsyncClient, brand_id: str, taking: Receiver
) -> None:
    await fill(member, client, brand_id, taking)
    assert (await client.delete(f"/api/v1/members/{member.id}")).status_code == 204
    assert await open_names(client) == OF_OURS | {name for _, name in OF_THEIRS}


async def test_with_the_word_theirs_ends_and_that_of_others_stays(
    app: FastAPI, member: Person, client: httpx.AsyncClient, brand_id: str, taking: Receiver
) -> None:
    await fill(member, client, brand_id, taking)
    links = (await client.get("/api/v1/share-links")).json()["data"]
    addresses = {link["name"]: link["url"] for link in links}
    gone = await client.delete(f"/api/v1/members/{member.id}?outlets=end")
    assert gone.status_code == 204, gone.text
    assert await open_names(client) == OF_OURS
    async with browser(app) as anybody:
        for name, status in (("For the agency", 410), ("For the board", 200)):
            token = addresses[name].rpartition("/")[2]
            assert (await anybody.get(f"/api/v1/share/{token}")).status_code == status


async def test_the_log_names_what_ended_and_whose_it_was(
    member: Person, client: httpx.AsyncClient, brand_id: str, taking: Receiver
) -> None:
    await fill(member, client, brand_id, taking)
    await client.delete(f"/api/v1/members/{member.id}?outlets=end")
    log = (await client.get("/api/v1/audit-log?limit=4")).json()["data"]
    assert {(e["action"], (e["after"] or {}).get("name")) for e in log} == {
        ("webhook.disabled", "Their server"),
        ("slack.disabled", "#theirs"),
        ("share.revoked", "For the agency"),
        ("member.removed", None),
    }
    assert {e["after"]["madeBy"] for e in log if e["after"]} == {member.id}


async def test_a_webhook_of_another_whose_address_they_changed_is_theirs_too(
    member: Person, client: httpx.AsyncClient, taking: Receiver
) -> None:
    hook = await made(client, f"{taking.origin}/ours", name="Our server")
    path = f"{PATH}/{hook['id']}"
    turned = await member.client.patch(path, json={"url": f"{taking.origin}/theirs"})
    assert turned.status_code == 200, turned.text
    assert await channels(client, member) == [("webhook", "Our server")]
    await client.delete(f"/api/v1/members/{member.id}?outlets=end")
    assert await open_names(client) == set()


async def test_a_secret_they_replaced_is_theirs_to_know(
    member: Person, client: httpx.AsyncClient, taking: Receiver
) -> None:
    hook = await made(client, f"{taking.origin}/ours", name="Our server")
    assert (await member.client.post(f"{PATH}/{hook['id']}/rotate")).status_code == 200
    assert await channels(client, member) == [("webhook", "Our server")]


async def test_what_is_over_is_not_named(
    member: Person,
    client: httpx.AsyncClient,
    brand_id: str,
    taking: Receiver,
    admin: asyncpg.Connection,
) -> None:
    ended = await shared(member.client, brand_id, "Ended")
    assert (await client.delete(f"/api/v1/share-links/{ended['id']}")).status_code == 204
    soon = (datetime.now(UTC) + timedelta(hours=1)).isoformat()
    late = await shared(member.client, brand_id, "Expired", expiresAt=soon)
    await admin.execute("UPDATE share_link SET expires_at = now() WHERE id = $1", late["id"])
    hook = await made(member.client, f"{taking.origin}/off", name="Off")
    await client.patch(f"{PATH}/{hook['id']}", json={"active": False})
    assert await channels(client, member) == []


async def left(owner: httpx.AsyncClient, member: Person) -> httpx.Response:
    return await member.client.post("/api/v1/members/leave")


async def account_deleted(owner: httpx.AsyncClient, member: Person) -> httpx.Response:
    return await member.client.request("DELETE", "/api/v1/me", json={"password": PASSWORD})


@pytest.mark.parametrize("go", [left, account_deleted], ids=lambda go: go.__name__)
async def test_what_belongs_to_the_workspace_outlasts_whoever_goes_by_themselves(
    member: Person, client: httpx.AsyncClient, brand_id: str, taking: Receiver, go: Leaving
) -> None:
    await fill(member, client, brand_id, taking)
    assert (await go(client, member)).is_success
    assert await open_names(client) == OF_OURS | {name for _, name in OF_THEIRS}


async def test_of_somebody_of_another_workspace_nothing_is_said(
    client: httpx.AsyncClient, database: Database
) -> None:
    for key in (new_id(), (await make_tenant(database)).user_id):
        assert (await client.get(f"/api/v1/members/{key}/outlets")).status_code == 404


async def test_an_editor_is_told_nothing(
    app: FastAPI, database: Database, owner: Tenant, member: Person
) -> None:
    async with opened(app, database, await add_member(database, owner, "editor")) as editor:
        path = f"/api/v1/members/{member.id}/outlets"
        assert (await editor.client.get(path)).status_code == 403
