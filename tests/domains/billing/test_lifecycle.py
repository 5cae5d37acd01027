"""A paid subscription over time: renewed, canceled, kept, unpaid, ended, changed."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from uuid import UUID

import asyncpg
import pytest

from presence.db.tenancy import TenantBinding
from presence.domains.billing.service.support import override_limit
from presence_standins.stripe import PAYS, REFUSES, portal, subscriptions
from tests.domains.billing.stripe_world import Customer, World
from tests.factories.people import workspace_of

CANCEL = "/api/subscriptions/cancel"
RESUME = "/api/v1/subscriptions/resume"
INVOICES = "/api/v1/subscriptions/invoices"


async def test_canceling_ends_it_with_the_period_and_not_before(
    world: World, customer: Customer
) -> None:
    await customer.buy(1, "monthly")
    canceled = (await customer.client.post(CANCEL, json={"reason": "too dear"})).json()
    assert canceled["active"] is True
    assert canceled["subscription"]["cancelAtPeriodEnd"] is True
    assert canceled["subscription"]["endDate"] == canceled["subscription"]["currentPeriodEnd"]
    remote = (await customer.remote())[0]
    assert remote["cancellation_details"]["comment"] == "too dear"
    await world.advance(27)
    assert await customer.can("trends.full")
    await world.advance(5)
    assert (await customer.mine())["plan"] is None
    assert not await customer.can("trends.full")


async def test_access_ends_on_time_even_when_no_webhook_ever_comes(
    world: World, customer: Customer
) -> None:
    await customer.buy(1, "monthly")
    await customer.client.post(CANCEL, json={})
    end = datetime.fromisoformat((await customer.mine())["subscription"]["endDate"])
    world.model.account.now = int(end.timestamp()) - 1
    assert await customer.can("trends.full")
    world.model.account.now += 2
    assert not await customer.can("trends.full")


async def test_canceling_twice_is_once(customer: Customer) -> None:
    await customer.buy(1)
    first = await customer.client.post(CANCEL, json={"reason": "a"})
    second = await customer.client.post(CANCEL, json={"reason": "b"})
    assert (first.status_code, second.status_code) == (200, 200)
    assert (await customer.events()).count("cancellation.scheduled") == 1


@pytest.mark.parametrize("how", ["ours", "portal"])
async def test_a_cancellation_can_be_taken_back_however_it_was_made(
    world: World, customer: Customer, how: str
) -> None:
    await customer.buy(2, "monthly")
    if how == "ours":
        await customer.client.post(CANCEL, json={})
    else:
        portal.cancel(world.model.account, (await customer.remote())[0]["id"])
        await world.settle()
    assert (await customer.mine())["subscription"]["cancelAtPeriodEnd"] is True
    kept = (await customer.client.post(RESUME)).json()
    assert kept["subscription"]["cancelAtPeriodEnd"] is False
    await world.advance(40)
    assert (await customer.mine())["active"] is True


async def test_without_a_subscription_there_is_nothing_to_cancel_or_keep(
    world: World, customer: Customer
) -> None:
    await customer.open_page(1)
    assert (await customer.client.post(CANCEL, json={})).status_code == 409
    assert (await customer.client.post(RESUME)).status_code == 409


async def test_a_renewal_moves_the_period_and_adds_a_bill(world: World, customer: Customer) -> None:
    await customer.buy(1, "monthly")
    before = (await customer.mine())["subscription"]["currentPeriodEnd"]
    await world.advance(32)
    mine = await customer.mine()
    assert (mine["active"], mine["subscription"]["currentPeriodStart"]) == (True, before)
    bills = (await customer.client.get(INVOICES)).json()
    assert [bill["amount"] for bill in bills["data"]] == ["20.00", "20.00"]
    assert bills["page"]["total"] == 2
    assert all(bill["pdfUrl"] for bill in bills["data"])


@pytest.mark.parametrize(
    ("sort", "amounts"),
    [("amount", ["5.00", "10.00", "30.00"]), ("-date", ["10.00", "30.00", "5.00"])],
)
async def test_bills_are_read_page_by_page_in_the_order_asked_for(
    world: World, customer: Customer, admin: asyncpg.Connection, sort: str, amounts: list[str]
) -> None:
    await customer.buy(1, "monthly")
    await world.advance(63)
    stored = "SELECT id FROM payments WHERE workspace_id = $1 ORDER BY created_at"
    workspace = await workspace_of(world.database, customer.user_id)
    rows = await admin.fetch(stored, workspace)
    for row, amount in zip(rows, (5, 30, 10), strict=True):
        await admin.execute("UPDATE payments SET amount = $2 WHERE id = $1", row["id"], amount)
    seen, cursor = [], "&limit=1"
    while cursor:
        page = (await customer.client.get(f"{INVOICES}?sort={sort}{cursor}")).json()
        seen += [bill["amount"] for bill in page["data"]]
        following = page["page"]["nextCursor"]
        cursor = f"&limit=1&cursor={following}" if following else ""
    assert seen == amounts


async def test_bills_have_no_other_order(customer: Customer) -> None:
    assert (await customer.client.get(f"{INVOICES}?sort=colour")).status_code == 422


async def test_the_plan_on_every_screen_says_when_it_renews_or_ends(
    world: World, customer: Customer
) -> None:
    await customer.buy(1, "monthly")
    end = (await customer.mine())["subscription"]["currentPeriodEnd"]
    await customer.client.post("/api/business-info/update", json={"businessName": "Harrow"})
    renewing = (await customer.client.get("/api/business-info")).json()["plan"]
    await customer.client.post("/api/subscriptions/cancel", json={"reason": "closing"})
    await world.settle()
    ending = (await customer.client.get("/api/business-info")).json()["plan"]
    assert (renewing["renewsAt"], renewing["endsAt"]) == (end, None)
    assert (ending["renewsAt"], ending["endsAt"]) == (None, end)


async def test_a_failed_payment_leaves_seven_days_and_not_a_minute_more(
    world: World, customer: Customer
) -> None:
    await customer.buy(1, "monthly")
    world.model.account.policy.after_retries = "past_due"
    await customer.bank_says(REFUSES)
    end = datetime.fromisoformat((await customer.mine())["subscription"]["currentPeriodEnd"])
    world.model.advance(int(end.timestamp()) + 2 * 3_600)
    await world.settle()
    mine = await customer.mine()
    assert (mine["active"], mine["subscription"]["status"]) == (False, "past_due")
    closes = datetime.fromisoformat(mine["subscription"]["accessUntil"])
    assert closes == end + timedelta(hours=1, days=7)
    world.model.advance(int(closes.timestamp()) - 1)
    assert await customer.can("trends.full")
    world.model.advance(int(closes.timestamp()) + 1)
    assert not await customer.can("trends.full")


@pytest.mark.parametrize("policy", ["past_due", "unpaid"])
async def test_while_a_payment_is_missing_a_plan_neither_renews_nor_ends(
    world: World, customer: Customer, policy: str
) -> None:
    await customer.buy(1, "monthly")
    await customer.client.post("/api/business-info/update", json={"businessName": "Harrow"})
    world.model.account.policy.after_retries = policy
    await customer.bank_says(REFUSES)
    await world.advance(31 + 30)
    plan = (await customer.client.get("/api/business-info")).json()["plan"]
    assert (plan["status"], plan["renewsAt"], plan["endsAt"]) == (policy, None, None)
    assert plan["accessUntil"] is not None


async def test_late_news_of_a_failed_payment_does_not_prolong_the_grace(
    world: World, customer: Customer
) -> None:
    await customer.buy(1, "monthly")
    world.model.account.policy.after_retries = "past_due"
    await customer.bank_says(REFUSES)
    await world.advance(31 + 6, deliver=False)
    await world.sweep()
    await world.work()
    closes = datetime.fromisoformat((await customer.mine())["subscription"]["accessUntil"])
    assert closes - world.resources.clock.now() < timedelta(days=2)


async def test_unheard_of_for_long_an_active_subscription_closes_where_a_failed_one_would(
    world: World, customer: Customer
) -> None:
    await customer.buy(1, "monthly")
    end = datetime.fromisoformat((await customer.mine())["subscription"]["currentPeriodEnd"])
    world.model.faults.order("unavailable", times=9_999)
    world.model.account.now = int((end + timedelta(days=6)).timestamp())
    assert await customer.can("trends.full")
    world.model.account.now = int((end + timedelta(days=7, seconds=1)).timestamp())
    assert not await customer.can("trends.full")


async def test_paying_after_all_opens_it_again(world: World, customer: Customer) -> None:
    await customer.buy(1, "monthly")
    await customer.bank_says(REFUSES)
    await world.advance(31.5)
    assert (await customer.mine())["subscription"]["status"] == "past_due"
    refused = await customer.start(1)
    assert refused.status_code == 409
    await customer.bank_says(PAYS)
    await world.advance(4)
    mine = await customer.mine()
    assert (mine["active"], mine["subscription"]["status"]) == (True, "active")
    assert "payment.recovered" in await customer.events()


@pytest.mark.parametrize(("policy", "status"), [("cancel", None), ("unpaid", "unpaid")])
async def test_after_the_last_retry_the_plan_is_gone(
    world: World, customer: Customer, policy: str, status: str | None
) -> None:
    await customer.buy(2, "monthly")
    world.model.account.policy.after_retries = policy
    await customer.bank_says(REFUSES)
    await world.advance(31 + 30)
    mine = await customer.mine()
    assert (mine["subscription"] and mine["subscription"]["status"]) == status
    assert not await customer.can("trends.full")


async def test_whoever_owes_pays_before_they_move_up(world: World, customer: Customer) -> None:
    await customer.buy(1, "monthly")
    world.model.account.policy.after_retries = "unpaid"
    await customer.bank_says(REFUSES)
    await world.advance(31 + 30)
    refused = await customer.start(2)
    assert (refused.status_code, refused.json()["message"]) == (
        409,
        "Your last payment failed. Please update your payment method first.",
    )


async def test_after_it_ended_one_can_buy_again(world: World, customer: Customer) -> None:
    await customer.buy(3, "monthly")
    subscriptions.cancel(world.model.account, (await customer.remote())[0]["id"], {})
    await world.settle()
    assert (await customer.mine())["plan"] is None
    await customer.buy(1)
    assert (await customer.mine())["plan"]["name"] == "Pro"
    assert [row["status"] for row in await customer.rows()] == ["expired", "active"]


async def test_the_frequency_changes_by_confirming_it(world: World, customer: Customer) -> None:
    await customer.buy(1, "monthly")
    url = await customer.client.post(
        "/api/v1/subscriptions/change-frequency", json={"billingFrequency": "yearly"}
    )
    assert (await customer.mine())["subscription"]["billingFrequency"] == "monthly"
    await customer.confirm(url.json()["url"])
    assert (await customer.mine())["subscription"]["billingFrequency"] == "yearly"
    again = await customer.client.post(
        "/api/v1/subscriptions/change-frequency", json={"billingFrequency": "yearly"}
    )
    assert again.status_code == 409


@pytest.mark.parametrize("flow", ["home", "payment_method"])
async def test_the_portal_opens_for_whoever_ever_paid(
    world: World, customer: Customer, flow: str
) -> None:
    await customer.open_page(1)
    await customer.buy(1)
    answer = await customer.client.post("/api/v1/subscriptions/portal", json={"flow": flow})
    assert answer.json()["url"].startswith(world.model.account.url)


async def test_two_years_of_months_are_billed_to_the_cent(world: World, customer: Customer) -> None:
    """From 31 January of a year before a leap year: the first bill and one for each month."""
    world.model.advance(int(datetime(2027, 1, 31, 10, tzinfo=UTC).timestamp()))
    await customer.buy(2, "monthly")
    ends = set()
    while world.resources.clock.now() < datetime(2029, 1, 31, tzinfo=UTC):
        mine = await customer.mine()
        ends.add(datetime.fromisoformat(mine["subscription"]["currentPeriodEnd"]).date())
        await world.advance(30)
    assert datetime(2028, 2, 29, tzinfo=UTC).date() in ends
    amounts = await world.admin.fetch(
        "SELECT amount FROM payments p JOIN membership m USING (workspace_id) WHERE m.user_id = $1",
        customer.user_id,
    )
    # The last look, a multiple of 30 days after the purchase, is on 19 February 2029.
    assert [str(row["amount"]) for row in amounts] == ["49.00"] * 25


async def test_losing_the_plan_pauses_surplus_brands_and_having_it_again_resumes_them(
    world: World, customer: Customer
) -> None:
    await customer.buy(2, "monthly")
    workspace = (await customer.rows())[0]["workspace_id"]
    await add_brands(world, customer, workspace, 3)
    assert await brand_states(world, workspace) == ["active"] * 3
    await customer.client.post(CANCEL, json={})
    await world.advance(32)
    assert await brand_states(world, workspace) == ["active", "plan", "plan"]
    await customer.buy(1)
    assert await brand_states(world, workspace) == ["active"] * 3


async def test_screens_hear_of_it_after_the_surplus_is_paused(
    world: World, customer: Customer
) -> None:
    await customer.buy(2, "monthly")
    workspace = (await customer.rows())[0]["workspace_id"]
    await add_brands(world, customer, workspace, 2)
    await customer.client.post(CANCEL, json={})
    await world.advance(32)
    told = await world.admin.fetchval(
        "SELECT max(created_at) FROM run_event"
        " WHERE workspace_id = $1 AND event = 'subscription.updated'",
        workspace,
    )
    paused = await world.admin.fetchval(
        "SELECT max(created_at) FROM audit_log WHERE workspace_id = $1 AND action = 'brand.paused'",
        workspace,
    )
    assert told >= paused


async def test_access_given_back_by_the_clock_alone_pauses_too(
    world: World, customer: Customer
) -> None:
    await customer.buy(2, "monthly")
    workspace = (await customer.rows())[0]["workspace_id"]
    await add_brands(world, customer, workspace, 2)
    await customer.client.post(CANCEL, json={})
    world.model.faults.order("unavailable", times=9_999)
    world.model.account.now += 32 * 86_400
    await world.sweep()
    await world.work()
    assert await brand_states(world, workspace) == ["active", "plan"]


async def test_a_limit_that_was_moved_for_a_while_pauses_the_surplus_when_it_ends(
    world: World, customer: Customer
) -> None:
    workspace = await workspace_of(world.database, customer.user_id)
    now = world.resources.clock.now()
    async with world.database.transaction(TenantBinding(workspace)) as session:
        await override_limit(session, "brands.max", 3, now + timedelta(days=1), "a trial")
    await add_brands(world, customer, workspace, 3)
    await world.settle()
    assert await brand_states(world, workspace) == ["active"] * 3
    await world.advance(1.01)
    assert await brand_states(world, workspace) == ["active", "plan", "plan"]
    left = "SELECT count(*) FROM limit_override WHERE workspace_id = $1"
    assert await world.admin.fetchval(left, workspace) == 0  # no sweep finds it again


async def add_brands(world: World, customer: Customer, workspace: UUID, count: int) -> None:
    """Brands without a website, oldest first."""
    await world.admin.execute(
        "INSERT INTO brand (id, workspace_id, name, source, is_primary)"
        " SELECT gen_random_uuid(), $1, 'Brand ' || n, 'description', n = 1"
        " FROM generate_series(1, $2::integer) n",
        workspace,
        count,
    )


async def brand_states(world: World, workspace: UUID) -> list[str]:
    """Why each brand is paused, or that it is active; the primary one first."""
    rows = await world.admin.fetch(
        "SELECT coalesce(pause_reason, status) AS state FROM brand WHERE workspace_id = $1"
        " ORDER BY is_primary DESC, id",
        workspace,
    )
    return sorted(row["state"] for row in rows)
