"""What two windows decide at the same moment about one subscription."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest

from presence.core.errors import Conflict
from presence.domains.billing.service import grant, support
from presence.domains.billing.service.checkout import Purchase, start_checkout
from presence.domains.workspaces.service import lock_workspace
from presence_standins.stripe import subscriptions
from tests.domains.billing.stripe_world import SITE, Customer, World
from tests.domains.billing.test_support import binding

CANCEL = "/api/subscriptions/cancel"
PATIENCE_S = 20
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
            for _ in range(PATIENCE_S * 20):
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
