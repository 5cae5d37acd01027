"""Done is a claim: the next run, or a re-check, says whether it is true."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any
from uuid import UUID

import asyncpg
import httpx
import pytest
import pytest_asyncio
from fastapi import FastAPI

from presence.db.session import Database
from presence.domains.billing.service import grant
from presence.domains.findings.service.recheck import recheck
from presence.jobs.context import JobContext, JobResources
from presence_standins.sites import site_server
from tests.conftest import browser
from tests.factories.analysed import read
from tests.factories.people import Tenant
from tests.factories.runs import Subject, begin_run, make_brand, session_cookies, work_off


class Brand:
    """A brand on a paid plan whose site can be exchanged at its address."""

    def __init__(
        self,
        database: Database,
        hands: JobResources,
        client: httpx.AsyncClient,
        subject: Subject,
        port: int,
    ) -> None:
        self.database, self.hands, self.client = database, hands, client
        self.subject, self.port = subject, port
        self.technical = f"/api/v1/brands/{subject.brand_id}/gaps/technical"
        self.content = f"/api/v1/brands/{subject.brand_id}/gaps/content"
        self.advice = f"/api/v1/brands/{subject.brand_id}/recommendations"

    async def run(self, site: str) -> UUID:
        """Analyse the brand while `site` stands at its address."""
        async with site_server(site, port=self.port):
            run_id = await begin_run(self.database, self.subject)
            await work_off(self.hands, self.subject, run_id)
        return run_id

    async def row(self, path: str, **members: Any) -> dict[str, Any]:
        """The first row of a list with these members."""
        rows = (await read(self.client, f"{path}?limit=200"))["data"]
        return next(r for r in rows if all(r[name] == value for name, value in members.items()))

    async def change(self, path: str, row: dict[str, Any], **body: Any) -> dict[str, Any]:
        """Decide on a row."""
        response = await self.client.patch(f"{path}/{row['id']}", json=body)
        assert response.status_code == 200, response.text
        found: dict[str, Any] = response.json()
        return found


@asynccontextmanager
async def free_port() -> AsyncIterator[int]:
    """A port nobody listens on."""
    server = await asyncio.start_server(lambda reader, writer: None, "127.0.0.1", 0)
    port: int = server.sockets[0].getsockname()[1]
    server.close()
    await server.wait_closed()
    yield port


@pytest_asyncio.fixture
async def brand(
    app: FastAPI, database: Database, hands: JobResources, tenant: Tenant
) -> AsyncIterator[Brand]:
    """A brand that was analysed once with its faulty site."""
    async with database.transaction(tenant.binding) as session:
        await grant(session, tenant.user_id, 1, None)
    cookies = await session_cookies(database, tenant)
    async with free_port() as port, browser(app, cookies=cookies) as client:
        subject = await make_brand(database, tenant, f"http://127.0.0.1:{port}/")
        made = Brand(database, hands, client, subject, port)
        await made.run("harrow-broken")
        yield made


async def test_a_repaired_finding_is_verified_closed_by_the_next_run(brand: Brand) -> None:
    row = await brand.row(brand.technical, code="noindex")
    await brand.change(brand.technical, row, status="done", note="Tag removed")
    advice = await brand.row(brand.advice, sourceRef="noindex")
    await brand.change(brand.advice, advice, status="done")
    run_id = await brand.run("harrow-repaired")
    closed = (await read(brand.client, f"{brand.technical}?filter[status]=closed&limit=200"))[
        "data"
    ]
    found = next(r for r in closed if r["code"] == "noindex")
    assert found["status"] == "closed"
    assert found["note"] == "Tag removed"
    assert found["closedAt"]
    assert found["verification"]["verdict"] == "closed"
    assert found["verification"]["runId"] == str(run_id)
    assert found["verification"]["text"].startswith("Closed — no longer found on ")
    other = next(r for r in closed if r["code"] == "broken-link")
    assert other["verification"] is None
    gone = (await read(brand.client, f"{brand.advice}?filter[status]=closed&limit=200"))["data"]
    assert next(r for r in gone if r["sourceRef"] == "noindex")["verification"]["text"] == (
        "Closed — no longer found"
    )


async def test_what_is_still_there_is_open_again_and_says_so(brand: Brand) -> None:
    finding = await brand.row(brand.technical, code="noindex")
    gap = await brand.row(brand.content, kind="coverage")
    await brand.change(brand.technical, finding, status="done")
    await brand.change(brand.content, gap, status="done")
    ignored = await brand.row(brand.technical, code="description-missing")
    await brand.change(brand.technical, ignored, status="dismissed", reason="No search snippet")
    await brand.run("harrow-broken")
    again = await brand.row(brand.technical, code="noindex")
    assert (again["status"], again["verification"]["text"]) == ("open", "Still open")
    still = await brand.row(brand.content, prompt=gap["prompt"])
    named, n = still["brandAnswers"], still["n"]
    assert still["verification"]["text"] == f"Still open — brand in {named} of {n} answers"
    kept = await brand.row(brand.technical, code="description-missing")
    assert (kept["status"], kept["reason"]) == ("dismissed", "No search snippet")


async def test_what_no_page_said_is_not_verified_while_no_page_can_be_read(
    brand: Brand, admin: asyncpg.Connection
) -> None:
    row = await brand.row(brand.advice)
    silence = "UPDATE recommendation SET key = $2, source_ref = $2 WHERE id = $1"
    await admin.execute(silence, UUID(row["id"]), "site:price")
    await brand.change(brand.advice, row, status="done")
    run_id = await begin_run(brand.database, brand.subject)
    await work_off(brand.hands, brand.subject, run_id)
    decided = "SELECT verified FROM conclusion_decision WHERE brand_id = $1 AND key = 'site:price'"
    assert await admin.fetch(decided, brand.subject.brand_id) == [(None,)]


@pytest.mark.parametrize("key", ["site:price", "finding:gone"])
async def test_advice_on_pages_is_closed_only_by_a_run_that_read_them(
    brand: Brand, admin: asyncpg.Connection, key: str
) -> None:
    row = await brand.row(brand.advice)
    renamed = "UPDATE recommendation SET key = $2, source_ref = $2 WHERE id = $1"
    await admin.execute(renamed, UUID(row["id"]), key)
    run_id = await begin_run(brand.database, brand.subject)
    await work_off(brand.hands, brand.subject, run_id)  # nobody serves the site
    assert key not in await closed_of(brand)
    await brand.run("harrow-broken")
    assert key in await closed_of(brand)


async def test_advice_on_fit_is_closed_only_by_a_run_that_assessed_it(
    brand: Brand, admin: asyncpg.Connection
) -> None:
    row = await brand.row(brand.advice)
    renamed = "UPDATE recommendation SET key = $2, source_ref = $2 WHERE id = $1"
    await admin.execute(renamed, UUID(row["id"]), "fit:gone")
    run_id = await brand.run("harrow-broken")
    assert "fit:gone" in await closed_of(brand)
    unfit = "UPDATE run_input SET data = '[]' WHERE run_id = $1 AND kind = 'looked-for'"
    await admin.execute(unfit, run_id)
    assert "fit:gone" not in await closed_of(brand)


async def closed_of(brand: Brand) -> set[str]:
    """What the advice in the list of closed ones is about."""
    path = f"{brand.advice}?filter[status]=closed&limit=200"
    return {row["sourceRef"] for row in (await read(brand.client, path))["data"]}


async def test_a_mark_made_during_a_run_waits_for_the_next_one(brand: Brand) -> None:
    run_id = await begin_run(brand.database, brand.subject)
    row = await brand.row(brand.technical, code="noindex")
    await brand.change(brand.technical, row, status="done")
    async with site_server("harrow-broken", port=brand.port):
        await work_off(brand.hands, brand.subject, run_id)
    waiting = await brand.row(brand.technical, code="noindex")
    assert (waiting["status"], waiting["verification"]) == ("done", None)


async def asked(brand: Brand, row: dict[str, Any]) -> httpx.Response:
    return await brand.client.post(f"{brand.technical}/{row['id']}/recheck")


async def checked(brand: Brand, admin: asyncpg.Connection, row: dict[str, Any]) -> dict[str, Any]:
    """Ask for a re-check, do its job, and read the finding again."""
    response = await asked(brand, row)
    assert response.status_code == 202, response.text
    assert response.headers["Location"] == f"{brand.technical}/{row['id']}"
    assert response.json()["recheck"]["status"] == "queued"
    key = await admin.fetchval(
        "SELECT id FROM finding_recheck WHERE finding_id = $1 AND status = 'queued'",
        UUID(row["id"]),
    )
    context = JobContext(brand.subject.tenant.workspace_id, 5, brand.hands)
    await recheck(context, key)
    await recheck(context, key)
    found: dict[str, Any] = await read(brand.client, f"{brand.technical}/{row['id']}")
    return found


async def test_a_re_check_closes_what_was_repaired(brand: Brand, admin: asyncpg.Connection) -> None:
    row = await brand.row(brand.technical, code="robots-blocks-search-bot")
    before = (await read(brand.client, f"{brand.technical[:-10]}/summary"))["technicalIssues"]
    async with site_server("harrow-repaired", port=brand.port):
        found = await checked(brand, admin, row)
    assert found["recheck"]["outcome"] == "closed"
    assert (found["status"], found["verification"]["verdict"]) == ("done", "closed")
    assert found["checkedAt"]
    after = (await read(brand.client, f"{brand.technical[:-10]}/summary"))["technicalIssues"]
    assert after == before - 1
    advice = await brand.row(brand.advice, sourceRef="robots-blocks-search-bot")
    assert advice["status"] == "done"
    news = await admin.fetch(
        "SELECT data FROM run_event WHERE event = 'finding.updated' AND workspace_id = $1",
        brand.subject.tenant.workspace_id,
    )
    assert len(news) == 1


async def test_a_re_check_keeps_what_is_still_there_with_new_evidence(
    brand: Brand, admin: asyncpg.Connection
) -> None:
    row = await brand.row(brand.technical, code="noindex")
    await brand.change(brand.technical, row, status="done")
    async with site_server("harrow-broken", port=brand.port):
        found = await checked(brand, admin, row)
    assert found["recheck"]["outcome"] == "still-open"
    assert (found["status"], found["verification"]["text"]) == ("open", "Still open")
    assert found["evidence"] != row["evidence"] or found["checkedAt"]
    assert found["pages"] == row["pages"]


async def test_a_site_that_is_down_closes_nothing(brand: Brand, admin: asyncpg.Connection) -> None:
    row = await brand.row(brand.technical, code="noindex")
    found = await checked(brand, admin, row)
    assert found["recheck"]["outcome"] == "unreachable"
    assert found["recheck"]["detail"].endswith(".")
    assert found["status"] == "open"


async def test_re_checks_are_few_and_of_the_shown_run(
    brand: Brand, admin: asyncpg.Connection
) -> None:
    row = await brand.row(brand.technical, code="noindex")
    first, second = await asked(brand, row), await asked(brand, row)
    assert (first.status_code, second.status_code) == (202, 202)
    workspace = brand.subject.tenant.workspace_id
    count = "SELECT count(*) FROM finding_recheck WHERE workspace_id = $1"
    assert await admin.fetchval(count, workspace) == 1
    await admin.execute(
        "UPDATE finding_recheck SET status = 'done', outcome = 'still-open'"
        " WHERE workspace_id = $1",
        workspace,
    )
    soon = await asked(brand, row)
    assert soon.status_code == 429
    assert 0 < int(soon.headers["Retry-After"]) <= 20
    await brand.run("harrow-broken")
    assert (await asked(brand, row)).status_code == 409
