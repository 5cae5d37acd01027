"""What the Stripe model answers has the shapes Stripe publishes, and it takes no other requests."""

from __future__ import annotations

import pytest
import stripe

from presence_standins.stripe import REFUSES, Policy, portal, published, subscriptions
from presence_standins.stripe.customers import attach_card
from presence_standins.stripe.dates import DAY
from presence_standins.stripe.operations import OPERATIONS
from tests.factories.stripe_shop import Shop, open_shop

STATUSES = {
    "active", "trialing", "past_due", "canceled", "unpaid", "incomplete", "incomplete_expired",
    "paused",
}  # fmt: skip


async def test_every_answer_and_event_of_two_eventful_years_has_its_published_shape() -> None:
    shop = await open_shop()
    await _two_years(shop)
    for kind in ("event", "charge", "payment_intent", "payment_method", "invoice_payment"):
        for row in shop.model.account.every(kind):
            shop.client.check(row)
    for event in shop.model.account.every("event"):
        shop.client.check(event["data"]["object"])
    assert shop.client.complaints == []
    assert shop.client.checked > 300


async def _two_years(shop: Shop) -> None:
    api, account = shop.api, shop.model.account
    sub = await shop.subscribe(subscription_data={"trial_period_days": 14})
    await shop.open_checkout(expires_at=shop.model.now + DAY)
    shop.model.advance(shop.model.now + 200 * DAY)
    item = sub["items"].data[0]
    for price in ("scale-monthly", "monthly"):
        change = {"items": [{"id": item.id, "price": shop.prices[price]}]}
        await api.subscriptions.update_async(
            sub.id, {**change, "proration_behavior": "always_invoice"}
        )
    flow = {
        "type": "subscription_update_confirm",
        "after_completion": {"type": "redirect", "redirect": {"return_url": "http://shop.test"}},
        "subscription_update_confirm": {
            "subscription": sub.id,
            "items": [{"id": item.id, "price": shop.prices["yearly"], "quantity": 1}],
        },
    }
    sold = [{"product": "presence-pro", "prices": [shop.prices["yearly"]]}]
    update = {"enabled": True, "default_allowed_updates": ["price"], "products": sold}
    configuration = await api.billing_portal.configurations.create_async(
        {"features": {"subscription_update": update, "payment_method_update": {"enabled": True}}}
    )
    visit = {"customer": shop.customer, "return_url": "http://shop.test", "flow_data": flow}
    session = await api.billing_portal.sessions.create_async(
        {**visit, "configuration": configuration.id}
    )
    portal.confirm(account, session.id)
    await api.billing_portal.configurations.list_async({"active": True})
    shop.model.advance(shop.model.now + 500 * DAY)
    invoices = await api.invoices.list_async(
        {"customer": shop.customer, "expand": ["data.payments"]}
    )
    intent = invoices.data[0].payments.data[0].payment.payment_intent
    await api.refunds.create_async({"payment_intent": intent, "amount": 100})
    attach_card(account, shop.customer, REFUSES)
    await api.subscriptions.update_async(sub.id, {"cancel_at_period_end": True})
    await api.subscriptions.list_async({"customer": shop.customer, "status": "all"})
    await api.customers.delete_async(shop.customer)
    await api.events.list_async({"limit": 100, "types": ["invoice.paid"]})


@pytest.mark.parametrize("after", ["cancel", "unpaid", "past_due"])
async def test_all_eight_statuses_come_about(after: str) -> None:
    shop = await open_shop(policy=Policy(after_retries=after))
    account = shop.model.account
    seen = {(await shop.subscribe()).status}
    attach_card(account, shop.customer, REFUSES)
    without = {"trial_days": 5, "without_card": "pause"}
    lonely = await shop.api.customers.create_async({"email": "lonely@example.com"})
    subscriptions.start(account, lonely.id, shop.prices["monthly"], **without)  # type: ignore[arg-type]
    subscriptions.start(account, shop.customer, shop.prices["monthly"])
    for _ in range(60):
        seen |= {sub["status"] for sub in account.every("subscription")}
        shop.model.advance(shop.model.now + DAY)
    expected = STATUSES - ({"unpaid", "canceled"} - {"canceled" if after == "cancel" else after})
    assert seen == expected


async def test_a_parameter_stripe_does_not_know_is_refused() -> None:
    shop = await open_shop()
    with pytest.raises(stripe.InvalidRequestError) as raised:
        await shop.api.customers.create_async({"emial": "ada@example.com"})
    assert (raised.value.code, raised.value.param) == ("parameter_unknown", "emial")


async def test_a_value_stripe_does_not_know_is_refused() -> None:
    shop = await open_shop()
    with pytest.raises(stripe.InvalidRequestError, match="subscribe"):
        await shop.open_checkout(mode="subscribe")


def test_every_operation_of_the_model_is_one_that_stripe_publishes() -> None:
    assert set(OPERATIONS) == set(published.document()["operations"])


@pytest.mark.parametrize(
    ("row", "complaint"),
    [
        ({"id": 3}, "refund.id: 3 is not of type string"),
        ({"hue": "red"}, "refund: Stripe has no hue"),
        ({"object": "refunds"}, "refund.object: 'refunds' is not one of ['refund']"),
        ({"amount": None}, "refund.amount: null"),
        ({}, "refund: currency is missing"),
    ],
)
def test_a_wrong_shape_is_a_complaint(row: dict[str, object], complaint: str) -> None:
    good = {"id": "re_1", "object": "refund", "amount": 1, "created": 1}
    found = list(published.complaints({"ref": "refund"}, {**good, **row}, "refund"))
    assert complaint in found
