"""Idempotency-Key: a repeated call is answered, never done again."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import asyncpg
import httpx
import pytest
import pytest_asyncio
from fastapi import FastAPI

from presence.db.session import Database
from tests.factories.team import SCALE, Person, add_member, bearer, issue_key, opened, owner_on

KEY = {"Idempotency-Key": "one-call"}
BODY = {"brandName": "Marlow", "websiteUrl": "https://marlow.example", "targetAudience": "Walkers"}
WAITING = "SELECT EXISTS (SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted)"
RULE = {
    "name": "Content falls",
    "metric": "content",
    "condition": "falls-by",
    "threshold": 5,
    "channels": ["in-app"],
}
BRANDS = "SELECT count(*) FROM brand WHERE workspace_id = $1"


@pytest_asyncio.fixture
async def owner(app: FastAPI, database: Database) -> AsyncIterator[Person]:
    """Owner of a workspace on Scale."""
    async with opened(app, database, await owner_on(database, SCALE)) as person:
        yield person


async def add(client: httpx.AsyncClient, **headers: str) -> httpx.Response:
    """Add the brand under the key."""
    return await client.post("/api/v1/brands", json=BODY, headers={**KEY, **headers})


async def test_a_repeated_call_gets_the_first_answer_and_does_nothing(
    owner: Person, admin: asyncpg.Connection
) -> None:
    first, second = await add(owner.client), await add(owner.client)
    assert (first.status_code, second.status_code) == (201, 201)
    assert first.json() == second.json()
    assert first.headers["content-type"] == second.headers["content-type"]
    assert first.headers.get("location") == second.headers.get("location")
    assert "idempotency-replayed" not in first.headers
    assert second.headers["idempotency-replayed"] == "true"
    assert await admin.fetchval(BRANDS, owner.tenant.workspace_id) == 1


async def test_a_form_sent_again_with_another_boundary_is_the_same_call(owner: Person) -> None:
    document = ("brand.docx", b"not a document", "application/octet-stream")
    fields = {"brandName": "Marlow", "targetAudience": "Walkers"}

    async def send(name: str) -> httpx.Response:
        return await owner.client.post(
            "/api/v1/brands",
            data={**fields, "brandName": name},
            files={"brandDocument": document},
            headers={"Idempotency-Key": "a-form"},
        )

    assert (await send("Marlow")).status_code == 415  # refused, so nothing is kept
    assert (await send("Other")).status_code == 415


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("prompts/import", "application/json"),
        ("answers/import", "application/json"),
        ("prompts/import", "multipart/form-data; boundary=x"),
    ],
)
async def test_no_connection_is_held_while_a_body_arrives(
    owner: Person, database: Database, path: str, kind: str
) -> None:
    brand_id = (await add(owner.client)).json()["id"]
    held: list[int] = []

    async def body() -> AsyncIterator[bytes]:
        yield b"{"
        held.append(database.engine.pool.checkedout())  # type: ignore[attr-defined]  # the pool in use has it
        yield b"}"

    headers = {"Idempotency-Key": f"slow {path}", "Content-Type": kind}
    target = f"/api/v1/brands/{brand_id}/{path}"
    answer = await owner.client.post(target, content=body(), headers=headers)
    assert (answer.status_code, held) == (422, [0]), answer.text


async def test_the_key_with_another_request_is_refused(owner: Person) -> None:
    await add(owner.client)
    other = {**BODY, "brandName": "Other"}
    refused = await owner.client.post("/api/v1/brands", json=other, headers=KEY)
    assert (refused.status_code, refused.json()["code"]) == (422, "idempotency-mismatch")


async def test_of_calls_at_the_same_moment_one_does_the_work(
    owner: Person, admin: asyncpg.Connection
) -> None:
    answers = await asyncio.gather(*(add(owner.client) for _ in range(4)))
    codes = {a.status_code: a.json().get("code") for a in answers}
    assert 201 in codes
    assert codes.get(409, "idempotency-in-progress") == "idempotency-in-progress"
    assert set(codes) <= {201, 409}
    assert await admin.fetchval(BRANDS, owner.tenant.workspace_id) == 1


async def test_a_failed_call_may_be_tried_again_under_its_key(
    owner: Person, admin: asyncpg.Connection
) -> None:
    bad = await owner.client.post("/api/v1/brands", json={**BODY, "brandName": ""}, headers=KEY)
    assert bad.status_code == 422
    assert (await add(owner.client)).status_code == 201


async def test_a_colleague_s_same_key_is_another_call_and_so_is_one_after_a_day(
    app: FastAPI, database: Database, owner: Person, admin: asyncpg.Connection
) -> None:
    await add(owner.client)
    admin_member = await add_member(database, owner.tenant, "admin")
    async with opened(app, database, admin_member) as person:
        again = await add(person.client)
        assert again.status_code == 409  # the brand is there already: the call was made anew
        assert again.json()["code"] == "conflict"
    await admin.execute("UPDATE idempotency_key SET created_at = now() - interval '25 hours'")
    assert (await add(owner.client)).json()["code"] == "conflict"


async def test_a_removed_member_gets_no_stored_answer(
    app: FastAPI, database: Database, owner: Person
) -> None:
    member = await add_member(database, owner.tenant, "admin")
    async with opened(app, database, member) as person:
        assert (await add(person.client)).status_code == 201
        await owner.client.delete(f"/api/v1/members/{person.id}")
        refused = await add(person.client)
        assert refused.status_code == 409
        assert "Marlow" not in refused.text


@pytest.mark.parametrize("key", ["", "x" * 256, "tab\there"])
async def test_a_malformed_key_is_refused(owner: Person, key: str) -> None:
    response = await add(owner.client, **{"Idempotency-Key": key})
    assert response.status_code == 422, response.text


async def test_a_program_must_send_a_key_where_a_call_spends(
    client: httpx.AsyncClient, owner: Person
) -> None:
    brand_id = (await add(owner.client)).json()["id"]
    secret = await issue_key(owner.client, scope="write")
    path = f"/api/v1/brands/{brand_id}/runs"
    refused = await client.post(path, headers=bearer(secret))
    assert (refused.status_code, refused.json()["code"]) == (400, "bad-request")
    assert "Idempotency-Key" in refused.json()["message"]


async def test_a_key_and_a_body_nobody_asked_for_escape_no_limit(
    owner: Person, admin: asyncpg.Connection
) -> None:
    await add(owner.client)
    report = await admin.fetchval(
        "INSERT INTO report (id, workspace_id, brand_id, format, sections, locale, status)"
        " SELECT gen_random_uuid(), workspace_id, id, 'csv', '[]', 'en', 'failed' FROM brand"
        " WHERE workspace_id = $1 RETURNING id",
        owner.tenant.workspace_id,
    )
    left = []
    for number in range(2):
        await admin.execute("UPDATE report SET status = 'failed' WHERE id = $1", report)
        answer = await owner.client.post(
            f"/api/v1/reports/{report}/retry",
            json={},
            headers={"Idempotency-Key": f"again {number}"},
        )
        assert answer.status_code == 202, answer.text
        left.append(re.search(r'"exports";r=(\d+)', answer.headers["ratelimit"]))
    first, second = (int(found[1]) for found in left if found)
    assert second == first - 1


async def make_rule(client: httpx.AsyncClient, key: str) -> httpx.Response:
    return await client.post("/api/v1/alert-rules", json=RULE, headers={"Idempotency-Key": key})


@asynccontextmanager
async def in_the_middle(
    owner: Person, admin: asyncpg.Connection
) -> AsyncIterator[asyncio.Task[httpx.Response]]:
    """A call under the key `one-call`, held up while it makes a rule: that waits for a lock."""
    workspace = str(owner.tenant.workspace_id)
    await owner.client.get("/api/v1/alert-rules")  # that the login was seen is written once a while
    lock = "pg_advisory_lock(hashtextextended($1, 3))"
    await admin.execute(f"SELECT {lock}", workspace)
    try:
        first = asyncio.create_task(make_rule(owner.client, "one-call"))
        while not await admin.fetchval(WAITING):
            assert not first.done()
            await asyncio.sleep(0.02)
        yield first
    finally:
        await admin.execute(f"SELECT {lock.replace('lock(', 'unlock(', 1)}", workspace)


async def test_a_call_is_told_at_once_that_an_earlier_one_is_still_in_work(
    owner: Person, admin: asyncpg.Connection
) -> None:
    async with in_the_middle(owner, admin) as first:
        second = await asyncio.wait_for(make_rule(owner.client, "one-call"), 10)
    assert (second.status_code, second.json()["code"]) == (409, "idempotency-in-progress")
    assert (await first).status_code == 201


async def test_a_call_that_was_overtaken_gets_the_answer_of_the_other_and_does_nothing(
    owner: Person, admin: asyncpg.Connection
) -> None:
    """A route that lets go of its transaction loses the lock, and another may be through first."""
    other = await make_rule(owner.client, "another-call")
    async with in_the_middle(owner, admin) as first:
        await admin.execute(
            "INSERT INTO idempotency_key"
            ' SELECT (jsonb_populate_record(k, \'{"key": "one-call"}\')).*'
            " FROM idempotency_key k WHERE key = 'another-call' AND workspace_id = $1",
            owner.tenant.workspace_id,
        )
    overtaken = await first
    assert (other.status_code, overtaken.status_code) == (201, 201)
    assert overtaken.json() == other.json()
    assert len((await owner.client.get("/api/v1/alert-rules")).json()["data"]) == 1
