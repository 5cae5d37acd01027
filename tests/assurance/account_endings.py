"""Every way in which a right can end, and every route after it: nothing opens, within a second.

A way gives somebody a log-in, a key, an impersonation or a seat in the console, shows that it
opens something, and ends it as people would. Invariant: what counts is the product's own answer to
whoever still holds it, route by route as the application lists them; ids are nobody's, so that a
refusal can come from nothing but who is asking.
"""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Any
from uuid import UUID

import httpx
from fastapi import FastAPI

from presence.core.ids import new_id
from presence.core.settings import Settings
from tests.assurance.account_streams import MOST_S, OpenStream
from tests.conftest import browser
from tests.domains.operators.operations import GUARDED
from tests.factories.people import Tenant
from tests.factories.runs import session_cookies
from tests.factories.staff import BASE, ORIGIN, REASON, begin_acting, console_app, join
from tests.factories.team import SCALE, add_member, bearer, issue_key, owner_on
from tests.tenancy.operations import PROTECTED

if TYPE_CHECKING:
    from tests.assurance.accounts import Scene, Seen

Call = tuple[str, str]
End = Callable[[], Awaitable[object]]
Ways = dict[str, Callable[[], Awaitable["Held"]]]
ROUTES: Sequence[Call] = tuple(
    (o.method, o.fill(defaultdict(new_id))) for o in PROTECTED if o.name != "mcp"
)
CONSOLE: Sequence[Call] = tuple((o.method, o.path.replace("{key}", str(new_id()))) for o in GUARDED)
OPENING = "/api/v1/brands"


@dataclass
class Held:
    """What somebody holds, how it ends, what it opens until then, and a stream it keeps open."""

    client: httpx.AsyncClient
    end: End
    opens: str = OPENING
    routes: Sequence[Call] = ROUTES
    stream: OpenStream | None = None


class World:
    """One customer after another, the console beside them, and whatever has to be closed."""

    def __init__(self, scene: Scene, console: FastAPI, stack: AsyncExitStack) -> None:
        self.app, self.admin, self._console, self._stack = scene.app, scene.admin, console, stack
        self._database = scene.app.state.database
        self._boss: httpx.AsyncClient | None = None

    async def boss(self, path: str, **body: object) -> None:
        """Have an admin of the console do something."""
        if self._boss is None:
            self._boss = (await join(self._console, self._console.state.database)).client
            self._stack.push_async_callback(self._boss.aclose)
        answer = await self._boss.post(f"{BASE}/{path}", json={"reason": REASON, **body})
        assert answer.is_success, (path, answer.text)

    async def row(self, statement: str, *values: object) -> None:
        """Let time pass for a row."""
        await self.admin.execute(statement, *values)

    async def owner(self) -> tuple[Tenant, httpx.AsyncClient]:
        """Somebody with a workspace on the largest plan, signed in."""
        tenant = await owner_on(self._database, SCALE)
        return tenant, await self.signed_in(tenant)

    async def signed_in(self, tenant: Tenant) -> httpx.AsyncClient:
        """One more browser of theirs."""
        cookies = await session_cookies(self._database, tenant)
        return await self._stack.enter_async_context(browser(self.app, cookies=cookies))

    async def session(self, end: Callable[[Tenant, httpx.AsyncClient], End]) -> Held:
        """A log-in, which the owner's other browser or staff may end."""
        tenant, client = await self.owner()
        stream = await OpenStream.of_session(self.app, client.cookies["presence_session"])
        return Held(client, end(tenant, await self.signed_in(tenant)), stream=stream)

    async def key(self, end: Callable[[Tenant, Tenant, httpx.AsyncClient, str], End]) -> Held:
        """A key that an admin of somebody's workspace made: (owner, maker, owner's browser, id)."""
        tenant, owner = await self.owner()
        maker = await add_member(self._database, tenant, "admin")
        secret = await issue_key(await self.signed_in(maker), scope="write")
        found = (await owner.get("/api/v1/api-keys")).json()["data"][0]["id"]
        headers = bearer(secret, **{"Idempotency-Key": "ended"})
        program = await self._stack.enter_async_context(browser(self.app, headers=headers))
        stream = OpenStream(self.app, authorization=f"Bearer {secret}")
        await stream.open()
        return Held(program, end(tenant, maker, owner, found), stream=stream)

    async def acting(self, end: Callable[[Any, UUID, Tenant, httpx.AsyncClient], End]) -> Held:
        """Support acting for writing: (colleague, impersonation, customer, customer's browser)."""
        tenant, owner = await self.owner()
        colleague = await join(self._console, self._console.state.database, "support-l2")
        self._stack.push_async_callback(colleague.client.aclose)
        begun = await begin_acting(colleague, tenant, mode="write", writeReason="They cannot")
        client = await self._stack.enter_async_context(browser(self.app))
        await client.get("/api/v1/" + begun.json()["url"].partition("/api/v1/")[2])
        stream = await OpenStream.of_session(self.app, client.cookies["presence_session"])
        ending = end(colleague, UUID(begun.json()["id"]), tenant, owner)
        return Held(client, ending, stream=stream)

    async def staff(self, end: Callable[[Any], End]) -> Held:
        """A colleague's console."""
        colleague = await join(self._console, self._console.state.database, "support-l2")
        self._stack.push_async_callback(colleague.client.aclose)
        return Held(colleague.client, end(colleague), f"{BASE}/session", CONSOLE)


def ways(w: World) -> Ways:
    """Every way, by what ends."""
    return {**_of_sessions(w), **_of_keys(w), **_of_impersonations(w), **_of_staff(w)}


def _of_sessions(w: World) -> Ways:
    return {
        "session: signed out": lambda: w.session(lambda t, o: lambda: _all_out(w, t, o)),
        "session: ended elsewhere": lambda: w.session(
            lambda _, o: lambda: o.delete("/api/v1/me/sessions")
        ),
        "session: ended by staff": lambda: w.session(
            lambda t, _: lambda: w.boss(f"users/{t.user_id}/revoke-sessions")
        ),
        "session: account disabled": lambda: w.session(
            lambda t, _: lambda: w.boss(f"users/{t.user_id}/disable")
        ),
    }


def _of_keys(w: World) -> Ways:
    made_before = "created_at = now() - interval '1 day'"
    return {
        "key: revoked": lambda: w.key(lambda t, m, o, k: lambda: o.delete(f"/api/v1/api-keys/{k}")),
        "key: revoked by staff": lambda: w.key(
            lambda t, m, o, k: lambda: w.boss(f"api-keys/{k}/revoke")
        ),
        "key: maker removed": lambda: w.key(
            lambda t, m, o, k: lambda: o.delete(f"/api/v1/members/{m.user_id}")
        ),
        "key: maker disabled": lambda: w.key(
            lambda t, m, o, k: lambda: w.boss(f"users/{m.user_id}/disable")
        ),
        "key: time passed": lambda: w.key(
            lambda t, m, o, k: (
                lambda: w.row(
                    f"UPDATE api_key SET expires_at = now(), {made_before} WHERE id = $1",  # noqa: S608 - words of this file
                    UUID(k),
                )
            )
        ),
        "workspace: deleted": lambda: w.key(
            lambda t, m, o, k: lambda: o.delete(f"/api/v1/workspaces/{t.workspace_id}")
        ),
    }


def _of_impersonations(w: World) -> Ways:
    return {
        "impersonation: ended": lambda: w.acting(
            lambda c, i, t, o: lambda: w.boss(f"impersonations/{i}/end")
        ),
        "impersonation: staff disabled": lambda: w.acting(
            lambda c, i, t, o: lambda: w.boss(f"staff/{c.id}/disable")
        ),
        "impersonation: staff reset": lambda: w.acting(
            lambda c, i, t, o: lambda: w.boss(f"staff/{c.id}/reset-sign-in")
        ),
        "impersonation: staff demoted": lambda: w.acting(
            lambda c, i, t, o: lambda: w.boss(f"staff/{c.id}/change-role", role="support-l1")
        ),
        "impersonation: staff signed out": lambda: w.acting(
            lambda c, i, t, o: lambda: c.client.delete(f"{BASE}/session")
        ),
        "impersonation: customer signed support out": lambda: w.acting(
            lambda c, i, t, o: lambda: o.delete("/api/v1/me/sessions")
        ),
        "impersonation: customer disabled": lambda: w.acting(
            lambda c, i, t, o: lambda: w.boss(f"users/{t.user_id}/disable")
        ),
        "impersonation: workspace deleted": lambda: w.acting(
            lambda c, i, t, o: lambda: o.delete(f"/api/v1/workspaces/{t.workspace_id}")
        ),
        "impersonation: time passed": lambda: w.acting(
            lambda c, i, t, o: (
                lambda: w.row("UPDATE impersonation SET ends_at = now() WHERE id = $1", i)
            )
        ),
    }


def _of_staff(w: World) -> Ways:
    return {
        "staff: signed out": lambda: w.staff(lambda c: lambda: c.client.delete(f"{BASE}/session")),
        "staff: disabled": lambda: w.staff(lambda c: lambda: w.boss(f"staff/{c.id}/disable")),
        "staff: reset": lambda: w.staff(lambda c: lambda: w.boss(f"staff/{c.id}/reset-sign-in")),
    }


WAYS = 22
UNHEARD = frozenset({"key: time passed", "impersonation: time passed"})  # a row changed by hand


async def ended_rights(scene: Scene, routes: int | None, rng: Random) -> Seen:
    """Every way; after each `routes` routes (all for None), drawn anew for each way."""
    made = calls = passed = 0
    slowest = stream = 0.0
    async with AsyncExitStack() as stack:
        settings: Settings = scene.app.state.settings
        changed = settings.model_copy(
            update={"console": settings.console.model_copy(update={"public_url": ORIGIN})}
        )
        console = await stack.enter_async_context(console_app(changed))
        for name, way in ways(World(scene, console, stack)).items():
            held = await way()
            before = await held.client.get(held.opens)
            assert before.status_code == 200, (name, before.text)
            await held.end()
            ended = time.monotonic()
            passed += not await _refused(held.client, name, ("GET", held.opens))
            slowest = max(slowest, time.monotonic() - ended)
            if held.stream is not None and name not in UNHEARD:
                stream = max(stream, await held.stream.ended_within(ended))
            drawn = rng.sample(held.routes, min(routes or len(held.routes), len(held.routes)))
            for call in drawn:
                passed += not await _refused(held.client, name, call)
            calls += 1 + len(drawn)
            made += 1
    return {
        "waysToEnd": made,
        "callsAfterTheEnd": calls,
        "callsThatPassed": passed,
        "slowestRefusalMs": round(slowest * 1000, 1),
        "slowestStreamAfterTheEndMs": round(min(stream, 999.0) * 1000, 1),
    }, passed + int(slowest > MOST_S) + int(stream > MOST_S)


async def _refused(client: httpx.AsyncClient, name: str, call: Call) -> bool:
    method, path = call
    body = {"reason": REASON} if method != "GET" else None
    answer = await client.request(method, path, json=body)
    if answer.status_code != 401:
        print(f"{name}: {method} {path} was answered {answer.status_code}")  # noqa: T201 - read by people
    return answer.status_code == 401


async def _all_out(w: World, tenant: Tenant, other: httpx.AsyncClient) -> None:
    """The browser in question leaves by itself: its log-in is the other's neighbour."""
    listed = (await other.get("/api/v1/me/sessions")).json()
    sessions = listed.get("data", listed) if isinstance(listed, dict) else listed
    for one in sessions:
        if not one["current"]:
            answer = await other.delete(f"/api/v1/me/sessions/{one['id']}")
            assert answer.is_success, answer.text
