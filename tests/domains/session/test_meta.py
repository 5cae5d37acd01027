"""What the product says of itself to everybody."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import httpx
import pytest
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


@pytest.mark.parametrize("document", ["terms", "privacy"])
async def test_terms_and_privacy_have_a_plain_default_for_everybody(
    client: httpx.AsyncClient, document: str
) -> None:
    answer = await client.get(f"/api/v1/legal/{document}")
    shown = answer.json()
    assert answer.status_code == 200, answer.text
    assert shown["document"] == document
    assert shown["title"] in {"Terms of use", "Privacy notice"}
    assert {block["kind"] for block in shown["blocks"]} == {"heading", "paragraph"}


async def test_an_operator_shows_terms_of_their_own_as_plain_words(
    place: Place, database: Database, tmp_path: Path
) -> None:
    own = tmp_path / "terms.txt"
    own.write_text("# Our terms\n\nBe kind\nto each other.\n\n# <b>Fees</b>\n\nNone.\n", "utf-8")
    settings = place.settings(legal={"terms": str(own)})
    application = create_customer_app(
        settings, replace(build_adapters(settings), database=database)
    )
    async with browser(application) as visitor:
        shown = (await visitor.get("/api/v1/legal/terms")).json()
    application.state.accounts.close()
    assert shown["title"] == "Our terms"
    assert [(block["kind"], block["text"]) for block in shown["blocks"]] == [
        ("paragraph", "Be kind to each other."),
        ("heading", "<b>Fees</b>"),
        ("paragraph", "None."),
    ]


async def test_there_is_no_other_legal_text(client: httpx.AsyncClient) -> None:
    assert (await client.get("/api/v1/legal/secrets")).status_code == 422
