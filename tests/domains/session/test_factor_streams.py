"""Open streams of a workspace end for members whom its rule about second factors shuts out."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator
from uuid import UUID

import asyncpg
import httpx
import pytest_asyncio
from fastapi import FastAPI

from tests.assurance.account_streams import MOST_S, OpenStream
from tests.conftest import browser
from tests.domains.session.test_required_factor import RULE, Somebody
from tests.factories.people import sign_up, workspace_of

_JOIN = "INSERT INTO membership (workspace_id, user_id, role) VALUES ($1, $2, 'admin')"
_ONLY_HERE = "DELETE FROM membership WHERE user_id = $1 AND workspace_id <> $2"


@pytest_asyncio.fixture(scope="module", autouse=True)
async def hub(app: FastAPI) -> AsyncIterator[None]:
    """The application hears of news."""
    await app.state.events.start()
    yield
    await app.state.events.close()


async def signed_up(client: httpx.AsyncClient) -> Somebody:
    """A person of their own."""
    user = await sign_up(client)
    return Somebody(UUID(user["id"]), user["email"], client)


async def test_setting_the_rule_ends_the_streams_of_members_without_a_factor(
    app: FastAPI, admin: asyncpg.Connection
) -> None:
    async with (
        browser(app, address="192.0.2.7") as first,
        browser(app, address="192.0.2.8") as second,
    ):
        owner, member = await signed_up(first), await signed_up(second)
        workspace = await workspace_of(app.state.database, owner.id)
        await admin.execute(_JOIN, workspace, member.id)
        await admin.execute(_ONLY_HERE, member.id, workspace)
        await owner.set_up()
        theirs = await OpenStream.of_session(app, second.cookies["presence_session"])
        own = await OpenStream.of_session(app, first.cookies["presence_session"])
        began = time.monotonic()
        assert (await first.put(RULE, json={"required": True})).status_code == 200
        assert await theirs.ended_within(time.monotonic()) <= MOST_S
        assert await own.ended_within(began) == float("inf")
