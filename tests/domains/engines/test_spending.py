"""Who pays for answers on our own keys: the person, their address, and everybody in a day."""

from __future__ import annotations

import asyncio
import contextlib
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from uuid import UUID

import asyncpg
import pytest

from presence.core.ids import new_id
from presence.core.settings import Settings
from presence.db.session import Database
from presence.db.tenancy import TenantBinding
from presence.domains.billing.service import grant
from presence.domains.engines.errors import BudgetExhausted
from presence.domains.engines.records import CredentialChange
from presence.domains.engines.service import (
    Asker,
    charge_usage,
    release,
    release_lost,
    reserve,
    waiting_for_confirmation,
)
from presence.domains.engines.service.budget import VANISHED_AFTER
from presence.domains.engines.service.credentials import remove_credential, write_credential
from presence.domains.identity.errors import EmailUnconfirmed
from presence.domains.workspaces.queries.lifecycle import insert_named
from presence.jobs.context import JobResources
from tests.analysis.fakes import FakeClock, FakeFetcher, sites_of
from tests.conftest import Place
from tests.domains.engines.conftest import SECRET, on_plan
from tests.domains.engines.providers import Provider, question
from tests.domains.engines.test_budget import DONE, end, promise, store
from tests.factories.people import Tenant, make_tenant, registration

# Two questions of ChatGPT at its list price fit into a day of this deployment, three do not.
PRICE = Decimal("0.0115")


async def one_more(database: Database, tenant: Tenant) -> Tenant:
    """Another workspace of the same person."""
    workspace_id = new_id()
    async with database.transaction(TenantBinding(workspace_id, tenant.user_id)) as session:
        await insert_named(session, workspace_id, tenant.user_id, "One more")
    return Tenant(tenant.user_id, workspace_id, tenant.email)


async def delete(admin: asyncpg.Connection, tenant: Tenant) -> None:
    """The workspace goes for good, as it does after its week."""
    await admin.execute("DELETE FROM workspace WHERE id = $1", tenant.workspace_id)


async def spend(
    database: Database, tenant: Tenant, settings: Settings, engine: str, answers: int
) -> UUID:
    """A run of so many answers, from its start to its end."""
    run = await promise(database, tenant, settings, {engine: answers})
    for _ in range(answers):
        await store(database, tenant, settings, run, engine, DONE)
    await end(database, tenant, run)
    return run


async def ceilings(admin: asyncpg.Connection) -> dict[str, tuple[Decimal, Decimal]]:
    """(used, reserved) of every ceiling in USD."""
    rows = await admin.fetch("SELECT engine, used_usd, reserved_usd FROM spending_ceiling")
    return {row["engine"]: (row["used_usd"], row["reserved_usd"]) for row in rows}


async def test_a_deleted_workspace_does_not_give_its_owner_new_answers(
    database: Database, admin: asyncpg.Connection, settings: Settings
) -> None:
    first = await on_plan(database, None)
    await spend(database, first, settings, "compatible", 30)
    await delete(admin, first)
    second = await one_more(database, first)
    with pytest.raises(BudgetExhausted) as refused:
        await promise(database, second, settings, {"compatible": 1})
    assert "all your workspaces" in refused.value.message
    assert refused.value.extra["used"] == 30


async def test_two_workspaces_of_one_person_share_the_free_answers(
    database: Database, settings: Settings
) -> None:
    first = await on_plan(database, None)
    second = await one_more(database, first)
    await promise(database, first, settings, {"compatible": 20})
    await promise(database, second, settings, {"compatible": 10})
    with pytest.raises(BudgetExhausted):
        await promise(database, first, settings, {"compatible": 1})


async def test_an_address_that_registers_again_has_no_new_answers(
    database: Database, admin: asyncpg.Connection, settings: Settings
) -> None:
    mine = registration()["email"]
    first = await make_tenant(database, email=mine)
    await spend(database, first, settings, "compatible", 30)
    await delete(admin, first)
    await admin.execute("DELETE FROM users WHERE id = $1", first.user_id)
    tagged = mine.replace("@", "+again@")
    again = await make_tenant(database, email=tagged)
    with pytest.raises(BudgetExhausted):
        await promise(database, again, settings, {"compatible": 1})


async def test_of_an_address_only_a_keyed_hash_is_kept(
    database: Database, admin: asyncpg.Connection, settings: Settings
) -> None:
    tenant = await make_tenant(database, email="kept.nowhere@example.com")
    await promise(database, tenant, settings, {"compatible": 1})
    rows = await admin.fetch("SELECT * FROM spending_account")
    assert rows
    assert not any(b"kept" in row["subject"] for row in rows)
    assert all(len(row["subject"]) == 32 for row in rows if row["kind"] == "address")


async def test_a_paid_plan_brings_its_own_answers_and_takes_none_of_the_person(
    database: Database, settings: Settings
) -> None:
    free = await on_plan(database, None)
    await spend(database, free, settings, "compatible", 30)
    paid = await one_more(database, free)
    async with database.transaction(paid.binding) as session:
        await grant(session, paid.user_id, 1, None)
    await spend(database, paid, settings, "compatible", 3)


async def test_a_trial_that_nobody_paid_for_counts_as_the_persons_own(
    database: Database, admin: asyncpg.Connection, settings: Settings
) -> None:
    first = await on_plan(database, 1)
    second = await one_more(database, first)
    async with database.transaction(second.binding) as session:
        await grant(session, second.user_id, 1, None)
    await admin.execute(
        "UPDATE subscriptions SET status = 'trialing', trial_end = now() + interval '9 days'"
        " WHERE workspace_id = ANY ($1::uuid[])",
        [first.workspace_id, second.workspace_id],
    )
    await promise(database, first, settings, {"compatible": 600})
    with pytest.raises(BudgetExhausted):
        await promise(database, second, settings, {"compatible": 600})


async def test_a_new_owner_pays_from_their_own_allowance_and_the_old_one_gets_nothing_back(
    database: Database, admin: asyncpg.Connection, settings: Settings
) -> None:
    old, new = await on_plan(database, None), await on_plan(database, None)
    await spend(database, new, settings, "compatible", 28)
    await admin.execute(
        "UPDATE membership SET user_id = $1 WHERE workspace_id = $2", new.user_id, old.workspace_id
    )
    with pytest.raises(BudgetExhausted):
        await promise(database, old, settings, {"compatible": 3})
    await promise(database, old, settings, {"compatible": 2})


async def test_at_once_over_many_workspaces_a_person_passes_nothing(
    database: Database, settings: Settings
) -> None:
    first = await on_plan(database, None)
    places = [first, *[await one_more(database, first) for _ in range(9)]]

    async def work(tenant: Tenant) -> int:
        try:
            await spend(database, tenant, settings, "compatible", 4)
        except BudgetExhausted:
            return 0
        return 4

    assert sum(await asyncio.gather(*(work(t) for t in places * 3))) == 28


async def test_what_a_vanished_workspace_held_comes_back_to_its_owner(
    database: Database, admin: asyncpg.Connection, settings: Settings
) -> None:
    first = await on_plan(database, None)
    await promise(database, first, settings, {"chatgpt": 30})
    await delete(admin, first)
    later = datetime.now(UTC) + VANISHED_AFTER + timedelta(minutes=1)
    async with database.transaction() as session:
        await release_lost(session, now=later)
    await promise(database, await one_more(database, first), settings, {"chatgpt": 30})


@pytest.fixture(scope="module")
def mailing(place: Place) -> Settings:
    """As `settings`, where mail is set up."""
    return place.settings(
        secrets={"key": SECRET},
        engines={"chatgpt": {"api_key": "deployment-chatgpt"}},
        mail={"host": "127.0.0.1", "port": 9},
    )


async def test_before_the_address_is_confirmed_no_key_of_ours_is_used(
    database: Database, admin: asyncpg.Connection, mailing: Settings
) -> None:
    tenant = await on_plan(database, None)
    with pytest.raises(EmailUnconfirmed) as refused:
        await promise(database, tenant, mailing, {"chatgpt": 1})
    assert refused.value.message.startswith("Confirm your address to ask ChatGPT")
    await admin.execute("UPDATE users SET email_verified = true WHERE id = $1", tenant.user_id)
    await promise(database, tenant, mailing, {"chatgpt": 1})


async def test_before_the_address_is_confirmed_no_key_of_ours_without_a_price_is_used_either(
    database: Database, place: Place
) -> None:
    keyless = {"base_url": "http://127.0.0.1:9/v1", "model": "tiny"}
    mail = {"host": "127.0.0.1"}
    free = place.settings(mail=mail, secrets={"key": SECRET}, engines={"compatible": keyless})
    keyed = {**keyless, "api_key": "deployment-compatible"}
    ours = place.settings(mail=mail, secrets={"key": SECRET}, engines={"compatible": keyed})
    tenant = await on_plan(database, None)
    await promise(database, tenant, free, {"compatible": 1})
    with pytest.raises(EmailUnconfirmed):
        await promise(database, tenant, ours, {"compatible": 1})
    async with database.transaction(tenant.binding) as session:
        assert not await waiting_for_confirmation(session, free)
        assert list(await waiting_for_confirmation(session, ours)) == ["compatible"]


@pytest.fixture
def tight(place: Place) -> Settings:
    """A deployment that may spend two answers of ChatGPT a day, and three over all."""
    return place.settings(
        secrets={"key": SECRET},
        engines={
            "chatgpt": {"api_key": "deployment-chatgpt", "daily_ceiling_usd": PRICE * 2},
            "perplexity": {"api_key": "deployment-perplexity"},
            "daily_ceiling_usd": PRICE * 3,
            "daily_share": 1,
        },
    )


@pytest.fixture(autouse=True)
async def new_day(admin: asyncpg.Connection) -> None:
    """Nothing was spent today."""
    await admin.execute("DELETE FROM spending_ceiling")


async def test_over_all_customers_an_engine_spends_no_more_than_its_day_allows(
    database: Database, tight: Settings
) -> None:
    await promise(database, await on_plan(database, 3), tight, {"chatgpt": 2})
    with pytest.raises(BudgetExhausted) as refused:
        await promise(database, await on_plan(database, 3), tight, {"chatgpt": 1})
    assert "ChatGPT" in refused.value.message
    assert "midnight UTC" in refused.value.message
    assert refused.value.extra["feature"] == "engine.daily"
    assert "upgradeUrl" not in refused.value.extra


async def test_all_engines_together_have_a_ceiling_of_the_day(
    database: Database, tight: Settings
) -> None:
    await promise(database, await on_plan(database, 3), tight, {"chatgpt": 2})
    with pytest.raises(BudgetExhausted) as refused:
        await promise(database, await on_plan(database, 3), tight, {"perplexity": 3})
    assert "today" in refused.value.message


async def test_settling_moves_the_days_money_from_promised_to_spent(
    database: Database, admin: asyncpg.Connection, tight: Settings
) -> None:
    tenant = await on_plan(database, 3)
    run = await promise(database, tenant, tight, {"chatgpt": 2})
    assert (await ceilings(admin))["*"] == (Decimal(0), PRICE * 2)
    await store(database, tenant, tight, run, "chatgpt", DONE)
    used, held = (await ceilings(admin))["chatgpt"]
    assert (used > 0, held) == (True, PRICE)
    await end(database, tenant, run)
    assert (await ceilings(admin))["*"] == (used, Decimal(0))


async def test_what_was_promised_yesterday_counts_on_the_day_it_is_spent(
    database: Database, admin: asyncpg.Connection, tight: Settings
) -> None:
    await promise(database, await on_plan(database, 3), tight, {"chatgpt": 2})
    tomorrow = datetime.now(UTC) + timedelta(days=1)
    other = await on_plan(database, 3)
    with pytest.raises(BudgetExhausted):
        await promise(database, other, tight, {"chatgpt": 1}, now=tomorrow)


async def test_a_new_day_has_its_whole_ceiling(database: Database, tight: Settings) -> None:
    await spend(database, await on_plan(database, 3), tight, "chatgpt", 2)
    tomorrow = datetime.now(UTC) + timedelta(days=1)
    await promise(database, await on_plan(database, 3), tight, {"chatgpt": 2}, now=tomorrow)


async def test_workers_in_a_hurry_never_pass_the_days_ceiling(
    database: Database, admin: asyncpg.Connection, place: Place
) -> None:
    hurried = place.settings(
        secrets={"key": SECRET},
        engines={"chatgpt": {"api_key": "k", "daily_ceiling_usd": PRICE * 20}, "daily_share": 1},
    )
    tenants = [await on_plan(database, 3) for _ in range(6)]

    async def work(tenant: Tenant) -> None:
        with contextlib.suppress(BudgetExhausted):
            run = await promise(database, tenant, hurried, {"chatgpt": 3})
            async with database.transaction(tenant.binding) as session:
                await charge_usage(session, hurried, run, "chatgpt", {str(new_id()): DONE})
            async with database.transaction(tenant.binding) as session:
                await release(session, run)

    for _ in range(4):
        await asyncio.gather(*(work(t) for t in tenants))
        used, held = (await ceilings(admin))["chatgpt"]
        assert used + held <= PRICE * 20
        assert held == 0


async def test_a_key_taken_away_in_the_middle_is_not_replaced_by_ours(
    database: Database, settings: Settings
) -> None:
    tenant, run = await on_plan(database, None), new_id()
    change = CredentialChange("sk-my-own-key-0001", "", "", None)
    async with database.transaction(tenant.binding) as session:
        await write_credential(session, settings, tenant.workspace_id, "chatgpt", change)
        await reserve(session, settings, run, {"chatgpt": 1})
        await remove_credential(session, "chatgpt")
    clock = FakeClock()
    provider = Provider(clock)
    resources = JobResources(
        database, settings, sites_of(FakeFetcher({})), clock, lambda: None, provider
    )
    raw = await Asker(resources, tenant.workspace_id, run).ask("chatgpt", question())
    assert not provider.asked_at
    assert (raw.status, raw.error_code) == ("failed", "unauthorized")


async def test_reserving_for_nothing_makes_no_account(
    database: Database, admin: asyncpg.Connection, settings: Settings
) -> None:
    tenant = await on_plan(database, None)
    async with database.transaction(tenant.binding) as session:
        await reserve(session, settings, new_id(), {"simulator": 50})
    person = tenant.user_id.bytes
    assert not await admin.fetch("SELECT FROM spending_account WHERE subject = $1", person)
