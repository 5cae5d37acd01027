"""A change in a workspace is told once in its log: whose it was, what was before and after."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import pytest_asyncio
from fastapi import FastAPI

from presence.db.session import Database
from tests.domains.publishing.test_report_branding import LOGO
from tests.factories.runs import make_brand
from tests.factories.team import SCALE, Person, opened, owner_on

UPDATE = "/api/business-info/update"
WIZARD = {
    "businessName": "Harrow & Pike",
    "businessDescription": "Solid oak furniture made to order for small homes, delivered.",
    "targetAudience": "People furnishing a small flat",
    "websiteUrl": None,
    "wizardCompleted": True,
}


@pytest_asyncio.fixture
async def owner(app: FastAPI, database: Database) -> AsyncIterator[Person]:
    """Owner of an empty workspace on Scale."""
    async with opened(app, database, await owner_on(database, SCALE)) as person:
        yield person


async def told(person: Person, beginning: str) -> list[tuple[str, Any, Any]]:
    """Action, before and after of the log's entries of a kind, oldest first."""
    answer = await person.client.get("/api/v1/audit-log", params={"action": beginning})
    assert answer.status_code == 200, answer.text
    entries = answer.json()["data"][::-1]
    assert {e["actorName"] for e in entries} <= {"Ada Example"}
    return [(e["action"], e["before"], e["after"]) for e in entries]


async def test_settings_tell_what_they_were_and_became_once_for_each_save(owner: Person) -> None:
    first = {"businessName": "Harrow", "city": "Berlin", "timeZone": "Europe/Berlin"}
    for values in (first, {"city": "Bonn"}, {"city": "Bonn"}, {"firstName": "Grace"}):
        assert (await owner.client.post(UPDATE, json=values)).status_code == 200
    answer = await owner.client.get("/api/v1/audit-log", params={"action": "business."})
    assert [(e["action"], e["before"], e["after"]) for e in answer.json()["data"][::-1]] == [
        ("business.changed", {"businessName": None, "city": None, "timeZone": "UTC"}, first),
        ("business.changed", {"city": "Berlin"}, {"city": "Bonn"}),
    ]


async def test_a_long_text_is_told_by_its_beginning(owner: Person) -> None:
    await owner.client.post(UPDATE, json={"businessName": "Harrow", "description": "Oak. " * 90})
    ((_, _, after),) = await told(owner, "business.")
    assert len(after["businessDescription"]) == 200
    assert after["businessDescription"].endswith("…")


async def test_a_refused_save_tells_nothing(owner: Person) -> None:
    refused = await owner.client.post(UPDATE, json={"city": "Bonn"}, headers={"If-Match": '"x"'})
    assert refused.status_code == 412
    assert await told(owner, "business.") == []


async def test_finishing_the_wizard_has_a_word_of_its_own_and_its_repetition_none(
    owner: Person,
) -> None:
    for _ in range(2):
        assert (await owner.client.post("/api/business-info", json=WIZARD)).status_code in (
            200,
            201,
        )
    changed = {**WIZARD, "targetAudience": "People who move house"}
    assert (await owner.client.post("/api/business-info", json=changed)).is_success
    (first, second) = await told(owner, "business.")
    assert first[0] == "business.set_up"
    assert first[2]["businessName"] == "Harrow & Pike"
    assert second == (
        "business.changed",
        {"targetAudience": "People furnishing a small flat"},
        {"targetAudience": "People who move house"},
    )


async def test_finishing_the_wizard_is_told_when_every_field_was_saved_before(
    owner: Person,
) -> None:
    for values in ({**WIZARD, "wizardCompleted": False}, WIZARD, WIZARD):
        assert (await owner.client.post("/api/business-info", json=values)).is_success
    saved, finished = await told(owner, "business.")
    assert (saved[0], saved[2]["businessName"]) == ("business.changed", "Harrow & Pike")
    assert finished == ("business.set_up", None, None)


async def test_a_brand_tells_what_of_it_was_changed(owner: Person, database: Database) -> None:
    subject = await make_brand(database, owner.tenant)
    path = f"/api/v1/brands/{subject.brand_id}"
    for values in ({"aliases": ["Harrow Boots"], "tone": "Plain"}, {"tone": "Plain"}):
        answer = await owner.client.patch(path, json=values)
        assert answer.status_code == 200, answer.text
    ((action, before, after),) = await told(owner, "brand.changed")
    assert action == "brand.changed"
    assert before["aliases"] == []
    assert after == {"aliases": ["Harrow Boots"], "tone": "Plain"}


async def test_how_reports_look_is_told_without_the_picture_itself(owner: Person) -> None:
    for body in (
        {"name": "Midori Studio", "colour": "#7A1F4B", "logo": LOGO},
        {"name": "Midori Studio", "colour": "#7A1F4B", "logo": LOGO},
        {"name": "Midori Studio", "colour": "", "logo": None},
    ):
        answer = await owner.client.put("/api/v1/report-branding", json=body)
        assert answer.status_code == 200, answer.text
    first, second = await told(owner, "branding.")
    assert first[0] == second[0] == "branding.changed"
    assert first[2]["name"] == "Midori Studio"
    assert first[2]["logo"].startswith("image/png ")
    assert len(first[2]["logo"]) < 40
    assert second[2] == {"colour": "", "logo": ""}
