"""The Stripe model behaves as Stripe documents: periods, money, dunning, retries, idempotency."""

from __future__ import annotations

import pytest
import stripe

from presence_standins.stripe import PAYS, REFUSES, Policy, checkout, portal
from presence_standins.stripe.customers import attach_card
from presence_standins.stripe.dates import DAY, HOUR, aligned, next_after
from presence_standins.stripe.problems import Problem
from tests.factories.stripe_shop import Shop, at, open_shop


def starts(shop: Shop) -> list[str]:
    """First days of the periods invoiced so far."""
    rows = [i["lines"]["data"][-1]["period"]["start"] for i in shop.model.account.every("invoice")]
    return [stripe_day(row) for row in rows]


def stripe_day(moment: int) -> str:
    """`02-29` of a moment."""
    days = (
        f"{year}-{month:02d}-{day:02d}"
        for year in (2027, 2028, 2029)
        for month in range(1, 13)
        for day in range(28, 32)
    )
    for day in days:
        try:
            if at(f"{day} 09:30") == moment:
                return day
        except ValueError:
            continue
    raise AssertionError(moment)


async def test_an_anchor_on_the_31st_is_billed_on_the_last_day_of_each_month() -> None:
    shop = await open_shop("2027-10-31 09:30")
    await shop.subscribe()
    shop.model.advance(at("2028-04-30 12:00"))
    assert starts(shop) == [
        "2027-10-31",
        "2027-11-30",
        "2027-12-31",
        "2028-01-31",
        "2028-02-29",
        "2028-03-31",
        "2028-04-30",
    ]


def test_a_year_from_29_february_ends_on_the_28th_until_the_next_leap_year() -> None:
    anchor = at("2028-02-29 10:00")
    ends = [aligned(anchor, "year", number) for number in (1, 2, 3, 4)]
    assert ends == [
        at(f"{d} 10:00") for d in ("2029-02-28", "2030-02-28", "2031-02-28", "2032-02-29")
    ]
    assert next_after(anchor, "year", ends[0]) == ends[1]


async def test_a_change_in_the_middle_of_a_period_is_prorated_to_the_cent() -> None:
    shop = await open_shop("2027-04-01 00:00")
    sub = await shop.subscribe()
    shop.model.advance(at("2027-04-11 00:00"))
    await shop.api.subscriptions.update_async(
        sub.id,
        {
            "items": [{"id": sub["items"].data[0].id, "price": shop.prices["scale-monthly"]}],
            "proration_behavior": "always_invoice",
        },
    )
    latest = (await shop.api.invoices.list_async({"customer": shop.customer})).data[0]
    assert [line.amount for line in latest.lines.data] == [-1_333, 6_600]
    assert (latest.total, latest.amount_paid, latest.status) == (5_267, 5_267, "paid")


async def test_another_interval_starts_a_new_period_at_once() -> None:
    shop = await open_shop("2027-04-01 00:00")
    sub = await shop.subscribe()
    shop.model.advance(at("2027-04-16 00:00"))
    item = sub["items"].data[0]
    await shop.api.subscriptions.update_async(
        sub.id, {"items": [{"id": item.id, "price": shop.prices["yearly"]}]}
    )
    sub = await shop.api.subscriptions.retrieve_async(sub.id)
    period = sub["items"].data[0]
    assert (period.current_period_start, period.current_period_end) == (
        at("2027-04-16 00:00"),
        at("2028-04-16 00:00"),
    )
    latest = (await shop.api.invoices.list_async({"customer": shop.customer})).data[0]
    assert latest.total == 20_000 - 1_000


async def test_a_credit_pays_later_invoices_before_the_card_does() -> None:
    shop = await open_shop("2027-04-01 00:00")
    sub = await shop.subscribe("scale-monthly")
    item = sub["items"].data[0]
    change = {"items": [{"id": item.id, "price": shop.prices["monthly"]}]}
    await shop.api.subscriptions.update_async(
        sub.id, {**change, "proration_behavior": "always_invoice"}
    )
    assert (await shop.api.customers.retrieve_async(shop.customer)).balance == -7_900
    shop.model.advance(at("2027-08-02 00:00"))
    invoices = (await shop.api.invoices.list_async({"customer": shop.customer})).data
    assert [i.amount_paid for i in invoices] == [100, 0, 0, 0, 0, 9_900]


async def test_a_refused_renewal_is_retried_and_ends_the_subscription() -> None:
    shop = await open_shop("2027-04-01 00:00")
    sub = await shop.subscribe()
    attach_card(shop.model.account, shop.customer, REFUSES)
    statuses = []
    for moment in ("05-01 00:30", "05-01 01:00", "05-16 00:59", "05-16 01:00"):
        shop.model.advance(at(f"2027-{moment}"))
        statuses.append((await shop.api.subscriptions.retrieve_async(sub.id)).status)
    assert statuses == ["active", "past_due", "past_due", "canceled"]
    assert shop.events().count("invoice.payment_failed") == 4
    assert shop.events()[-1] == "customer.subscription.deleted"


async def test_a_new_card_before_the_next_retry_makes_it_active_again() -> None:
    shop = await open_shop("2027-04-01 00:00")
    sub = await shop.subscribe()
    attach_card(shop.model.account, shop.customer, REFUSES)
    shop.model.advance(at("2027-05-02 00:00"))
    attach_card(shop.model.account, shop.customer, PAYS)
    shop.model.advance(at("2027-05-04 01:00"))
    assert (await shop.api.subscriptions.retrieve_async(sub.id)).status == "active"


async def test_a_declined_checkout_leaves_no_subscription_and_stays_open() -> None:
    shop = await open_shop()
    session = await shop.open_checkout()
    assert not checkout.pay(shop.model.account, session.id, REFUSES)
    session = await shop.api.checkout.sessions.retrieve_async(session.id)
    assert (session.status, session.payment_status, session.subscription) == (
        "open",
        "unpaid",
        None,
    )
    assert (await shop.api.subscriptions.list_async({"customer": shop.customer})).data == []


async def test_a_session_nobody_pays_expires_after_a_day() -> None:
    shop = await open_shop()
    session = await shop.open_checkout()
    shop.model.advance(shop.model.now + DAY)
    assert (await shop.api.checkout.sessions.retrieve_async(session.id)).status == "expired"
    with pytest.raises(Problem, match="expired"):
        checkout.pay(shop.model.account, session.id)


async def test_two_paid_checkouts_are_two_subscriptions() -> None:
    shop = await open_shop()
    await shop.subscribe()
    await shop.subscribe()
    assert len((await shop.api.subscriptions.list_async({"customer": shop.customer})).data) == 2


async def test_the_portal_cancels_by_a_moment_and_the_api_by_the_period() -> None:
    shop = await open_shop()
    sub = await shop.subscribe()
    end = sub["items"].data[0].current_period_end
    portal.cancel(shop.model.account, sub.id)
    sub = await shop.api.subscriptions.retrieve_async(sub.id)
    assert (sub.cancel_at_period_end, sub.cancel_at) == (False, end)
    await shop.api.subscriptions.update_async(sub.id, {"cancel_at": ""})
    sub = await shop.api.subscriptions.update_async(sub.id, {"cancel_at_period_end": True})
    assert (sub.cancel_at_period_end, sub.cancel_at) == (True, end)
    shop.model.advance(end)
    sub = await shop.api.subscriptions.retrieve_async(sub.id)
    assert (sub.status, sub.ended_at) == ("canceled", end)


async def test_a_repeated_key_gets_the_first_answer() -> None:
    shop = await open_shop()
    twice = [
        await shop.api.customers.create_async({"name": "Bo"}, {"idempotency_key": "k"})
        for _ in range(2)
    ]
    assert twice[0].id == twice[1].id
    assert twice[1].last_response.headers["Idempotent-Replayed"] == "true"
    with pytest.raises(stripe.IdempotencyError, match="same parameters"):
        await shop.api.customers.create_async({"name": "Cy"}, {"idempotency_key": "k"})


async def test_a_lost_answer_had_its_effect_once() -> None:
    shop = await open_shop()
    shop.model.faults.order("lost", method="POST")
    await shop.api.customers.create_async({"name": "Bo"}, {"idempotency_key": "k"})
    assert len(list(shop.model.account.every("customer", name="Bo"))) == 1


@pytest.mark.parametrize(
    ("fault", "error"),
    [
        ("error", stripe.APIError), ("unavailable", stripe.APIError),
        ("rate-limited", stripe.RateLimitError), ("timeout", stripe.APIConnectionError),
    ],
)  # fmt: skip
async def test_an_outage_is_what_the_sdk_calls_it(
    fault: str, error: type[stripe.StripeError]
) -> None:
    shop = await open_shop()
    shop.model.faults.order(fault, times=3)
    with pytest.raises(error):
        await shop.api.customers.retrieve_async(shop.customer)


async def test_lists_are_paged_newest_first() -> None:
    shop = await open_shop()
    for number in range(5):
        await shop.api.customers.create_async({"name": f"n{number}"})
        await shop.open_checkout()
    found = await shop.api.prices.list_async({"limit": 3})
    assert found.has_more
    rest = await shop.api.prices.list_async({"limit": 3, "starting_after": found.data[-1].id})
    assert [len(found.data), len(rest.data), rest.has_more] == [3, 1, False]


async def test_a_key_that_is_none_is_refused() -> None:
    shop = await open_shop()
    with pytest.raises(stripe.AuthenticationError):
        await shop.api.customers.retrieve_async(shop.customer, {}, {"api_key": "pk_test_1"})


async def test_a_trial_costs_nothing_until_it_ends_and_warns_before() -> None:
    shop = await open_shop("2027-04-01 00:00", Policy(finalize_after_s=HOUR))
    sub = await shop.subscribe(subscription_data={"trial_period_days": 14})
    assert sub.status == "trialing"
    shop.model.advance(at("2027-04-15 02:00"))
    assert (await shop.api.subscriptions.retrieve_async(sub.id)).status == "active"
    invoices = (await shop.api.invoices.list_async({"customer": shop.customer})).data
    assert [i.amount_paid for i in invoices] == [2_000, 0]
    assert "customer.subscription.trial_will_end" in shop.events()


async def test_the_portal_confirms_only_prices_its_configuration_sells() -> None:
    shop = await open_shop()
    sub = await shop.subscribe()
    item = {"id": sub["items"].data[0].id, "price": shop.prices["yearly"], "quantity": 1}
    flow = {
        "type": "subscription_update_confirm",
        "subscription_update_confirm": {"subscription": sub.id, "items": [item]},
    }
    visit = {"customer": shop.customer, "flow_data": flow}
    with pytest.raises(stripe.InvalidRequestError, match="does not allow subscription_update"):
        await shop.api.billing_portal.sessions.create_async(visit)
    sold = [{"product": "presence-scale", "prices": [shop.prices["scale-yearly"]]}]
    update = {"enabled": True, "default_allowed_updates": ["price"], "products": sold}
    made = await shop.api.billing_portal.configurations.create_async(
        {"features": {"subscription_update": update}}
    )
    with pytest.raises(stripe.InvalidRequestError, match="does not sell"):
        await shop.api.billing_portal.sessions.create_async({**visit, "configuration": made.id})


async def test_the_latest_paid_invoice_makes_a_past_due_subscription_active() -> None:
    shop = await open_shop("2027-04-01 00:00")
    sub = await shop.subscribe()
    attach_card(shop.model.account, shop.customer, REFUSES)
    shop.model.advance(at("2027-05-02 00:00"))
    attach_card(shop.model.account, shop.customer, PAYS)
    item = {"id": sub["items"].data[0].id, "price": shop.prices["scale-monthly"]}
    asked = {"items": [item], "proration_behavior": "always_invoice"}
    assert (await shop.api.subscriptions.update_async(sub.id, asked)).status == "active"
