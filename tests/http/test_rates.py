"""Rate limits: counted per caller over all processes, told on every answer."""

from __future__ import annotations

import itertools
import secrets
from collections.abc import AsyncIterator, Callable
from dataclasses import replace

import httpx
import pytest
import pytest_asyncio
from fastapi import FastAPI

from presence.core.settings import Settings
from presence.db.session import Database
from presence.entrypoints.customer import build_adapters, create_customer_app
from presence.http.rates import Policy, Rates, count_exactly
from tests.conftest import Place, browser
from tests.factories.people import make_tenant, registration
from tests.factories.runs import session_cookies
from tests.factories.team import GROWTH, bearer, issue_key, opened, owner_on

NOON = 4_000_000_020.0  # the start of a minute that is not over
ADDRESSES = itertools.count(1)  # one for each test that uses its quota up
POLICY = Policy("default", 5, 60)


@pytest_asyncio.fixture(scope="module")
async def app(place: Place, database: Database) -> AsyncIterator[FastAPI]:
    """An application that allows three calls a minute, and two with a key."""
    rates = {"default": (3, 3600), "api_key": (2, 3600), "runs": (1, 3600)}
    settings = place.settings(rates={**rates, "registrations": (2, 3600)})
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


@pytest.mark.parametrize(
    ("path", "made_up"),
    [
        ("/api/user", lambda: {"cookie": f"presence_session={secrets.token_hex(16)}"}),
        ("/api/v1/brands", lambda: bearer(f"pk_{secrets.token_hex(16)}")),
        ("/api/user", lambda: {"cookie": f"x=1; presence_session={secrets.token_hex(16)}; y=2"}),
    ],
)
async def test_credentials_made_up_for_each_call_count_under_their_address(
    app: FastAPI, path: str, made_up: Callable[[], dict[str, str]]
) -> None:
    address = f"198.51.100.{next(ADDRESSES)}"
    async with browser(app, address=address) as client:
        answers = [await client.get(path, headers=made_up()) for _ in range(4)]
    assert [a.status_code for a in answers] == [401, 401, 401, 429]
    assert {a.headers["ratelimit-policy"] for a in answers} == {'"default";q=3;w=3600'}


async def test_keys_made_up_at_the_door_of_assistants_count_under_their_address_too(
    place: Place,
) -> None:
    settings = place.settings(rates={"default": (3, 3600)})
    app = create_customer_app(settings, build_adapters(settings))
    address = f"198.51.100.{next(ADDRESSES)}"
    async with app.router.lifespan_context(app), browser(app, address=address) as client:
        sent = [bearer(f"pk_{secrets.token_hex(16)}") for _ in range(4)]
        statuses = [(await client.post("/mcp", json={}, headers=h)).status_code for h in sent]
        async with browser(app) as inside:
            assert (await inside.get("/api/user")).status_code == 401
    assert statuses == [401, 401, 401, 429]


async def test_a_second_login_of_one_person_brings_no_second_quota(
    app: FastAPI, database: Database
) -> None:
    person = await make_tenant(database)
    left = []
    for _ in range(2):
        async with opened(app, database, person) as known:
            left.append((await known.client.get("/api/user")).headers["ratelimit"][:13])
            left.append((await known.client.get("/api/v1/members")).headers["ratelimit"][:13])
    assert left[:3] == ['"default";r=2', '"default";r=1', '"default";r=0']


async def test_people_signing_in_use_up_nothing_of_their_shared_address(
    app: FastAPI, database: Database
) -> None:
    address = f"198.51.100.{next(ADDRESSES)}"
    for _ in range(5):
        cookies = await session_cookies(database, await make_tenant(database))
        async with browser(app, address=address, cookies=cookies) as client:
            assert (await client.get("/api/user")).status_code == 200
    async with browser(app, address=address) as visitor:
        told = (await visitor.get("/api/user")).headers["ratelimit"]
    assert told.startswith('"default";r=2;')


async def test_a_login_that_ended_counts_under_its_address_again(
    app: FastAPI, database: Database
) -> None:
    address = f"198.51.100.{next(ADDRESSES)}"
    cookies = await session_cookies(database, await make_tenant(database))
    async with browser(app, address=address, cookies=cookies) as client:
        assert (await client.get("/api/user")).status_code == 200
        async with browser(app, cookies=cookies) as elsewhere:
            await elsewhere.post("/api/logout")
        # The person's third call finds the login ended; then the address has three of its own.
        statuses = [(await client.get("/api/user")).status_code for _ in range(5)]
    assert statuses == [401] * 4 + [429]


async def test_accounts_made_from_one_address_have_an_end(app: FastAPI) -> None:
    address = f"198.51.100.{next(ADDRESSES)}"
    answers = []
    for _ in range(3):
        async with browser(app, address=address) as client:
            answers.append(await client.post("/api/register", json=registration()))
    assert [a.status_code for a in answers] == [201, 201, 429]
    assert '"registrations";q=2;w=3600' in answers[0].headers["ratelimit-policy"]
    wait = int(answers[2].headers["retry-after"])
    assert answers[2].headers["ratelimit"] == f'"registrations";r=0;t={wait}'
    assert 0 < wait <= 3600
    assert (
        answers[2]
        .json()["message"]
        .startswith("Too many accounts were created from your network. Please try again in ")
    )
    async with browser(app, address=f"198.51.100.{next(ADDRESSES)}") as other:
        assert (await other.post("/api/register", json=registration())).status_code == 201


async def test_asking_which_addresses_have_an_account_uses_up_registrations(app: FastAPI) -> None:
    address = f"198.51.100.{next(ADDRESSES)}"
    body = registration()
    statuses = []
    for _ in range(3):
        async with browser(app, address=address) as client:
            statuses.append((await client.post("/api/register", json=body)).status_code)
    assert statuses == [201, 409, 429]


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
    policies = Settings().rates.policies
    assert policies["default"] == (600, 60)
    assert policies["registrations"] == (100, 3_600)
