"""A link of a mail that is used up or ends between being looked at and being used."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import asyncpg
import pytest_asyncio

from tests.conftest import Place, browser
from tests.domains.identity.conftest import Person
from tests.domains.identity.test_links import CONFIRM, UNUSABLE, reset, reset_token, verify
from tests.factories.post import Post

WAITING = (
    "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
    " AND wait_event_type = 'Lock' AND query ILIKE '%redeem_token%'"
)
TIMEOUT_S = 30


@pytest_asyncio.fixture
async def keeper(place: Place) -> AsyncIterator[asyncpg.Connection]:
    """A connection that keeps every link locked for a while."""
    connection = await asyncpg.connect(place.url("admin"))
    yield connection
    await connection.close()


@asynccontextmanager
async def held(
    keeper: asyncpg.Connection, admin: asyncpg.Connection, people: int
) -> AsyncIterator[None]:
    """Whoever uses a link inside has looked at it, and uses it up at the end of the block."""
    async with keeper.transaction():
        await keeper.execute("SELECT FROM one_time_token FOR UPDATE")
        yield
        async with asyncio.timeout(TIMEOUT_S):
            while await admin.fetchval(WAITING) < people:  # noqa: ASYNC110 - the server's queue
                await asyncio.sleep(0.02)


async def test_of_two_resets_at_once_with_one_link_only_one_is_done(
    ada: Person, post: Post, admin: asyncpg.Connection, keeper: asyncpg.Connection
) -> None:
    token = await reset_token(ada, post)
    async with browser(ada.app) as one, browser(ada.app) as other:
        async with held(keeper, admin, people=2):
            tries = [
                asyncio.create_task(reset(client, token, password))
                for client, password in ((one, "pass phrase one"), (other, "pass phrase two"))
            ]
        answers = await asyncio.gather(*tries)
    assert sorted(answer.status_code for answer in answers) == [204, 422]


async def test_a_reset_link_that_ends_before_it_is_used_up_changes_nothing(
    ada: Person, post: Post, admin: asyncpg.Connection, keeper: asyncpg.Connection
) -> None:
    token = await reset_token(ada, post)
    async with browser(ada.app) as stranger:
        async with held(keeper, admin, people=1):
            late = asyncio.create_task(reset(stranger, token))
            await keeper.execute("UPDATE one_time_token SET expires_at = now() - interval '1 s'")
        answer = await late
    assert (answer.status_code, answer.json()["message"]) == (422, UNUSABLE)
    assert (await ada.log_in()).status_code == 200


async def test_a_confirming_link_opened_twice_at_once_confirms_once(
    ada: Person, post: Post, admin: asyncpg.Connection, keeper: asyncpg.Connection
) -> None:
    token = await post.token(ada.email, CONFIRM)
    async with held(keeper, admin, people=2):
        tries = [asyncio.create_task(verify(ada.client, token)) for _ in range(2)]
    answers = await asyncio.gather(*tries)
    assert sorted(answer.status_code for answer in answers) == [200, 422]
