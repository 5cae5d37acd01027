"""Every operation by everybody who must not: the authorisation matrix (assurance row 2).

Operations and what they ask come from the application's table of routes, so a new route is in it
without being listed. For what belongs to others the answer is 404, never 403, and the same as for
what is nobody's; for one's own workspace the role table decides; nobody whose session or key has
ended gets anything but 401. What the whole grid left of the other tenant's rows is compared last.
"""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Sized
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from uuid import UUID

import asyncpg
import httpx
import pytest
import pytest_asyncio
from fastapi import FastAPI

from presence.core.ids import new_id
from presence.db.session import Database
from presence.domains.workspaces.errors import SEAT_PAUSED
from presence.domains.workspaces.service import ACTIONS, ROLES, decide_permitted
from tests import conftest
from tests.tenancy.actors import EIGHT, Actors, Cast, Owned, owner_of_each
from tests.tenancy.fingerprint import Fingerprint, fingerprint
from tests.tenancy.kinds import USER_SCOPED, scope_of
from tests.tenancy.operations import (
    PLACES,
    PROTECTED,
    SEATLESS,
    UNSAFE,
    WITH_IDS,
    Operation,
    Place,
)
from tests.tenancy.test_routes import BODIES, ROWS, call

# The brand of the tenant whose rows are wanted; nobody else may ever read it.
WORD = "Larkspurquill"
# Streams do not end; the crash and stream tests read them, and those of the tools at `/mcp`.
ENDLESS = ("runs_events", "runs_run_events", "mcp")
READ_ONLY, BLOCKED = "impersonation_read_only", "impersonation_blocked"
# Of an answer, what is new each time.
PASSING = re.compile(r'"(requestId|id|createdAt|runId)" ?: ?"[^"]*"')
# A suggestion to decide upon, and no analysis under way.
ANEW = """
WITH ended AS (UPDATE run SET status = 'canceled', finished_at = now()
  WHERE workspace_id = $1 AND status IN ('queued', 'running'))
UPDATE competitor SET status = 'suggested' WHERE workspace_id = $1
"""
WHOLE_GRID = 3_000  # calls at least


def may(role: str, operation: Operation) -> bool:
    """What the role table says of it."""
    asked: Any = operation.asks
    return decide_permitted(role, asked)


def named(part: object) -> str:
    """How a parameter is called in the name of a test."""
    return f"{part.name}-{part.method}" if isinstance(part, Operation) else str(part)


MIXED = [(o, name) for o in WITH_IDS if len(o.ids) > 1 for name in o.ids]
READS = [o for o in PROTECTED if o.method == "GET" and o.name not in ENDLESS]
LISTS = [o for o in READS if not o.ids]
CHANGES = [o for o in UNSAFE if o in PROTECTED]
BY_ROLE = [o for o in PROTECTED if o.asks != "signed-in"]
# A permitted change would change what the others are asked about.
TRIED = [
    (o, role)
    for o in BY_ROLE
    for role in ROLES[1:]
    if o.name not in ENDLESS and (o.method == "GET" or not may(role, o))
]
# Every list that is walked below, each once.
GRID: tuple[Sized, ...] = (
    WITH_IDS, MIXED, PLACES, PROTECTED, READS, LISTS, TRIED, BY_ROLE, CHANGES
)  # fmt: skip


@dataclass
class Scene:
    """Two tenants with everything, everybody else, and how the first one's rows looked before."""

    theirs: Owned
    mine: Owned
    actors: Actors
    before: Fingerprint
    people: list[UUID]
    calls: int = 0

    async def call(
        self, client: httpx.AsyncClient, operation: Operation, ids: dict[str, UUID]
    ) -> httpx.Response:
        """Call it with these ids in its path."""
        self.calls += 1
        return await call(client, operation, operation.fill(ids))

    def tells(self, answer: httpx.Response) -> list[str]:
        """What of the first tenant's stands in an answer, but for the path that was asked."""
        said = answer.text.replace(answer.request.url.path, "")
        return [w for w in (WORD, *map(str, self.theirs.ids.values())) if w in said]


@pytest_asyncio.fixture(scope="module")
async def scene(
    app: FastAPI, place: conftest.Place, database: Database, admin: asyncpg.Connection
) -> AsyncIterator[Scene]:
    """Everybody in their place."""
    async with AsyncExitStack() as stack:
        made = (app, place, database, admin)
        described = f"{WORD} makes boots."
        theirs = await stack.enter_async_context(
            owner_of_each(*made, name=WORD, description=described)
        )
        mine = await stack.enter_async_context(owner_of_each(*made))
        (mcp,) = (r for r in app.routes if getattr(r, "path", "") == "/mcp")
        await stack.enter_async_context(mcp.endpoint.running())  # type: ignore[attr-defined]  # a Route
        actors = await Cast(app, database, admin, stack).all(place, theirs, mine)
        members = "SELECT user_id FROM membership WHERE workspace_id = $1"
        people = [row[0] for row in await admin.fetch(members, theirs.ids["workspace_id"])]
        before = await fingerprint(admin, [theirs.ids["workspace_id"]], people)
        yield Scene(theirs, mine, actors, before, people)


def test_the_matrix_has_all_eight_kinds_of_actors_and_every_operation() -> None:
    assert len(EIGHT) == 8
    assert {o.asks for o in PROTECTED} <= {*ACTIONS, "signed-in"}
    assert len(WITH_IDS) > 120
    assert len(MIXED) > 60


async def test_every_actor_is_on_the_scene(scene: Scene) -> None:
    assert scene.actors.names == {name for tried in EIGHT.values() for name in tried}
    for name in ("other tenant", "unverified", "free plan", "removed member", "support elsewhere"):
        assert (await scene.actors.outsiders[name].get("/api/user")).status_code == 200, name


@pytest.mark.parametrize("operation", WITH_IDS, ids=lambda o: o.name)
async def test_a_foreign_object_does_not_exist_for_anybody_outside(
    scene: Scene, operation: Operation
) -> None:
    for name, client in scene.actors.outsiders.items():
        answer = await scene.call(client, operation, scene.theirs.ids)
        assert answer.status_code == 404 or is_barred(name, answer), (name, answer.text)
        assert scene.tells(answer) == [], (name, answer.text)
    missing = await scene.call(scene.mine.client, operation, {kind: new_id() for kind in ROWS})
    theirs = await scene.call(scene.mine.client, operation, scene.theirs.ids)
    assert theirs.json()["message"] == missing.json()["message"]


def is_barred(name: str, answer: httpx.Response) -> bool:
    """Whether this caller may not use the operation at all, whoever's the object is."""
    if answer.status_code != 403:
        return False
    if name == "support elsewhere":
        return answer.json()["code"] in (READ_ONLY, BLOCKED)
    return name.endswith(" key") and "Sign in instead." in answer.text


@pytest.mark.parametrize(("operation", "foreign"), MIXED, ids=lambda x: getattr(x, "name", x))
async def test_one_foreign_id_among_ones_own_opens_nothing(
    scene: Scene, operation: Operation, foreign: str
) -> None:
    ids = {**scene.mine.ids, foreign: scene.theirs.ids[foreign]}
    for name in ("other tenant", "other tenant's key"):
        answer = await scene.call(scene.actors.outsiders[name], operation, ids)
        assert answer.status_code == 404 or is_barred(name, answer), (name, answer.text)
        assert scene.tells(answer) == [], (name, answer.text)


@pytest.mark.parametrize(
    "taken", PLACES, ids=lambda p: f"{p.operation.name}-{p.where}-{'.'.join(p.steps)}"
)
async def test_a_foreign_id_in_a_query_or_a_body_is_like_one_that_is_nobodys(
    scene: Scene, admin: asyncpg.Connection, taken: Place
) -> None:
    """The rest is the caller's own, and what they would need for it to succeed is there.

    With an id of their own they get further, or nobody has looked whose it is.
    """
    own, answers = scene.mine.ids, []
    for row_id in (new_id(), scene.theirs.ids[taken.kind], own[taken.kind]):
        await admin.execute(ANEW, own["workspace_id"])
        answer = await scene.mine.client.request(
            taken.operation.method, taken.operation.fill(own), **taken.sent(own, BODIES, row_id)
        )
        said = answer.text.replace(str(row_id), "ID")
        assert WORD not in said
        answers.append((answer.status_code, PASSING.sub("", said)))
        scene.calls += 1
    nobodys, theirs, mine = answers
    assert nobodys == theirs
    assert mine[0] < 400 or mine != nobodys


@pytest.mark.parametrize("operation", PROTECTED, ids=named)
async def test_an_ended_session_or_key_opens_nothing(scene: Scene, operation: Operation) -> None:
    for name, client in scene.actors.ended.items():
        answer = await scene.call(client, operation, scene.theirs.ids)
        assert answer.status_code == 401, (name, answer.text)
        assert answer.json()["code"] == "unauthenticated"


@pytest.mark.parametrize("operation", LISTS, ids=lambda o: o.name)
async def test_a_list_shows_nothing_of_another_tenant(scene: Scene, operation: Operation) -> None:
    for name, client in scene.actors.outsiders.items():
        answer = await scene.call(client, operation, {})
        assert scene.tells(answer) == [], (name, answer.text)


@pytest.mark.parametrize(("operation", "role"), TRIED, ids=named)
async def test_a_lower_role_gets_what_the_table_gives_it(
    scene: Scene, operation: Operation, role: str
) -> None:
    answer = await scene.call(scene.actors.roles[role], operation, scene.theirs.ids)
    refused = answer.status_code == 403 and "Your role" in answer.json()["message"]
    assert refused != may(role, operation), (operation.asks, answer.status_code, answer.text)


def test_what_asks_for_no_seat_is_listed_and_nothing_else() -> None:
    signed_in = {o.name for o in PROTECTED if o.asks == "signed-in"}
    assert {name for name in signed_in if not name.startswith("identity_")} == SEATLESS


@pytest.mark.parametrize("operation", BY_ROLE, ids=named)
async def test_a_paused_seat_opens_nothing_of_the_workspace(
    scene: Scene, operation: Operation
) -> None:
    for name, client in scene.actors.paused.items():
        answer = await scene.call(client, operation, scene.theirs.ids)
        assert scene.tells(answer) == [], (name, answer.text)
        if answer.status_code == 401:  # it takes keys only, or browsers only
            assert (operation.name == "mcp") == (name == "paused seat"), answer.text
        elif not is_barred(name, answer):
            assert (answer.status_code, answer.json()["message"]) == (403, SEAT_PAUSED), name


@pytest.mark.parametrize("operation", READS, ids=named)
async def test_nothing_of_ones_own_stays_in_a_cache(scene: Scene, operation: Operation) -> None:
    answer = await scene.call(scene.mine.client, operation, scene.mine.ids)
    assert "no-store" in answer.headers["cache-control"]


@pytest.mark.parametrize("operation", CHANGES, ids=named)
async def test_support_that_looks_changes_nothing(scene: Scene, operation: Operation) -> None:
    for client in scene.actors.support.values():
        answer = await scene.call(client, operation, scene.theirs.ids)
        assert (answer.status_code, answer.json()["code"]) == (403, READ_ONLY)


async def test_no_tool_of_an_assistant_shows_or_starts_anything_with_foreign_ids(
    scene: Scene,
) -> None:
    """Each tool as the server lists it; with the caller's own ids the first does answer."""
    client = scene.actors.outsiders["other tenant's key"]
    tools = (await ask(client, "tools/list"))["tools"]
    tried = [tool for tool in tools if arguments_of(tool, scene.theirs.ids)]
    assert len(tried) >= 9
    for tool in tried:
        named = {"name": tool["name"]}
        for ids in (scene.theirs.ids, dict.fromkeys(scene.theirs.ids, new_id())):
            sent = arguments_of(tool, ids)
            said = await ask(client, "tools/call", **named, arguments=sent)
            (part,) = said["content"]
            assert said["isError"], (tool["name"], said)
            assert "We could not find that" in part["text"], (tool["name"], said)
            assert WORD not in part["text"]
            scene.calls += 1
    own = {"name": tried[0]["name"], "arguments": arguments_of(tried[0], scene.mine.ids)}
    assert not (await ask(client, "tools/call", **own)).get("isError")


async def ask(client: httpx.AsyncClient, method: str, **params: Any) -> dict[str, Any]:
    """What the protocol at `/mcp` answers."""
    body = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
    accept = {"Accept": "application/json, text/event-stream"}
    answer = await client.post("/mcp", json=body, headers=accept)
    assert answer.status_code == 200, answer.text
    result: dict[str, Any] = answer.json()["result"]
    return result


def arguments_of(tool: dict[str, Any], ids: dict[str, UUID]) -> dict[str, Any]:
    """The tool's ids, with whatever else it asks for; nothing when it takes no id."""
    taken, required = tool["inputSchema"]["properties"], tool["inputSchema"].get("required", [])
    found = {n: str(ids[n]) for n, schema in taken.items() if schema.get("format") == "uuid"}
    lists = {n: [taken[n]["items"]["enum"][0]] for n in required if "items" in taken[n]}
    return {**found, **lists} if found else {}


async def test_all_that_has_left_every_row_of_theirs_as_it_was(
    scene: Scene, admin: asyncpg.Connection, request: pytest.FixtureRequest
) -> None:
    if not is_whole(request.session.items):
        pytest.skip("only a part of the grid was asked for")
    assert scene.calls > WHOLE_GRID
    after = await fingerprint(admin, [scene.theirs.ids["workspace_id"]], scene.people)
    changed = {table for table in scene.before if scene.before[table] != after[table]}
    assert changed == set()
    assert len([table for table, (rows, _) in scene.before.items() if rows]) > 40


def is_whole(items: list[pytest.Item]) -> bool:
    """Whether every call of the grid is among what is to be run."""
    asked = sum(1 for item in items if item.path == Path(__file__) and "[" in item.name)
    return asked == sum(map(len, GRID))


async def test_a_row_less_in_any_of_their_tables_would_be_seen(
    scene: Scene, admin: asyncpg.Connection
) -> None:
    whose, unseen = ([scene.theirs.ids["workspace_id"]], scene.people), []
    for table, (rows, _) in (await fingerprint(admin, *whose)).items():
        if not rows:
            continue
        one = whose[table in USER_SCOPED]
        gone = f"DELETE FROM {table} WHERE ctid = (SELECT min(ctid) FROM {table}"  # noqa: S608 - names of the catalogue
        await admin.execute("BEGIN; SET LOCAL session_replication_role = replica")
        try:
            await admin.execute(f"{gone} WHERE {scope_of(table)} = ANY($1::uuid[]))", one)
            if await fingerprint(admin, *whose) == scene.before:
                unseen.append(table)
        finally:
            await admin.execute("ROLLBACK")
    assert unseen == []
