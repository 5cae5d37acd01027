"""Rate limits: counted per caller over all processes, told on every answer."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace

import httpx
import pytest_asyncio
from fastapi import FastAPI

from presence.core.settings import Settings
from presence.db.session import Database
from presence.entrypoints.customer import build_adapters, create_customer_app
from presence.http.rates import Policy, Rates, count_exactly
from tests.conftest import Place, browser
from tests.factories.people import make_tenant
from tests.factories.team import GROWTH, bearer, issue_key, opened, owner_on

NOON = 4_000_000_020.0  # the start of a minute that is not over
POLICY = Policy("default", 5, 60)


@pytest_asyncio.fixture(scope="module")
async def app(place: Place, database: Database) -> AsyncIterator[FastAPI]:
    """An application that allows three calls a minute, and two with a key."""
    settings = place.settings(rates={"default": (3, 3600), "api_key": (2, 3600), "runs": (1, 3600)})
    adapters = replace(build_adapters(settings), database=database)
    application = create_customer_app(settings, adapters)
    yield application
    application.state.accounts.close()


async def test_every_answer_tells_where_the_caller_stands_and_the_last_one_when_to_return(
    app: FastAPI,
) -> None:
    async with browser(app, address="192.0.2.1") as client:
        answers = [await client.get("/api/user") for _ in range(4)]
    assert [a.status_code for a in answers] == [401, 401, 401, 429]
    assert {a.headers["ratelimit-policy"] for a in answers} == {'"default";q=3;w=3600'}
    left = [a.headers["ratelimit"].partition(";t=")[0] for a in answers]
    assert left == [f'"default";r={n}' for n in (2, 1, 0, 0)]
    wait = answers[-1].headers["retry-after"]
    assert answers[-1].headers["ratelimit"].endswith(f";t={wait}")
    assert answers[-1].json()["code"] == "rate-limited"
    async with browser(app, address="192.0.2.2") as other:
        assert (await other.get("/api/user")).status_code == 401


async def test_sessions_behind_one_address_have_a_quota_each(
    app: FastAPI, database: Database
) -> None:
    for _ in range(2):
        async with opened(app, database, await make_tenant(database)) as person:
            assert (
                (await person.client.get("/api/user"))
                .headers["ratelimit"]
                .startswith('"default";r=2;')
            )


async def test_a_key_has_a_policy_of_its_own(
    app: FastAPI, client: httpx.AsyncClient, database: Database
) -> None:
    async with opened(app, database, await owner_on(database, GROWTH)) as owner:
        headers = bearer(await issue_key(owner.client))
    answers = [await client.get("/api/v1/brands", headers=headers) for _ in range(3)]
    assert [a.status_code for a in answers] == [200, 200, 429]
    assert answers[0].headers["ratelimit-policy"] == '"api-key";q=2;w=3600'


async def test_files_of_the_web_app_are_not_counted(app: FastAPI) -> None:
    async with browser(app, address="192.0.2.3") as client:
        assert "ratelimit" not in (await client.get("/healthz")).headers


async def test_processes_share_what_they_count(database: Database) -> None:
    clock = [NOON]
    one, two = Rates(lambda: clock[0]), Rates(lambda: clock[0])
    for _ in range(2):
        for rates in (one, two):
            assert rates.count(POLICY, "shared").allowed
            await rates.share(database)
    assert two.count(POLICY, "shared").remaining == 0  # four before, of both
    await two.share(database)
    assert one.count(POLICY, "shared").remaining == 1  # it has not heard of the last one yet
    await one.share(database)
    assert not any(rates.count(POLICY, "shared").allowed for rates in (one, two))
    clock[0] += 60
    assert one.count(POLICY, "shared").remaining == 4


async def test_sharing_again_counts_nothing_twice(database: Database) -> None:
    rates = Rates(lambda: NOON)
    left = []
    for _ in range(5):
        left.append(rates.count(POLICY, "busy").remaining)
        await rates.share(database)
        await rates.share(database)
    assert left == [4, 3, 2, 1, 0]
    assert not rates.count(POLICY, "busy").allowed


async def test_an_exact_policy_is_never_passed_and_a_failed_call_not_counted(
    database: Database,
) -> None:
    policy = Policy("runs", 2, 3600)
    standings = []
    for _ in range(3):
        async with database.transaction() as session:
            standings.append(await count_exactly(session, policy, "workspace x"))
            if not standings[-1].allowed:
                await session.rollback()
    assert [s.allowed for s in standings] == [True, True, False]
    assert [s.remaining for s in standings] == [1, 0, 0]


def test_the_product_starts_with_the_documented_quota() -> None:
    assert Settings().rates.policies["default"] == (600, 60)
