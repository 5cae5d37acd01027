"""Brands with finished runs, a worker's hands, and browsers of their owners."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest
import pytest_asyncio
from fastapi import FastAPI

from presence.db.session import Database
from presence.jobs.context import JobResources
from presence_standins.sites import site_server
from tests.conftest import Place, browser
from tests.factories.people import Tenant, make_tenant
from tests.factories.runs import (
    Analysed,
    Subject,
    begin_run,
    make_brand,
    session_cookies,
    work_off,
    worker_hands,
)

SITE_SELLS = "Harrow makes solid oak tables, benches and shelves by hand in Sheffield."


@pytest_asyncio.fixture
async def hands(database: Database, place: Place) -> AsyncIterator[JobResources]:
    """What a worker has."""
    async with worker_hands(database, place.settings()) as resources:
        yield resources


@pytest_asyncio.fixture
async def tenant(database: Database) -> Tenant:
    """Somebody with a workspace on the free plan."""
    return await make_tenant(database)


@pytest_asyncio.fixture
async def described(database: Database, tenant: Tenant) -> Subject:
    """A brand that gave only a description."""
    return await make_brand(database, tenant)


@pytest_asyncio.fixture(scope="module")
async def analysed(database: Database, place: Place) -> AsyncIterator[Analysed]:
    """A brand with the faulty stand-in site and one finished run."""
    tenant = await make_tenant(database)
    async with (
        site_server("harrow-broken") as url,
        worker_hands(database, place.settings()) as resources,
    ):
        subject = await make_brand(database, tenant, url, description=SITE_SELLS)
        run_id = await begin_run(database, subject)
        await work_off(resources, subject, run_id)
        yield Analysed(subject, run_id, url)


@pytest_asyncio.fixture
async def owner(
    app: FastAPI, database: Database, analysed: Analysed
) -> AsyncIterator[httpx.AsyncClient]:
    """A browser of the analysed brand's owner."""
    async with browser(app, cookies=await session_cookies(database, analysed.tenant)) as client:
        yield client


@pytest_asyncio.fixture
async def stranger(app: FastAPI, database: Database) -> AsyncIterator[httpx.AsyncClient]:
    """A browser of somebody with another workspace."""
    other = await make_tenant(database)
    async with browser(app, cookies=await session_cookies(database, other)) as client:
        yield client


@pytest.fixture
def paths(analysed: Analysed) -> dict[str, str]:
    """The API's addresses of the analysed brand and run."""
    brand, run = f"/api/v1/brands/{analysed.brand_id}", f"/api/v1/runs/{analysed.run_id}"
    return {
        "summary": f"{brand}/summary",
        "runs": f"{brand}/runs",
        "run": run,
        "evidence": f"{run}/evidence?metric=content",
        "gaps": f"{brand}/gaps/summary",
        "content": f"{brand}/gaps/content",
        "technical": f"{brand}/gaps/technical",
        "recommendations": f"{brand}/recommendations",
    }


async def read(client: httpx.AsyncClient, path: str) -> Any:
    """The JSON of a 200."""
    response = await client.get(path)
    assert response.status_code == 200, response.text
    return response.json()
