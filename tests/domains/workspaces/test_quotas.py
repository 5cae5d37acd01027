"""What one person may use up, whatever they delete; and how often a site is looked at at all."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from uuid import UUID, uuid4

import asyncpg
import httpx
import pytest
import pytest_asyncio
from fastapi import FastAPI

from presence.core.errors import RateLimited
from presence.core.settings import RateSettings
from presence.db.session import Database
from presence.db.tenancy import TenantBinding
from presence.domains.workspaces.service import ensure_workspace, quotas
from presence.domains.workspaces.service.site_visits import SHARE
from presence.entrypoints.customer import build_adapters, create_customer_app
from presence.http.rates import Policy
from tests.conftest import Place, browser
from tests.factories.people import make_user, registration, sign_up
from tests.factories.post import Post

CHECK = "/api/v1/sites/check"
WORKSPACES = "/api/v1/workspaces"


@pytest_asyncio.fixture(scope="module")
async def strict(place: Place, database: Database) -> AsyncIterator[FastAPI]:
    """The application with the limits of a deployment."""
    settings = place.settings(
        outbound={},
        rates={
            "default": (1_000_000, 60),
            "accounts": (3, 86_400),
            "accounts_network": (5, 86_400),
        },
    )
    application = create_customer_app(
        settings, replace(build_adapters(settings), database=database)
    )
    yield application
    application.state.accounts.close()


@pytest_asyncio.fixture
async def free(admin: asyncpg.Connection) -> None:
    """Nobody has used up anything."""
    await admin.execute("DELETE FROM rate_window")
    await admin.execute("DELETE FROM site_visit")


async def make_and_delete(client: httpx.AsyncClient, name: str) -> int:
    """One more workspace, which goes at once; the status of making it."""
    made = await client.post(WORKSPACES, json={"name": name})
    if made.status_code == 201:
        one = f"{WORKSPACES}/{made.json()['id']}"
        gone = await client.request("DELETE", one, params={"name": name})
        assert gone.status_code == 200, gone.text
    return made.status_code


async def test_a_person_makes_so_many_workspaces_a_day_also_when_they_delete_them(
    client: httpx.AsyncClient, free: None
) -> None:
    await sign_up(client)
    most = quotas.NEW_WORKSPACES[0].quota
    made = [await make_and_delete(client, f"Step {n}") for n in range(most)]
    assert made == [201] * most
    refused = await client.post(WORKSPACES, json={"name": "One too many"})
    assert refused.status_code == 429
    assert refused.json()["detail"].startswith("You have made many workspaces today.")


async def test_a_workspace_that_comes_by_itself_counts_as_made(
    client: httpx.AsyncClient, database: Database, free: None
) -> None:
    user = UUID((await sign_up(client))["id"])
    for n in range(quotas.NEW_WORKSPACES[0].quota):
        await make_and_delete(client, f"Step {n}")
    with pytest.raises(RateLimited):
        async with database.transaction(TenantBinding(None, user)) as session:
            await ensure_workspace(session, user)


async def test_a_person_checks_so_many_sites_in_all_their_workspaces(
    client: httpx.AsyncClient, free: None
) -> None:
    await sign_up(client)
    half = quotas.SITE_CHECKS.quota // 2
    for n in range(half):
        assert (await client.post(CHECK, json={"url": f"a{n}.example"})).status_code == 202
    await client.post(WORKSPACES, json={"name": "Another"})
    for n in range(half):
        assert (await client.post(CHECK, json={"url": f"b{n}.example"})).status_code == 202
    refused = await client.post(CHECK, json={"url": "one.example"})
    assert refused.status_code == 429
    assert refused.json()["detail"].startswith("You have checked many websites in the last hour.")


async def test_a_site_is_checked_once_a_minute_whoever_asks(strict: FastAPI, free: None) -> None:
    async with browser(strict) as one, browser(strict) as other:
        await sign_up(one)
        await sign_up(other)
        first = await one.post(CHECK, json={"url": "https://www.harrow.example/shop"})
        assert first.status_code == 202
        again = await other.post(CHECK, json={"url": "http://harrow.example"})
    assert again.status_code == 429
    assert again.json()["detail"].startswith("harrow.example was looked at a moment ago.")
    assert 0 < int(again.headers["Retry-After"]) <= 60


async def test_names_below_one_domain_are_checked_once_a_minute_together(
    strict: FastAPI, free: None
) -> None:
    async with browser(strict) as client:
        await sign_up(client)
        told = [
            (await client.post(CHECK, json={"url": name})).status_code
            for name in ("a1.harrow.example", "A2.HARROW.example", "a3.harrow.example:8443")
        ]
    assert told == [202, 429, 429]


async def test_a_site_may_be_checked_again_after_a_minute(
    strict: FastAPI, admin: asyncpg.Connection, free: None
) -> None:
    async with browser(strict) as client:
        await sign_up(client)
        await client.post(CHECK, json={"url": "harrow.example"})
        await admin.execute("UPDATE site_visit SET visited_at = now() - interval '61 seconds'")
        assert (await client.post(CHECK, json={"url": "harrow.example"})).status_code == 202


async def test_one_person_does_not_keep_everybody_else_from_checking_a_site(
    strict: FastAPI, admin: asyncpg.Connection, free: None
) -> None:
    async with browser(strict) as greedy, browser(strict) as other:
        await sign_up(greedy)
        await sign_up(other)
        told = []
        for n in range(SHARE.quota + 1):
            told.append(await greedy.post(CHECK, json={"url": f"harrow.example/{n}"}))
            await admin.execute("UPDATE site_visit SET visited_at = now() - interval '61 seconds'")
        assert [answer.status_code for answer in told] == [202] * SHARE.quota + [429]
        assert told[-1].json()["detail"].startswith("You have had harrow.example looked at many")
        assert (await greedy.post(CHECK, json={"url": "fern.example"})).status_code == 202
        assert (await other.post(CHECK, json={"url": "harrow.example"})).status_code == 202


async def test_a_refused_check_uses_nothing_up(
    strict: FastAPI, admin: asyncpg.Connection, free: None
) -> None:
    async with browser(strict) as other, browser(strict) as client:
        await sign_up(other)
        await other.post(CHECK, json={"url": "harrow.example"})
        await sign_up(client)
        for _ in range(3):
            assert (await client.post(CHECK, json={"url": "harrow.example"})).status_code == 429
    used = await admin.fetch("SELECT used FROM rate_window WHERE policy = 'site-checks'")
    assert [row["used"] for row in used] == [1, 1]


async def test_a_check_of_a_moment_ago_is_answered_again_to_who_asked(
    strict: FastAPI, admin: asyncpg.Connection, free: None
) -> None:
    async with browser(strict) as client:
        await sign_up(client)
        asked = [await client.post(CHECK, json={"url": "harrow.example"}) for _ in range(3)]
    assert [answer.status_code for answer in asked] == [202] * 3
    assert len({answer.json()["id"] for answer in asked}) == 1
    jobs = "SELECT count(*) FROM procrastinate_jobs WHERE args->>'check_id' = $1"
    assert await admin.fetchval(jobs, asked[0].json()["id"]) == 1


async def accounts(app: FastAPI, *addresses: str) -> list[int]:
    """The statuses of registering from each address in turn."""
    found = []
    for address in addresses:
        async with browser(app, address=address) as client:
            found.append((await client.post("/api/register", json=registration())).status_code)
    return found


async def test_an_address_opens_so_many_accounts_a_day(strict: FastAPI, free: None) -> None:
    assert await accounts(strict, *["192.0.2.7"] * 4) == [201, 201, 201, 429]


async def test_a_network_opens_so_many_accounts_a_day(strict: FastAPI, free: None) -> None:
    tried = [f"198.51.100.{n}" for n in range(1, 7)]
    assert await accounts(strict, *tried) == [201] * 5 + [429]
    assert await accounts(strict, "198.51.101.1") == [201]


async def test_an_ipv6_customer_is_one_network(strict: FastAPI, free: None) -> None:
    tried = [f"2001:db8:7:{n:x}::1" for n in range(1, 7)]
    assert await accounts(strict, *tried) == [201] * 5 + [429]
    assert await accounts(strict, "2001:db8:8:1::1") == [201]


async def test_accounts_that_are_confirmed_do_not_count_against_their_network(
    strict: FastAPI, admin: asyncpg.Connection, free: None
) -> None:
    post = Post(strict, admin)
    for n in range(1, 8):
        async with browser(strict, address=f"198.51.103.{n}") as client:
            body = registration()
            assert (await client.post("/api/register", json=body)).status_code == 201
            token = await post.token(str(body["email"]), "Confirm your email address")
            for status in (200, 422):  # a link works once, and gives back once
                answer = await client.post("/api/v1/auth/verify", json={"token": token})
                assert answer.status_code == status
    tried = [f"198.51.103.{n}" for n in range(21, 27)]
    assert await accounts(strict, *tried) == [201] * 5 + [429]


@pytest.mark.parametrize("link", ["verification", "password"])
async def test_an_account_confirmed_elsewhere_frees_the_network_in_which_it_was_made(
    strict: FastAPI, admin: asyncpg.Connection, free: None, link: str
) -> None:
    body, post = registration(), Post(strict, admin)
    assert await accounts(strict, *[f"198.51.106.{n}" for n in range(21, 25)]) == [201] * 4
    assert await accounts(strict, *[f"198.51.107.{n}" for n in range(21, 26)]) == [201] * 5
    async with browser(strict, address="198.51.106.1") as client:
        assert (await client.post("/api/register", json=body)).status_code == 201
    async with browser(strict, address="198.51.107.1") as client:
        if link == "verification":
            await client.post("/api/login", json=body)
            token = await post.token(str(body["email"]), "Confirm your email address")
            answer = await client.post("/api/v1/auth/verify", json={"token": token})
        else:
            await client.post("/api/v1/auth/forgot", json={"email": body["email"]})
            token = await post.token(str(body["email"]), "Choose a new password")
            chosen = {"token": token, "password": "another pass phrase 42"}
            answer = await client.post("/api/v1/auth/reset", json=chosen)
    assert answer.is_success
    assert await accounts(strict, "198.51.107.31") == [429]
    assert await accounts(strict, "198.51.106.31", "198.51.106.32") == [201, 429]


async def test_an_account_of_an_earlier_time_gives_nothing_back(
    strict: FastAPI, admin: asyncpg.Connection, free: None
) -> None:
    post = Post(strict, admin)
    async with browser(strict, address="198.51.105.1") as client:
        body = registration()
        await client.post("/api/register", json=body)
        token = await post.token(str(body["email"]), "Confirm your email address")
        earlier = "UPDATE users SET created_at = created_at - interval '1 day' WHERE email = $1"
        assert await admin.execute(earlier, body["email"]) == "UPDATE 1"
        assert (await client.post("/api/v1/auth/verify", json={"token": token})).status_code == 200
    tried = [f"198.51.105.{n}" for n in range(21, 26)]
    assert await accounts(strict, *tried) == [201] * 4 + [429]


async def test_a_network_that_is_refused_reads_why_and_for_how_long(
    strict: FastAPI, free: None
) -> None:
    await accounts(strict, *[f"198.51.104.{n}" for n in range(1, 6)])
    async with browser(strict, address="198.51.104.9") as client:
        refused = await client.post("/api/register", json=registration())
    assert "are not confirmed yet. Please try again in" in refused.json()["detail"]
    assert int(refused.headers["Retry-After"]) > 0


def test_a_network_waits_an_hour_and_holds_more_than_an_address() -> None:
    rates = RateSettings()
    assert rates.accounts_network[1] == 3_600
    assert rates.accounts_network[0] > rates.accounts[0]


async def test_the_refusal_of_an_account_says_how_long_to_wait(strict: FastAPI, free: None) -> None:
    await accounts(strict, *["192.0.2.9"] * 3)
    async with browser(strict, address="192.0.2.9") as client:
        refused = await client.post("/api/register", json=registration())
    assert "from your network. Please try again in" in refused.json()["detail"]
    assert int(refused.headers["Retry-After"]) > 0


@pytest.mark.parametrize("policy", [quotas.KEY_CHECKS, quotas.SITE_READS], ids=["keys", "pages"])
async def test_a_person_uses_up_tries_of_keys_and_pages_over_all_their_workspaces(
    database: Database, free: None, policy: Policy
) -> None:
    person = await make_user(database)
    for _ in range(policy.quota):
        async with database.transaction() as session:
            await quotas.use_up_both(session, policy, person, uuid4())
    with pytest.raises(RateLimited, match="in the last hour"):
        async with database.transaction() as session:
            await quotas.use_up_both(session, policy, person, uuid4())
    async with database.transaction() as session:
        await quotas.use_up_both(session, policy, await make_user(database), uuid4())
