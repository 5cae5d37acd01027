"""What support may do, and what a customer may not do by hand."""

from __future__ import annotations

from datetime import datetime, timedelta
from uuid import UUID

import httpx
import pytest

from presence.core.errors import Conflict, ValidationFailed
from presence.core.settings import BillingSettings, StripeSettings
from presence.db.session import Database
from presence.db.tenancy import TenantBinding
from presence.domains.billing.service import current_plan, grant, renews, support
from presence_standins.stripe import REFUSES, checkout
from tests.domains.billing.stripe_world import SITE, Customer, World
from tests.factories.people import make_tenant, sign_up, workspace_of

COMPLETE = "/api/subscriptions/checkout/complete"
MANUAL = "/api/subscriptions/manual"
WISH = {"planId": 3, "billingFrequency": "yearly", "metadata": {"company": "Harrow"}}


async def binding(world: World, customer: Customer) -> TenantBinding:
    """To act in the customer's workspace, as support would."""
    workspace = await workspace_of(world.database, customer.user_id)
    return TenantBinding(workspace, customer.user_id)


async def test_without_online_payment_a_request_goes_to_support_and_gives_nothing(
    client: httpx.AsyncClient, database: Database, admin: object
) -> None:
    await sign_up(client)
    answer = await client.post(MANUAL, json=WISH)
    assert (answer.status_code, answer.json()) == (202, {"status": "requested"})
    assert (await client.get("/api/subscriptions/my-subscription")).json()["plan"] is None


async def test_without_online_payment_checkout_says_so(client: httpx.AsyncClient) -> None:
    await sign_up(client)
    body = {"planId": 1, "successUrl": SITE, "cancelUrl": SITE}
    answer = await client.post("/api/subscriptions/checkout", json=body)
    assert answer.status_code == 503
    assert answer.json()["message"] == (
        "Unable to create checkout session. Please try again later."
    )


async def test_with_online_payment_asking_by_hand_is_refused(customer: Customer) -> None:
    answer = await customer.client.post(MANUAL, json=WISH)
    assert answer.status_code == 403
    assert (await customer.mine())["plan"] is None


async def test_the_switch_lets_customers_ask_although_they_could_pay(
    world: World, customer: Customer
) -> None:
    world.app.state.settings.billing = BillingSettings(manual_self_service=True)
    assert (await customer.client.post(MANUAL, json=WISH)).status_code == 202
    assert (await customer.mine())["plan"] is None


async def test_a_plan_paid_online_is_not_replaced_by_hand(world: World, customer: Customer) -> None:
    await customer.buy(1)
    async with world.database.transaction(await binding(world, customer)) as session:
        with pytest.raises(Conflict, match="pays for a plan online"):
            await grant(session, customer.user_id, 3, None)
        assert await renews(session)


async def test_buying_replaces_what_was_given_by_hand(world: World, customer: Customer) -> None:
    async with world.database.transaction(await binding(world, customer)) as session:
        await grant(session, customer.user_id, 1, None)
    await customer.buy(2)
    assert [(row["processor"], row["status"]) for row in await customer.rows()] == [
        ("manual", "expired"),
        ("stripe", "active"),
    ]


async def test_what_was_bought_and_opens_nothing_does_not_replace_what_was_given_by_hand(
    world: World, customer: Customer
) -> None:
    async with world.database.transaction(await binding(world, customer)) as session:
        await grant(session, customer.user_id, 1, None)
    bought = await customer.open_page(2, "monthly")
    assert checkout.pay(world.model.account, bought)
    world.model.account.policy.after_retries = "unpaid"
    await customer.bank_says(REFUSES)
    await world.advance(60, deliver=False)
    await customer.client.post(COMPLETE, json={"sessionId": bought})
    assert (await customer.remote())[0]["status"] == "unpaid"
    assert (await customer.mine())["plan"]["name"] == "Pro"
    given = next(row for row in await customer.rows() if row["processor"] == "manual")
    assert given["status"] == "active"


async def test_support_can_lower_a_paid_plan(world: World, customer: Customer) -> None:
    await customer.buy(3, "monthly")
    now = world.resources.clock.now()
    async with world.database.transaction(await binding(world, customer)) as session:
        await support.change_plan(session, world.gateway, 1, None, "asked by mail", now)
    assert (await customer.mine())["plan"]["name"] == "Pro"
    assert (await customer.remote())[0]["items"]["data"][0]["price"]["metadata"]["plan_id"] == "1"
    actions = await audited(world, customer)
    assert "subscription.plan_changed" in actions


async def audited(world: World, customer: Customer) -> list[str]:
    """Actions in the customer's audit log."""
    rows = await world.admin.fetch(
        "SELECT a.action FROM audit_log a JOIN membership m USING (workspace_id)"
        " WHERE m.user_id = $1",
        customer.user_id,
    )
    return [row["action"] for row in rows]


async def test_support_can_end_a_paid_plan_at_once(world: World, customer: Customer) -> None:
    await customer.buy(2)
    now = world.resources.clock.now()
    async with world.database.transaction(await binding(world, customer)) as session:
        await support.cancel_now(session, world.gateway, "fraud", now)
    assert (await customer.mine())["plan"] is None
    assert (await customer.remote())[0]["status"] == "canceled"


@pytest.mark.parametrize("paid", [False, True])
async def test_support_can_give_more_days(world: World, customer: Customer, paid: bool) -> None:
    now = world.resources.clock.now()
    if paid:
        await customer.buy(1, "monthly")
    else:
        async with world.database.transaction(await binding(world, customer)) as session:
            await grant(session, customer.user_id, 1, now + timedelta(days=5), now=now)
    before = datetime.fromisoformat((await customer.mine())["subscription"]["currentPeriodEnd"])
    async with world.database.transaction(await binding(world, customer)) as session:
        await support.extend(session, world.gateway, 10, "outage", now)
    mine = (await customer.mine())["subscription"]
    after = datetime.fromisoformat(mine["trialEnd"] if paid else mine["currentPeriodEnd"])
    assert after - before == timedelta(days=10)
    assert await customer.can("trends.full")


@pytest.mark.parametrize("days", [-5, 0, 3_661])
async def test_support_gives_a_day_at_least_and_ten_years_at_most(
    world: World, customer: Customer, days: int
) -> None:
    now = world.resources.clock.now()
    async with world.database.transaction(await binding(world, customer)) as session:
        await grant(session, customer.user_id, 1, now + timedelta(days=5), now=now)
        with pytest.raises(ValidationFailed):
            await support.extend(session, world.gateway, days, "outage", now)


@pytest.mark.parametrize("frequency", ["monthly", "yearly"])
async def test_a_plan_given_by_hand_has_no_frequency_to_change(
    world: World, customer: Customer, frequency: str
) -> None:
    await customer.open_page(2)
    async with world.database.transaction(await binding(world, customer)) as session:
        await grant(session, customer.user_id, 1, None)
    path = "/api/v1/subscriptions/change-frequency"
    answer = await customer.client.post(path, json={"billingFrequency": frequency})
    assert (answer.status_code, answer.json()["message"]) == (
        409,
        "Your plan is not paid online, so it has no billing frequency. Please contact support.",
    )


async def test_a_plan_given_by_hand_can_be_ended_and_kept(world: World, customer: Customer) -> None:
    now = world.resources.clock.now()
    async with world.database.transaction(await binding(world, customer)) as session:
        await grant(session, customer.user_id, 2, None, now=now)
    ended = (await customer.client.post("/api/subscriptions/cancel", json={})).json()
    assert ended["subscription"]["cancelAtPeriodEnd"] is True
    kept = (await customer.client.post("/api/v1/subscriptions/resume")).json()
    assert (kept["subscription"]["cancelAtPeriodEnd"], kept["subscription"]["endDate"]) == (
        False,
        None,
    )


async def test_an_override_lifts_one_limit_until_it_expires(database: Database) -> None:
    tenant = await make_tenant(database)
    async with database.transaction(tenant.binding) as session:
        now = datetime.now().astimezone()
        until = now + timedelta(days=1)
        await support.override_limit(session, "brands.max", 7, until, "trial of agencies")
        assert (await current_plan(session)).limits.value("brands.max") == 7
        assert (await current_plan(session, until)).limits.value("brands.max") == 1
        await support.remove_override(session, "brands.max", "over")
        assert (await current_plan(session)).limits.value("brands.max") == 1


@pytest.mark.parametrize(
    ("feature", "value"),
    [
        ("trends.full", 1),
        ("no.such", 1),
        ("brands.max", -1),
        ("prompts.max", 0),
        ("prompts.max", None),
    ],
)
async def test_an_override_that_makes_no_sense_is_refused(
    database: Database, feature: str, value: int | None
) -> None:
    tenant = await make_tenant(database)
    async with database.transaction(tenant.binding) as session:
        until = datetime.now().astimezone() + timedelta(days=1)
        with pytest.raises(ValidationFailed):
            await support.override_limit(session, feature, value, until, "why")


async def test_an_override_without_a_word_why_is_refused(database: Database) -> None:
    tenant = await make_tenant(database)
    async with database.transaction(tenant.binding) as session:
        until = datetime.now().astimezone() + timedelta(days=1)
        with pytest.raises(ValidationFailed):
            await support.override_limit(session, "brands.max", 7, until, "  ")


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        (
            "POST",
            "/api/subscriptions/checkout",
            {"planId": 1, "successUrl": SITE, "cancelUrl": SITE},
        ),
        ("POST", "/api/subscriptions/checkout/complete", {"sessionId": "cs_1"}),
        ("POST", MANUAL, WISH),
        ("POST", "/api/subscriptions/cancel", {}),
        ("POST", "/api/v1/subscriptions/resume", None),
        ("POST", "/api/v1/subscriptions/change-frequency", {"billingFrequency": "yearly"}),
        ("POST", "/api/v1/subscriptions/portal", {}),
        ("GET", "/api/v1/subscriptions/invoices", None),
    ],
)
@pytest.mark.parametrize(
    ("role", "refused"), [("admin", True), ("viewer", True), ("billing", False)]
)
async def test_only_owner_and_billing_deal_with_money(
    world: World, customer: Customer, method: str, path: str, body: object, role: str, refused: bool
) -> None:
    workspace = (await binding(world, customer)).workspace_id
    assert isinstance(workspace, UUID)
    async with world.browser() as other:
        user = await sign_up(other)
        await world.admin.execute(
            "INSERT INTO membership (workspace_id, user_id, role) VALUES ($1, $2, $3)",
            workspace,
            UUID(user["id"]),
            role,
        )
        answer = await other.request(method, path, json=body)
        assert (answer.status_code == 403 and "role" in answer.json()["message"]) is refused


def test_settings_without_a_key_mean_no_online_payment() -> None:
    assert not StripeSettings().configured
