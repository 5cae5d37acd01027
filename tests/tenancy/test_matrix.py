"""Every operation by everybody who must not: the authorisation matrix (assurance row 2).

Operations and what they ask come from the API description, so a new route is in it without being
listed. For what belongs to others the answer is 404, never 403; for one's own workspace the role
table decides; nobody whose session or key has ended gets anything but 401.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from dataclasses import dataclass
from uuid import UUID

import asyncpg
import httpx
import pytest
import pytest_asyncio
from fastapi import FastAPI

from presence.core.ids import new_id
from presence.db.session import Database
from presence.domains.workspaces.service import ACTIONS, ROLES, decide_permitted
from presence.entrypoints.commands.export_openapi import describe
from tests.conftest import browser
from tests.factories.people import Tenant, make_tenant
from tests.factories.runs import session_cookies
from tests.factories.team import SCALE, add_member, bearer, issue_key, opened, owner_on
from tests.tenancy.test_routes import PROTECTED, WITH_IDS, Operation, call, owned

__all__ = ["owned"]  # the fixture: a row of every kind in one tenant

ASKS = {
    operation["operationId"]: operation["x-permission"]
    for methods in describe()["paths"].values()
    for operation in methods.values()
}
# Whoever acts for another workspace, and whoever acts for none: named as the assurance names them.
OUTSIDERS = ("other tenant", "unverified", "free plan", "removed member", "a key of another tenant")
ENDED = ("anonymous", "expired", "revoked key")
# Streams do not end; the crash and stream tests read them.
ENDLESS = ("visibility_events", "visibility_run_events")


@dataclass(frozen=True)
class Actors:
    """A browser or program for every actor, and one for each lower role."""

    outsiders: dict[str, httpx.AsyncClient]
    ended: dict[str, httpx.AsyncClient]
    roles: dict[str, httpx.AsyncClient]


@pytest_asyncio.fixture(scope="module")
async def actors(
    app: FastAPI,
    database: Database,
    admin: asyncpg.Connection,
    owned: tuple[dict[str, UUID], httpx.AsyncClient],
) -> AsyncIterator[Actors]:
    """Everybody, around the tenant whose rows `owned` are."""
    workspace_id = owned[0]["workspace_id"]
    home = Tenant(owned[0]["user_id"], workspace_id, "")
    removed, paid = await make_tenant(database), await owner_on(database, SCALE)
    member = "INSERT INTO membership (workspace_id, user_id, role) VALUES ($1, $2, 'admin')"
    await admin.execute(member, workspace_id, removed.user_id)
    expired = await session_cookies(database, removed)
    ended = "UPDATE login_session SET expires_at = now() WHERE user_id = $1"
    await admin.execute(ended, removed.user_id)
    async with AsyncExitStack() as stack:

        async def sign_in(tenant: Tenant) -> httpx.AsyncClient:
            return (await stack.enter_async_context(opened(app, database, tenant))).client

        async def program(secret: str) -> httpx.AsyncClient:
            headers = bearer(secret, **{"Idempotency-Key": "matrix"})
            return await stack.enter_async_context(browser(app, headers=headers))

        was_member = await sign_in(removed)
        await admin.execute(
            "UPDATE login_session SET workspace_id = $1 WHERE user_id = $2",
            workspace_id, removed.user_id,
        )  # fmt: skip
        await admin.execute("DELETE FROM membership WHERE user_id = $1 AND workspace_id = $2",
                            removed.user_id, workspace_id)  # fmt: skip
        stranger = await sign_in(paid)
        unverified = await make_tenant(database, is_verified=False)
        yield Actors(
            outsiders={
                "other tenant": stranger,
                "unverified": await sign_in(unverified),
                "free plan": await sign_in(await make_tenant(database)),
                "removed member": was_member,
                "a key of another tenant": await program(
                    await issue_key(stranger, scope="write", everyWorkspace=True)
                ),
            },
            ended={
                "anonymous": await stack.enter_async_context(browser(app)),
                "expired": await stack.enter_async_context(browser(app, cookies=expired)),
                "revoked key": await program("pk_revoked"),
            },
            roles={
                role: await sign_in(await add_member(database, home, role)) for role in ROLES[1:]
            },
        )


def test_the_matrix_has_every_actor_and_every_operation_says_what_it_asks() -> None:
    assert len(OUTSIDERS) + len(ENDED) == 8
    assert set(ASKS.values()) <= {*ACTIONS, "signed-in", "public"}
    assert len(WITH_IDS) > 50


@pytest.mark.parametrize("operation", WITH_IDS, ids=lambda o: o.name)
async def test_a_foreign_object_does_not_exist_for_anybody_outside(
    actors: Actors, owned: tuple[dict[str, UUID], httpx.AsyncClient], operation: Operation
) -> None:
    path, keyed = operation.fill(owned[0]), actors.outsiders["a key of another tenant"]
    for name, client in actors.outsiders.items():
        answer = await call(client, operation, path)
        not_for_keys = client is keyed and "Sign in instead." in answer.text
        assert answer.status_code == (403 if not_for_keys else 404), (name, answer.text)


@pytest.mark.parametrize("operation", PROTECTED, ids=lambda o: o.name)
async def test_an_ended_session_or_key_opens_nothing(
    actors: Actors, owned: tuple[dict[str, UUID], httpx.AsyncClient], operation: Operation
) -> None:
    for name, client in actors.ended.items():
        answer = await call(client, operation, operation.fill(owned[0]))
        assert answer.status_code == 401, (name, answer.text)


@pytest.mark.parametrize(
    "operation", [o for o in PROTECTED if not o.ids and o.method == "GET"], ids=lambda o: o.name
)
async def test_a_list_shows_nothing_of_another_tenant(
    actors: Actors, owned: tuple[dict[str, UUID], httpx.AsyncClient], operation: Operation
) -> None:
    if operation.name in ENDLESS:
        return
    for name, client in actors.outsiders.items():
        answer = await call(client, operation, operation.fill({}))
        shown = [kind for kind, row_id in owned[0].items() if str(row_id) in answer.text]
        assert shown == [], (name, answer.text)


@pytest.mark.parametrize("operation", PROTECTED, ids=lambda o: o.name)
async def test_a_lower_role_gets_what_the_table_gives_it(
    actors: Actors, owned: tuple[dict[str, UUID], httpx.AsyncClient], operation: Operation
) -> None:
    asked = ASKS[operation.name]
    if asked == "signed-in" or operation.name in ENDLESS:
        return
    for role, client in actors.roles.items():
        permitted = decide_permitted(role, asked)
        if permitted and operation.method != "GET":
            continue  # it would change what the others are asked about
        answer = await call(client, operation, operation.fill(owned[0]))
        refused = answer.status_code == 403 and "Your role" in answer.json()["message"]
        assert refused != permitted, (role, asked, answer.status_code, answer.text)


@pytest.mark.parametrize("role", ROLES[1:])
async def test_nothing_was_changed_by_all_that(
    actors: Actors, owned: tuple[dict[str, UUID], httpx.AsyncClient], role: str
) -> None:
    listed = await owned[1].get("/api/v1/members")
    assert role in {member["role"] for member in listed.json()["data"]}
    assert new_id() not in owned[0].values()
