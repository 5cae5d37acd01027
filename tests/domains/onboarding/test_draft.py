"""The wizard's draft: kept per step, never judged, gone when the wizard is done."""

from __future__ import annotations

from typing import Any

import httpx
import pytest

from tests.domains.onboarding.test_completion import BODY
from tests.factories.people import sign_up

PATH = "/api/v1/onboarding/draft"
EMPTY: dict[str, Any] = {
    "step": None,
    "businessName": None,
    "businessDescription": None,
    "source": None,
    "websiteUrl": None,
    "targetAudience": None,
    "aliases": [],
    "market": None,
    "language": None,
    "timeZone": None,
}


async def test_a_new_user_has_an_empty_draft(client: httpx.AsyncClient) -> None:
    await sign_up(client)
    assert (await client.get(PATH)).json() == EMPTY


async def test_half_a_word_is_kept_as_it_is(client: httpx.AsyncClient) -> None:
    await sign_up(client)
    draft = {"step": "brand-info", "businessName": "H", "source": "website", "websiteUrl": "exa"}
    saved = await client.put(PATH, json=draft)
    assert saved.status_code == 200, saved.text
    assert saved.json() == {**EMPTY, **draft}
    assert (await client.get(PATH)).json() == {**EMPTY, **draft}


async def test_a_draft_replaces_the_one_before(client: httpx.AsyncClient) -> None:
    await sign_up(client)
    await client.put(PATH, json={"businessName": "Harrow", "aliases": ["HC"]})
    await client.put(PATH, json={"businessName": "Harrow Cycles"})
    assert (await client.get(PATH)).json() == {**EMPTY, "businessName": "Harrow Cycles"}


@pytest.mark.parametrize(
    "draft",
    [
        {"step": "payment"},
        {"source": "fax"},
        {"market": "Germany"},
        {"businessDescription": "a" * 5_001},
        {"aliases": ["a"] * 21},
        {"aliases": ["a" * 121]},
        {"businessName": "a\u0000b"},
    ],
)
async def test_what_no_step_could_hold_is_refused(
    client: httpx.AsyncClient, draft: dict[str, Any]
) -> None:
    await sign_up(client)
    assert (await client.put(PATH, json=draft)).status_code == 422


async def test_after_completion_there_is_no_draft_to_write(client: httpx.AsyncClient) -> None:
    await sign_up(client)
    await client.post("/api/business-info", json=BODY)
    assert (await client.put(PATH, json={"businessName": "Late"})).status_code == 409
    assert (await client.get(PATH)).json() == EMPTY


async def test_a_draft_alone_sets_nothing_up(client: httpx.AsyncClient) -> None:
    await sign_up(client)
    await client.put(PATH, json={"businessName": "Harrow"})
    business = (await client.get("/api/business-info")).json()
    assert (business["businessName"], business["wizardCompleted"]) == (None, False)
    assert (await client.get("/api/v1/brands")).json()["data"] == []


@pytest.mark.parametrize("method", ["GET", "PUT"])
async def test_nobody_signed_in_has_no_draft(client: httpx.AsyncClient, method: str) -> None:
    assert (await client.request(method, PATH, json={})).status_code == 401
