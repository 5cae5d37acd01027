"""What two windows decide at the same moment about one subscription."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest

from presence.core.errors import Conflict
from presence.domains.billing.service import changes, grant, support
from presence.domains.billing.service.checkout import Purchase, start_checkout
from presence.domains.billing.service.subscription_sync import sync_subscription
from presence.domains.workspaces.service import lock_workspace
from presence_standins.stripe import subscriptions
from tests.domains.billing.stripe_world import SITE, Customer, World
from tests.domains.billing.test_support import binding

CANCEL = "/api/subscriptions/cancel"
TIMEOUT_S = 20
_WAITING = (
    "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted"
    " AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"
)


@asynccontextmanager
async def busy(world: World, customer: Customer) -> AsyncIterator[Callable[..., Awaitable[None]]]:
    """The workspace is locked by somebody; what is given is waited for until it waits as well."""
    async with world.database.transaction(await binding(world, customer)) as session:
        await lock_workspace(session)

        async def until(number: int, *calls: asyncio.Task[Any]) -> None:
            """So many wait, or one of the calls did not."""
            for _ in range(TIMEOUT_S * 20):
                waiting = await world.admin.fetchval(_WAITING)
                if waiting >= number or any(call.done() for call in calls):
                    return
                await asyncio.sleep(0.05)

        yield until


async def start(world: World, customer: Customer, plan: int) -> str:
    """Go to pay for a plan; the page's address. Raises Conflict when another visit took over."""
    wish = Purchase(customer.user_id, plan, "yearly", SITE, SITE)
    async with world.database.transaction(await binding(world, customer)) as session:
        return await start_checkout(session, world.gateway, wish, world.resources.clock.now())


async def test_of_two_changes_that_are_decided_at_once_the_later_one_is_confirmed(
    world: World, customer: Customer
) -> None:
    await customer.buy(1)
    async with busy(world, customer) as until:
        first = asyncio.create_task(start(world, customer, 2))
        await until(1, first)
        second = asyncio.create_task(start(world, customer, 3))
        await until(2, first, second)
    assert (await second).startswith("http")
    with pytest.raises(Conflict):
        await first


async def test_a_cancellation_waits_for_a_change_in_work_and_is_judged_after_it(
    world: World, customer: Customer
) -> None:
    async with world.database.transaction(await binding(world, customer)) as session:
        await grant(session, customer.user_id, 2, None)
    async with busy(world, customer) as until:
        call = asyncio.create_task(customer.client.post(CANCEL, json={}))
        await until(1, call)
        await world.admin.execute(
            "UPDATE subscriptions SET status = 'expired' FROM membership m"
            " WHERE m.workspace_id = subscriptions.workspace_id AND m.user_id = $1",
            customer.user_id,
        )
    assert (await call).status_code == 409


async def test_what_stripe_says_waits_for_a_change_in_work(
    world: World, customer: Customer
) -> None:
    await customer.buy(1)
    subscriptions.cancel(world.model.account, (await customer.remote())[0]["id"], {})

    async def resync() -> None:
        now = world.resources.clock.now()
        async with world.database.transaction(await binding(world, customer)) as session:
            await support.resync(session, world.gateway, "they asked", now)

    async with busy(world, customer) as until:
        asking = asyncio.create_task(resync())
        await until(1, asking)
        assert (await customer.mine())["plan"] is not None
    await asking
    assert (await customer.mine())["plan"] is None


VISITS = "SELECT count(*) FROM checkout"
DEMOTION = "UPDATE membership SET role = 'viewer' WHERE user_id = $1"


@pytest.mark.parametrize(
    ("path", "body"),
    [
        (CANCEL, {"reason": "too dear"}),
        (
            "/api/subscriptions/checkout",
            {
                "planId": 3,
                "billingFrequency": "yearly",
                "successUrl": f"{SITE}/dashboard",
                "cancelUrl": f"{SITE}/dashboard",
            },
        ),
    ],
)
async def test_whoever_may_not_pay_any_more_when_their_turn_comes_changes_nothing(
    world: World, customer: Customer, path: str, body: dict[str, Any]
) -> None:
    await customer.buy(1)
    before, visits = await customer.remote(), await world.admin.fetchval(VISITS)
    async with busy(world, customer) as until:
        call = asyncio.create_task(customer.client.post(path, json=body))
        await until(1, call)
        await world.admin.execute(DEMOTION, customer.user_id)
    answer = await call
    assert (answer.status_code, answer.json()["code"]) == (403, "right-ended"), answer.text
    assert await customer.remote() == before
    assert await world.admin.fetchval(VISITS) == visits


async def test_what_stripe_was_told_is_written_down_whoever_told_it(
    world: World, customer: Customer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Their right ended after the provider was asked: it ends there, so it ends here."""
    await customer.buy(1)
    told = sync_subscription

    async def late(*args: Any) -> Any:
        await world.admin.execute(DEMOTION, customer.user_id)
        return await told(*args)

    monkeypatch.setattr(changes, "sync_subscription", late)
    answer = await customer.client.post(CANCEL, json={"reason": "too dear"})
    assert answer.status_code == 200, answer.text
    assert (await customer.remote())[0]["cancel_at_period_end"]
    assert answer.json()["subscription"]["cancelAtPeriodEnd"]
