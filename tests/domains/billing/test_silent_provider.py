"""Stripe that takes a question and says nothing: nobody waits longer than they would believe.

Stripe itself would be silent for a minute. What is counted is the time for which a question to it
was open, in beats of this process: one that a busy machine keeps waiting beats more slowly, too.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, replace
from typing import Any

import aiohttp
import httpx
import pytest_asyncio
import stripe
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
BEAT_S = 0.05
SILENT_S = 60.0
PAUSE_S = 300.0
SLOW_S = 3.0  # less than one question may take, more than two may take together
SENTENCE = "Our payment provider does not answer right now. Nothing was charged."


class Waiting(stripe.AIOHTTPClient):
    """Real connections that would wait a minute; counts questions, and beats while one is open."""

    def __init__(self, session: aiohttp.ClientSession) -> None:
        super().__init__(timeout=aiohttp.ClientTimeout(total=SILENT_S), session=session)
        self.asked = self.open = self.beats = 0
        self.slow_s = 0.0

    async def request_async(
        self, method: str, url: str, headers: Mapping[str, str], post_data: Any = None
    ) -> tuple[bytes, int, Mapping[str, str]]:
        """Ask, and wait `slow_s` longer than the answer takes."""
        self.asked, self.open = self.asked + 1, self.open + 1
        try:
            await asyncio.sleep(self.slow_s)
            return await super().request_async(method, url, headers, post_data)
        finally:
            self.open -= 1

    async def beat(self) -> None:
        """Go on for ever."""
        while True:
            await asyncio.sleep(BEAT_S)
            self.beats += self.open > 0

    @property
    def seconds(self) -> float:
        """How long a question was open."""
        return self.beats * BEAT_S


@dataclass
class Pause:
    """The gateway's clock, which a test moves on."""

    later_s: float = 0.0

    def monotonic(self) -> float:
        """Seconds."""
        return time.monotonic() + self.later_s


@dataclass
class Shop:
    """The product with a real Stripe stand-in behind a proxy, and two who want to buy."""

    proxy: SickProxy
    waiting: Waiting
    pause: Pause
    first: httpx.AsyncClient
    second: httpx.AsyncClient


async def _pressed(client: httpx.AsyncClient) -> httpx.Response:
    """Choose a plan."""
    wish = {
        "planId": 1,
        "billingFrequency": "yearly",
        "successUrl": f"{SITE}/dashboard",
        "cancelUrl": f"{SITE}/pricing",
    }
    return await client.post("/api/subscriptions/checkout", json=wish)


@asynccontextmanager
async def _waiting() -> AsyncIterator[Waiting]:
    async with aiohttp.ClientSession() as session:
        made = Waiting(session)
        beating = asyncio.create_task(made.beat())
        yield made
        beating.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await beating


@pytest_asyncio.fixture
async def shop(place: Place, database: Database) -> AsyncIterator[Shop]:
    """Everybody signed in, the price list set up, Stripe well."""
    async with AsyncExitStack() as stack:
        stripe_at = await stack.enter_async_context(stripe_server())
        proxy = await stack.enter_async_context(
            proxied("127.0.0.1", httpx.URL(stripe_at.url).port or 0)
        )
        connection = StripeSettings(
            secret_key=SecretStr("sk_test_silent"),
            base_url=f"http://127.0.0.1:{proxy.port}",
            timeout_s=SILENT_S,
            circuit_open_s=PAUSE_S,
        )
        waiting = await stack.enter_async_context(_waiting())
        pause = Pause()
        gateway = StripeGateway(connection, pause.monotonic, waiting)
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
        waiting.asked = waiting.beats = 0
        yield Shop(proxy, waiting, pause, *people)
        await proxy.heal()


async def test_a_checkout_is_refused_within_five_seconds_when_stripe_says_nothing(
    shop: Shop,
) -> None:
    await shop.proxy.sicken("timeout")
    answer = await _pressed(shop.first)
    assert answer.status_code == 503
    assert answer.json()["message"] == SENTENCE
    assert int(answer.headers["Retry-After"]) >= 1
    assert shop.waiting.asked == 1
    assert shop.waiting.seconds <= WHOLE_S


async def test_after_one_silence_the_next_are_told_without_asking(shop: Shop) -> None:
    await shop.proxy.sicken("timeout")
    await _pressed(shop.first)
    asked = shop.waiting.asked
    answer = await _pressed(shop.second)
    assert (answer.status_code, answer.json()["message"]) == (503, SENTENCE)
    assert shop.waiting.asked == asked


async def test_an_answer_that_trickles_in_is_waited_for_no_longer(shop: Shop) -> None:
    assert (await _pressed(shop.first)).status_code == 200
    await shop.proxy.sicken("bandwidth")
    shop.waiting.beats = 0
    await _pressed(shop.first)
    assert shop.waiting.seconds <= WHOLE_S


async def test_every_question_of_one_checkout_shares_the_five_seconds(shop: Shop) -> None:
    assert (await _pressed(shop.first)).status_code == 200
    shop.waiting.slow_s = SLOW_S  # an earlier page is to be closed first
    shop.waiting.beats = 0
    await _pressed(shop.first)
    assert shop.waiting.seconds <= WHOLE_S


async def test_a_checkout_begins_again_when_stripe_speaks_and_the_pause_is_over(
    shop: Shop,
) -> None:
    await shop.proxy.sicken("timeout")
    await _pressed(shop.first)
    await shop.proxy.heal()
    assert (await _pressed(shop.first)).status_code == 503
    shop.pause.later_s = PAUSE_S + 1
    assert (await _pressed(shop.first)).status_code == 200
