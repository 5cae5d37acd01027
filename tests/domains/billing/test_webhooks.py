"""Webhooks: who may send them, that each counts once, and that none is lost."""

from __future__ import annotations

import json
import time
from datetime import timedelta
from typing import Any

import httpx
import pytest
import stripe
from pydantic import SecretStr

from presence.core.errors import NotFound
from presence.core.payment_events import HANDLED
from presence.domains.billing.service.deliveries import replay_delivery
from presence.domains.billing.service.reconciliation import billing_health
from presence_standins.stripe import SECRET, checkout
from tests.domains.billing.stripe_world import JSON, WEBHOOK, Customer, World

SIGN = stripe.WebhookSignature.generate_signature_header


def event(customer: str | None = "cus_1", kind: str = "invoice.paid", **changes: Any) -> str:
    """A body such as Stripe sends."""
    made = {
        "id": "evt_forged",
        "object": "event",
        "created": int(time.time()),
        "type": kind,
        "data": {"object": {"id": "in_1", "object": "invoice", "customer": customer}},
    }
    return json.dumps({**made, **changes})


async def post(world: World, body: str, signature: str | None) -> httpx.Response:
    """Send a body with a signature."""
    headers = JSON | ({"Stripe-Signature": signature} if signature is not None else {})
    async with world.browser() as sender:
        return await sender.post(WEBHOOK, content=body, headers=headers)


async def stored(world: World, event_id: str) -> Any:
    """What became of an event."""
    return await world.admin.fetchrow("SELECT * FROM stripe_delivery WHERE event_id = $1", event_id)


@pytest.mark.parametrize(
    "signature",
    [
        None,
        "",
        "nonsense",
        "t=,v1=",
        f"t={int(time.time())}",
        SIGN(event(), "whsec_another"),
        SIGN(event(id="evt_other"), SECRET),
        SIGN(event(), SECRET, int(time.time()) - 301),
        SIGN(event(), SECRET, int(time.time()) + 3_600),
        SIGN(event(), SECRET).replace("v1=", "v0="),
    ],
    ids=["none", "empty", "text", "no values", "no hash", "secret", "body", "old", "ahead", "v0"],
)
async def test_what_is_not_signed_now_with_our_secret_is_refused(
    world: World, signature: str | None
) -> None:
    response = await post(world, event(), signature)
    assert (response.status_code, response.json()["code"]) == (400, "bad-request")
    assert await stored(world, "evt_forged") is None


async def test_a_replayed_body_does_nothing_again(world: World, customer: Customer) -> None:
    await customer.buy(1)
    paid = next(world.model.account.every("event", type="invoice.paid"))
    before = world.model.api.requests
    body = json.dumps(paid)
    response = await post(world, body, SIGN(body, SECRET))
    assert response.status_code == 200
    assert await world.work() == []
    assert world.model.api.requests == before


async def test_stripe_is_asked_once_about_events_that_arrived_together(
    world: World, customer: Customer
) -> None:
    await customer.buy(1)
    paid = next(world.model.account.every("event", type="invoice.paid"))
    asked = []
    for together in (("evt_alone",), ("evt_one", "evt_two", "evt_three")):
        for name in together:
            body = json.dumps({**paid, "id": name})
            assert (await post(world, body, SIGN(body, SECRET))).status_code == 200
        before = world.model.api.requests
        assert await world.work() == ["billing.deliver"] * len(together)
        asked.append(world.model.api.requests - before)
    assert asked[0] == asked[1] > 0


async def test_during_a_change_of_secret_both_are_accepted(world: World) -> None:
    settings = world.settings.stripe
    both = (SecretStr("whsec_new"), *settings.webhook_secrets)
    world.app.state.settings.stripe.webhook_secrets = both
    for secret, name in (("whsec_new", "evt_new"), (SECRET, "evt_old")):
        body = event(id=name)
        assert (await post(world, body, SIGN(body, secret))).status_code == 200


@pytest.mark.parametrize(
    "body",
    [
        "[]",
        "{}",
        "no json",
        event(id=7),
        event(id="x" * 256),
        event(created="soon"),
        event(type=""),
    ],
)
async def test_a_signed_body_that_is_no_event_is_refused(world: World, body: str) -> None:
    assert (await post(world, body, SIGN(body, SECRET))).status_code == 422


async def test_events_of_strangers_and_of_no_interest_are_kept_and_left_alone(
    world: World,
) -> None:
    for name, kind in (("evt_stranger", "invoice.paid"), ("evt_product", "product.created")):
        body = event("cus_stranger", kind, id=name)
        assert (await post(world, body, SIGN(body, SECRET))).status_code == 200
    assert (await stored(world, "evt_stranger"))["state"] == "unmatched"
    assert (await stored(world, "evt_product"))["state"] == "ignored"
    assert await world.work() == []


async def test_order_and_repetition_do_not_matter(world: World, customer: Customer) -> None:
    await customer.buy(1)
    await customer.client.post("/api/subscriptions/cancel", json={"reason": "too dear"})
    await customer.client.post("/api/v1/subscriptions/resume")
    late = [e for e in world.model.account.every("event") if e["type"] in HANDLED]
    for number, old in enumerate(reversed(late)):
        body = json.dumps({**old, "id": f"evt_again_{number}"})
        assert (await post(world, body, SIGN(body, SECRET))).status_code == 200
        await world.work()
    mine = await customer.mine()
    assert (mine["active"], mine["subscription"]["cancelAtPeriodEnd"]) == (True, False)


async def test_while_stripe_is_down_an_event_waits_and_is_worked_off_later(
    world: World, customer: Customer
) -> None:
    session_id = await customer.open_page(2)
    checkout.pay(world.model.account, session_id)
    world.model.faults.order("unavailable", times=99)
    await world.deliver()
    await world.work()
    health = await billing(world)
    assert health.pending > 0
    assert (await customer.mine())["plan"] is None
    world.model.faults.clear()
    world.model.advance(world.model.now + 120)
    await world.sweep()
    await world.work()
    assert (await customer.mine())["plan"]["name"] == "Growth"
    assert (await billing(world)).pending == 0


async def billing(world: World) -> Any:
    """The counts an alert would see."""
    async with world.database.transaction() as session:
        return await billing_health(session, world.resources.clock.now())


async def test_lost_webhooks_are_found_by_the_nightly_comparison(
    world: World, customer: Customer
) -> None:
    await customer.buy(1)
    await world.advance(1.5)
    remote = (await customer.remote())[0]
    await world.gateway.end_with_period(remote["id"], "by phone", "key")
    world.model.outbox.waiting.clear()
    assert (await customer.mine())["subscription"]["cancelAtPeriodEnd"] is False
    before = (await billing(world)).drifted
    await world.admin.execute(
        "UPDATE stripe_customer SET reconciled_at = $1",
        world.resources.clock.now() - timedelta(days=2),
    )
    await world.sweep()
    await world.work()
    assert (await customer.mine())["subscription"]["cancelAtPeriodEnd"] is True
    assert (await billing(world)).drifted == before + 1
    names = ("end_date", "cancel_at_period_end", "access_until")
    assert await drift(world, customer) == [f"{remote['id']}: {name}" for name in names]


async def drift(world: World, customer: Customer) -> list[str]:
    """What the last comparison of a customer had to repair, without what follows from it."""
    stored = await world.admin.fetchval(
        "SELECT drift FROM stripe_customer c JOIN membership m USING (workspace_id)"
        " WHERE m.user_id = $1",
        customer.user_id,
    )
    return list(json.loads(stored))


async def test_support_can_replay_an_event(world: World, customer: Customer) -> None:
    await customer.buy(1)
    paid = next(e for e in world.model.account.every("event") if e["type"] == "invoice.paid")
    async with world.database.transaction() as session:
        await replay_delivery(session, paid["id"], world.resources.clock.now())
    assert await world.work() == ["billing.deliver"]
    assert (await stored(world, paid["id"]))["state"] == "processed"
    async with world.database.transaction() as session:
        with pytest.raises(NotFound):
            await replay_delivery(session, "evt_never", world.resources.clock.now())


async def test_without_a_secret_webhooks_are_not_accepted(world: World) -> None:
    world.app.state.settings.stripe.webhook_secrets = ()
    body = event()
    assert (await post(world, body, SIGN(body, ""))).status_code == 503
