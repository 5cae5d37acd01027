"""Every table that leaves as CSV begins with its heading line, whether it has rows or not."""

from __future__ import annotations

import csv
import io
import json
import zipfile
from importlib import resources
from typing import Any

import httpx
import pytest
from fastapi import FastAPI

from presence.db.session import Database
from presence.domains.billing.service import grant
from presence.domains.publishing.schemas.view_exports import SHEETS, SheetName
from presence.domains.publishing.service.view_exports.requests import JOB
from tests.conftest import browser
from tests.factories.people import make_tenant
from tests.factories.post import Post
from tests.factories.runs import Analysed, make_brand, session_cookies

LARGEST_PLAN = 3
MARK = b"\xef\xbb\xbf"


def csv_calls() -> list[str]:
    """The paths of both APIs that answer a CSV."""
    found = []
    for name in ("customer", "operator"):
        described = json.loads(
            resources.files("presence.openapi").joinpath(f"{name}.json").read_text()
        )
        for path, calls in described["paths"].items():
            if "text/csv" in json.dumps([call.get("responses") for call in calls.values()]):
                found.append(path)
    return found


def lines_of(content: bytes) -> list[list[str]]:
    """The lines of a CSV that says it is UTF-8."""
    assert content.startswith(MARK)
    return list(csv.reader(io.StringIO(content.decode("utf-8-sig"))))


async def exported(client: httpx.AsyncClient, post: Post, brand: str, name: str) -> bytes:
    """The file of an export of the whole table."""
    wish: dict[str, Any] = {"brandId": brand, "resource": name, "format": "csv"}
    asked = await client.post("/api/v1/exports", json=wish)
    assert asked.status_code == 202, asked.text
    await post.deliver(JOB)
    sent = await client.get(f"/api/v1/exports/{asked.json()['id']}/download")
    return (await client.get(sent.headers["location"])).content


TRAFFIC = "/api/v1/brands/{brand_id}/traffic"


async def test_only_calls_whose_headings_are_tested_answer_a_csv() -> None:
    assert csv_calls() == [
        "/api/v1/portfolio.csv",
        f"{TRAFFIC}/funnel.csv",
        f"{TRAFFIC}/platform-reports/{{platform_report_id}}/rows.csv",
        f"{TRAFFIC}.csv",
        f"{TRAFFIC}/uploads/{{upload_id}}/wrong-lines.csv",
    ]


@pytest.mark.parametrize("name", SHEETS)
async def test_a_table_without_rows_has_the_headings_of_one_with_rows(
    name: SheetName,
    app: FastAPI,
    database: Database,
    owner: httpx.AsyncClient,
    post: Post,
    analysed: Analysed,
) -> None:
    full = lines_of(await exported(owner, post, str(analysed.brand_id), name))
    tenant = await make_tenant(database)
    subject = await make_brand(database, tenant, None)
    async with database.transaction(tenant.binding) as session:
        await grant(session, tenant.user_id, LARGEST_PLAN, None)
    async with browser(app, cookies=await session_cookies(database, tenant)) as newcomer:
        empty = lines_of(await exported(newcomer, post, str(subject.brand_id), name))
    assert len(empty) == 1
    assert empty[0] == full[0]
    assert {len(line) for line in full} == {len(full[0])}


async def test_a_bundle_of_empty_tables_is_headings_alone(
    app: FastAPI, database: Database, post: Post
) -> None:
    tenant = await make_tenant(database)
    subject = await make_brand(database, tenant, None)
    async with browser(app, cookies=await session_cookies(database, tenant)) as newcomer:
        wish = {"brandId": str(subject.brand_id), "resource": "gaps", "format": "zip"}
        asked = (await newcomer.post("/api/v1/exports", json=wish)).json()
        await post.deliver(JOB)
        sent = await newcomer.get(f"/api/v1/exports/{asked['id']}/download")
        archive = (await newcomer.get(sent.headers["location"])).content
    files = zipfile.ZipFile(io.BytesIO(archive))
    assert [len(lines_of(files.read(name))) for name in files.namelist()] == [1, 1, 1]


async def test_a_brand_without_requests_gets_the_headings_of_its_traffic(
    owner: httpx.AsyncClient, analysed: Analysed
) -> None:
    named = await owner.get(TRAFFIC.format(brand_id=analysed.brand_id) + ".csv")
    assert [line[:4] for line in lines_of(named.content)] == [["day", "bot", "purpose", "status"]]


async def test_a_workspace_without_brands_gets_the_headings_of_the_brands_file(
    app: FastAPI, database: Database, owner: httpx.AsyncClient
) -> None:
    tenant = await make_tenant(database)
    async with browser(app, cookies=await session_cookies(database, tenant)) as newcomer:
        empty = lines_of((await newcomer.get("/api/v1/portfolio.csv")).content)
    full = lines_of((await owner.get("/api/v1/portfolio.csv")).content)
    assert empty == full[:1]
    assert len(full) > 1


async def test_a_brand_without_pages_gets_the_headings_of_its_funnel(
    database: Database, owner: httpx.AsyncClient, analysed: Analysed
) -> None:
    async with database.transaction(analysed.tenant.binding) as session:
        await grant(session, analysed.tenant.user_id, LARGEST_PLAN, None)
    path = TRAFFIC.format(brand_id=analysed.brand_id) + "/funnel.csv"
    named = await owner.get(path, params={"from": "2020-01-01", "to": "2020-01-02"})
    assert [line[:3] for line in lines_of(named.content)] == [
        ["site", "page", "fetched for an index"]
    ]
