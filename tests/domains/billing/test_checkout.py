"""From choosing a plan to having it, against the model of Stripe."""

from __future__ import annotations

import asyncio

import asyncpg
import pytest

from presence.core.payments import CheckoutOrder
from presence.db.session import Database
from presence.domains.billing.service.plans import offer_of
from presence.domains.team.service import sync_seats
from presence_standins.stripe import checkout
from tests.domains.billing.stripe_world import SITE, Customer, World
from tests.factories.people import make_tenant

COMPLETE = "/api/subscriptions/checkout/complete"
RESULT = "/api/subscriptions/checkout-result"
PAUSED_PAYER = (
    "INSERT INTO membership (workspace_id, user_id, role, paused) VALUES ($1, $2, 'billing', true)"
)


async def test_paying_opens_the_plan_by_the_webhook_alone(customer: Customer) -> None:
    session_id = await customer.buy(1)
    mine = await customer.mine()
    assert (mine["active"], mine["plan"]["name"]) == (True, "Pro")
    assert mine["subscription"]["billingFrequency"] == "yearly"
    assert await customer.can("trends.full")
    result = (await customer.client.get(RESULT, params={"session_id": session_id})).json()
    assert result == {"processed": True, "wasUpgrade": False}


async def test_a_billing_member_whose_seat_is_paused_pays_for_it(
    customer: Customer, database: Database, admin: asyncpg.Connection
) -> None:
    owner = await make_tenant(database)
    await admin.execute(PAUSED_PAYER, owner.workspace_id, customer.user_id)
    assert (await customer.client.get("/api/v1/members")).status_code == 403
    await customer.buy(1)
    assert (await customer.mine())["plan"]["name"] == "Pro"
    page = await customer.client.post("/api/v1/subscriptions/portal", json={"flow": "home"})
    assert page.status_code == 200, page.text
    async with database.transaction(owner.binding) as session:
        assert await sync_seats(session) == 1
    assert (await customer.client.get("/api/v1/members")).status_code == 200


async def test_paying_opens_the_plan_by_the_redirect_alone(
    world: World, customer: Customer
) -> None:
    session_id = await customer.open_page(2, "monthly")
    checkout.pay(world.model.account, session_id)
    world.model.outbox.waiting.clear()
    done = await customer.client.post(COMPLETE, json={"sessionId": session_id})
    assert done.json() == {"processed": True, "wasUpgrade": False}
    assert (await customer.mine())["plan"]["name"] == "Growth"
    assert (await customer.client.get(RESULT)).json()["processed"] is True


async def test_redirect_and_webhook_together_fulfil_once(world: World, customer: Customer) -> None:
    session_id = await customer.open_page(1)
    checkout.pay(world.model.account, session_id)
    await world.deliver()
    bodies = [customer.client.post(COMPLETE, json={"sessionId": session_id}) for _ in range(3)]
    answers, _ = await asyncio.gather(asyncio.gather(*bodies), world.work())
    assert all(answer.json()["processed"] for answer in answers)
    assert len(await customer.rows()) == 1
    assert (await customer.events()).count("subscription.active") == 1


async def test_the_return_address_alone_grants_nothing(customer: Customer) -> None:
    session_id = await customer.open_page(3)
    done = await customer.client.post(COMPLETE, json={"sessionId": session_id})
    assert done.json() == {"processed": False, "wasUpgrade": False}
    assert (await customer.mine())["plan"] is None


async def test_somebody_elses_session_grants_nothing(world: World, customer: Customer) -> None:
    session_id = await customer.buy(3)
    async with world.customer() as thief:
        await thief.open_page(1)
        done = await thief.client.post(COMPLETE, json={"sessionId": session_id})
        assert done.status_code == 404
        seen = await thief.client.get(RESULT, params={"session_id": session_id})
        assert seen.json() == {"processed": False, "wasUpgrade": False}
        assert (await thief.mine())["plan"] is None


@pytest.mark.parametrize("name", ["customer", "client_reference_id"])
async def test_a_page_stripe_holds_for_somebody_else_grants_nothing(
    world: World, customer: Customer, name: str
) -> None:
    session_id = await customer.open_page(1)
    assert checkout.pay(world.model.account, session_id)
    world.model.account.get("checkout.session", session_id)[name] = "somebody-else"
    done = await customer.client.post(COMPLETE, json={"sessionId": session_id})
    assert done.status_code == 404, done.text
    assert (await customer.mine())["plan"] is None


@pytest.mark.parametrize("session_id", ["cs_test_unknown", "change_1", "change_", "x" * 255])
async def test_an_unknown_session_is_not_processed_and_no_error(
    customer: Customer, session_id: str
) -> None:
    seen = await customer.client.get(RESULT, params={"session_id": session_id})
    assert (seen.status_code, seen.json()["processed"]) == (200, False)
    done = await customer.client.post(COMPLETE, json={"sessionId": session_id})
    assert done.status_code in (404, 409)  # 409 before there is a workspace


async def test_the_page_returns_to_the_given_addresses_with_the_session(
    world: World, customer: Customer
) -> None:
    session = world.model.account.get("checkout.session", await customer.open_page(1))
    assert session["success_url"] == (
        f"{SITE}/dashboard/website?success=true&session_id={{CHECKOUT_SESSION_ID}}"
    )
    assert session["cancel_url"] == f"{SITE}/pricing?canceled=true"


@pytest.mark.parametrize(
    ("plan", "frequency", "cents"),
    [(1, "monthly", 2_000), (1, "yearly", 19_200), (2, "yearly", 46_800), (3, "yearly", 94_800)],
)
async def test_the_first_bill_is_what_the_price_list_says(
    customer: Customer, plan: int, frequency: str, cents: int
) -> None:
    await customer.buy(plan, frequency)
    listed = (await customer.client.get("/api/v1/subscriptions/invoices")).json()["data"]
    assert [(bill["amount"], bill["status"]) for bill in listed] == [(f"{cents / 100:.2f}", "paid")]


@pytest.mark.parametrize(
    ("plan", "status", "message"),
    [
        (2, 409, "You are already subscribed to this plan."),
        (1, 403, "Please contact support to downgrade your subscription."),
        (9, 404, "We could not find that plan."),
    ],
)
async def test_the_upgrade_rules_hold_on_the_server(
    customer: Customer, plan: int, status: int, message: str
) -> None:
    await customer.buy(2)
    response = await customer.start(plan)
    assert (response.status_code, response.json()["message"]) == (status, message)


async def test_moving_up_changes_the_subscription_and_makes_no_second_one(
    customer: Customer,
) -> None:
    await customer.buy(1)
    url = (await customer.start(3)).json()["checkoutUrl"]
    reference = await customer.confirm(url)
    assert (await customer.mine())["plan"]["name"] == "Scale"
    assert len(await customer.remote()) == 1
    result = await customer.client.get(RESULT, params={"session_id": reference})
    assert result.json() == {"processed": True, "wasUpgrade": True}


async def test_of_two_windows_only_the_later_page_can_be_paid(
    world: World, customer: Customer
) -> None:
    first, second = await customer.open_page(1), await customer.open_page(2)
    assert world.model.account.get("checkout.session", first)["status"] == "expired"
    checkout.pay(world.model.account, second)
    await world.settle()
    assert [sub["status"] for sub in await customer.remote()] == ["active"]


async def test_starting_at_the_same_moment_leaves_one_page(
    world: World, customer: Customer
) -> None:
    await customer.open_page(1)
    answers = await asyncio.gather(*(customer.start(plan) for plan in (1, 2, 3, 2)))
    assert {answer.status_code for answer in answers} <= {200, 409}
    open_pages = [
        page
        for page in world.model.account.every("checkout.session", status="open")
        if page["client_reference_id"]
    ]
    assert len(open_pages) == 1


async def test_paying_the_first_page_while_the_second_is_opened_is_noticed(
    world: World, customer: Customer
) -> None:
    first = await customer.open_page(2)
    checkout.pay(world.model.account, first)
    world.model.outbox.waiting.clear()
    response = await customer.start(2)
    assert response.status_code == 409
    assert (await customer.mine())["plan"]["name"] == "Growth"


async def test_two_paid_subscriptions_become_one(world: World, customer: Customer) -> None:
    """A second one made past us, as in the provider's dashboard."""
    await customer.buy(1)
    remote = (await customer.remote())[0]
    async with world.database.transaction() as session:
        scale = await offer_of(session, 3, "monthly")
    order = CheckoutOrder(remote["customer"], scale.price_id, "x", SITE, SITE, {})
    page = await world.gateway.create_checkout(order, "past-us")
    checkout.pay(world.model.account, page.id)
    await world.settle()
    assert sorted(sub["status"] for sub in await customer.remote()) == ["active", "canceled"]
    assert (await customer.mine())["plan"]["name"] == "Scale"


@pytest.mark.parametrize("field", ["successUrl", "cancelUrl"])
@pytest.mark.parametrize(
    "url",
    [
        "https://evil.example/dashboard",
        "http://presence.test.evil.example/",
        "http://presence.test@evil.example/",
        "http://presence.test:81/",
        "https://presence.test/",
        "//evil.example/",
        "/dashboard",
        "javascript:alert(1)",
        "http://presence.test\\@evil.example/",
        "http://presence.test/\u2028",
        "",
    ],
)
async def test_a_foreign_return_address_is_refused(
    customer: Customer, field: str, url: str
) -> None:
    response = await customer.start(1, **{field: url})
    assert response.status_code == 422
    assert response.json()["errors"][0]["pointer"] == f"/{field}"


async def test_checkout_needs_a_session(world: World) -> None:
    async with world.browser() as stranger:
        response = await stranger.post("/api/subscriptions/checkout", json={"planId": 1})
        assert response.status_code == 401


async def test_an_outage_says_so_and_a_later_try_works(world: World, customer: Customer) -> None:
    world.model.faults.order("timeout", times=9)
    response = await customer.start(1)
    assert response.status_code == 503
    assert "payment provider" in response.json()["message"]
    world.model.faults.clear()
    world.model.advance(world.model.now + 60)
    await customer.buy(1)
    assert (await customer.mine())["active"] is True
