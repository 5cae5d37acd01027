"""When the right to act as a customer ends, nothing of it is left: no ordinary log-in, no stream.

Two guards stand independently: the customers' application turns away a marked log-in it cannot
resolve, and the database opens no session whose impersonation is over. Each is tried without the
other.
"""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass
from importlib import import_module
from uuid import UUID

import asyncpg
import httpx
import pytest
import pytest_asyncio
from fastapi import FastAPI

from presence.db.session import Database
from presence.domains.identity.service import new_token, token_hash
from presence.domains.operators.roles import ROLES
from presence.domains.operators.service.permissions import decide_may
from presence.http.incoming_bodies import MOST
from tests.assurance.account_streams import MOST_S, OpenStream
from tests.conftest import browser
from tests.factories.people import Tenant
from tests.factories.runs import make_brand
from tests.factories.staff import BASE, REASON, Colleague, approve, begin_acting, join
from tests.factories.team import SCALE, owner_on


@dataclass(frozen=True)
class Acting:
    """A browser in which a colleague acts as a customer, for writing."""

    tenant: Tenant
    colleague: Colleague
    id: UUID
    client: httpx.AsyncClient
    boss: Colleague
    second: Colleague
    admin: asyncpg.Connection

    @property
    def token(self) -> str:
        """Its log-in's token."""
        return str(self.client.cookies["presence_session"])

    async def staff(self, action: str, **body: object) -> None:
        """Have the admin do something about the colleague, and a second one agree where asked."""
        path = f"{BASE}/staff/{self.colleague.id}/{action}"
        answer = await self.boss.client.post(path, json={"reason": REASON, **body})
        assert answer.is_success, answer.text
        if answer.status_code == 202:
            answer = await approve(self.admin, self.second, answer.json()["approvalId"])
            assert answer.status_code == 200, answer.text

    async def lose_its_mark(self) -> None:
        """The same session under a token that nobody would take for support's."""
        token = new_token()
        await self.execute(
            "UPDATE login_session SET token_hash = $1 WHERE impersonation_id = $2",
            token_hash(token),
            self.id,
        )
        self.client.cookies.clear()
        self.client.cookies.set("presence_session", token)

    async def execute(self, statement: str, *values: object) -> None:
        """Change a row behind the product's back."""
        await self.admin.execute(statement, *values)


async def disabled(acting: Acting) -> None:
    await acting.staff("disable")


async def reset(acting: Acting) -> None:
    await acting.staff("reset-sign-in")


async def demoted(acting: Acting) -> None:
    await acting.staff("change-role", role="support-l1")


async def promoted(acting: Acting) -> None:
    await acting.staff("change-role", role="admin")


async def signed_out(acting: Acting) -> None:
    assert (await acting.colleague.client.delete(f"{BASE}/session")).status_code == 204


async def ended(acting: Acting) -> None:
    path = f"{BASE}/impersonations/{acting.id}/end"
    answer = await acting.colleague.client.post(path, json={"reason": REASON})
    assert answer.is_success, answer.text


async def removed(acting: Acting) -> None:
    """The customer is no member of the workspace any more, and belongs to another one."""
    await acting.execute(
        "DELETE FROM membership WHERE user_id = $1 AND workspace_id = $2",
        acting.tenant.user_id,
        acting.tenant.workspace_id,
    )


async def run_out(acting: Acting) -> None:
    await acting.execute("UPDATE impersonation SET ends_at = now() WHERE id = $1", acting.id)


async def disabled_unseen(acting: Acting) -> None:
    """By hand, in the database: nobody ends anything."""
    await acting.execute("UPDATE staff SET status = 'disabled' WHERE id = $1", acting.colleague.id)


async def demoted_unseen(acting: Acting) -> None:
    await acting.execute("UPDATE staff SET role = 'auditor' WHERE id = $1", acting.colleague.id)


BY_STAFF = (disabled, reset, demoted, promoted, signed_out, ended)
ENDINGS = (*BY_STAFF, removed, run_out, disabled_unseen, demoted_unseen)
Ending = Callable[[Acting], Awaitable[None]]
every_ending = pytest.mark.parametrize("end", ENDINGS, ids=lambda end: end.__name__)


@pytest_asyncio.fixture(scope="module")
async def listening(app: FastAPI) -> AsyncIterator[FastAPI]:
    """The application with its streams awake."""
    await app.state.events.start()
    yield app
    await app.state.events.close()


@pytest_asyncio.fixture
async def acting(
    console: FastAPI,
    app: FastAPI,
    database: Database,
    operator_database: Database,
    admin: asyncpg.Connection,
    boss: Colleague,
    second: Colleague,
) -> AsyncIterator[Acting]:
    """An impersonation for writing that was opened."""
    tenant = await owner_on(database, SCALE)
    await make_brand(database, tenant)
    colleague = await join(console, operator_database, "support-l2")
    started = await begin_acting(colleague, tenant, mode="write", writeReason="They cannot do it")
    assert started.status_code == 201, started.text
    async with browser(app) as client:
        path = "/api/v1/" + started.json()["url"].partition("/api/v1/")[2]
        assert (await client.get(path)).status_code == 303
        assert (await client.get("/api/user")).json()["email"] == tenant.email
        key = UUID(started.json()["id"])
        yield Acting(tenant, colleague, key, client, boss, second, admin)
    await colleague.client.aclose()


@every_ending
async def test_what_was_found_by_an_attacker_is_refused(acting: Acting, end: Ending) -> None:
    """A write key for every workspace, an admin invited, the profile changed, data taken along."""
    await end(acting)
    key = {"name": "mine", "scope": "write", "everyWorkspace": True}
    calls: list[tuple[str, str, object]] = [
        ("GET", "/api/user", None),
        ("GET", "/api/v1/me", None),
        ("GET", "/api/v1/portfolio.csv", None),
        ("GET", "/api/v1/share-links", None),
        ("POST", "/api/v1/api-keys", key),
        ("POST", "/api/v1/invitations", {"email": "mine@example.com", "role": "admin"}),
        ("PATCH", "/api/v1/me", {"firstName": "Mallory"}),
        ("POST", "/api/business-info/update", {"businessName": "Mine"}),
    ]
    for method, path, body in calls:
        answer = await acting.client.request(method, path, json=body)
        assert (answer.status_code, answer.json()["code"]) == (401, "impersonation_over"), path
    assert "This support session is over" in answer.json()["message"]


@every_ending
async def test_an_open_stream_ends_within_a_second(
    acting: Acting, listening: FastAPI, end: Ending
) -> None:
    if end in (removed, run_out, disabled_unseen, demoted_unseen):
        pytest.skip("changed by hand, which tells no stream")
    stream = await OpenStream.of_session(listening, acting.token)
    await end(acting)
    assert await stream.ended_within(time.monotonic()) <= MOST_S


@every_ending
async def test_a_body_that_is_still_on_its_way_changes_nothing(acting: Acting, end: Ending) -> None:
    """An upload that its sender lets trickle, begun while the right stood."""
    padding = b" " * (MOST + 1)
    drafts = "SELECT count(*) FROM run WHERE workspace_id = $1"
    before = await acting.admin.fetchval(drafts, acting.tenant.workspace_id)
    (brand,) = (await acting.client.get("/api/v1/brands")).json()["data"]

    async def sent() -> AsyncIterator[bytes]:
        yield padding
        await end(acting)
        yield b'{"text": "Harrow boots last."}'

    answer = await acting.client.post(
        f"/api/v1/brands/{brand['id']}/answers/import",
        content=sent(),
        headers={"content-type": "application/json"},
    )
    assert (answer.status_code, answer.json()["code"]) == (403, "right-ended"), answer.text
    assert await acting.admin.fetchval(drafts, acting.tenant.workspace_id) == before


async def test_an_open_stream_ends_when_the_time_is_up(acting: Acting, listening: FastAPI) -> None:
    soon = "now() + interval '2 seconds'"
    await acting.execute(f"UPDATE impersonation SET ends_at = {soon} WHERE id = $1", acting.id)  # noqa: S608 - words of this test
    await acting.execute(
        f"UPDATE login_session SET expires_at = {soon} WHERE impersonation_id = $1",  # noqa: S608
        acting.id,
    )
    stream = await OpenStream.of_session(listening, acting.token)
    assert await stream.ended_within(time.monotonic() + 2) <= MOST_S


@every_ending
async def test_without_the_mark_the_session_itself_is_refused(acting: Acting, end: Ending) -> None:
    """The middleware takes it for an ordinary log-in: the database alone decides."""
    await acting.lose_its_mark()
    assert (await acting.client.get("/api/user")).status_code == 200
    await end(acting)
    for path in ("/api/user", "/api/v1/me", "/api/v1/brands", "/api/v1/portfolio.csv"):
        assert (await acting.client.get(path)).status_code == 401, path


@every_ending
async def test_the_mark_alone_is_refused_where_the_database_would_open_the_session(
    acting: Acting, end: Ending, app: FastAPI
) -> None:
    """The function as it was before it looked at impersonations."""
    earlier = import_module("presence.migrations.versions.20261122_endings")
    (wanted,) = [c for c in earlier.CHANGES if c[1] == "RESOLVE_SESSION"]
    await end(acting)
    await acting.execute(
        "INSERT INTO login_session (id, token_hash, user_id, workspace_id, expires_at,"
        " impersonation_id) VALUES (gen_random_uuid(), $1, $2, $3, now() + interval '1 hour', $4)"
        " ON CONFLICT (token_hash) DO NOTHING",
        token_hash(acting.token),
        acting.tenant.user_id,
        acting.tenant.workspace_id,
        acting.id,
    )
    function = "SELECT pg_get_functiondef('resolve_session(bytea, interval)'::regprocedure)"
    today = await acting.admin.fetchval(function)
    await acting.execute(earlier._changed(*wanted))
    try:
        assert (await acting.client.get("/api/user")).status_code == 401
        assert (await acting.client.get("/api/v1/me")).status_code == 401
    finally:
        await acting.execute(today)


async def test_a_running_one_opens_nothing_past_the_middleware_that_judges_it(
    acting: Acting,
) -> None:
    """A log-in of support's without its mark, which nobody would restrict or trace."""
    await acting.lose_its_mark()
    for method, path in (("GET", "/api/v1/me"), ("POST", "/api/v1/api-keys")):
        assert (await acting.client.request(method, path, json={})).status_code == 401, path


@pytest.mark.parametrize("role", ROLES)
async def test_the_database_knows_the_roles_that_may_act_as_a_customer(
    acting: Acting, role: str
) -> None:
    await acting.execute("UPDATE staff SET role = $1 WHERE id = $2", role, acting.colleague.id)
    answer = await acting.client.get("/api/user")
    assert (answer.status_code == 200) == decide_may(role, "impersonations", "create")  # type: ignore[arg-type]  # one of ROLES


@pytest.mark.parametrize("end", BY_STAFF[:4], ids=lambda end: end.__name__)
async def test_what_ended_stays_ended_when_the_right_comes_back(
    acting: Acting, end: Ending
) -> None:
    await end(acting)
    await acting.execute(
        "UPDATE staff SET status = 'active', role = 'support-l2' WHERE id = $1",
        acting.colleague.id,
    )
    assert (await acting.client.get("/api/user")).status_code == 401
    row = await acting.admin.fetchrow("SELECT * FROM impersonation WHERE id = $1", acting.id)
    assert row["ended_at"] is not None
    assert (
        await acting.admin.fetchval(
            "SELECT count(*) FROM login_session WHERE impersonation_id = $1", acting.id
        )
        == 0
    )


async def _link(acting: Acting) -> str:
    """The path of one more link, which nobody has opened."""
    await acting.execute("UPDATE staff SET last_step = 0 WHERE id = $1", acting.colleague.id)
    started = await begin_acting(acting.colleague, acting.tenant)
    assert started.status_code == 201, started.text
    return "/api/v1/" + str(started.json()["url"]).partition("/api/v1/")[2]


async def test_a_link_opens_once(acting: Acting, app: FastAPI) -> None:
    path = await _link(acting)
    async with browser(app) as first, browser(app) as second:
        assert (await first.get(path)).status_code == 303
        assert (await second.get(path)).status_code == 404
        assert (await second.get("/api/user")).status_code == 401


@pytest.mark.parametrize(
    "over",
    [
        "UPDATE impersonation SET link_expires_at = now() WHERE ended_at IS NULL AND staff_id = $1",
        "DELETE FROM membership m USING impersonation i"
        " WHERE i.staff_id = $1 AND m.user_id = i.user_id AND m.workspace_id = i.workspace_id",
    ],
    ids=["too old", "no member"],
)
async def test_a_link_that_is_over_opens_nothing(acting: Acting, app: FastAPI, over: str) -> None:
    path = await _link(acting)
    await acting.execute(over, acting.colleague.id)
    async with browser(app) as client:
        assert (await client.get(path)).status_code == 404


@pytest.mark.parametrize("end", BY_STAFF[:5], ids=lambda end: end.__name__)
async def test_a_link_that_was_not_used_opens_nothing(
    acting: Acting, app: FastAPI, end: Ending
) -> None:
    secret = acting.colleague.secret
    await acting.execute("UPDATE staff SET last_step = 0 WHERE id = $1", acting.colleague.id)
    assert secret
    started = await begin_acting(acting.colleague, acting.tenant)
    assert started.status_code == 201, started.text
    await end(acting)
    await acting.execute(
        "UPDATE staff SET status = 'active', role = 'support-l2' WHERE id = $1",
        acting.colleague.id,
    )
    async with browser(app) as client:
        path = "/api/v1/" + started.json()["url"].partition("/api/v1/")[2]
        assert (await client.get(path)).status_code == 404


@pytest.mark.parametrize("end", BY_STAFF[:4], ids=lambda end: end.__name__)
async def test_what_they_asked_a_second_person_for_is_withdrawn(
    acting: Acting, end: Ending
) -> None:
    approval = await acting.admin.fetchval(
        "INSERT INTO approval (id, action, target, subject_id, reason, requested_by)"
        " VALUES (gen_random_uuid(), 'workspaces.delete', $1, $2, 'They wanted it', $3)"
        " RETURNING id",
        f"workspaces:{acting.tenant.workspace_id}",
        acting.tenant.workspace_id,
        acting.colleague.id,
    )
    await end(acting)
    path = f"{BASE}/approvals/{approval}"
    shown = (await acting.boss.client.get(path)).json()
    assert (shown["status"], shown["decidedBy"]) == ("withdrawn", None)
    assert "no longer" in shown["decisionReason"]
    decided = await approve(acting.admin, acting.boss, str(approval))
    assert decided.status_code == 409


async def test_a_browser_left_over_may_still_sign_in_as_somebody(
    acting: Acting, app: FastAPI
) -> None:
    """What is public is answered as to a visitor, and the dead log-in is nobody's."""
    await disabled(acting)
    assert (await acting.client.get("/api/v1/meta")).json()["impersonation"] is None
    assert (await acting.client.get("/dashboard")).status_code in (200, 404)
    body = {
        "firstName": "Ada",
        "lastName": "Example",
        "email": "left-over@example.com",
        "password": "correct horse battery",
    }
    assert (await acting.client.post("/api/register", json=body)).status_code == 201
    assert (await acting.client.get("/api/user")).json()["email"] == "left-over@example.com"


async def test_a_marked_token_that_never_was_is_refused(app: FastAPI) -> None:
    async with browser(app, cookies={"presence_session": "imp.made-up"}) as client:
        answer = await client.get("/api/v1/brands")
        assert (answer.status_code, answer.json()["code"]) == (401, "impersonation_over")
