"""The gateway: failures in the product's words, the circuit, keys that repeat, pages of lists."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
import stripe
from pydantic import SecretStr

from presence.adapters.stripe import API_VERSION, StripeGateway
from presence.core.errors import AppError
from presence.core.payments import PaymentsDown, PaymentsMissing, PaymentsRefused
from presence.core.settings import StripeSettings
from presence_standins.stripe import InProcessClient, StripeModel

KEY = SecretStr("sk_test_1")


class Hands:
    """A gateway to a model, and a clock to move."""

    def __init__(self) -> None:
        self.model = StripeModel()
        self.seconds = 0.0
        settings = StripeSettings(secret_key=KEY, circuit_failures=3, circuit_open_s=15)
        transport = InProcessClient(self.model)
        self.gateway = StripeGateway(settings, lambda: self.seconds, transport)

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
