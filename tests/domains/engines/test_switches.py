"""An engine that staff switched off is asked by nobody; a model they chose is the one asked."""

from __future__ import annotations

import asyncpg

from presence.core.settings import Settings
from presence.db.session import Database
from presence.domains.engines.service import engines_for_run
from presence.domains.engines.service.catalogue import list_engines
from tests.factories.people import make_tenant

SETTINGS = {"engines": {"chatgpt": {"api_key": "sk-test"}}}


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
