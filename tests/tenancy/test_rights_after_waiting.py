"""Whoever waited is asked again whether they may: every operation, one by one.

Whoever takes a right away holds the workspace's lock. Each operation is sent by an owner of its own
while it is held; one that waits for it finds its sender removed. What did not wait is undone, so
that the next one finds everything in its place. The same once more while the brand is held, by its
row and by the names under which its runs, facts, views, reports and trends are locked.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from typing import Any

import asyncpg
import httpx
import pytest
import pytest_asyncio
from fastapi import FastAPI
from sqlalchemy.ext.asyncio import AsyncSession

from presence.db.session import Database
from presence.domains.workspaces.service.tenant import FRESH_S
from presence.http.session import open_session
from tests import conftest
from tests.factories.team import Person, add_member, opened
from tests.tenancy.actors import Owned, owner_of_each
from tests.tenancy.fingerprint import Fingerprint, fingerprint
from tests.tenancy.operations import PROTECTED, UNSAFE, Operation
from tests.tenancy.test_matrix import named
from tests.tenancy.test_routes import QUERY, call

CHANGES = [o for o in UNSAFE if o in PROTECTED and o.name != "mcp"]
MANY_AT_A_BRAND = 8  # of them waited with no lock of the workspace
MANY = 40  # that waited when this was written
TIMEOUT_S = 20
WAITING = (
    "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted"
    " AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"
)
HELD = "SELECT count(*) FROM pg_locks WHERE NOT granted"
# Of a brand ($1) in a workspace ($2); all of it ends with the transaction.
HOLD = (
    "SELECT pg_advisory_xact_lock(hashtextextended(name || $1::text, 0))"
    " FROM unnest(ARRAY['trends:', 'views:', 'rescore:', 'run:', 'facts:']) name"
    " WHERE $2::text <> ''",
    "SELECT pg_advisory_xact_lock(hashtextextended('reports:' || $2::text, 0))"
    " WHERE $1::text <> ''",
    "SELECT id FROM brand WHERE id::text = $1::text AND $2::text <> '' FOR UPDATE",
)
LOCK = "SELECT pg_advisory_lock(hashtextextended($1, 3))"
TRY_LOCK = LOCK.replace("pg_", "pg_try_")
UNLOCK = LOCK.replace("_lock(", "_unlock(")
DEMOTION = "UPDATE membership SET role = 'viewer' WHERE user_id = $1"
REMOVAL = "DELETE FROM membership WHERE user_id = $1"
ENDED = (403, "right-ended")
# What the permission of their route leaves to a viewer.
A_VIEWERS_TOO = {"publishing_keep_view", "publishing_write_annotation", "trends_request"}
OTHERWISE = {"team_leave": (404, "not-found")}  # there is nothing left to leave
# What gets as far as the lock, where it takes more than what the routes' tests send.
MORE: dict[str, dict[str, Any]] = {
    "onboarding_add_brand": {
        "brandName": "Marlow",
        "description": "We make boots. " * 8,
        "targetAudience": "Hill walkers who want boots that last",
    },
    "onboarding_save_business_info": {"businessName": "Mine"},
    "session_update_business_info": {"businessName": "Mine"},
    "brands_change_prompt": {"text": "Which boots last longest of all?"},
    "billing_cancel": {"reason": "too dear"},
    "messaging_connect_slack": {
        "name": "#mine",
        "url": "https://hooks.slack.com/services/T0/B0/abcdefgh",
        "events": ["run-completed"],
    },
}


@dataclass
class Scene:
    """A workspace with everything; `keeps` says whether what a call does is kept."""

    app: FastAPI
    database: Database
    admin: asyncpg.Connection
    owned: Owned
    keeps: bool = False
    waited: set[str] = field(default_factory=set)
    held: set[str] = field(default_factory=set)

    @property
    def workspace(self) -> str:
        """Its name among the locks."""
        return str(self.owned.ids["workspace_id"])

    async def session(self) -> AsyncIterator[AsyncSession]:
        """In place of a request's own."""
        async with self.database.transaction() as session:
            yield session
            if not self.keeps:
                await session.rollback()

    async def rows(self) -> Fingerprint:
        """Everything of the workspace."""
        return await fingerprint(self.admin, [self.owned.ids["workspace_id"]], [])

    async def waits(self, answer: asyncio.Task[httpx.Response], waiting: str = WAITING) -> bool:
        """Whether a call that was sent waits for a lock; False when it is answered."""
        for _ in range(TIMEOUT_S * 50):
            if answer.done():
                return False
            if await self.admin.fetchval(waiting):
                return True
            await asyncio.sleep(0.02)
        raise TimeoutError(self.waited)


@pytest_asyncio.fixture(scope="module")
async def scene(
    app: FastAPI, place: conftest.Place, database: Database, admin: asyncpg.Connection
) -> AsyncIterator[Scene]:
    async with owner_of_each(app, place, database, admin) as owned:
        scene = Scene(app, database, admin, owned)
        app.dependency_overrides[open_session] = scene.session
        yield scene
        app.dependency_overrides.clear()


async def answer_after_removal(
    scene: Scene, person: Person, operation: Operation
) -> httpx.Response | None:
    """What an operation says whose sender is removed while it waits; None when it does not."""
    scene.keeps = False
    await scene.admin.execute(LOCK, scene.workspace)
    try:
        path = operation.fill(scene.owned.ids)
        body = MORE.get(operation.name)
        asked = (
            person.client.request(operation.method, path, params=QUERY, json=body)
            if body
            else call(person.client, operation, path)
        )
        sent = asyncio.create_task(asked)
        if not await scene.waits(sent):
            await sent
            await scene.admin.execute(REMOVAL, person.tenant.user_id)
            return None
        await scene.admin.execute(REMOVAL, person.tenant.user_id)
        scene.keeps = True
    finally:
        await scene.admin.execute(UNLOCK, scene.workspace)
    return await sent


@pytest.mark.parametrize("operation", CHANGES, ids=named)
async def test_whoever_is_removed_while_their_call_waits_changes_nothing(
    scene: Scene, operation: Operation
) -> None:
    before = await scene.rows()
    sender = await add_member(scene.database, scene.owned.tenant, "owner")
    async with opened(scene.app, scene.database, sender) as person:
        answer = await answer_after_removal(scene, person, operation)
    if answer is None:
        return
    scene.waited.add(operation.name)
    said = (answer.status_code, answer.json()["code"])
    assert said == OTHERWISE.get(operation.name, ENDED), answer.text
    assert await scene.rows() == before


async def answer_after_end_at_the_brand(
    scene: Scene, place: conftest.Place, person: Person, operation: Operation, end: str
) -> httpx.Response | None:
    """As above, where something else than the workspace is waited for; `end` ends the right."""
    scene.keeps = False
    holder = await asyncpg.connect(place.url("admin"))
    held = holder.transaction()
    await held.start()
    try:
        brand = str(scene.owned.ids["brand_id"])
        for statement in HOLD:
            await holder.execute(statement, brand, scene.workspace)
        body = MORE.get(operation.name)
        path = operation.fill(scene.owned.ids)
        asked = (
            person.client.request(operation.method, path, params=QUERY, json=body)
            if body
            else call(person.client, operation, path)
        )
        sent = asyncio.create_task(asked)
        if not await scene.waits(sent, HELD):
            return None
        await asyncio.sleep(2 * FRESH_S)
        if not await scene.admin.fetchval(TRY_LOCK, scene.workspace):
            return None  # the call has the workspace: whoever removes people waits for it
        await scene.admin.execute(end, person.tenant.user_id)
        await scene.admin.execute(UNLOCK, scene.workspace)
        scene.keeps = True
    finally:
        await held.rollback()
        await holder.close()
        await asyncio.wait([sent])
    return await sent


async def test_whoever_is_removed_while_their_call_waits_for_a_brand_is_told_so(
    scene: Scene, place: conftest.Place
) -> None:
    """The database refuses what names somebody who is no member; that is no fault of ours."""
    (operation,) = [o for o in CHANGES if o.name == "publishing_keep_view"]
    sender = await add_member(scene.database, scene.owned.tenant, "owner")
    async with opened(scene.app, scene.database, sender) as person:
        answer = await answer_after_end_at_the_brand(scene, place, person, operation, REMOVAL)
    assert answer is not None
    assert (answer.status_code, answer.json()["code"]) == ENDED, answer.text


@pytest.mark.parametrize("operation", CHANGES, ids=named)
async def test_whoever_is_demoted_while_their_call_waits_for_a_brand_changes_nothing(
    scene: Scene, place: conftest.Place, operation: Operation
) -> None:
    before = await scene.rows()
    sender = await add_member(scene.database, scene.owned.tenant, "owner")
    async with opened(scene.app, scene.database, sender) as person:
        answer = await answer_after_end_at_the_brand(scene, place, person, operation, DEMOTION)
        await scene.admin.execute(REMOVAL, person.tenant.user_id)
    if answer is None:
        return
    scene.held.add(operation.name)
    if operation.name in A_VIEWERS_TOO:
        return
    said = (answer.status_code, answer.json().get("code"))
    assert said == ENDED or answer.status_code == 409, answer.text  # nothing was there to be done
    assert await scene.rows() == before


def test_what_locks_the_workspace_was_among_them(
    scene: Scene, request: pytest.FixtureRequest
) -> None:
    tried = [i for i in request.session.items if "[" in i.name and i.path == request.path]
    if len(tried) < 2 * len(CHANGES):
        pytest.skip("only a part of the operations was asked for")
    assert len(scene.waited) > MANY, sorted(scene.waited)
    assert len(scene.held) > MANY_AT_A_BRAND, sorted(scene.held)
