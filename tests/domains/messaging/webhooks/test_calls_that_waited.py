"""A call that waited behind the end of its caller's right is not carried out.

Whoever takes a right away locks the workspace; whoever waited for that lock is asked again.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

import asyncpg
import httpx
import pytest
import pytest_asyncio
from fastapi import FastAPI

from presence.db.session import Database
from presence.domains.identity.service import Accounts
from presence_standins.receiver import Receiver
from tests.conftest import browser
from tests.factories.people import Tenant, registration
from tests.factories.runs import make_brand
from tests.factories.team import Person, add_member, bearer, issue_key, opened
from tests.factories.webhooks import PATH, made

TIMEOUT_S = 20
WAITING = (
    "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted"
    " AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"
)
LOCK = "pg_advisory_lock(hashtextextended($1, 3))"
Answer = asyncio.Task[httpx.Response]
Call = tuple[str, str, dict[str, Any] | None]


@dataclass
class Scene:
    """A workspace with its owner, an admin, a third member, and what the admin could touch."""

    owner: httpx.AsyncClient
    member: Person
    third: str
    found: dict[str, str]
    admin: asyncpg.Connection
    workspace: str

    async def start(
        self, waiting: int, client: httpx.AsyncClient, call: Call, **more: Any
    ) -> Answer:
        """Send a call, and wait until it is the next one to wait for the workspace, or is done."""
        method, path, body = call
        started = asyncio.create_task(client.request(method, path, json=body, **more))
        for _ in range(TIMEOUT_S * 20):
            if started.done() or await self.admin.fetchval(WAITING) >= waiting:
                return started
            await asyncio.sleep(0.05)
        raise TimeoutError(path)

    @asynccontextmanager
    async def locked(self) -> AsyncIterator[None]:
        """Somebody else is at work in the workspace."""
        await self.admin.execute(f"SELECT {LOCK}", self.workspace)
        try:
            yield
        finally:
            await self.admin.execute(f"SELECT {LOCK.replace('_lock', '_unlock')}", self.workspace)

    async def rows(self) -> list[tuple[Any, ...]]:
        """Everything of the workspace that such a call could make or change."""
        found = []
        for table in ("invitation", "endpoint", "share_link", "api_key", "membership"):
            query = f"SELECT t::text FROM {table} t WHERE workspace_id = $1::uuid ORDER BY 1"  # noqa: S608
            found += [(table, row[0]) for row in await self.admin.fetch(query, self.workspace)]
        return found


@pytest_asyncio.fixture
async def scene(
    app: FastAPI,
    database: Database,
    client: httpx.AsyncClient,
    owner: Tenant,
    taking: Receiver,
    admin: asyncpg.Connection,
) -> AsyncIterator[Scene]:
    brand_id = (await make_brand(database, owner)).brand_id
    third = await add_member(database, owner, "viewer")
    guest = {"email": registration()["email"], "role": "viewer"}
    invitation = (await client.post("/api/v1/invitations", json=guest)).json()
    link = await client.post(f"/api/v1/brands/{brand_id}/share-links", json={"name": "Board"})
    hook = await made(client, f"{taking.origin}/ours")
    found = {
        "invitation": invitation["id"],
        "link": link.json()["id"],
        "hook": hook["id"],
        "brand": str(brand_id),
        "origin": taking.origin,
    }
    member = await add_member(database, owner, "admin")
    async with opened(app, database, member) as person:
        await person.client.get(PATH)  # that the login was seen is written once a while
        workspace = str(owner.workspace_id)
        yield Scene(client, person, str(third.user_id), found, admin, workspace)


Making = Callable[[Scene], Call]
CALLS: dict[str, Making] = {
    "invite": lambda s: (
        "POST",
        "/api/v1/invitations",
        {"email": "second-mailbox@example.com", "role": "admin"},
    ),
    "resend": lambda s: ("POST", f"/api/v1/invitations/{s.found['invitation']}/resend", None),
    "copy a link": lambda s: ("POST", f"/api/v1/invitations/{s.found['invitation']}/link", None),
    "withdraw": lambda s: ("DELETE", f"/api/v1/invitations/{s.found['invitation']}", None),
    "change a role": lambda s: ("PATCH", f"/api/v1/members/{s.third}", {"role": "editor"}),
    "remove somebody": lambda s: ("DELETE", f"/api/v1/members/{s.third}", None),
    "make a webhook": lambda s: (
        "POST",
        PATH,
        {"name": "Mine", "url": f"{s.found['origin']}/mine", "events": ["run-completed"]},
    ),
    "change a webhook": lambda s: (
        "PATCH",
        f"{PATH}/{s.found['hook']}",
        {"url": f"{s.found['origin']}/mine"},
    ),
    "replace a secret": lambda s: ("POST", f"{PATH}/{s.found['hook']}/rotate", None),
    "delete a webhook": lambda s: ("DELETE", f"{PATH}/{s.found['hook']}", None),
    "connect Slack": lambda s: (
        "POST",
        "/api/v1/integrations/slack",
        {
            "name": "#mine",
            "url": f"{s.found['origin']}/services/T0/B0/x",
            "events": ["run-completed"],
        },
    ),
    "make a link": lambda s: (
        "POST",
        f"/api/v1/brands/{s.found['brand']}/share-links",
        {"name": "Mine", "password": "long enough to be one"},
    ),
    "change a link": lambda s: (
        "PATCH",
        f"/api/v1/share-links/{s.found['link']}",
        {"password": "long enough to be one"},
    ),
    "end a link": lambda s: ("DELETE", f"/api/v1/share-links/{s.found['link']}", None),
    "make a key": lambda s: ("POST", "/api/v1/api-keys", {"name": "Mine"}),
}


@pytest.mark.parametrize("what", list(CALLS))
async def test_a_call_that_waited_behind_the_removal_of_its_caller_changes_nothing(
    scene: Scene, what: str
) -> None:
    removal: Call = ("DELETE", f"/api/v1/members/{scene.member.id}?outlets=end", None)
    async with scene.locked():
        removing = await scene.start(1, scene.owner, removal)
        waited = await scene.start(2, scene.member.client, CALLS[what](scene))
        before = [row for row in await scene.rows() if scene.member.id not in row[1]]
    assert (await removing).status_code == 204, (await removing).text
    answer = await waited
    assert (answer.status_code, answer.json()["code"]) == (403, "right-ended"), answer.text
    assert await scene.rows() == before


async def demote(scene: Scene, role: str, call: Call) -> httpx.Response:
    """The answer of an owner's call that waited until their role was another."""
    own = f"/api/v1/members/{scene.member.id}"
    assert (await scene.owner.patch(own, json={"role": "owner"})).status_code == 204
    async with scene.locked():
        demoting = await scene.start(1, scene.owner, ("PATCH", own, {"role": role}))
        waited = await scene.start(2, scene.member.client, call)
    assert (await demoting).status_code == 204, (await demoting).text
    return await waited


async def roles(scene: Scene) -> dict[str, str]:
    """Everybody's role by their id."""
    members = (await scene.owner.get("/api/v1/members")).json()["data"]
    return {member["userId"]: member["role"] for member in members}


async def test_whoever_was_demoted_hands_over_nothing_and_stays_demoted(scene: Scene) -> None:
    call: Call = ("POST", "/api/v1/members/transfer-ownership", {"userId": scene.third})
    answer = await demote(scene, "viewer", call)
    assert (answer.status_code, answer.json()["code"]) == (403, "right-ended"), answer.text
    now = await roles(scene)
    assert (now[scene.member.id], now[scene.third]) == ("viewer", "viewer")


async def test_an_owner_who_is_an_admin_by_then_makes_no_owners(scene: Scene) -> None:
    call: Call = ("PATCH", f"/api/v1/members/{scene.third}", {"role": "owner"})
    answer = await demote(scene, "admin", call)
    assert answer.status_code == 403, answer.text
    assert "Only an owner" in answer.json()["message"]
    assert (await roles(scene))[scene.third] == "viewer"


async def test_a_link_whose_password_took_long_is_not_made_after_the_removal(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What ends with the removal was listed then; the link would stay behind it for good."""
    hash_secret: Callable[[Accounts, str], Awaitable[str]] = Accounts.hash_secret

    async def slowly(accounts: Accounts, secret: str) -> str:
        path = f"/api/v1/members/{scene.member.id}?outlets=end"
        assert (await scene.owner.delete(path)).status_code == 204
        return await hash_secret(accounts, secret)

    monkeypatch.setattr(Accounts, "hash_secret", slowly)
    method, path, body = CALLS["make a link"](scene)
    answer = await scene.member.client.request(method, path, json=body)
    assert (answer.status_code, answer.json()["code"]) == (403, "right-ended"), answer.text
    links = (await scene.owner.get("/api/v1/share-links")).json()["data"]
    assert [link["name"] for link in links] == ["Board"]


async def test_a_key_that_was_revoked_while_its_call_waited_makes_no_link(
    scene: Scene, app: FastAPI
) -> None:
    secret = await issue_key(scene.member.client, scope="write")
    (key,) = (await scene.owner.get("/api/v1/api-keys")).json()["data"]
    revocation: Call = ("DELETE", f"/api/v1/api-keys/{key['id']}", None)
    async with browser(app) as program:
        headers = bearer(secret)
        await program.get("/api/v1/share-links", headers=headers)
        async with scene.locked():
            revoking = await scene.start(1, scene.owner, revocation)
            call = CALLS["make a link"](scene)
            waited = await scene.start(2, program, call, headers=headers)
        assert (await revoking).status_code == 204
        answer = await waited
    assert (answer.status_code, answer.json()["code"]) == (403, "right-ended"), answer.text
    links = (await scene.owner.get("/api/v1/share-links")).json()["data"]
    assert [link["name"] for link in links] == ["Board"]


async def test_whoever_keeps_the_right_is_only_late(scene: Scene) -> None:
    async with scene.locked():
        waited = await scene.start(1, scene.member.client, CALLS["make a link"](scene))
    assert (await waited).status_code == 201, (await waited).text


async def test_a_removal_is_not_held_up_by_a_call_that_waits_behind_it(scene: Scene) -> None:
    """Being seen is written with a call that comes after a while, and that row goes with them."""
    long_ago = "UPDATE login_session SET last_seen_at = now() - interval '6 minutes'"
    await scene.admin.execute(long_ago)
    removal: Call = ("DELETE", f"/api/v1/members/{scene.member.id}", None)
    async with scene.locked():
        removing = await scene.start(1, scene.owner, removal)
        waited = await scene.start(2, scene.member.client, CALLS["make a link"](scene))
    assert (await removing).status_code == 204, (await removing).text
    assert (await waited).json()["code"] == "right-ended", (await waited).text
