"""An engine that staff switched off is asked by nobody; a model they chose is the one asked."""

from __future__ import annotations

from collections.abc import AsyncIterator

import asyncpg
import httpx
import pytest_asyncio

from presence.core.settings import Settings
from presence.db.session import Database
from presence.domains.engines.service import engines_for_run
from presence.domains.engines.service.catalogue import list_engines
from tests.analysis.fakes import FakeClock
from tests.domains.engines.providers import Hands, Provider, question
from tests.domains.engines.test_keys_api import CHATGPT, KEY, REFUSED, put, run_checks
from tests.factories.people import Tenant, make_tenant

SETTINGS = {"engines": {"chatgpt": {"api_key": "sk-test"}}}


@pytest_asyncio.fixture
async def switched_off(admin: asyncpg.Connection) -> AsyncIterator[None]:
    """Staff have switched ChatGPT off, until the test is over."""
    await admin.execute(
        "INSERT INTO engine_switch (engine, enabled) VALUES ('chatgpt', false)"
        " ON CONFLICT (engine) DO UPDATE SET enabled = false"
    )
    yield
    await admin.execute("DELETE FROM engine_switch")


async def test_a_switched_off_engine_is_listed_as_disabled_and_not_asked(
    database: Database, admin: asyncpg.Connection
) -> None:
    tenant, settings = await make_tenant(database), Settings.model_validate(SETTINGS)
    await admin.execute("INSERT INTO engine_switch (engine, model) VALUES ('chatgpt', 'gpt-next')")
    async with database.transaction(tenant.binding) as session:
        asked = {spec.id: spec.model for spec in await engines_for_run(session, settings)}
    assert asked["chatgpt"] == "gpt-next"
    await admin.execute("UPDATE engine_switch SET enabled = false")
    async with database.transaction(tenant.binding) as session:
        asked = {spec.id: spec.model for spec in await engines_for_run(session, settings)}
        listed = {engine.id: engine.status for engine in await list_engines(session, settings)}
    assert "chatgpt" not in asked
    assert listed["chatgpt"] == "disabled"


async def test_a_run_that_began_before_asks_a_switched_off_engine_nothing(
    owner: httpx.AsyncClient,
    database: Database,
    settings: Settings,
    tenant: Tenant,
    switched_off: None,
) -> None:
    clock = FakeClock()
    hands = Hands(database, settings, tenant, clock, Provider(clock))
    for _ in ("on our key", "on the workspace's own"):
        raw = await hands.asker().ask("chatgpt", question())
        assert (raw.status, raw.error) == ("failed", "ChatGPT is not connected.")
        await put(owner, apiKey=KEY)
    assert hands.provider.asked_at == []


async def test_a_key_for_a_switched_off_engine_is_kept_and_not_tried(
    owner: httpx.AsyncClient,
    database: Database,
    settings: Settings,
    tenant: Tenant,
    admin: asyncpg.Connection,
    switched_off: None,
) -> None:
    await put(owner, apiKey=KEY)
    provider = await run_checks(database, settings, tenant, admin)
    assert provider.accesses == []
    check = (await owner.get(CHATGPT)).json()["lastCheck"]
    assert check["message"] == (
        "ChatGPT is switched off at the moment. Your key was kept and not tried."
    )
    assert check["ok"] is None


async def test_a_refused_key_stays_suspended_when_it_is_tried_while_its_engine_is_switched_off(
    owner: httpx.AsyncClient,
    database: Database,
    settings: Settings,
    tenant: Tenant,
    admin: asyncpg.Connection,
) -> None:
    await put(owner, apiKey=KEY)
    await run_checks(database, settings, tenant, admin, REFUSED)
    await admin.execute("INSERT INTO engine_switch (engine, enabled) VALUES ('chatgpt', false)")
    try:
        assert (await owner.post(f"{CHATGPT}/test")).status_code == 202
        provider = await run_checks(database, settings, tenant, admin)
    finally:
        await admin.execute("DELETE FROM engine_switch")
    assert provider.accesses == []
    check = (await owner.get(CHATGPT)).json()["lastCheck"]
    assert (check["ok"], "switched off" in check["message"]) == (False, True)
    listed = {e["id"]: e["status"] for e in (await owner.get("/api/v1/engines")).json()}
    assert listed["chatgpt"] == "suspended"
