"""Settings with keys that lead nowhere, and workspaces on a plan."""

from __future__ import annotations

from base64 import b64encode
from datetime import UTC, datetime

import pytest

from presence.core.settings import Settings
from presence.db.session import Database
from presence.domains.billing.service import grant
from tests.conftest import Place
from tests.factories.people import Tenant, make_tenant

SECRET = b64encode(bytes(range(32))).decode()
NOW = datetime.now(UTC)


@pytest.fixture(scope="module")
def settings(place: Place) -> Settings:
    """ChatGPT, Perplexity and a free compatible server on the deployment's keys."""
    return place.settings(
        secrets={"key": SECRET},
        engines={
            "chatgpt": {"api_key": "deployment-chatgpt"},
            "perplexity": {"api_key": "deployment-perplexity"},
            "compatible": {"base_url": "http://127.0.0.1:9/v1", "model": "tiny"},
        },
    )


async def on_plan(database: Database, plan_id: int | None) -> Tenant:
    """A workspace of its own with a plan, None for the free one."""
    tenant = await make_tenant(database)
    if plan_id is not None:
        async with database.transaction(tenant.binding) as session:
            await grant(session, tenant.user_id, plan_id, None)
    return tenant
