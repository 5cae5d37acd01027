"""Fixtures for what goes out: an analysed brand, its owner's browser, and a worker."""

from __future__ import annotations

from collections.abc import AsyncIterator

import asyncpg
import httpx
import pytest_asyncio
from fastapi import FastAPI

from presence.db.session import Database
from presence.domains.billing.service import grant
from presence.jobs.context import JobResources
from presence_standins.sites import site_server
from tests.conftest import Place, browser
from tests.factories.people import make_tenant
from tests.factories.post import Post
from tests.factories.runs import (
    Analysed,
    begin_run,
    make_brand,
    session_cookies,
    work_off,
    worker_hands,
)

PRO = 1


@pytest_asyncio.fixture(scope="module")
async def analysed(database: Database, place: Place) -> AsyncIterator[Analysed]:
    """A brand with a site, a competitor and one finished run, on Pro."""
    tenant = await make_tenant(database)
    async with (
        site_server("harrow-broken") as url,
        worker_hands(database, place.settings()) as resources,
    ):
        subject = await make_brand(database, tenant, url)
        async with database.transaction(tenant.binding) as session:
            await grant(session, tenant.user_id, PRO, None)
        run_id = await begin_run(database, subject)
        await work_off(resources, subject, run_id)
        yield Analysed(subject, run_id, url)


@pytest_asyncio.fixture
async def owner(
    app: FastAPI, database: Database, analysed: Analysed
) -> AsyncIterator[httpx.AsyncClient]:
    """A browser of the brand's owner."""
    async with browser(app, cookies=await session_cookies(database, analysed.tenant)) as client:
        yield client


@pytest_asyncio.fixture
async def hands(database: Database, place: Place) -> AsyncIterator[JobResources]:
    """What a worker has."""
    async with worker_hands(database, place.settings()) as resources:
        yield resources


@pytest_asyncio.fixture
async def post(app: FastAPI, admin: asyncpg.Connection) -> Post:
    """A worker that sends e-mails and does other jobs; nothing is queued yet."""
    await admin.execute("DELETE FROM procrastinate_jobs")
    return Post(app, admin)
