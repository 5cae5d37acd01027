"""The address of a file opens nothing once the member it was made for may not look any more."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import asyncpg
import httpx
import pytest
from fastapi import FastAPI

from presence.adapters.objects import PART_BYTES
from presence.db.session import Database
from presence.domains.billing.service import grant
from presence.domains.publishing.service.reports import links
from presence.domains.publishing.service.view_exports.requests import JOB
from tests.conftest import browser
from tests.domains.publishing.test_view_exports import ask
from tests.factories.people import PASSWORD
from tests.factories.post import Post
from tests.factories.runs import Analysed
from tests.factories.team import SCALE, Person, add_member, bearer, issue_key, opened
from tests.http.server.sockets import END, HOST, TIMEOUT_S, serving_product

End = Callable[[httpx.AsyncClient, Person, asyncpg.Connection], Awaitable[object]]


async def removed(owner: httpx.AsyncClient, member: Person, admin: asyncpg.Connection) -> object:
    return await owner.delete(f"/api/v1/members/{member.id}")


async def demoted(owner: httpx.AsyncClient, member: Person, admin: asyncpg.Connection) -> object:
    return await owner.patch(f"/api/v1/members/{member.id}", json={"role": "billing"})


async def paused(owner: httpx.AsyncClient, member: Person, admin: asyncpg.Connection) -> object:
    seat = "UPDATE membership SET paused = true WHERE user_id = $1"
    return await admin.execute(seat, member.tenant.user_id)


async def locked(owner: httpx.AsyncClient, member: Person, admin: asyncpg.Connection) -> object:
    """A second factor is asked for, and they have none."""
    asked = "UPDATE workspace SET require_second_factor = true WHERE id = $1"
    return await admin.execute(asked, member.tenant.workspace_id)


async def signed_out(owner: httpx.AsyncClient, member: Person, admin: asyncpg.Connection) -> object:
    return await member.client.post("/api/logout")


async def signed_out_elsewhere(
    owner: httpx.AsyncClient, member: Person, admin: asyncpg.Connection
) -> object:
    """By somebody who has their password, or by a change of it."""
    return await admin.execute(
        "DELETE FROM login_session WHERE user_id = $1", member.tenant.user_id
    )


async def going(owner: httpx.AsyncClient, member: Person, admin: asyncpg.Connection) -> object:
    """They asked for their account to be deleted."""
    wish = {"password": PASSWORD}
    return await member.client.request("DELETE", "/api/v1/me", json=wish)


async def workspace_going(
    owner: httpx.AsyncClient, member: Person, admin: asyncpg.Connection
) -> object:
    deleted = "UPDATE workspace SET deleted_at = now() WHERE id = $1"
    return await admin.execute(deleted, member.tenant.workspace_id)


ENDS = [removed, demoted, paused, locked, signed_out, signed_out_elsewhere, going, workspace_going]


@pytest.mark.parametrize("end", ENDS)
async def test_an_address_fetched_before_the_end_opens_nothing_after_it(
    app: FastAPI,
    database: Database,
    owner: httpx.AsyncClient,
    post: Post,
    analysed: Analysed,
    admin: asyncpg.Connection,
    end: End,
) -> None:
    export = await ask(owner, analysed, "answers")
    await post.deliver(JOB)
    member = await add_member(database, analysed.tenant, "editor")
    async with opened(app, database, member) as person, browser(app) as anybody:
        kept = await _address(person.client, export["id"])
        assert (await anybody.get(kept)).status_code == 200
        await end(owner, person, admin)
        gone = await anybody.get(kept)
        assert gone.status_code == 404
        assert gone.json()["message"].startswith("This download link has ended.")
    restored = "UPDATE workspace SET require_second_factor = false, deleted_at = NULL WHERE id = $1"
    await admin.execute(restored, analysed.tenant.workspace_id)
    async with browser(app) as anybody:
        assert (await anybody.get(await _address(owner, export["id"]))).status_code == 200


async def test_an_address_a_key_fetched_ends_with_whoever_made_the_key(
    app: FastAPI, database: Database, owner: httpx.AsyncClient, post: Post, analysed: Analysed
) -> None:
    async with database.transaction(analysed.tenant.binding) as session:
        await grant(session, analysed.tenant.user_id, SCALE, None)
    export = await ask(owner, analysed, "answers")
    await post.deliver(JOB)
    member = await add_member(database, analysed.tenant, "admin")
    async with opened(app, database, member) as person, browser(app) as program:
        secret = await issue_key(person.client)
        sent = await program.get(f"/api/v1/exports/{export['id']}/download", headers=bearer(secret))
        kept = sent.headers["location"]
        assert (await program.get(kept)).status_code == 200
        await owner.delete(f"/api/v1/members/{person.id}")
        assert (await program.get(kept)).status_code == 404


async def test_an_address_a_key_fetched_ends_with_the_key(
    app: FastAPI, database: Database, owner: httpx.AsyncClient, post: Post, analysed: Analysed
) -> None:
    async with database.transaction(analysed.tenant.binding) as session:
        await grant(session, analysed.tenant.user_id, SCALE, None)
    export = await ask(owner, analysed, "answers")
    await post.deliver(JOB)
    async with browser(app) as program:
        secret = await issue_key(owner)
        sent = await program.get(f"/api/v1/exports/{export['id']}/download", headers=bearer(secret))
        kept = sent.headers["location"]
        assert (await program.get(kept)).status_code == 200
        for key in (await owner.get("/api/v1/api-keys")).json()["data"]:
            await owner.delete(f"/api/v1/api-keys/{key['id']}")
        assert (await program.get(kept)).status_code == 404


PARTS = 64
GROW = """
INSERT INTO made_file_part (workspace_id, file_id, number, content)
SELECT workspace_id, id, number, decode(repeat('00', 1048576), 'hex')
FROM made_file, generate_series(parts, $1 - 1) number WHERE parts > 0
"""


async def _asks_at_each_part(monkeypatch: pytest.MonkeyPatch, admin: asyncpg.Connection) -> int:
    """Kept files become large, and whether they may go on is asked without a pause; their size."""
    monkeypatch.setattr(links, "RECHECK_S", 0.0)
    await admin.execute("UPDATE made_file_part SET content = decode(repeat('00', 1048576), 'hex')")
    await admin.execute(GROW, PARTS)
    size = PARTS * PART_BYTES
    await admin.execute("UPDATE made_file SET parts = $1, size = $2 WHERE parts > 0", PARTS, size)
    return size


@pytest.mark.parametrize("end", [removed, signed_out, workspace_going, None])
async def test_a_file_on_its_way_breaks_off_when_the_right_to_it_ends(
    app: FastAPI,
    database: Database,
    owner: httpx.AsyncClient,
    post: Post,
    analysed: Analysed,
    admin: asyncpg.Connection,
    monkeypatch: pytest.MonkeyPatch,
    end: End | None,
) -> None:
    export = await ask(owner, analysed, "answers")
    await post.deliver(JOB)
    size = await _asks_at_each_part(monkeypatch, admin)
    member = await add_member(database, analysed.tenant, "editor")
    async with opened(app, database, member) as person, serving_product(app) as place:
        kept = await _address(person.client, export["id"])
        reader, writer = await place.connect()
        writer.write(b"GET %b HTTP/1.1\r\n%b\r\n" % (kept.encode(), HOST))
        head = await reader.readuntil(END)
        assert b"content-length: %d" % size in head
        if end is not None:
            await end(owner, person, admin)
        got = await _received(reader, size)
        writer.close()
    await admin.execute("UPDATE workspace SET deleted_at = NULL")
    assert (got == size) is (end is None)


async def _received(reader: asyncio.StreamReader, most: int) -> int:
    """How many bytes come until all are there or the connection ends."""
    got = 0
    while got < most and (piece := await asyncio.wait_for(reader.read(1 << 20), TIMEOUT_S)):
        got += len(piece)
    return got


async def _address(client: httpx.AsyncClient, export_id: str) -> str:
    sent = await client.get(f"/api/v1/exports/{export_id}/download")
    assert sent.status_code == 302, sent.text
    return sent.headers["location"]
