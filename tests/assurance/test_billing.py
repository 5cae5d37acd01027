"""Quick tier of the assurance `billing`."""

from __future__ import annotations

import pytest

from presence_standins.stripe import Mischief, checkout, portal, subscriptions
from tests.assurance import billing
from tests.assurance.billing_product import product_on
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


async def test_a_cancellation_nobody_told_us_of_ends_with_its_period(place: Place) -> None:
    async with product_on(place) as product:
        story = Quiet(product, 1)
        story.model.outbox.mischief = Mischief()
        story.tenant = await product.person()
        url = await product.buy(story.tenant, 2, "monthly")
        checkout.pay(story.model.account, story.page(url)["id"])
        story.truth.note()
        await story.catch_up(hurt=False)
        sub = story.live()[0]
        end = subscriptions.item_of(sub)["current_period_end"]
        await story.forward(end - 300 - story.model.now, hurt=False)
        await product.cancel(story.tenant)
        await product.resume(story.tenant)
        await story.catch_up(hurt=False)  # Stripe was asked five minutes before the end
        story.model.outbox.mischief = Mischief(drop=1)
        portal.cancel(story.model.account, sub["id"])
        story.truth.note()
        await story.forward(420, hurt=False)
        assert await product.open_plan(story.tenant, story.scene.now) == 0
        assert (await story.end()).violations == []
