"""What the product says of itself to everybody."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import pytest
from fastapi import FastAPI
from pydantic import ValidationError

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
        "example": False,
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


Shown = Callable[[str], Awaitable[dict[str, Any]]]


@pytest.fixture
def shown_terms(place: Place, database: Database, tmp_path: Path) -> Shown:
    """What visitors are shown for an operator's own terms."""

    async def shown(text: str) -> dict[str, Any]:
        own = tmp_path / "terms.txt"
        own.write_text(text, "utf-8")
        settings = place.settings(legal={"terms": str(own)})
        adapters = replace(build_adapters(settings), database=database)
        application = create_customer_app(settings, adapters)
        async with browser(application) as visitor:
            told: dict[str, Any] = (await visitor.get("/api/v1/legal/terms")).json()
        application.state.accounts.close()
        return told

    return shown


def blocks(shown: dict[str, Any]) -> list[tuple[str, str]]:
    """What stands below the title."""
    return [(block["kind"], block["text"]) for block in shown["blocks"]]


async def test_an_operator_shows_terms_of_their_own_as_plain_words(shown_terms: Shown) -> None:
    shown = await shown_terms("# Our terms\n\nBe kind\nto each other.\n\n# <b>Fees</b>\n\nNone.\n")
    assert shown["title"] == "Our terms"
    assert blocks(shown) == [
        ("paragraph", "Be kind to each other."),
        ("heading", "<b>Fees</b>"),
        ("paragraph", "None."),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "# Our terms\nBe kind.\n# Fees\nNone.",
        "# Our terms\r\n\r\nBe kind.\r\n# Fees\r\n\r\nNone.\r\n",
        "\ufeff# Our terms\nBe kind.\n\n\n# Fees\n \t\nNone.",
    ],
    ids=["no empty lines", "lines of Windows", "a mark at the beginning"],
)
async def test_a_heading_of_an_operators_terms_is_a_line_of_its_own(
    shown_terms: Shown, text: str
) -> None:
    shown = await shown_terms(text)
    assert shown["title"] == "Our terms"
    assert blocks(shown) == [("paragraph", "Be kind."), ("heading", "Fees"), ("paragraph", "None.")]


async def test_a_line_of_spaces_separates_paragraphs(shown_terms: Shown) -> None:
    shown = await shown_terms("Be kind\nto each other.\n  \t\nFees: none.")
    assert blocks(shown) == [("paragraph", "Be kind to each other."), ("paragraph", "Fees: none.")]


@pytest.mark.parametrize("document", ["terms", "privacy"])
@pytest.mark.parametrize(
    ("content", "why"),
    [("§ 1".encode("latin-1"), "is not text in UTF-8"), (None, "cannot be read")],
)
def test_a_product_does_not_start_with_a_text_that_it_cannot_show(
    place: Place, tmp_path: Path, document: str, content: bytes | None, why: str
) -> None:
    own = tmp_path / "own.txt"
    if content is not None:
        own.write_bytes(content)
    named = f"PRESENCE_LEGAL__{document.upper()} names {own}, which {why}"
    with pytest.raises(ValidationError, match=named):
        place.settings(legal={document: str(own)})


async def test_there_is_no_other_legal_text(client: httpx.AsyncClient) -> None:
    assert (await client.get("/api/v1/legal/secrets")).status_code == 422
