"""Support's calls about money paid online, as the role `operator`: done there and seen here."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

import asyncpg
import httpx
import pytest
import pytest_asyncio

from presence.core.payments import PaymentsDown
from presence.db.session import Database
from tests.conftest import Place
from tests.domains.billing.stripe_world import Customer, World, stripe_world
from tests.factories.staff import BASE, ORIGIN, Colleague, console_app, join, staff_rows

REASON = "The customer called"


@dataclass
class Support:
    """A member of staff beside a product that is paid through the model of Stripe."""

    world: World
    boss: Colleague
    customer: Customer

    async def key(self) -> str:
        """Id of the customer's subscription."""
        return str((await self.customer.rows())[-1]["id"])

    async def do(self, action: str, **body: Any) -> httpx.Response:
        """An action on the subscription."""
        path = f"{BASE}/subscriptions/{await self.key()}/{action}"
        return await self.boss.client.post(path, json={"reason": REASON, **body})


@pytest_asyncio.fixture
async def support(
    place: Place, database: Database, admin: asyncpg.Connection
) -> AsyncIterator[Support]:
    """Growth by the month, just bought."""
    async with stripe_world(place, database, admin) as world, world.customer() as customer:
        settings = world.settings.model_copy(deep=True)
        settings.console.public_url = ORIGIN
        changes = {"payments": world.gateway, "clock": world.resources.clock}
        async with console_app(settings, **changes) as console:
            boss = await join(console, console.state.database, "billing-ops")
            await customer.buy(2, "monthly")
            yield Support(world, boss, customer)
            await boss.client.aclose()


async def one_entry(support: Support, action: str, before: int) -> None:
    """The call left one entry of the log: who, why, about which subscription."""
    admin = support.world.admin
    assert await staff_rows(admin) == before + 1
    row = await admin.fetchrow(
        "SELECT * FROM audit_log WHERE staff_id IS NOT NULL ORDER BY id DESC LIMIT 1"
    )
    assert (row["reason"], row["staff_id"]) == (REASON, support.boss.id)
    assert row["target"] == f"subscriptions:{await support.key()}"
    assert row["workspace_id"] is not None, action


async def test_canceling_now_ends_it_at_stripe_and_here(support: Support) -> None:
    before = await staff_rows(support.world.admin)
    done = await support.do("cancel-now")
    assert done.status_code == 200, done.text
    assert (await support.customer.remote())[0]["status"] == "canceled"
    assert (await support.customer.mine())["plan"] is None
    await one_entry(support, "cancel-now", before)


async def test_canceling_with_the_period_and_taking_it_back(support: Support) -> None:
    before = await staff_rows(support.world.admin)
    done = await support.do("cancel-at-end")
    assert (done.status_code, done.json()["cancelAtPeriodEnd"]) == (200, True), done.text
    assert (await support.customer.remote())[0]["cancel_at_period_end"] is True
    assert (await support.customer.mine())["subscription"]["cancelAtPeriodEnd"] is True
    await one_entry(support, "cancel-at-end", before)
    kept = await support.do("resume")
    assert (kept.status_code, kept.json()["cancelAtPeriodEnd"]) == (200, False), kept.text
    assert (await support.customer.remote())[0]["cancel_at_period_end"] is False
    await one_entry(support, "resume", before + 1)


async def test_changing_to_a_lower_plan_changes_the_price_at_stripe(support: Support) -> None:
    before = await staff_rows(support.world.admin)
    done = await support.do("change-plan", planId=1, billingFrequency="yearly")
    assert done.json()["planName"] == "Pro", done.text
    price = (await support.customer.remote())[0]["items"]["data"][0]["price"]
    assert price["metadata"] == {"plan_id": "1", "frequency": "yearly"}
    assert (await support.customer.mine())["plan"]["name"] == "Pro"
    await one_entry(support, "change-plan", before)


async def test_extending_moves_the_next_bill(support: Support) -> None:
    before = await staff_rows(support.world.admin)
    ends = datetime.fromisoformat(
        (await support.customer.mine())["subscription"]["currentPeriodEnd"]
    )
    done = await support.do("extend", days=10)
    assert done.status_code == 200, done.text
    trial = datetime.fromisoformat((await support.customer.mine())["subscription"]["trialEnd"])
    assert trial - ends == timedelta(days=10)
    await one_entry(support, "extend", before)


async def test_resyncing_writes_what_stripe_says_and_leaves_one_entry(support: Support) -> None:
    remote = (await support.customer.remote())[0]
    remote["cancel_at_period_end"] = True
    remote["cancel_at"] = remote["items"]["data"][0]["current_period_end"]
    before = await staff_rows(support.world.admin)
    done = await support.do("resync")
    assert (done.status_code, done.json()["cancelAtPeriodEnd"]) == (200, True), done.text
    assert (await support.customer.mine())["subscription"]["cancelAtPeriodEnd"] is True
    await one_entry(support, "resync", before)


@pytest.mark.parametrize("action", ["cancel-now", "extend", "resync"])
async def test_while_stripe_does_not_answer_nothing_is_logged_and_the_answer_says_so(
    support: Support, action: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    before, plan = await staff_rows(support.world.admin), (await support.customer.mine())["plan"]

    for method in ("cancel_now", "prolong", "subscriptions_of"):
        monkeypatch.setattr(support.world.gateway, method, _unreachable)
    answer = await support.do(action, days=3)
    assert answer.status_code == 503, answer.text
    assert await staff_rows(support.world.admin) == before
    assert (await support.customer.mine())["plan"] == plan


async def _unreachable(*_: object, **__: object) -> None:
    raise PaymentsDown("Stripe does not answer.")


async def test_a_plans_prices_are_compared_with_what_stripe_charges(support: Support) -> None:
    path = f"{BASE}/plans/2/prices"
    agreed = (await support.boss.client.get(path)).json()
    assert agreed["matches"] is True
    assert {line["frequency"] for line in agreed["prices"]} == {"monthly", "yearly"}
    assert {line["amount"] for line in agreed["prices"]} == {
        line["remoteAmount"] for line in agreed["prices"]
    }
    await support.world.admin.execute("UPDATE plans SET price = price + 1 WHERE id = 2")
    try:
        differs = (await support.boss.client.get(path)).json()
    finally:
        await support.world.admin.execute("UPDATE plans SET price = price - 1 WHERE id = 2")
    assert differs["matches"] is False
    monthly = next(line for line in differs["prices"] if line["frequency"] == "monthly")
    assert monthly["problem"].startswith("The provider charges something else.")
