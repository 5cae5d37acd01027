"""Completing the wizard through the API: what it creates, and that it does so once."""

from __future__ import annotations

import asyncio
from typing import Any

import asyncpg
import httpx
import pytest
from fastapi import FastAPI

from tests.conftest import browser
from tests.factories.files import DOCX_TYPE, docx_file
from tests.factories.people import sign_up

PATH = "/api/business-info"
BODY: dict[str, Any] = {
    "businessName": "Harrow Cycles",
    "businessDescription": "We repair bicycles while our customers wait.",
    "websiteUrl": "https://harrow.example",
    "targetAudience": "City commuters",
    "wizardCompleted": True,
}
FORM = {key: BODY[key] for key in ("businessName", "businessDescription", "targetAudience")}


def document(data: bytes | None = None, name: str = "about.docx") -> dict[str, Any]:
    """The file part of the multipart form."""
    return {"brandDocument": (name, data or docx_file(), DOCX_TYPE)}


async def count(admin: asyncpg.Connection, table: str, user: dict[str, Any]) -> int:
    """Rows of the user's workspace in a table."""
    number: int = await admin.fetchval(
        f"SELECT count(*) FROM {table} t JOIN membership m USING (workspace_id)"  # noqa: S608 - names in this file
        " WHERE m.user_id = $1",
        user["id"],
    )
    return number


async def test_the_website_path_creates_brand_material_and_first_run(
    client: httpx.AsyncClient, admin: asyncpg.Connection
) -> None:
    user = await sign_up(client)
    answer = await client.post(PATH, json=BODY)
    assert answer.status_code == 200, answer.text
    saved = answer.json()
    assert saved == (await client.get(PATH)).json()
    assert saved["wizardCompleted"] is True
    assert saved["source"] == "website"
    assert saved["websiteUrl"] == "https://harrow.example/"
    brand = (await client.get(f"/api/v1/brands/{saved['primaryBrandId']}")).json()
    assert brand["name"] == "Harrow Cycles"
    assert brand["isPrimary"] is True
    assert brand["ownedPrefixes"] == ["harrow.example"]
    for table in ("brand", "material", "run"):
        assert await count(admin, table, user) == 1, table


async def test_the_document_path_stores_the_file_and_its_text(
    client: httpx.AsyncClient, admin: asyncpg.Connection
) -> None:
    user = await sign_up(client)
    sent = docx_file("We repair bicycles.", "Also tandems.")
    answer = await client.post(
        PATH, data={**FORM, "wizardCompleted": "true"}, files=document(sent, "Über uns.docx")
    )
    assert answer.status_code == 200, answer.text
    assert answer.json()["source"] == "document"
    assert answer.json()["websiteUrl"] is None
    row = await admin.fetchrow(
        "SELECT f.data, f.name, k.status, k.word_count, k.text->'blocks' AS blocks FROM material k"
        " JOIN stored_file f ON f.id = k.stored_file_id"
        " JOIN membership m ON m.workspace_id = k.workspace_id WHERE m.user_id = $1",
        user["id"],
    )
    assert row["data"] == sent
    assert (row["name"], row["status"]) == ("Über uns.docx", "ready")
    assert "Also tandems." in row["blocks"]


async def test_the_skip_path_needs_neither_website_nor_document(
    client: httpx.AsyncClient, admin: asyncpg.Connection
) -> None:
    user = await sign_up(client)
    answer = await client.post(PATH, json={**BODY, "websiteUrl": None})
    assert answer.status_code == 200, answer.text
    assert (answer.json()["source"], answer.json()["websiteUrl"]) == ("description", None)
    assert await count(admin, "material", user) == 0
    assert await count(admin, "run", user) == 1


async def test_before_anything_was_saved_every_field_is_null(client: httpx.AsyncClient) -> None:
    await sign_up(client)
    answer = (await client.get(PATH)).json()
    assert answer.pop("wizardCompleted") is False
    assert set(answer.values()) == {None}


async def test_without_completion_it_only_saves(
    client: httpx.AsyncClient, admin: asyncpg.Connection
) -> None:
    user = await sign_up(client)
    answer = await client.post(PATH, json={"businessName": "Harrow"})
    assert answer.status_code == 200, answer.text
    assert (answer.json()["businessName"], answer.json()["wizardCompleted"]) == ("Harrow", False)
    assert await count(admin, "brand", user) == 0
    assert await count(admin, "run", user) == 0


async def test_two_submissions_at_once_create_one_of_everything(
    app: FastAPI, client: httpx.AsyncClient, admin: asyncpg.Connection
) -> None:
    user = await sign_up(client)
    async with browser(app, cookies=client.cookies) as second:
        answers = await asyncio.gather(
            *(tab.post(PATH, json=BODY) for tab in (client, second) for _ in range(4))
        )
    assert {answer.status_code for answer in answers} == {200}
    assert len({answer.json()["primaryBrandId"] for answer in answers}) == 1
    for table in ("brand", "material", "run", "business_info"):
        assert await count(admin, table, user) == 1, table


async def test_the_same_document_twice_is_one_material(
    client: httpx.AsyncClient, admin: asyncpg.Connection
) -> None:
    user = await sign_up(client)
    form, sent = {**FORM, "wizardCompleted": "true"}, docx_file()
    answers = await asyncio.gather(
        *(client.post(PATH, data=form, files=document(sent)) for _ in range(3))
    )
    assert {answer.status_code for answer in answers} == {200}
    for table in ("brand", "material", "stored_file", "run"):
        assert await count(admin, table, user) == 1, table


async def test_a_later_save_keeps_the_wizard_completed_and_starts_no_run(
    client: httpx.AsyncClient, admin: asyncpg.Connection
) -> None:
    user = await sign_up(client)
    await client.post(PATH, json=BODY)
    again = await client.post(
        PATH, json={**BODY, "businessName": "Harrow", "wizardCompleted": False}
    )
    assert again.json()["wizardCompleted"] is True
    renamed = await client.post(PATH, json={**BODY, "businessName": "Harrow & Sons"})
    brand = (await client.get(f"/api/v1/brands/{renamed.json()['primaryBrandId']}")).json()
    assert brand["name"] == "Harrow & Sons"
    assert await count(admin, "run", user) == 1


async def test_the_draft_adds_aliases_market_language_and_time_zone_and_is_gone_afterwards(
    client: httpx.AsyncClient,
) -> None:
    await sign_up(client)
    draft = {"aliases": ["Harrow", "哈罗"], "market": "de", "language": "de-AT"}
    draft["timeZone"] = "Europe/Vienna"
    await client.put("/api/v1/onboarding/draft", json=draft)
    saved = (await client.post(PATH, json=BODY)).json()
    brand = (await client.get(f"/api/v1/brands/{saved['primaryBrandId']}")).json()
    assert (brand["aliases"], brand["market"], brand["language"]) == (
        ["Harrow", "哈罗"],
        "DE",
        "de-AT",
    )
    assert (saved["language"], saved["timeZone"]) == ("de-AT", "Europe/Vienna")
    assert (await client.get("/api/v1/onboarding/draft")).json()["aliases"] == []
    await client.post(PATH, json=BODY)
    again = (await client.get(f"/api/v1/brands/{saved['primaryBrandId']}")).json()
    assert again["aliases"] == ["Harrow", "哈罗"]


@pytest.mark.parametrize(
    "name", ["🚲 Räder", "مقهى الدراجات", "自転車店", "O'Neil & <b>Co</b>", "é" * 120]
)
async def test_names_of_any_script_survive_unchanged(client: httpx.AsyncClient, name: str) -> None:
    await sign_up(client)
    saved = (await client.post(PATH, json={**BODY, "businessName": name})).json()
    brands = (await client.get("/api/v1/brands")).json()
    assert saved["businessName"] == name
    assert [brand["name"] for brand in brands["data"]] == [name]


@pytest.mark.parametrize(
    ("typed", "stored"),
    [
        ("example.com", "https://example.com/"),
        ("EXAMPLE.com/Shop#top", "https://example.com/Shop"),
        ("http://example.com:8080/a", "http://example.com:8080/a"),
        ("münchen.example", "https://xn--mnchen-3ya.example/"),
        ("  https://example.com  ", "https://example.com/"),
    ],
)
async def test_an_address_is_stored_in_one_form(
    client: httpx.AsyncClient, typed: str, stored: str
) -> None:
    await sign_up(client)
    answer = await client.post(PATH, json={**BODY, "websiteUrl": typed})
    assert answer.json()["websiteUrl"] == stored


async def test_nobody_signed_in_is_refused_before_a_body_is_read(client: httpx.AsyncClient) -> None:
    answer = await client.post(PATH, data=FORM, files=document(b"x" * 1_000_000))
    assert answer.status_code == 401
