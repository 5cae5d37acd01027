"""Quick tier of the assurance `billing`."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from presence_standins.stripe import Mischief, checkout, portal, subscriptions
from tests.assurance import billing
from tests.assurance.billing_product import product_on
from tests.assurance.billing_truth import plan_of
from tests.assurance.billing_years import Quiet
from tests.assurance.frame import Deadline
from tests.conftest import Place


@pytest.mark.timeout(300)  # about a minute on two free cores
async def test_three_hundred_histories_end_as_stripe_has_them(place: Place) -> None:
    outcome = await billing.run(place, billing.QUICK, 20_261_121, Deadline(270))
    assert outcome.violations == 0, outcome.counts
    assert outcome.complete, outcome.counts
    assert outcome.counts["kills"] > 20
    assert outcome.counts["requestsSpoiled"] > 20
    assert outcome.counts["eventsDropped"] > 20


@asynccontextmanager
async def subscribed(place: Place, number: int, plan: int) -> AsyncIterator[Quiet]:
    """A history in which a plan was bought by the month, and everything heard of it."""
    async with product_on(place) as product:
        story = Quiet(product, number)
        story.model.outbox.mischief = Mischief()
        story.tenant = await product.person()
        url = await product.buy(story.tenant, plan, "monthly")
        checkout.pay(story.model.account, story.page(url)["id"])
        story.truth.note()
        await story.catch_up(hurt=False)
        yield story
        assert (await story.end()).violations == []


async def test_a_cancellation_nobody_told_us_of_ends_with_its_period(place: Place) -> None:
    async with subscribed(place, 1, 2) as story:
        sub = story.live()[0]
        end = subscriptions.item_of(sub)["current_period_end"]
        await story.forward(end - 300 - story.model.now, hurt=False)
        await story.product.cancel(story.tenant)
        await story.product.resume(story.tenant)
        await story.catch_up(hurt=False)  # Stripe was asked five minutes before the end
        story.model.outbox.mischief = Mischief(drop=1)
        portal.cancel(story.model.account, sub["id"])
        story.truth.note()
        await story.forward(420, hurt=False)
        assert await story.product.open_plan(story.tenant, story.scene.now) == 0


async def test_a_second_subscription_is_ended_although_the_first_try_fails(place: Place) -> None:
    async with subscribed(place, 2, 2) as story:
        account = story.model.account
        price = next(p for p in account.every("price") if p["metadata"]["plan_id"] == "1")
        subscriptions.start(account, story.live()[0]["customer"], price["id"])
        story.truth.note()
        story.model.faults.order("unavailable", 2, "DELETE")
        await story.catch_up(hurt=False)
        assert story.model.faults.spoiled == 2
        assert [plan_of(sub) for sub in story.live()] == [2]


async def test_a_second_subscription_is_ended_wherever_its_worker_is_killed(place: Place) -> None:
    async with subscribed(place, 3, 2) as story:
        account = story.model.account
        price = next(p for p in account.every("price") if p["metadata"]["plan_id"] == "1")
        for left in range(16):
            subscriptions.start(account, story.live()[0]["customer"], price["id"])
            story.truth.note()
            story.scene.reaper.left = left
            await story.catch_up(hurt=False)
            await story.catch_up(hurt=False)
            assert [plan_of(sub) for sub in story.live()] == [2]
        assert story.scene.reaper.kills > 8
