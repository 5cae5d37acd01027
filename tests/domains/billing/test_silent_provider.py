"""Stripe that takes a question and says nothing: nobody waits longer than they would believe."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from dataclasses import dataclass, replace

import httpx
import pytest_asyncio
from pydantic import SecretStr

from presence.adapters.stripe import StripeGateway
from presence.core.settings import StripeSettings
from presence.db.session import Database
from presence.domains.billing.service.price_setup import set_up_prices
from presence.entrypoints.customer import build_adapters, create_customer_app
from presence_standins.stripe.server import start as stripe_server
from tests.assurance.sick_proxy import SickProxy, proxied
from tests.conftest import Place, browser
from tests.domains.billing.stripe_world import SITE
from tests.factories.people import sign_up

WHOLE_S = 5.0
AT_ONCE_S = 0.5
SENTENCE = "Our payment provider does not answer right now. Nothing was charged."


@dataclass
class Shop:
    """The product with a real Stripe stand-in behind a proxy, and two who want to buy."""

    proxy: SickProxy
    first: httpx.AsyncClient
    second: httpx.AsyncClient


async def _pressed(client: httpx.AsyncClient) -> tuple[httpx.Response, float]:
    """Choose a plan: the answer and the seconds it took."""
    wish = {"planId": 1, "billingFrequency": "yearly", "successUrl": f"{SITE}/dashboard",
            "cancelUrl": f"{SITE}/pricing"}  # fmt: skip
    started = time.monotonic()
    answer = await client.post("/api/subscriptions/checkout", json=wish)
    return answer, time.monotonic() - started


@pytest_asyncio.fixture
async def shop(place: Place, database: Database) -> AsyncIterator[Shop]:
    """Everybody signed in, the price list set up, Stripe well."""
    async with AsyncExitStack() as stack:
        stripe = await stack.enter_async_context(stripe_server())
        proxy = await stack.enter_async_context(
            proxied("127.0.0.1", httpx.URL(stripe.url).port or 0)
        )
        connection = StripeSettings(
            secret_key=SecretStr("sk_test_silent"),
            base_url=f"http://127.0.0.1:{proxy.port}",
            circuit_open_s=1.0,
        )
        gateway = StripeGateway(connection)
        stack.push_async_callback(gateway.aclose)
        owner = Database(place.url("owner"), place.settings().database)
        stack.push_async_callback(owner.close)
        async with owner.transaction() as session:
            await set_up_prices(session, gateway)
        settings = place.settings().model_copy(update={"stripe": connection})
        settings.http.public_url = SITE
        adapters = replace(build_adapters(settings), database=database, payments=gateway)
        app = create_customer_app(settings, adapters)
        stack.callback(app.state.accounts.close)
        people = [await stack.enter_async_context(browser(app)) for _ in range(2)]
        for person in people:
            await sign_up(person)
        yield Shop(proxy, *people)
        await proxy.heal()


async def test_a_checkout_is_refused_within_five_seconds_when_stripe_says_nothing(
    shop: Shop,
) -> None:
    await shop.proxy.sicken("timeout")
    answer, took = await _pressed(shop.first)
    assert answer.status_code == 503
    assert answer.json()["message"] == SENTENCE
    assert int(answer.headers["Retry-After"]) >= 1
    assert took <= WHOLE_S


async def test_after_one_silence_the_next_are_told_at_once(shop: Shop) -> None:
    await shop.proxy.sicken("timeout")
    await _pressed(shop.first)
    answer, took = await _pressed(shop.second)
    assert (answer.status_code, answer.json()["message"]) == (503, SENTENCE)
    assert took <= AT_ONCE_S


async def test_every_question_of_one_checkout_shares_the_five_seconds(shop: Shop) -> None:
    assert (await _pressed(shop.first))[0].status_code == 200
    await shop.proxy.sicken("bandwidth")  # an earlier page is to be closed first
    _, took = await _pressed(shop.first)
    assert took <= WHOLE_S


async def test_a_checkout_begins_again_when_stripe_speaks_and_the_pause_is_over(
    shop: Shop,
) -> None:
    await shop.proxy.sicken("timeout")
    await _pressed(shop.first)
    await shop.proxy.heal()
    await asyncio.sleep(1.1)
    assert (await _pressed(shop.first))[0].status_code == 200
