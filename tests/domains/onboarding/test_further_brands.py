"""Adding brands beside the first one and changing them."""

from __future__ import annotations

import asyncio
from typing import Any

import asyncpg
import httpx
import pytest
from fastapi import FastAPI

from presence.db.session import Database
from presence.domains.billing.service import grant
from tests.conftest import browser
from tests.domains.brands.conftest import FREE, GROWTH, HARROW, PRO, Desk, OpenDesk, open_desk
from tests.factories.files import DOCX_TYPE, docx_file
from tests.factories.people import make_tenant, sign_up
from tests.factories.runs import session_cookies

__all__ = ["open_desk"]

BRANDS = "/api/v1/brands"
MARLOW = {
    "brandName": "Marlow Tables",
    "websiteUrl": "https://marlow.example",
    "targetAudience": "Small flats",
}
FORM = {"brandName": "Marlow Tables", "targetAudience": "Small flats"}


def document(data: bytes | None = None, kind: str = DOCX_TYPE) -> dict[str, Any]:
    """The file part of the form."""
    return {"brandDocument": ("about.docx", data or docx_file("We make tables."), kind)}


async def rows(admin: asyncpg.Connection, table: str, brand_id: str) -> int:
    found: int = await admin.fetchval(
        f"SELECT count(*) FROM {table} WHERE brand_id = $1",  # noqa: S608 - names in this file
        brand_id,
    )
    return found


async def change(desk: Desk, **body: Any) -> httpx.Response:
    return await desk.client.patch(desk.path(), json=body)


async def test_a_website_brand_comes_with_its_material_and_first_run(
    open_desk: OpenDesk, admin: asyncpg.Connection
) -> None:
    async with open_desk(GROWTH) as desk:
        answer = await desk.client.post(BRANDS, json={**MARLOW, "aliases": ["Marlow"]})
        assert answer.status_code == 201, answer.text
        brand = answer.json()
        assert answer.headers["location"] == f"{BRANDS}/{brand['id']}"
        assert (brand["source"], brand["isPrimary"]) == ("website", False)
        assert (brand["market"], brand["language"], brand["aliases"]) == (
            "GB",
            "en-GB",
            ["Marlow"],
        )
        assert await rows(admin, "material", brand["id"]) == 1
        run = await desk.client.get(f"/api/v1/runs/{brand['runId']}")
        assert run.json()["status"] in ("queued", "running")
        actions = await admin.fetch(
            "SELECT action FROM audit_log WHERE target = $1", f"brand:{brand['id']}"
        )
        assert [row["action"] for row in actions] == ["brand.added"]


async def test_a_document_brand_and_a_described_one_need_no_website(
    open_desk: OpenDesk, admin: asyncpg.Connection
) -> None:
    async with open_desk(PRO) as desk:
        sent = await desk.client.post(BRANDS, data=FORM, files=document())
        assert sent.status_code == 201, sent.text
        assert (sent.json()["source"], sent.json()["websiteUrl"]) == ("document", None)
        assert await rows(admin, "material", sent.json()["id"]) == 1
        told = {"brandName": "Oakley", "description": "Oakley repairs chairs in Leeds."}
        described = await desk.client.post(BRANDS, json=told)
        assert described.json()["source"] == "description"


@pytest.mark.parametrize(
    ("changes", "pointer", "sentence"),
    [
        ({"brandName": "M"}, "/brandName", "Business name must be at least 2 characters"),
        ({"websiteUrl": "marlow.example"}, "/websiteUrl", "Invalid URL format"),
        ({"websiteUrl": "http://marlow.example"}, "/websiteUrl", "Invalid URL format"),
        ({"websiteUrl": "https://"}, "/websiteUrl", "Invalid URL format"),
        ({"targetAudience": "me"}, "/targetAudience", "Please describe your target audience"),
        ({"market": "Mars"}, "/market", "Market must be a country code such as US or GB"),
        ({"websiteUrl": None}, "/description", "at least 10 characters"),
    ],
)
async def test_what_cannot_be_a_brand_is_refused_in_the_screens_words(
    open_desk: OpenDesk, changes: dict[str, Any], pointer: str, sentence: str
) -> None:
    async with open_desk(GROWTH) as desk:
        answer = await desk.client.post(BRANDS, json={**MARLOW, **changes})
        assert answer.status_code == 422, answer.text
        (error,) = answer.json()["errors"]
        assert error["pointer"] == pointer
        assert sentence in error["detail"]


@pytest.mark.parametrize(
    ("files", "status", "sentence"),
    [
        (None, 422, "Please upload a DOCX file or choose a different option"),
        (document(b"%PDF-1.7", "application/pdf"), 415, "Please select a valid DOCX file."),
        (document(None, "application/pdf"), 415, "Please select a valid DOCX file."),
        (document(b"not a zip"), 415, "Please select a valid DOCX file."),
        (document(b"x" * (10 * 1024 * 1024 + 1)), 413, "Maximum size is 10MB."),
    ],
)
async def test_a_document_that_is_none_is_refused(
    open_desk: OpenDesk, files: Any, status: int, sentence: str
) -> None:
    async with open_desk(PRO) as desk:
        parts = files or {"other": ("x.txt", b"x", "text/plain")}
        answer = await desk.client.post(BRANDS, data=FORM, files=parts)
        assert (answer.status_code, sentence in answer.json()["message"]) == (status, True)


async def test_the_plan_bounds_brands_and_websites_even_for_requests_at_once(
    open_desk: OpenDesk,
) -> None:
    async with open_desk(FREE) as desk:
        refused = (await desk.client.post(BRANDS, json=MARLOW)).json()
        assert (refused["code"], refused["feature"]) == ("plan-limit", "brands.max")
    async with open_desk(PRO) as desk:
        assert (await desk.client.post(BRANDS, json=MARLOW)).json()["feature"] == "websites.max"
        told = [
            {"brandName": f"Brand {n}", "description": "It repairs chairs in Leeds."}
            for n in range(5)
        ]
        answers = await asyncio.gather(*(desk.client.post(BRANDS, json=body) for body in told))
        assert sorted(answer.status_code for answer in answers) == [201, 201, 403, 403, 403]


async def test_a_site_another_brand_has_is_a_conflict(open_desk: OpenDesk) -> None:
    async with open_desk(GROWTH) as desk:
        twice = {**MARLOW, "websiteUrl": "https://www.HarrowOak.example/tables"}
        answer = await desk.client.post(BRANDS, json=twice)
        assert answer.status_code == 409
        assert answer.headers["location"] == desk.path()
        assert answer.json()["message"] == "Harrow Oak already has this website."


async def test_only_owner_and_admin_add_brands_and_nobody_without_a_workspace(
    app: FastAPI, client: httpx.AsyncClient, database: Database, admin: asyncpg.Connection
) -> None:
    await sign_up(client)
    assert (await client.post(BRANDS, json=MARLOW)).status_code == 409
    editor = await make_tenant(database)
    await admin.execute("UPDATE membership SET role = 'editor' WHERE user_id = $1", editor.user_id)
    async with browser(app, cookies=await session_cookies(database, editor)) as other:
        assert (await other.post(BRANDS, json=MARLOW)).status_code == 403


async def test_a_profile_is_changed_field_by_field(open_desk: OpenDesk) -> None:
    async with open_desk() as desk:
        before = await desk.get()
        body = {
            "aliases": ["Harrow", "HO"],
            "tone": "Expert",
            "isCommonWord": True,
            "market": "de",
            "targetAudience": None,
            "ownedPrefixes": ["harrowoak.example"],
        }
        after = (await change(desk, **body)).json()
        assert (after["aliases"], after["tone"], after["isCommonWord"]) == (
            ["Harrow", "HO"],
            "Expert",
            True,
        )
        assert (after["market"], after["targetAudience"]) == ("DE", "")
        assert (after["name"], after["description"]) == (before["name"], before["description"])
        assert (await change(desk, tone=None, isCommonWord=None)).json()["tone"] is None
        assert (await change(desk, tone="Angry")).status_code == 422
        assert (await change(desk, name="H")).status_code == 422


async def test_an_etag_that_is_out_of_date_stops_a_change(open_desk: OpenDesk) -> None:
    async with open_desk() as desk:
        etag = {"If-Match": (await desk.client.get(desk.path())).headers["etag"]}
        sent = [
            await desk.client.patch(desk.path(), json={"name": name}, headers=etag)
            for name in ("Harrow A", "Harrow B")
        ]
        assert [answer.status_code for answer in sent] == [200, 412]


async def test_another_website_brings_its_own_prefix_and_material(
    open_desk: OpenDesk, admin: asyncpg.Connection
) -> None:
    async with open_desk(GROWTH) as desk:
        moved = (await change(desk, websiteUrl="https://harrow.example")).json()
        assert (moved["websiteUrl"], moved["ownedPrefixes"]) == (
            "https://harrow.example/",
            ["harrow.example"],
        )
        urls = await admin.fetch("SELECT url FROM material WHERE brand_id = $1", desk.brand_id)
        assert [row["url"] for row in urls] == ["https://harrow.example/"]
        gone = (await change(desk, websiteUrl=None)).json()
        assert (gone["websiteUrl"], gone["source"]) == (None, "description")
        assert await rows(admin, "material", str(desk.brand_id)) == 0


async def test_the_business_settings_follow_the_primary_brand(client: httpx.AsyncClient) -> None:
    await sign_up(client)
    body = {
        "businessName": "Harrow",
        "businessDescription": "We repair bicycles in Leeds.",
        "websiteUrl": None,
        "targetAudience": "Commuters",
        "wizardCompleted": True,
    }
    brand = (await client.post("/api/business-info", json=body)).json()["primaryBrandId"]
    sent = {"name": "Harrow Oak", "description": "We make oak tables in Leeds."}
    assert (await client.patch(f"{BRANDS}/{brand}", json=sent)).status_code == 200
    info = (await client.get("/api/business-info")).json()
    assert (info["businessName"], info["description"]) == (sent["name"], sent["description"])


async def test_a_new_name_has_answers_read_anew_and_another_tone_does_not(
    open_desk: OpenDesk, admin: asyncpg.Connection
) -> None:
    async with open_desk() as desk:
        jobs = (
            "SELECT count(*) FROM procrastinate_jobs WHERE task_name = 'visibility.rescore'"
            " AND args->>'brand_id' = $1"
        )
        await change(desk, tone="Plain")
        assert await admin.fetchval(jobs, str(desk.brand_id)) == 0
        await change(desk, aliases=["Harrow"])
        assert await admin.fetchval(jobs, str(desk.brand_id)) == 1
        await change(desk, aliases=["Harrow"])
        assert await admin.fetchval(jobs, str(desk.brand_id)) == 1


async def test_a_brand_cannot_take_a_competitors_name(open_desk: OpenDesk) -> None:
    async with open_desk() as desk:
        await desk.post("competitors", json={"name": "Marlow"})
        assert (await change(desk, aliases=["marlow"])).status_code == 409


async def test_a_plan_that_grew_has_room(open_desk: OpenDesk, database: Database) -> None:
    async with open_desk(FREE, HARROW) as desk:
        async with database.transaction(desk.tenant.binding) as session:
            await grant(session, desk.tenant.user_id, GROWTH, None)
        assert (await desk.client.post(BRANDS, json=MARLOW)).status_code == 201
