"""Who pays for a workspace, also when it is given away, and a payer's share of a day."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import asyncpg
import pytest

from presence.core.ids import new_id
from presence.core.settings import Settings
from presence.db.session import Database
from presence.domains.audit.service import Staffer, acting_for
from presence.domains.billing.service import grant
from presence.domains.engines.errors import BudgetExhausted, CeilingReached
from presence.domains.workspaces.service import members
from tests.conftest import Place
from tests.domains.engines.conftest import SECRET, on_plan
from tests.domains.engines.test_budget import DONE, end, promise, store
from tests.domains.engines.test_spending import PRICE, one_more, spend
from tests.factories.people import Tenant, make_tenant

_JOIN = "INSERT INTO membership (workspace_id, user_id, role) VALUES ($1, $2, $3)"
_PAUSE = "UPDATE membership SET paused = true WHERE workspace_id = $1 AND user_id = $2"


@pytest.fixture(autouse=True)
async def new_day(admin: asyncpg.Connection) -> None:
    """Nothing was spent today."""
    await admin.execute("DELETE FROM spending_ceiling")


@pytest.fixture
def shared(place: Place) -> Settings:
    """A deployment of which one payer may have two answers of ChatGPT a day."""
    return place.settings(
        secrets={"key": SECRET},
        engines={
            "chatgpt": {"api_key": "deployment-chatgpt", "daily_ceiling_usd": PRICE * 8},
            "daily_ceiling_usd": PRICE * 16,
            "daily_share": "0.25",
        },
    )


async def test_one_payer_cannot_use_up_the_day_of_everybody(
    database: Database, shared: Settings
) -> None:
    first = await on_plan(database, 3)
    second = await one_more(database, first)
    async with database.transaction(second.binding) as session:
        await grant(session, second.user_id, 3, None)
    await promise(database, first, shared, {"chatgpt": 1})
    run = await promise(database, second, shared, {"chatgpt": 1})
    with pytest.raises(CeilingReached) as refused:
        await promise(database, first, shared, {"chatgpt": 1})
    assert refused.value.message.startswith(
        "What the owner of this workspace may still ask on our keys today is not enough for this."
    )
    assert refused.value.extra["feature"] == "engine.daily.share"
    await promise(database, await on_plan(database, 3), shared, {"chatgpt": 2})
    await end(database, second, run)
    await promise(database, first, shared, {"chatgpt": 1})


async def test_who_asks_more_than_a_whole_day_allows_is_not_told_to_wait(
    database: Database, shared: Settings
) -> None:
    payer = await on_plan(database, 3)
    with pytest.raises(CeilingReached) as refused:
        await promise(database, payer, shared, {"chatgpt": 3})
    assert refused.value.message == (
        "This would ask more on our keys than one customer may in a whole day. Leave out some of"
        " the questions, or connect a key of your own to ask them all."
    )


async def test_what_a_payer_has_spent_of_a_day_is_theirs_until_the_next(
    database: Database, shared: Settings
) -> None:
    payer = await on_plan(database, 3)
    run = await promise(database, payer, shared, {"chatgpt": 2})
    await store(database, payer, shared, run, "chatgpt", DONE)
    await end(database, payer, run)
    with pytest.raises(CeilingReached):
        await promise(database, payer, shared, {"chatgpt": 2})
    tomorrow = datetime.now(UTC) + timedelta(days=1)
    await promise(database, payer, shared, {"chatgpt": 2}, now=tomorrow)


async def joined(admin: asyncpg.Connection, tenant: Tenant, to: Tenant, role: str) -> Tenant:
    """The person as a member of another workspace."""
    await admin.execute(_JOIN, to.workspace_id, tenant.user_id, role)
    return Tenant(tenant.user_id, to.workspace_id, tenant.email)


async def give(database: Database, giver: Tenant, heir: Tenant) -> None:
    """The heir owns the giver's workspace and was not asked."""
    async with database.transaction(giver.binding) as session:
        await members.transfer_ownership(session, giver.user_id, heir.user_id)


async def test_whoever_gives_a_workspace_away_pays_until_the_heir_starts_an_analysis(
    database: Database, admin: asyncpg.Connection, settings: Settings
) -> None:
    giver = await on_plan(database, None)
    heir = await joined(admin, await make_tenant(database), giver, "editor")
    await spend(database, giver, settings, "compatible", 28)
    await give(database, giver, heir)
    with pytest.raises(BudgetExhausted):
        await promise(database, giver, settings, {"compatible": 3})
    await promise(database, heir, settings, {"compatible": 1})
    own = await one_more(database, heir)
    with pytest.raises(BudgetExhausted):
        await promise(database, own, settings, {"compatible": 30})


async def test_nobody_pays_for_an_owner_whose_giver_left_until_they_start_an_analysis(
    database: Database, admin: asyncpg.Connection, settings: Settings
) -> None:
    giver = await on_plan(database, None)
    heir = await joined(admin, await make_tenant(database), giver, "editor")
    third = await joined(admin, await make_tenant(database), giver, "editor")
    await give(database, giver, heir)
    async with database.transaction(giver.binding) as session:
        await members.leave(session, giver.user_id)
    with pytest.raises(BudgetExhausted) as refused:
        await promise(database, third, settings, {"compatible": 1})
    assert refused.value.message.startswith("Nobody's free answers pay for this workspace")
    await promise(database, heir, settings, {"compatible": 1})
    await promise(database, third, settings, {"compatible": 1})


async def test_what_staff_do_for_an_owner_does_not_make_them_the_payer(
    database: Database, admin: asyncpg.Connection, settings: Settings
) -> None:
    giver = await on_plan(database, None)
    heir = await joined(admin, await make_tenant(database), giver, "editor")
    await spend(database, giver, settings, "compatible", 30)
    await give(database, giver, heir)
    before = acting_for.set(Staffer(new_id(), "Sam", "a ticket"))
    try:
        with pytest.raises(BudgetExhausted):
            await promise(database, heir, settings, {"compatible": 1})
    finally:
        acting_for.reset(before)


async def test_of_two_owners_the_one_with_a_seat_pays(
    database: Database, admin: asyncpg.Connection, settings: Settings
) -> None:
    older = await on_plan(database, None)
    both = await one_more(database, older)
    await joined(admin, await make_tenant(database), both, "owner")
    await spend(database, older, settings, "compatible", 30)
    with pytest.raises(BudgetExhausted):
        await promise(database, both, settings, {"compatible": 1})
    await admin.execute(_PAUSE, both.workspace_id, both.user_id)
    await promise(database, both, settings, {"compatible": 1})
