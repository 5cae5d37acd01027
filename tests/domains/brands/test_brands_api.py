"""Reading brands: one's own only, in pages."""

from __future__ import annotations

import httpx
from fastapi import FastAPI

from presence.core.ids import new_id
from presence.db.session import Database
from presence.db.tenancy import TenantBinding
from presence.domains.brands.records import NewBrand
from presence.domains.brands.service import create_brand
from tests.conftest import browser
from tests.domains.onboarding.test_completion import BODY
from tests.factories.people import sign_up


async def test_the_list_shows_what_the_cards_need(client: httpx.AsyncClient) -> None:
    await sign_up(client)
    await client.post("/api/business-info", json=BODY)
    answer = (await client.get("/api/v1/brands")).json()
    (brand,) = answer["data"]
    assert {key: brand[key] for key in ("name", "source", "isPrimary", "status")} == {
        "name": "Harrow Cycles",
        "source": "website",
        "isPrimary": True,
        "status": "active",
    }
    assert (brand["overall"], brand["audience"]) == (None, None)
    assert answer["page"] == {
        "nextCursor": None,
        "prevCursor": None,
        "limit": 50,
        "total": 1,
        "totalIsExact": True,
    }


async def test_pages_show_every_brand_once_in_the_order_added(
    client: httpx.AsyncClient, database: Database
) -> None:
    user = await sign_up(client)
    await client.post("/api/business-info", json=BODY)
    (workspace,) = (await client.get("/api/user")).json()["workspaces"]
    async with database.transaction(TenantBinding(workspace["id"], user["id"])) as session:
        for number in range(6):
            await create_brand(session, NewBrand(f"Brand {number}", "description"))
    seen: list[str] = []
    cursor: dict[str, str] = {}
    while True:
        answer = await client.get("/api/v1/brands", params={"limit": "3", **cursor})
        page = answer.json()
        seen += [brand["name"] for brand in page["data"]]
        assert page["page"]["total"] == 7
        if page["page"]["nextCursor"] is None:
            break
        cursor = {"cursor": page["page"]["nextCursor"]}
    assert seen == ["Harrow Cycles", *(f"Brand {number}" for number in range(6))]


async def test_a_brand_of_somebody_else_does_not_exist(
    app: FastAPI, client: httpx.AsyncClient
) -> None:
    await sign_up(client)
    theirs = (await client.post("/api/business-info", json=BODY)).json()["primaryBrandId"]
    async with browser(app) as other:
        await sign_up(other)
        await other.post("/api/business-info", json=BODY)
        assert (await other.get(f"/api/v1/brands/{theirs}")).status_code == 404
        listed = (await other.get("/api/v1/brands")).json()["data"]
    assert theirs not in [brand["id"] for brand in listed]


async def test_an_unknown_brand_and_a_foreign_cursor_are_refused(client: httpx.AsyncClient) -> None:
    await sign_up(client)
    assert (await client.get(f"/api/v1/brands/{new_id()}")).status_code == 404
    assert (await client.get("/api/v1/brands/none")).status_code == 422
    for cursor in ("x", "AAAA", "é", "A" * 60):
        answer = await client.get("/api/v1/brands", params={"cursor": cursor})
        assert answer.status_code == 422, cursor


async def test_nobody_signed_in_sees_no_brands(client: httpx.AsyncClient) -> None:
    assert (await client.get("/api/v1/brands")).status_code == 401
