"""Setting up prices at the provider: what the list says, once."""

from __future__ import annotations

from decimal import Decimal

from presence.db.session import Database
from presence.domains.billing.service.price_setup import (
    PriceLine,
    check_prices,
    set_up_prices,
)
from tests.conftest import Place
from tests.domains.billing.stripe_world import World

AMOUNTS = ["20.00", "192.00", "49.00", "468.00", "99.00", "948.00"]


async def as_owner(place: Place, world: World, *, check: bool = False) -> list[PriceLine]:
    """Run the command's work."""
    owner = Database(place.url("owner"), place.settings().database)
    try:
        async with owner.transaction() as session:
            return await (check_prices if check else set_up_prices)(session, world.gateway)
    finally:
        await owner.close()


async def test_every_plan_has_a_price_by_the_month_and_by_the_year(
    place: Place, world: World
) -> None:
    lines = await as_owner(place, world, check=True)
    assert [f"{line.amount:.2f}" for line in lines] == AMOUNTS
    assert {line.state for line in lines} == {"there"}


async def test_setting_up_again_makes_nothing(place: Place, world: World) -> None:
    before = len(list(world.model.account.every("price")))
    assert {line.state for line in await as_owner(place, world)} == {"there"}
    assert len(list(world.model.account.every("price"))) == before


async def test_another_amount_makes_a_new_price_and_leaves_the_old_one(
    place: Place, world: World
) -> None:
    await world.admin.execute("UPDATE plans SET price = 25 WHERE id = 1")
    try:
        assert [
            line.plan for line in await as_owner(place, world, check=True) if line.state != "there"
        ] == ["Pro"]
        made = [line for line in await as_owner(place, world) if line.state == "made"]
        assert [(line.plan, line.frequency, line.amount) for line in made] == [
            ("Pro", "monthly", Decimal("25.00"))
        ]
    finally:
        await world.admin.execute("UPDATE plans SET price = 20 WHERE id = 1")
