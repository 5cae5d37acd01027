"""Stripe that is slow, or silent after a change: what was done is finished and never denied."""

from __future__ import annotations

from typing import Any

import psycopg
import pytest

from presence.domains.workspaces.service import tenant
from presence_standins.stripe import checkout, portal
from tests.conftest import Place
from tests.domains.billing.stripe_world import Customer, World

CANCEL = "/api/subscriptions/cancel"
RESUME = "/api/v1/subscriptions/resume"
COMPLETE = "/api/subscriptions/checkout/complete"
EACH_S = 2
DENIED = "Nothing was charged"
LATER = (
    "Our payment provider does not answer right now."
    " What was paid or changed there will show here later."
)


@pytest.fixture
def slowly(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every answer of Stripe's takes two seconds."""
    handle = world.model.api.handle

    def take(*asked: Any) -> Any:
        world.model.account.now += EACH_S
        return handle(*asked)

    monkeypatch.setattr(world.model.api, "handle", take)


async def _recorded(world: World, customer: Customer, action: str) -> int:
    found: int = await world.admin.fetchval(
        "SELECT count(*) FROM audit_log a JOIN membership m USING (workspace_id)"
        " WHERE m.user_id = $1 AND a.action = $2",
        customer.user_id,
        action,
    )
    return found


@pytest.mark.usefixtures("slowly")
async def test_canceling_is_finished_though_all_answers_together_take_long(
    customer: Customer,
) -> None:
    await customer.buy(1, "monthly")
    canceled = await customer.client.post(CANCEL, json={})
    assert canceled.status_code == 200, canceled.text
    assert canceled.json()["subscription"]["cancelAtPeriodEnd"] is True


@pytest.mark.usefixtures("slowly")
async def test_keeping_it_is_finished_though_all_answers_together_take_long(
    world: World, customer: Customer
) -> None:
    await customer.buy(1, "monthly")
    portal.cancel(world.model.account, (await customer.remote())[0]["id"])
    await world.settle()
    kept = await customer.client.post(RESUME)
    assert kept.status_code == 200, kept.text
    assert kept.json()["subscription"]["cancelAtPeriodEnd"] is False


@pytest.mark.usefixtures("slowly")
async def test_coming_back_is_finished_though_all_answers_together_take_long(
    world: World, customer: Customer
) -> None:
    session_id = await customer.open_page(1)
    checkout.pay(world.model.account, session_id)
    done = await customer.client.post(COMPLETE, json={"sessionId": session_id})
    assert done.status_code == 200, done.text
    assert done.json()["processed"] is True


async def test_a_cancellation_that_reached_stripe_is_on_record_though_stripe_then_falls_silent(
    world: World, customer: Customer
) -> None:
    await customer.buy(1, "monthly")
    world.model.faults.order("timeout", times=99, method="GET")
    answer = await customer.client.post(CANCEL, json={"reason": "too dear"})
    assert (answer.status_code, answer.json()["message"]) == (503, LATER)
    assert (await customer.remote())[0]["cancel_at_period_end"] is True
    assert (await customer.events()).count("cancellation.asked") == 1
    assert await _recorded(world, customer, "subscription.canceled") == 1


@pytest.mark.parametrize("path", [CANCEL, RESUME])
async def test_what_stripe_did_is_on_record_though_its_owner_was_signed_out_meanwhile(
    world: World,
    customer: Customer,
    place: Place,
    monkeypatch: pytest.MonkeyPatch,
    path: str,
) -> None:
    await customer.buy(1, "monthly")
    if path == RESUME:
        await customer.client.post(CANCEL, json={})
    monkeypatch.setattr(tenant, "FRESH_S", 0.0)  # every call counts as a slow one
    signed_out, handle = "DELETE FROM login_session WHERE user_id = %s", world.model.api.handle

    def take(method: str, *asked: Any) -> Any:
        if method == "POST":
            with psycopg.connect(place.url("admin")) as elsewhere:
                elsewhere.execute(signed_out, [customer.user_id])
        return handle(method, *asked)

    monkeypatch.setattr(world.model.api, "handle", take)
    answer = await customer.client.post(path, json={})
    assert answer.status_code == 200, answer.text
    action = "subscription.canceled" if path == CANCEL else "subscription.resumed"
    assert await _recorded(world, customer, action) == 1


async def test_a_cancellation_taken_back_at_stripe_is_on_record_though_stripe_then_falls_silent(
    world: World, customer: Customer
) -> None:
    await customer.buy(1, "monthly")
    await customer.client.post(CANCEL, json={})
    world.model.faults.order("timeout", times=99, method="GET", path="/v1/invoices")
    answer = await customer.client.post(RESUME)
    assert (answer.status_code, answer.json()["message"]) == (503, LATER)
    assert (await customer.remote())[0]["cancel_at_period_end"] is False
    assert await _recorded(world, customer, "subscription.resumed") == 1


async def test_nobody_who_paid_reads_on_return_that_nothing_was_charged(
    world: World, customer: Customer
) -> None:
    session_id = await customer.open_page(1)
    checkout.pay(world.model.account, session_id)
    world.model.faults.order("timeout", times=99)
    answer = await customer.client.post(COMPLETE, json={"sessionId": session_id})
    assert (answer.status_code, answer.json()["message"]) == (503, LATER)


@pytest.mark.parametrize("silent_on", ["/v1/checkout", "/v1/subscriptions"])
async def test_nobody_who_paid_in_another_tab_reads_that_nothing_was_charged(
    world: World, customer: Customer, silent_on: str
) -> None:
    checkout.pay(world.model.account, await customer.open_page(1))
    world.model.faults.order("timeout", times=99, method="GET", path=silent_on)
    answer = await customer.start(2)
    assert answer.status_code == 503
    assert DENIED not in answer.json()["message"]
