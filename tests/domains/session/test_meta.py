"""What the product says of itself to everybody."""

from __future__ import annotations

from dataclasses import replace

import httpx
from fastapi import FastAPI

from presence.db.session import Database
from presence.domains.billing.service import grant
from presence.entrypoints.customer import build_adapters, create_customer_app
from tests.conftest import Place, browser
from tests.factories.people import make_tenant
from tests.factories.team import SCALE, bearer, issue_key, opened


async def test_a_visitor_reads_features_and_engines(client: httpx.AsyncClient) -> None:
    answer = await client.get("/api/v1/meta")
    told = answer.json()
    assert answer.status_code == 200
    assert told["features"] == {
        "googleSignIn": False,
        "onlinePayment": False,
        "mail": False,
        "switchedOff": [],
    }
    assert {engine["state"] for engine in told["engines"]} == {"not-connected"}
    assert told["maintenance"] is None
    assert told["build"]["version"]


async def test_a_program_with_a_key_reads_what_a_visitor_reads(
    app: FastAPI, client: httpx.AsyncClient, database: Database
) -> None:
    async with opened(app, database, await make_tenant(database)) as owner:
        async with database.transaction(owner.tenant.binding) as session:
            await grant(session, owner.tenant.user_id, SCALE, None)
        key = await issue_key(owner.client)
    asked = [await client.get("/api/v1/meta", headers=headers) for headers in ({}, bearer(key))]
    assert [answer.status_code for answer in asked] == [200, 200]
    assert asked[0].json() == asked[1].json()


async def test_announced_maintenance_and_configured_features_are_told(
    place: Place, database: Database
) -> None:
    settings = place.settings(
        maintenance={"message": "We move on Sunday.", "ends_at": "2026-12-06T10:00:00Z"},
        stripe={"secret_key": "sk_test_x"},
        engines={"chatgpt": {"api_key": "k"}},
    )
    app: FastAPI = create_customer_app(
        settings, replace(build_adapters(settings), database=database)
    )
    async with browser(app) as client:
        told = (await client.get("/api/v1/meta")).json()
    app.state.accounts.close()
    assert told["maintenance"]["message"] == "We move on Sunday."
    assert told["features"]["onlinePayment"] is True
    states = {engine["id"]: engine["state"] for engine in told["engines"]}
    assert states["chatgpt"] == "ok"
