"""A service in maintenance mode tells callers to come back, and when."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import httpx
import pytest_asyncio

from presence.db.session import Database
from presence.entrypoints.customer import build_adapters, create_customer_app
from tests.conftest import Place, browser


@pytest_asyncio.fixture
async def shut(place: Place, database: Database) -> AsyncIterator[httpx.AsyncClient]:
    """A browser at a closed service that opens in five minutes."""
    ends_at = datetime.now(UTC) + timedelta(seconds=300)
    told = {"message": "We move house.", "closed": True, "ends_at": ends_at.isoformat()}
    settings = place.settings(maintenance=told)
    app = create_customer_app(settings, replace(build_adapters(settings), database=database))
    async with browser(app) as client:
        yield client
    app.state.accounts.close()


async def test_every_call_is_asked_to_come_back_and_told_when(shut: httpx.AsyncClient) -> None:
    for method, path in (("GET", "/api/user"), ("POST", "/api/login"), ("GET", "/auth/google")):
        answer = await shut.request(method, path)
        assert (answer.status_code, answer.json()["code"]) == (503, "maintenance")
        assert answer.json()["message"] == "We move house."
        assert 200 <= int(answer.headers["retry-after"]) <= 300
        assert answer.headers["x-request-id"]


async def test_its_state_and_its_health_are_still_told(shut: httpx.AsyncClient) -> None:
    assert (await shut.get("/api/v1/meta")).json()["maintenance"]["message"] == "We move house."
    assert (await shut.get("/healthz")).status_code == 200
