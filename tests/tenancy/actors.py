"""Everybody who must not: browsers and programs around the tenant whose rows they want.

The eight kinds are named as the assurance names them. Invariant: each is the real thing, made the
way the product makes it: a key that was issued and revoked, an impersonation that staff began.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from uuid import UUID

import asyncpg
import httpx
from fastapi import FastAPI

from presence.db.session import Database
from presence.domains.billing.service import grant
from presence.domains.workspaces.service import ROLES
from tests.conftest import Place, browser
from tests.factories.people import Tenant, make_tenant
from tests.factories.runs import session_cookies
from tests.factories.staff import ORIGIN, begin_acting, console_app, join
from tests.factories.team import SCALE, add_member, bearer, issue_key, opened
from tests.tenancy.test_routes import one_of_each

# Kinds of the assurance, each with whom it is tried.
EIGHT = {
    "anonymous": ("anonymous",),
    "other tenant": ("other tenant", "other tenant's key"),
    "removed member": ("removed member",),
    "lower role": (*ROLES[1:], "paused seat", "paused seat's key"),
    "expired": ("expired session", "ended session", "expired key", "revoked key"),
    "unverified": ("unverified",),
    "free plan": ("free plan",),
    "support": ("support elsewhere", "support", "staff"),
}
_KEY_ID = "SELECT id FROM api_key WHERE workspace_id = $1 ORDER BY id DESC LIMIT 1"
_KEY_PASSED = (
    "UPDATE api_key SET expires_at = now() - interval '1 minute',"
    " created_at = now() - interval '1 hour' WHERE id = $1"
)
_SEAT_LOST = "UPDATE membership SET paused = true WHERE user_id = $1"
_SESSION_PASSED = (
    "UPDATE login_session SET expires_at = now() WHERE user_id = $1"
    " AND id = (SELECT max(id::text)::uuid FROM login_session WHERE user_id = $1)"
)


@dataclass(frozen=True)
class Owned:
    """A tenant on the largest plan: the id of one row of each kind, and its owner's browser."""

    ids: dict[str, UUID]
    client: httpx.AsyncClient

    @property
    def tenant(self) -> Tenant:
        """Whose rows they are."""
        return Tenant(self.ids["user_id"], self.ids["workspace_id"], "")


@dataclass(frozen=True)
class Actors:
    """Who acts for others or nobody, whose access has ended, members below, and support."""

    outsiders: dict[str, httpx.AsyncClient] = field(default_factory=dict)
    ended: dict[str, httpx.AsyncClient] = field(default_factory=dict)
    roles: dict[str, httpx.AsyncClient] = field(default_factory=dict)
    paused: dict[str, httpx.AsyncClient] = field(default_factory=dict)
    support: dict[str, httpx.AsyncClient] = field(default_factory=dict)

    @property
    def names(self) -> set[str]:
        """All of them."""
        return {*self.outsiders, *self.ended, *self.roles, *self.paused, *self.support}


@asynccontextmanager
async def owner_of_each(
    app: FastAPI, place: Place, database: Database, admin: asyncpg.Connection, **brand: str
) -> AsyncIterator[Owned]:
    """Somebody with everything that can be had."""
    async with one_of_each(app, place, database, admin, **brand) as (ids, client):
        owned = Owned(ids, client)
        async with database.transaction(owned.tenant.binding) as session:
            await grant(session, owned.tenant.user_id, SCALE, None)
        yield owned


class Cast:
    """Brings the actors in; whatever they hold is let go of with the stack."""

    def __init__(
        self, app: FastAPI, database: Database, admin: asyncpg.Connection, stack: AsyncExitStack
    ) -> None:
        self._app, self._database, self._admin, self._stack = app, database, admin, stack

    async def all(self, place: Place, theirs: Owned, mine: Owned) -> Actors:
        """Everybody, around the tenant whose rows are `theirs`."""
        actors = Actors()
        actors.roles.update(await self._lower_roles(theirs))
        actors.outsiders.update(await self._outsiders(theirs, mine))
        actors.ended.update(await self._ended(theirs))
        await self._staff(place, theirs, mine, actors)
        actors.paused.update(await self._paused(theirs))  # last: a removal frees seats
        return actors

    async def _sign_in(self, tenant: Tenant) -> httpx.AsyncClient:
        person = await self._stack.enter_async_context(opened(self._app, self._database, tenant))
        return person.client

    async def _browser(self, cookies: dict[str, str] | None = None) -> httpx.AsyncClient:
        return await self._stack.enter_async_context(browser(self._app, cookies=cookies))

    async def _program(self, secret: str) -> httpx.AsyncClient:
        headers = bearer(secret, **{"Idempotency-Key": "matrix"})
        return await self._stack.enter_async_context(browser(self._app, headers=headers))

    async def _lower_roles(self, theirs: Owned) -> dict[str, httpx.AsyncClient]:
        return {
            role: await self._sign_in(await add_member(self._database, theirs.tenant, role))
            for role in ROLES[1:]
        }

    async def _paused(self, theirs: Owned) -> dict[str, httpx.AsyncClient]:
        """An admin, whom the role refuses little, whose seat the plan no longer covers."""
        late = await add_member(self._database, theirs.tenant, "admin")
        client = await self._sign_in(late)
        secret = await issue_key(client, scope="write")
        await self._admin.execute(_SEAT_LOST, late.user_id)
        return {"paused seat": client, "paused seat's key": await self._program(secret)}

    async def _outsiders(self, theirs: Owned, mine: Owned) -> dict[str, httpx.AsyncClient]:
        unverified = await make_tenant(self._database, is_verified=False)
        secret = await issue_key(mine.client, scope="write", everyWorkspace=True)
        return {
            "other tenant": mine.client,
            "other tenant's key": await self._program(secret),
            "unverified": await self._sign_in(unverified),
            "free plan": await self._sign_in(await make_tenant(self._database)),
            "removed member": await self._removed(theirs),
        }

    async def _removed(self, theirs: Owned) -> httpx.AsyncClient:
        """An admin the owner removed, whose browser looked at that workspace until then."""
        home = await make_tenant(self._database)
        there = (theirs.tenant.workspace_id, home.user_id)
        await self._admin.execute(
            "INSERT INTO membership (workspace_id, user_id, role) VALUES ($1, $2, 'admin')", *there
        )
        client = await self._sign_in(home)
        await self._admin.execute(
            "UPDATE login_session SET workspace_id = $1 WHERE user_id = $2", *there
        )
        removed = await theirs.client.delete(f"/api/v1/members/{home.user_id}")
        assert removed.status_code == 204, removed.text
        return client

    async def _ended(self, theirs: Owned) -> dict[str, httpx.AsyncClient]:
        """The owner's own sessions and keys, which would open everything, after their end."""
        expired = await session_cookies(self._database, theirs.tenant)
        await self._admin.execute(_SESSION_PASSED, theirs.tenant.user_id)
        left = await session_cookies(self._database, theirs.tenant)
        async with browser(self._app, cookies=left) as leaving:
            assert (await leaving.get("/api/user")).status_code == 200
            await leaving.post("/api/logout")
        revoked = await issue_key(theirs.client, scope="write")
        key_id = await self._admin.fetchval(_KEY_ID, theirs.tenant.workspace_id)
        assert (await theirs.client.delete(f"/api/v1/api-keys/{key_id}")).status_code == 204
        passed = await issue_key(theirs.client, scope="write")
        key_id = await self._admin.fetchval(_KEY_ID, theirs.tenant.workspace_id)
        await self._admin.execute(_KEY_PASSED, key_id)
        return {
            "anonymous": await self._browser(),
            "expired session": await self._browser(expired),
            "ended session": await self._browser(left),
            "revoked key": await self._program(revoked),
            "expired key": await self._program(passed),
        }

    async def _staff(self, place: Place, theirs: Owned, mine: Owned, actors: Actors) -> None:
        """Support that looks at mine, support that looks at theirs, and staff as they are."""
        settings = place.settings(console={"public_url": ORIGIN})
        console = await self._stack.enter_async_context(console_app(settings))
        for name, whom in (("support elsewhere", mine), ("support", theirs)):
            colleague = await join(console, console.state.database, "support-l2")
            self._stack.push_async_callback(colleague.client.aclose)
            started = await begin_acting(colleague, whom.tenant)
            assert started.status_code == 201, started.text
            client = await self._browser()
            link = "/api/v1/" + started.json()["url"].partition("/api/v1/")[2]
            assert (await client.get(link)).status_code == 303
            (actors.support if whom is theirs else actors.outsiders)[name] = client
        held = [cookie.value or "" for cookie in colleague.client.cookies.jar]
        named = {cookie.name: cookie.value or "" for cookie in colleague.client.cookies.jar}
        assert held
        actors.ended["staff"] = await self._browser({**named, "presence_session": held[0]})
