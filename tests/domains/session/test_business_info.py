"""Settings / General: what is saved where, by whom, and what is refused."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import asyncpg
import httpx
import pytest

from presence.domains.identity.errors import not_signed_in
from tests.factories.people import sign_up

GET = "/api/business-info"
UPDATE = "/api/business-info/update"
FULL: dict[str, Any] = {
    "businessName": "Harrow & Sons",
    "description": "Handmade garden tools since 1921.",
    "firstName": "Grace",
    "lastName": "Harrow",
    "phone": "+49 30 1234567",
    "email": "hello@harrow.example",
    "address1": "1 Garden Row",
    "address2": "Rear building",
    "location": "Germany",
    "city": "Berlin",
    "postalCode": "10115",
    "businessType": "Other",
    "language": "de",
}


async def save(client: httpx.AsyncClient, **values: Any) -> httpx.Response:
    """POST the update."""
    return await client.post(UPDATE, json=values)


async def test_before_anything_is_saved_all_is_null(client: httpx.AsyncClient) -> None:
    await sign_up(client)
    body = (await client.get(GET)).json()
    assert body.pop("wizardCompleted") is False
    assert set(body.values()) == {None}
    assert body.keys() >= {"businessName", "websiteUrl", "targetAudience", "primaryBrandId", "plan"}


async def test_before_there_is_a_workspace_the_stream_of_events_is_empty(
    client: httpx.AsyncClient,
) -> None:
    await sign_up(client)
    answer = await client.get("/api/v1/events")
    assert (answer.status_code, answer.content) == (204, b"")


async def test_nobody_signed_in_is_a_401(client: httpx.AsyncClient) -> None:
    for response in (await client.get(GET), await save(client, businessName="Harrow")):
        assert response.status_code == 401
        assert response.json()["message"] == not_signed_in().message


async def test_every_field_comes_back(client: httpx.AsyncClient) -> None:
    await sign_up(client)
    saved = (await save(client, **FULL)).json()
    assert {name: saved[name] for name in FULL} == FULL
    assert saved["businessDescription"] == FULL["description"]
    assert (await client.get(GET)).json() == saved


async def test_names_are_written_to_the_user_and_the_contact_address_is_not_the_login(
    client: httpx.AsyncClient,
) -> None:
    before = await sign_up(client)
    await save(client, **FULL)
    user = (await client.get("/api/user")).json()
    assert (user["firstName"], user["lastName"]) == ("Grace", "Harrow")
    assert user["email"] == before["email"]


async def test_the_business_lives_by_the_time_zone_that_was_chosen(
    client: httpx.AsyncClient,
) -> None:
    await sign_up(client)
    first = (await save(client, **FULL)).json()
    chosen = (await save(client, timeZone="Europe/Berlin")).json()
    refused = await save(client, timeZone="Middle/Earth")
    assert (first["timeZone"], chosen["timeZone"]) == ("UTC", "Europe/Berlin")
    assert (refused.status_code, refused.json()["message"]) == (422, "Unknown time zone")
    assert (await client.get(GET)).json()["timeZone"] == "Europe/Berlin"


async def test_what_is_not_sent_stays_and_an_empty_text_clears(client: httpx.AsyncClient) -> None:
    await sign_up(client)
    await save(client, **FULL)
    saved = (await save(client, city="Potsdam", address2="")).json()
    assert (saved["city"], saved["address2"]) == ("Potsdam", None)
    assert saved["businessName"] == FULL["businessName"]


@pytest.mark.parametrize(
    ("field", "value", "sentence"),
    [
        ("businessName", "H", "Business name must be at least 2 characters"),
        ("businessName", "", "Business name must be at least 2 characters"),
        ("businessName", None, "Business name must be at least 2 characters"),
        ("firstName", "G", "First name must be at least 2 characters"),
        ("email", "nobody", "Invalid email address"),
        ("phone", "call me", "Invalid phone number"),
        ("postalCode", "1" * 17, "Postal code must be at most 16 characters"),
        ("city", "x" * 10_000, "City must be at most 200 characters"),
        (
            "businessType",
            "Piracy",
            "Business type must be Technology, Healthcare, Real Estate, Remodeling or Other",
        ),
    ],
)
async def test_a_broken_rule_answers_its_sentence_and_saves_nothing(
    client: httpx.AsyncClient, field: str, value: object, sentence: str
) -> None:
    await sign_up(client)
    response = await save(client, **{**FULL, field: value})
    assert response.status_code == 422
    assert response.json()["error"] == sentence
    assert (await client.get(GET)).json()["businessName"] is None


@pytest.mark.parametrize(
    ("code", "location", "status"),
    [
        ("10115", "Berlin, Germany", 200),
        ("SW1A 1AA", "Germany", 422),
        ("sw1a1aa", "London, UK", 200),
        ("123", "United States", 422),
        ("123", "New York, US", 422),
        ("90001", "Los Angeles, CA", 200),
        ("19901", "Dover, DE", 200),
        ("46204", "Indianapolis, IN", 200),
        ("A1C 5M3", "St. John's, NL", 200),
        ("28100", "Novara, NO", 200),
        ("PO 12", "Atlantis", 200),
        ("anything", "", 200),
    ],
)
async def test_a_postal_code_fits_the_country_the_location_names(
    client: httpx.AsyncClient, code: str, location: str, status: int
) -> None:
    await sign_up(client)
    await save(client, location=location)
    answer = await save(client, postalCode=code)
    assert answer.status_code == status, answer.text
    if status == 422:
        assert answer.json()["errors"][0]["pointer"] == "/postalCode"


async def test_a_stale_copy_is_refused_and_a_current_one_is_not(client: httpx.AsyncClient) -> None:
    await sign_up(client)
    await save(client, **FULL)
    etag = (await client.get(GET)).headers["etag"]
    await save(client, city="Potsdam")
    stale = await client.post(UPDATE, json={"city": "Hamburg"}, headers={"if-match": etag})
    assert (stale.status_code, stale.json()["code"]) == (412, "precondition-failed")
    current = (await client.get(GET)).headers["etag"]
    fresh = await client.post(UPDATE, json={"city": "Hamburg"}, headers={"if-match": current})
    assert (fresh.status_code, fresh.json()["city"]) == (200, "Hamburg")
    assert fresh.headers["etag"] == (await client.get(GET)).headers["etag"]


async def test_an_unchanged_answer_is_a_304(client: httpx.AsyncClient) -> None:
    await sign_up(client)
    etag = (await client.get(GET)).headers["etag"]
    assert (await client.get(GET, headers={"if-none-match": etag})).status_code == 304


@pytest.mark.parametrize("role", ["editor", "viewer"])
async def test_a_lower_role_may_change_only_its_own_names_and_phone(
    client: httpx.AsyncClient, admin: asyncpg.Connection, role: str
) -> None:
    user_id = UUID((await sign_up(client))["id"])
    await save(client, **FULL)
    await admin.execute("UPDATE membership SET role = $1 WHERE user_id = $2", role, user_id)
    own = await save(client, **{**FULL, "firstName": "Gracie", "phone": "+49 30 7654321"})
    assert (own.status_code, own.json()["firstName"]) == (200, "Gracie")
    refused = await save(client, **{**FULL, "city": "Hamburg"})
    assert (refused.status_code, refused.json()["code"]) == (403, "forbidden")
    assert (await client.get(GET)).json()["city"] == "Berlin"
