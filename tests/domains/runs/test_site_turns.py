"""A website is analysed once a minute, whoever asked: the next one waits in the queue."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any
from uuid import UUID

import asyncpg
import pytest

from presence.core.errors import RateLimited
from presence.core.settings import Settings
from presence.db.session import Database
from presence.db.tenancy import TenantBinding
from presence.domains.runs.service import Order, cancel_run, start_run
from presence.domains.workspaces.service.site_visits import SHARE
from tests.conftest import Place
from tests.factories.people import make_tenant
from tests.factories.runs import Subject, make_brand

SITE = "https://www.harrow.example"


@pytest.fixture(scope="module")
def strict(place: Place) -> Settings:
    """The limits of a deployment."""
    return place.settings(outbound={})


@pytest.fixture(autouse=True)
async def unseen(admin: asyncpg.Connection) -> None:
    """Nobody has looked at a site."""
    await admin.execute("DELETE FROM site_visit")


async def started(
    database: Database, settings: Settings, trigger: Any = "initial", website: str | None = SITE
) -> UUID:
    """A run of somebody new who has a brand with this website."""
    subject: Subject = await make_brand(database, await make_tenant(database), website)
    async with database.transaction(subject.tenant.binding) as session:
        return await start_run(session, settings, subject.brand_id, trigger, Order())


async def waits(admin: asyncpg.Connection, run_id: UUID) -> float:
    """Seconds until the job of a run is due; 0 for at once."""
    found = "SELECT scheduled_at FROM procrastinate_jobs WHERE args->>'run_id' = $1"
    due = await admin.fetchval(found, str(run_id))
    return 0.0 if due is None else (due - datetime.now(UTC)).total_seconds()


async def test_analyses_of_one_site_come_a_minute_apart(
    database: Database, admin: asyncpg.Connection, strict: Settings
) -> None:
    runs = [await started(database, strict) for _ in range(3)]
    told = [await waits(admin, run) for run in runs]
    assert told[0] == 0
    assert 50 < told[1] <= 60
    assert 110 < told[2] <= 120


async def test_names_below_one_domain_take_turns_like_one_site(
    database: Database, admin: asyncpg.Connection, strict: Settings
) -> None:
    names = (
        "a1.harrow.example",
        "A2.Harrow.Example.",
        "harrow.example:8443",
        "x.a3.harrow.example",
    )
    runs = [await started(database, strict, website=f"https://{name}") for name in names]
    told = [await waits(admin, run) for run in runs]
    assert [round(wait / 60) for wait in told] == [0, 1, 2, 3]


async def test_two_shops_of_one_landlord_wait_for_each_other_never(
    database: Database, admin: asyncpg.Connection, strict: Settings
) -> None:
    await started(database, strict, website="https://harrow.myshopify.com")
    other = await started(database, strict, website="https://fern.myshopify.com")
    assert await waits(admin, other) == 0


async def test_names_below_one_domain_are_one_share(
    database: Database, admin: asyncpg.Connection, strict: Settings
) -> None:
    subject = await make_brand(database, await make_tenant(database), SITE)
    renamed = "UPDATE brand SET website_url = $2 WHERE id = $1"

    async def analysed(name: str) -> None:
        await admin.execute(renamed, subject.brand_id, f"https://{name}.harrow.example")
        async with database.transaction(subject.tenant.binding) as session:
            run_id = await start_run(session, strict, subject.brand_id, "initial", Order())
            await cancel_run(session, run_id)

    for n in range(SHARE.quota):
        await analysed(f"a{n}")
    with pytest.raises(RateLimited):
        await analysed("one-more")


async def test_an_analysis_by_hand_is_told_to_come_back_when_its_turn_is_minutes_away(
    database: Database, strict: Settings
) -> None:
    for _ in range(6):
        await started(database, strict)
    with pytest.raises(RateLimited) as refused:
        await started(database, strict, "manual")
    assert refused.value.message.startswith("harrow.example is being analyzed for several people.")
    assert int(refused.value.headers["Retry-After"]) > 300


async def test_a_refused_analysis_takes_nobodys_turn(
    database: Database, admin: asyncpg.Connection, strict: Settings
) -> None:
    for _ in range(6):
        await started(database, strict)
    for _ in range(5):
        with pytest.raises(RateLimited):
            await started(database, strict, "manual")
    assert await waits(admin, await started(database, strict)) <= 361


async def test_an_analysis_without_a_website_waits_for_nobody(
    database: Database, admin: asyncpg.Connection, strict: Settings
) -> None:
    await started(database, strict)
    assert await waits(admin, await started(database, strict, website=None)) == 0


async def test_a_brand_takes_so_many_turns_of_its_site_an_hour(
    database: Database, admin: asyncpg.Connection, strict: Settings
) -> None:
    subject = await make_brand(database, await make_tenant(database), SITE)

    async def analysed() -> None:
        async with database.transaction(subject.tenant.binding) as session:
            run_id = await start_run(session, strict, subject.brand_id, "initial", Order())
            await cancel_run(session, run_id)

    for _ in range(SHARE.quota):
        await analysed()
    with pytest.raises(RateLimited) as refused:
        await analysed()
    assert refused.value.message.startswith("You have had harrow.example looked at many times")
    assert await waits(admin, await started(database, strict)) <= 60 * SHARE.quota + 1


async def test_dates_of_the_schedule_are_nobodys_share(
    database: Database, strict: Settings
) -> None:
    subject = await make_brand(database, await make_tenant(database), SITE)
    for _ in range(SHARE.quota + 1):
        binding = TenantBinding(subject.tenant.workspace_id)
        async with database.transaction(binding) as session:
            run_id = await start_run(session, strict, subject.brand_id, "scheduled", Order())
            await cancel_run(session, run_id)
