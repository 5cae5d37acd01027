"""What an analysis does when our keys may not be used: wait, or go on with the simulator."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

import asyncpg
import httpx
import pytest
import pytest_asyncio

from presence.core.settings import Settings
from presence.db.session import Database
from presence.domains.billing.service import grant
from presence.domains.results.service.estimating import estimate_run
from presence.domains.runs.service import Order, start_run
from presence.domains.runs.service.schedule import slots
from presence.entrypoints.customer import build_adapters, create_customer_app
from tests.conftest import Place, browser
from tests.domains.engines.conftest import SECRET
from tests.factories.people import Tenant, make_tenant
from tests.factories.runs import Subject, make_brand, session_cookies

CHATGPT = {"chatgpt": {"api_key": "deployment-chatgpt"}}
NOTHING_TODAY = {"daily_ceiling_usd": 0, **CHATGPT}


@pytest.fixture(scope="module")
def mailing(place: Place) -> Settings:
    """ChatGPT on our key, and mail that is set up."""
    return place.settings(
        secrets={"key": SECRET}, engines=CHATGPT, mail={"host": "127.0.0.1", "port": 9}
    )


@pytest.fixture(scope="module")
def spent(place: Place) -> Settings:
    """ChatGPT on our key, and no money for today."""
    return place.settings(secrets={"key": SECRET}, engines=NOTHING_TODAY)


@pytest_asyncio.fixture
async def subject(database: Database) -> Subject:
    """A brand that nobody has analysed yet, of somebody on the free plan."""
    return await make_brand(database, await make_tenant(database))


async def entries(admin: asyncpg.Connection, run_id: UUID) -> dict[str, dict[str, Any]]:
    """The engines of a run by id."""
    told = await admin.fetchval("SELECT engines FROM run WHERE id = $1", run_id)
    return {entry["id"]: entry for entry in json.loads(told)}


async def started(
    database: Database, subject: Subject, settings: Settings, trigger: Any = "initial"
) -> UUID:
    """A run that was started."""
    async with database.transaction(subject.tenant.binding) as session:
        order = Order(confirmed=True)
        return await start_run(session, settings, subject.brand_id, trigger, order)


@pytest_asyncio.fixture
async def owner(
    database: Database, spent: Settings, subject: Subject
) -> AsyncIterator[httpx.AsyncClient]:
    """The owner's browser where no money is left today."""
    application = create_customer_app(spent, replace(build_adapters(spent), database=database))
    cookies = await session_cookies(database, subject.tenant)
    async with browser(application, cookies=cookies) as client:
        yield client
    application.state.accounts.close()


@pytest.mark.parametrize("trigger", ["initial", "manual", "scheduled"])
async def test_before_the_address_is_confirmed_the_simulator_alone_is_asked(
    database: Database, admin: asyncpg.Connection, mailing: Settings, subject: Subject, trigger: str
) -> None:
    asked = await entries(admin, await started(database, subject, mailing, trigger))
    assert asked["simulator"]["planned"] > 0
    assert asked["chatgpt"]["planned"] == 0
    assert asked["chatgpt"]["reason"].startswith("Confirm your address to ask ChatGPT")


async def test_once_the_address_is_confirmed_chatgpt_is_asked(
    database: Database, admin: asyncpg.Connection, mailing: Settings, subject: Subject
) -> None:
    owner = subject.tenant.user_id
    await admin.execute("UPDATE users SET email_verified = true WHERE id = $1", owner)
    asked = await entries(admin, await started(database, subject, mailing))
    assert asked["chatgpt"]["planned"] > 0


async def test_without_mail_nobody_has_to_confirm_anything(
    database: Database, admin: asyncpg.Connection, place: Place, subject: Subject
) -> None:
    local = place.settings(secrets={"key": SECRET}, engines=CHATGPT)
    asked = await entries(admin, await started(database, subject, local))
    assert asked["chatgpt"]["planned"] > 0


async def test_a_first_analysis_goes_on_with_the_simulator_when_the_days_money_is_gone(
    database: Database, admin: asyncpg.Connection, spent: Settings, subject: Subject
) -> None:
    asked = await entries(admin, await started(database, subject, spent))
    assert asked["simulator"]["planned"] > 0
    assert "after midnight UTC" in asked["chatgpt"]["reason"]


async def test_an_analysis_by_hand_is_refused_with_a_sentence_when_the_days_money_is_gone(
    owner: httpx.AsyncClient, subject: Subject
) -> None:
    refused = await owner.post(f"/api/v1/brands/{subject.brand_id}/runs", json={})
    assert refused.status_code == 429, refused.text
    assert "after midnight UTC" in refused.json()["detail"]
    assert 0 < int(refused.headers["Retry-After"]) <= 86_400


@pytest.mark.parametrize(
    ("lacking", "helps"), [("daily_ceiling_usd", False), ("free_allowance_usd", True)]
)
async def test_a_plan_is_offered_only_where_one_lets_them_ask(
    database: Database, place: Place, subject: Subject, lacking: str, helps: bool
) -> None:
    settings = place.settings(secrets={"key": SECRET}, engines={**CHATGPT, lacking: 0})
    async with database.transaction(subject.tenant.binding) as session:
        found = await estimate_run(session, settings, subject.brand_id, Order(), datetime.now(UTC))
    assert (found.refusal is not None, found.plan_helps) == (True, helps)


async def test_the_estimate_and_the_usage_say_that_the_days_money_is_gone(
    owner: httpx.AsyncClient, subject: Subject
) -> None:
    told = (await owner.post(f"/api/v1/brands/{subject.brand_id}/runs/estimate", json={})).json()
    assert not told["affordable"]
    assert "after midnight UTC" in told["allowance"]
    usage = (await owner.get("/api/v1/usage")).json()
    assert usage["allowance"] == told["allowance"]


async def test_a_due_analysis_waits_for_the_next_day_when_the_days_money_is_gone(
    database: Database, admin: asyncpg.Connection, spent: Settings, place: Place, subject: Subject
) -> None:
    async with database.transaction(subject.tenant.binding) as session:
        await grant(session, subject.tenant.user_id, 1, None)
    await started(database, subject, place.settings())
    await admin.execute("UPDATE run SET status = 'completed' WHERE brand_id = $1", subject.brand_id)
    now = datetime.now(UTC)
    due = "UPDATE run_schedule SET next_run_at = $2, cadence = 'weekly' WHERE brand_id = $1"
    await admin.execute(due, subject.brand_id, now - timedelta(minutes=1))
    async with database.transaction(subject.tenant.binding) as session:
        assert await slots.use_date(session, spent, subject.brand_id, now) is None
    row = await admin.fetchrow("SELECT * FROM run_schedule WHERE brand_id = $1", subject.brand_id)
    assert row["next_run_at"].date() == now.date() + timedelta(days=1)
    assert "after midnight UTC" in row["skipped_reason"]


async def test_the_usage_of_a_free_workspace_says_what_all_of_ones_workspaces_share(
    database: Database, place: Place, subject: Subject
) -> None:
    local = place.settings(secrets={"key": SECRET}, engines=CHATGPT)
    application = create_customer_app(local, replace(build_adapters(local), database=database))
    cookies = await session_cookies(database, subject.tenant)
    async with browser(application, cookies=cookies) as client:
        usage = (await client.get("/api/v1/usage")).json()
    application.state.accounts.close()
    assert usage["person"]["limit"] == 30
    assert usage["allowance"].startswith("30 of the 30 free answers that all your workspaces share")


async def test_the_usage_of_a_paid_workspace_is_its_own(database: Database, place: Place) -> None:
    tenant: Tenant = await make_tenant(database)
    async with database.transaction(tenant.binding) as session:
        await grant(session, tenant.user_id, 1, None)
    local = place.settings(secrets={"key": SECRET}, engines=CHATGPT)
    application = create_customer_app(local, replace(build_adapters(local), database=database))
    async with browser(application, cookies=await session_cookies(database, tenant)) as client:
        usage = (await client.get("/api/v1/usage")).json()
    application.state.accounts.close()
    assert usage["person"] is None
    assert "answers of your plan are left" in usage["allowance"]
