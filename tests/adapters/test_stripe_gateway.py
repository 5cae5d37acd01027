"""The gateway: failures in the product's words, the circuit, keys that repeat, pages of lists."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
import stripe
from pydantic import SecretStr

from presence.adapters.stripe import API_VERSION, StripeGateway
from presence.core.errors import AppError
from presence.core.payments import PaymentsDown, PaymentsMissing, PaymentsRefused
from presence.core.settings import StripeSettings
from presence_standins.stripe import InProcessClient, StripeModel
from tests.adapters.certificates import certificate
from tests.adapters.servers import RawServer, raw_server

KEY = SecretStr("sk_test_1")


LISTS = "/v1/subscriptions"


class Deaf(InProcessClient):
    """Who asks for subscriptions waits until they are let go, and gets no answer."""

    def __init__(self, model: StripeModel) -> None:
        super().__init__(model)
        self.asked, self.let_go = asyncio.Event(), asyncio.Event()

    async def request_async(
        self, method: str, url: str, headers: Mapping[str, str], post_data: Any = None
    ) -> tuple[bytes, int, Mapping[str, str]]:
        """As the model says, but for lists of subscriptions."""
        if LISTS in url:
            self.asked.set()
            await self.let_go.wait()
            raise stripe.APIConnectionError("Nothing was heard.")  # type: ignore[no-untyped-call]  # the library's own
        return await super().request_async(method, url, headers, post_data)


class Hands:
    """A gateway to a model, and a clock to move; `pace` is what half a request takes."""

    def __init__(self) -> None:
        self.model = StripeModel()
        self.seconds, self.pace = 0.0, 0.0
        self.gateway = self.through(InProcessClient(self.model, self._pass))

    def through(self, transport: stripe.HTTPClient) -> StripeGateway:
        """A gateway over another line."""
        settings = StripeSettings(secret_key=KEY, circuit_failures=3, circuit_open_s=15)
        return StripeGateway(settings, lambda: self.seconds, transport)

    def _pass(self) -> None:
        self.seconds += self.pace

    async def customer(self, key: str = "k") -> str:
        """Make a customer."""
        return await self.gateway.create_customer("a@example.com", "Ada", {}, key)


@pytest_asyncio.fixture
async def hands() -> AsyncIterator[Hands]:
    """A fresh model."""
    made = Hands()
    yield made
    await made.gateway.aclose()


def test_the_version_is_the_one_the_library_was_made_for() -> None:
    assert stripe.api_version == API_VERSION


async def test_a_lost_answer_is_asked_for_again_and_has_one_effect(hands: Hands) -> None:
    hands.model.faults.order("lost")
    await hands.customer()
    assert len(list(hands.model.account.every("customer"))) == 1


@pytest.mark.parametrize(
    "fault", ["error", "unavailable", "rate-limited", "in-progress", "timeout"]
)
async def test_what_may_work_later_is_a_503(hands: Hands, fault: str) -> None:
    hands.model.faults.order(fault, times=9)
    with pytest.raises(PaymentsDown) as raised:
        await hands.customer()
    assert raised.value.status == 503
    assert int(raised.value.headers["Retry-After"]) >= 1


async def test_what_does_not_exist_is_missing(hands: Hands) -> None:
    with pytest.raises(PaymentsMissing):
        await hands.gateway.read_checkout("cs_unknown")


async def test_what_is_refused_is_a_502_and_says_nothing_of_the_cause(hands: Hands) -> None:
    await hands.customer("same")
    with pytest.raises(PaymentsRefused) as raised:
        await hands.gateway.create_customer("b@example.com", "Bob", {}, "same")
    assert raised.value.status == 502
    assert "example.com" not in raised.value.message


async def test_a_provider_that_is_down_is_not_asked_until_the_pause_is_over(hands: Hands) -> None:
    hands.model.faults.order("unavailable", times=99)
    for _ in range(3):
        with pytest.raises(PaymentsDown):
            await hands.customer()
    before = hands.model.faults.spoiled
    with pytest.raises(PaymentsDown):
        await hands.customer()
    assert hands.model.faults.spoiled == before
    hands.model.faults.clear()
    hands.seconds = 16
    assert await hands.customer()


async def test_what_one_answer_needs_shares_its_seconds_and_costs_nobody_else(hands: Hands) -> None:
    hurried = hands.gateway.for_one_answer()
    customer = await hurried.create_customer("a@example.com", "Ada", {}, "k")
    hands.seconds = 4
    with pytest.raises(PaymentsDown):
        await hurried.subscriptions_of(customer)
    assert await hands.gateway.subscriptions_of(customer) == []
    assert await hands.gateway.for_one_answer().subscriptions_of(customer) == []


async def test_refusals_do_not_open_the_circuit(hands: Hands) -> None:
    for _ in range(5):
        with pytest.raises(PaymentsMissing):
            await hands.gateway.read_checkout("cs_unknown")
    assert await hands.customer()


async def test_an_earlier_press_still_in_work_opens_the_circuit_for_nobody(hands: Hands) -> None:
    hands.model.faults.order("in-progress", times=99)
    for _ in range(5):
        with pytest.raises(PaymentsDown):
            await hands.customer()
    hands.model.faults.clear()
    assert await hands.customer()


async def test_an_earlier_press_still_in_work_closes_the_circuit_as_any_answer(
    hands: Hands,
) -> None:
    hands.model.faults.order("unavailable", times=6)
    for _ in range(3):
        with pytest.raises(PaymentsDown):
            await hands.customer()
    hands.seconds = 16
    hands.model.faults.order("in-progress", times=2)
    with pytest.raises(PaymentsDown):
        await hands.customer()
    assert await hands.customer()


async def test_errors_that_took_long_are_no_silence(hands: Hands) -> None:
    hands.pace = 1
    hands.model.faults.order("unavailable", times=2)
    with pytest.raises(PaymentsDown):
        await hands.customer()
    assert hands.seconds == 4
    assert await hands.customer()


async def test_a_silence_closes_the_shop_for_nobody_when_others_were_answered_meanwhile(
    hands: Hands,
) -> None:
    line = Deaf(hands.model)
    gateway = hands.through(line)
    waiting = asyncio.create_task(gateway.subscriptions_of("cus_1"))
    await line.asked.wait()
    hands.seconds = 1
    assert await gateway.create_customer("a@example.com", "Ada", {}, "meanwhile")
    hands.seconds = 4
    line.let_go.set()
    with pytest.raises(PaymentsDown):
        await waiting
    assert await gateway.create_customer("b@example.com", "Bob", {}, "afterwards")


async def test_a_silence_after_the_last_answer_closes_the_shop_for_everybody(
    hands: Hands,
) -> None:
    line = Deaf(hands.model)
    gateway = hands.through(line)
    assert await gateway.create_customer("a@example.com", "Ada", {}, "before")
    waiting = asyncio.create_task(gateway.subscriptions_of("cus_1"))
    await line.asked.wait()
    hands.seconds = 4
    line.let_go.set()
    with pytest.raises(PaymentsDown):
        await waiting
    with pytest.raises(PaymentsDown):
        await gateway.create_customer("b@example.com", "Bob", {}, "afterwards")


@pytest.mark.parametrize("fault", ["unavailable", "timeout", None])
async def test_after_a_change_no_failure_says_that_nothing_was_charged(
    hands: Hands, fault: str | None
) -> None:
    await hands.customer("same")
    if fault:
        hands.model.faults.order(fault, times=2)
    with pytest.raises(AppError) as raised:
        await hands.gateway.after_change().create_customer("b@example.com", "Bob", {}, "same")
    assert raised.value.message.endswith("What was paid or changed there will show here later.")
    with pytest.raises(PaymentsMissing) as other:
        await hands.gateway.read_checkout("cs_unknown")
    assert other.value.message.endswith("Nothing was charged.")


async def test_nobody_listening_is_a_503_at_once() -> None:
    settings = StripeSettings(secret_key=KEY, base_url="http://127.0.0.1:9339", retries=0)
    gateway = StripeGateway(settings)
    try:
        with pytest.raises(AppError) as raised:
            await gateway.subscriptions_of("cus_1")
        assert raised.value.status == 503
    finally:
        await gateway.aclose()


async def test_every_page_of_a_list_is_read(hands: Hands) -> None:
    customer = await hands.customer()
    assert await hands.gateway.invoices_of(customer) == []
    assert await hands.gateway.subscriptions_of(customer) == []


async def test_a_redirect_is_not_followed() -> None:
    async with raw_server() as target, raw_server() as server:
        server.redirect("/v1/customers", target.url("/stolen"))
        settings = StripeSettings(secret_key=KEY, base_url=server.url(""), retries=0)
        gateway = StripeGateway(settings)
        with pytest.raises(AppError):
            await gateway.create_customer("a@example.com", "Ada", {}, "k")
        await gateway.aclose()
        assert (len(server.requests), target.connections) == (1, 0)


async def test_a_provider_nobody_vouches_for_is_told_nothing(tmp_path: Path) -> None:
    stranger = RawServer()
    context, _ = certificate(tmp_path, "localhost")
    listener = await asyncio.start_server(stranger.serve, "127.0.0.1", 0, ssl=context)
    address = f"https://localhost:{listener.sockets[0].getsockname()[1]}"
    gateway = StripeGateway(StripeSettings(secret_key=KEY, base_url=address, retries=0))
    with pytest.raises(PaymentsDown):
        await gateway.create_customer("a@example.com", "Ada", {}, "k")
    await gateway.aclose()
    listener.close()
    assert stranger.requests == []
