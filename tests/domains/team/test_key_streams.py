"""Events followed with an API key: in every workspace the key opens, for as long as it opens it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from uuid import UUID

import asyncpg
import pytest_asyncio
from fastapi import FastAPI

from presence.db.session import Database
from presence.db.tenancy import TenantBinding
from presence.domains.identity.service import deletion
from presence.http.events import publish
from tests.assurance.account_streams import MOST_S, OpenStream
from tests.factories.people import Tenant
from tests.factories.team import GROWTH, Person, add_member, issue_key, opened, owner_on

JOIN = "INSERT INTO membership (workspace_id, user_id, role) VALUES ($1, $2, 'admin')"
KEY = "/api/v1/api-keys"


@pytest_asyncio.fixture(scope="module", autouse=True)
async def hub(app: FastAPI) -> AsyncIterator[None]:
    """The application hears of news."""
    await app.state.events.start()
    yield
    await app.state.events.close()


@pytest_asyncio.fixture
async def elsewhere(database: Database, admin: asyncpg.Connection, owner: Person) -> Tenant:
    """Another workspace, where the owner of the first one is an admin."""
    there = await owner_on(database, GROWTH)
    await admin.execute(JOIN, there.workspace_id, owner.tenant.user_id)
    return there


@asynccontextmanager
async def following(app: FastAPI, secret: str, workspace: UUID) -> AsyncIterator[OpenStream]:
    """The events of a workspace, as a program with this key follows them."""
    headers = {"authorization": f"Bearer {secret}", "x-workspace-id": str(workspace)}
    stream = OpenStream(app, **headers)
    await stream.open()
    assert stream.status == 200
    yield stream
    await stream.ended_within(0)


async def heard(stream: OpenStream, word: str) -> bool:
    """Whether the stream says it within a moment."""
    for _ in range(250):
        if word.encode() in stream.said:
            return True
        await asyncio.sleep(0.02)
    return False


async def tell(database: Database, tenant: Tenant, word: str) -> None:
    """Something happens in a workspace."""
    async with database.transaction(tenant.binding) as session:
        await publish(session, "member.updated", {"change": word})


async def test_a_key_for_every_workspace_follows_the_one_it_names(
    app: FastAPI, database: Database, owner: Person, elsewhere: Tenant
) -> None:
    secret = await issue_key(owner.client, everyWorkspace=True)
    async with following(app, secret, elsewhere.workspace_id) as stream:
        await asyncio.sleep(0.5)  # where a stream begins is looked up after its first byte
        await tell(database, elsewhere, "there")
        assert await heard(stream, "there")
        await tell(database, owner.tenant, "at home")
        await tell(database, elsewhere, "there again")
        assert await heard(stream, "there again")
        assert b"at home" not in stream.said


async def test_what_a_key_follows_elsewhere_ends_when_it_is_revoked(
    app: FastAPI, owner: Person, elsewhere: Tenant
) -> None:
    secret = await issue_key(owner.client, everyWorkspace=True)
    (key,) = (await owner.client.get(KEY)).json()["data"]
    async with following(app, secret, elsewhere.workspace_id) as stream:
        assert await is_open(stream)
        since = time.monotonic()
        assert (await owner.client.delete(f"{KEY}/{key['id']}")).status_code == 204
        assert await stream.ended_within(since) <= MOST_S


async def test_what_a_replaced_secret_follows_ends_with_it(app: FastAPI, owner: Person) -> None:
    secret = await issue_key(owner.client)
    (key,) = (await owner.client.get(KEY)).json()["data"]
    async with following(app, secret, owner.tenant.workspace_id) as stream:
        assert await is_open(stream)
        since = time.monotonic()
        no_overlap = {"overlapHours": 0}
        rotated = await owner.client.post(f"{KEY}/{key['id']}/rotate", json=no_overlap)
        assert rotated.status_code == 200, rotated.text
        assert await stream.ended_within(since) <= MOST_S


async def test_what_a_key_follows_elsewhere_ends_when_its_maker_may_not_look_there(
    app: FastAPI, database: Database, owner: Person, elsewhere: Tenant
) -> None:
    secret = await issue_key(owner.client, everyWorkspace=True)
    async with (
        opened(app, database, elsewhere) as there,
        following(app, secret, elsewhere.workspace_id) as stream,
    ):
        assert await is_open(stream)
        since = time.monotonic()
        role = {"role": "viewer"}  # a key for all of them opens what its maker manages
        changed = await there.client.patch(f"/api/v1/members/{owner.id}", json=role)
        assert changed.status_code == 204, changed.text
        assert await stream.ended_within(since) <= MOST_S


async def test_what_a_key_follows_elsewhere_ends_when_its_maker_is_removed_at_its_home(
    app: FastAPI, database: Database, admin: asyncpg.Connection, owner: Person, elsewhere: Tenant
) -> None:
    member = await add_member(database, owner.tenant, "admin")
    await admin.execute(JOIN, elsewhere.workspace_id, member.user_id)
    async with opened(app, database, member) as person:
        secret = await issue_key(person.client, everyWorkspace=True)
    async with following(app, secret, elsewhere.workspace_id) as stream:
        assert await is_open(stream)
        since = time.monotonic()
        removed = await owner.client.delete(f"/api/v1/members/{member.user_id}")
        assert removed.status_code == 204, removed.text
        assert await stream.ended_within(since) <= MOST_S


async def test_what_a_key_follows_elsewhere_ends_with_the_workspace_it_was_made_in(
    app: FastAPI, owner: Person, elsewhere: Tenant
) -> None:
    secret = await issue_key(owner.client, everyWorkspace=True)
    async with following(app, secret, elsewhere.workspace_id) as stream:
        assert await is_open(stream)
        since = time.monotonic()
        gone = await owner.client.delete(f"/api/v1/workspaces/{owner.tenant.workspace_id}?name=")
        assert gone.status_code == 200, gone.text
        assert await stream.ended_within(since) <= MOST_S


async def test_what_a_key_follows_ends_with_the_plan_that_has_keys(
    app: FastAPI, database: Database, admin: asyncpg.Connection, owner: Person
) -> None:
    secret = await issue_key(owner.client)
    async with following(app, secret, owner.tenant.workspace_id) as stream:
        assert await is_open(stream)
        ended = "DELETE FROM subscriptions WHERE workspace_id = $1"
        await admin.execute(ended, owner.tenant.workspace_id)
        since = time.monotonic()
        await tell(database, owner.tenant, "plan")
        assert await stream.ended_within(since) <= MOST_S


async def test_what_a_key_follows_ends_when_its_makers_deletion_is_arranged(
    app: FastAPI, owner: Person, database: Database
) -> None:
    secret = await issue_key(owner.client, scope="read")
    async with following(app, secret, owner.tenant.workspace_id) as stream:
        assert await is_open(stream)
        since = time.monotonic()
        async with database.transaction(TenantBinding(None, owner.tenant.user_id)) as session:
            await deletion.schedule_deletion(session, owner.tenant.user_id, datetime.now(UTC))
        assert await stream.ended_within(since) <= MOST_S


async def is_open(stream: OpenStream) -> bool:
    """Whether it goes on after it was looked at for the first time."""
    await asyncio.sleep(0.5)
    return b"stream.closed" not in stream.said
