"""Analyses, exports and free reports: one person's share over all their workspaces."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from uuid import UUID

import asyncpg
import httpx
import pytest
import pytest_asyncio
from fastapi import FastAPI

from presence.db.session import Database
from presence.domains.billing.service import grant
from presence.domains.publishing.service.reports.requests import SPARE
from presence.entrypoints.customer import build_adapters, create_customer_app
from presence.jobs.context import JobResources
from tests.conftest import Place, browser
from tests.factories.people import Tenant, make_tenant
from tests.factories.runs import (
    begin_run,
    make_brand,
    session_cookies,
    work_off,
    worker_hands,
)
from tests.factories.team import PRO, add_member, opened, owner_on

MOST = 2  # of a person; of a workspace as many as anybody would want
FREE_REPORTS = 1  # a month, of a workspace on the free plan


@pytest_asyncio.fixture(scope="module")
async def strict(place: Place, database: Database) -> AsyncIterator[FastAPI]:
    """The application with a small share for each person."""
    person = (MOST, 3_600)
    settings = place.settings(
        outbound={"site_every_s": 0},
        rates={"default": (1_000_000, 60), "runs_person": person, "exports_person": person},
    )
    application = create_customer_app(
        settings, replace(build_adapters(settings), database=database)
    )
    yield application
    application.state.accounts.close()


@pytest_asyncio.fixture(autouse=True)
async def free(admin: asyncpg.Connection) -> None:
    """Nobody has used up anything."""
    await admin.execute("DELETE FROM rate_window")


@dataclass
class Roamer:
    """Somebody who makes a workspace for whatever they ask."""

    client: httpx.AsyncClient
    database: Database
    hands: JobResources
    tenant: Tenant
    plan: int | None = PRO

    async def moves_on(self, *, analysed: bool = False) -> UUID:
        """A new workspace with a brand; they act there from now on."""
        made = await self.client.post("/api/v1/workspaces", json={"name": "Another"})
        assert made.status_code == 201, made.text
        there = Tenant(self.tenant.user_id, UUID(made.json()["id"]), self.tenant.email)
        if self.plan is not None:
            async with self.database.transaction(there.binding) as session:
                await grant(session, there.user_id, self.plan, None)
        subject = await make_brand(self.database, there)
        if analysed:
            await work_off(self.hands, subject, await begin_run(self.database, subject))
        return subject.brand_id

    async def analyses(self) -> httpx.Response:
        """One analysis in a workspace of its own."""
        return await self.client.post(f"/api/v1/brands/{await self.moves_on()}/runs")

    async def exports(self) -> httpx.Response:
        """One export of a view in a workspace of its own."""
        wish = {"brandId": str(await self.moves_on()), "resource": "answers", "format": "csv"}
        return await self.client.post("/api/v1/exports", json=wish)

    async def reports(self, form: str = "csv") -> httpx.Response:
        """One report of an analysed brand in a workspace of its own."""
        path = f"/api/v1/brands/{await self.moves_on(analysed=True)}/reports"
        return await self.client.post(path, json={"format": form})


@asynccontextmanager
async def roaming(
    app: FastAPI, database: Database, place: Place, plan: int | None = PRO
) -> AsyncIterator[Roamer]:
    """Somebody new, signed in."""
    tenant = await make_tenant(database, is_verified=True)
    cookies = await session_cookies(database, tenant)
    async with (
        worker_hands(database, place.settings()) as hands,
        browser(app, cookies=cookies) as client,
    ):
        yield Roamer(client, database, hands, tenant, plan)


@pytest_asyncio.fixture
async def roamer(strict: FastAPI, database: Database, place: Place) -> AsyncIterator[Roamer]:
    """One where the shares are small."""
    async with roaming(strict, database, place) as somebody:
        yield somebody


@pytest.mark.parametrize("asked", ["analyses", "exports", "reports"])
async def test_a_person_asks_so_often_in_all_their_workspaces_together(
    strict: FastAPI, database: Database, place: Place, roamer: Roamer, asked: str
) -> None:
    answers = [await getattr(roamer, asked)() for _ in range(MOST + 1)]
    assert [a.status_code for a in answers] == [202] * MOST + [429], answers[0].text
    assert answers[-1].json()["code"] == "rate-limited"
    assert 0 < int(answers[-1].headers["retry-after"]) <= 3_600
    async with roaming(strict, database, place) as other:
        assert (await getattr(other, asked)()).status_code == 202


async def test_a_workspace_asks_so_often_whoever_of_its_members_asks(
    place: Place, database: Database
) -> None:
    settings = place.settings(rates={"default": (1_000_000, 60), "exports": (1, 3_600)})
    application = create_customer_app(
        settings, replace(build_adapters(settings), database=database)
    )
    owner = await owner_on(database, PRO)
    subject = await make_brand(database, owner)
    wish = {"brandId": str(subject.brand_id), "resource": "answers", "format": "csv"}
    answers = []
    for somebody in (owner, await add_member(database, owner, "editor")):
        async with opened(application, database, somebody) as person:
            answers.append((await person.client.post("/api/v1/exports", json=wish)).status_code)
    application.state.accounts.close()
    assert answers == [202, 429]


async def test_exports_and_reports_are_one_share(roamer: Roamer) -> None:
    told = [await roamer.exports(), await roamer.reports(), await roamer.exports()]
    assert [answer.status_code for answer in told] == [202, 202, 429]


async def test_a_refused_analysis_uses_nothing_of_the_persons_share_up(roamer: Roamer) -> None:
    brand = await roamer.moves_on()
    path = f"/api/v1/brands/{brand}/runs"
    told = [(await roamer.client.post(path)).status_code for _ in range(MOST + 1)]
    assert told == [202] + [409] * MOST  # the first is still running
    assert (await roamer.analyses()).status_code == 202


async def test_free_reports_of_a_month_are_so_many_in_all_workspaces_together(
    app: FastAPI, database: Database, place: Place
) -> None:
    async with roaming(app, database, place, plan=None) as free_of_charge:
        answers = [await free_of_charge.reports("pdf") for _ in range(FREE_REPORTS + SPARE + 1)]
    assert [a.status_code for a in answers] == [202] * (FREE_REPORTS + SPARE) + [429]
    detail = answers[-1].json()["detail"]
    assert detail.startswith("Your free reports of this month are used up in all your workspaces")
    assert " They start anew on " in detail
