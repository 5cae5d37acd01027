"""Whether a plan was paid for is told by the money that came, not by the subscription's status."""

from __future__ import annotations

from datetime import timedelta

from presence.domains.billing.service import current_plan, grant, support
from presence_standins.stripe import REFUSES, checkout
from tests.domains.billing.stripe_world import Customer, World
from tests.domains.billing.test_support import binding


async def is_paid(world: World, customer: Customer) -> bool:
    """As the allowance on our keys asks it."""
    async with world.database.transaction(await binding(world, customer)) as session:
        return (await current_plan(session, world.resources.clock.now())).paid


async def test_a_plan_is_paid_for_from_its_first_bill_on(world: World, customer: Customer) -> None:
    assert not await is_paid(world, customer)
    await customer.buy(1, "monthly")
    assert await is_paid(world, customer)


async def test_a_trial_that_ends_with_a_bill_nobody_paid_was_never_paid_for(
    world: World, customer: Customer
) -> None:
    page = await customer.open_page(1, "monthly")
    world.model.account.wishes[page]["trial_period_days"] = 7
    assert checkout.pay(world.model.account, page)
    await world.settle()
    assert (await customer.mine())["subscription"]["status"] == "trialing"
    assert not await is_paid(world, customer)
    world.model.account.policy.after_retries = "past_due"
    await customer.bank_says(REFUSES)
    await world.advance(8)
    assert (await customer.mine())["subscription"]["status"] == "past_due"
    assert await customer.can("trends.full")
    assert not await is_paid(world, customer)


async def test_a_trial_that_only_moves_the_next_bill_leaves_a_plan_paid_for(
    world: World, customer: Customer
) -> None:
    await customer.buy(1, "monthly")
    now = world.resources.clock.now()
    async with world.database.transaction(await binding(world, customer)) as session:
        await support.extend(session, world.gateway, 10, "outage", now)
    assert (await customer.mine())["subscription"]["status"] == "trialing"
    assert await is_paid(world, customer)


async def test_a_plan_that_staff_gave_is_taken_as_paid_for(
    world: World, customer: Customer
) -> None:
    now = world.resources.clock.now()
    async with world.database.transaction(await binding(world, customer)) as session:
        await grant(session, customer.user_id, 2, now + timedelta(days=30), now=now)
    assert await is_paid(world, customer)
