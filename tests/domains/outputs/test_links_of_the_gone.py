"""The address of a file opens nothing once the member it was made for may not look any more."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import asyncpg
import httpx
import pytest
from fastapi import FastAPI

from presence.db.session import Database
from presence.domains.billing.service import grant
from presence.domains.outputs.service.view_exports.requests import JOB
from tests.conftest import browser
from tests.domains.outputs.test_view_exports import ask
from tests.factories.post import Post
from tests.factories.runs import Analysed
from tests.factories.team import SCALE, Person, add_member, bearer, issue_key, opened

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


@pytest.mark.parametrize("end", [removed, demoted, paused, locked])
async def test_an_address_fetched_before_the_end_opens_nothing_after_it(
    app: FastAPI, database: Database, owner: httpx.AsyncClient, post: Post, analysed: Analysed,
    admin: asyncpg.Connection, end: End,
) -> None:  # fmt: skip
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
    restored = "UPDATE workspace SET require_second_factor = false WHERE id = $1"
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


async def _address(client: httpx.AsyncClient, export_id: str) -> str:
    sent = await client.get(f"/api/v1/exports/{export_id}/download")
    assert sent.status_code == 302, sent.text
    return sent.headers["location"]
