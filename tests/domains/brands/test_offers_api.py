"""What we understood of a brand's offer, and a person who puts it right."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import asyncpg
import httpx
import pytest

from presence.analysis.offer import read_offer
from presence.analysis.types import BrandProfile
from presence.core.metrics import offer_category_gaps
from presence.db.session import Database
from presence.domains.brands import service
from tests.domains.brands.conftest import HARROW, PRO, Desk, OpenDesk

READ_AT = datetime(2026, 11, 23, 15, tzinfo=UTC)


async def read(desk: Desk, database: Database, description: str, *suggestions: str) -> None:
    """Store what a run reads of these words."""
    async with database.transaction(desk.tenant.binding) as session:
        profile = await service.brand_profile(session, desk.brand_id)
        words: BrandProfile = replace(profile, description=description)
        offer = replace(read_offer(words), suggestions=suggestions)
        await service.save_reading(session, desk.brand_id, offer, READ_AT)


async def say(desk: Desk, **slots: Any) -> dict[str, Any]:
    answer = await desk.client.patch(desk.path("offer"), json=slots)
    assert answer.status_code == 200, answer.text
    told: dict[str, Any] = answer.json()
    return told


async def test_before_a_reading_nothing_is_known_but_what_the_person_said(
    open_desk: OpenDesk,
) -> None:
    async with open_desk() as desk:
        offer = await desk.get("offer")
        assert (offer["readable"], offer["readAt"], offer["confidence"]) == (False, None, 0.0)
        assert offer["audience"]["value"] == "Families"
        assert offer["said"] == ["audience"]


async def test_a_reading_is_shown_with_its_words_and_how_sure_it_is(
    open_desk: OpenDesk, database: Database
) -> None:
    async with open_desk() as desk:
        await read(desk, database, "Harrow Oak is payroll software for cafes.")
        offer = await desk.get("offer")
        assert offer["category"]["value"] == "payroll software for cafes"
        assert offer["category"]["confidence"] == 95.0
        assert offer["category"]["evidence"] == [
            {"text": "payroll software", "source": "description"}
        ]
        assert (offer["kind"]["value"], offer["entry"]) == ("software", "payroll-software")
        assert (offer["readable"], offer["readAt"]) == (True, "2026-11-23T15:00:00Z")


async def test_a_new_reading_leaves_what_a_person_said(
    open_desk: OpenDesk, database: Database
) -> None:
    async with open_desk() as desk:
        await read(desk, database, "Harrow Oak is payroll software for cafes.")
        told = await say(desk, category="roofer", place="Leeds")
        assert (told["category"]["value"], told["kind"]["value"]) == ("roofer", "trade")
        assert told["said"] == ["category", "audience", "place"]
        await read(desk, database, "Harrow Oak is accounting software for bakers.")
        offer = await desk.get("offer")
        assert offer["category"] == told["category"]
        assert offer["place"]["value"] == "Leeds"


async def test_null_takes_back_what_was_said_and_shows_what_was_read_again(
    open_desk: OpenDesk, database: Database
) -> None:
    async with open_desk() as desk:
        await read(desk, database, "Harrow Oak is payroll software for cafes.")
        before = await desk.get("offer")
        await say(desk, category="roofer", jobs=["mend a leaking roof"], place="")
        assert await say(desk, category=None, jobs=None, place=None) == before


async def test_the_audience_is_said_of_the_brand_itself(open_desk: OpenDesk) -> None:
    async with open_desk() as desk:
        told = await say(desk, audience="Bakers in Leeds")
        assert told["audience"]["value"] == "Bakers in Leeds"
        assert (await desk.get())["targetAudience"] == "Bakers in Leeds"
        assert (await say(desk, audience=None))["audience"] is None
        assert (await desk.get())["targetAudience"] == ""


@pytest.mark.parametrize(
    ("said", "pointer"),
    [
        ({"kind": "bakery"}, "/kind"),
        ({"category": "x"}, "/category"),
        ({"category": "x" * 121}, "/category"),
        ({"category": "roo\x00fer"}, "/category"),
        ({"place": "x" * 121}, "/place"),
        ({"jobs": ["mend a roof"] * 11}, "/jobs"),
        ({"qualities": ["x" * 121]}, "/qualities/0"),
        ({"moreCategories": "roofer"}, "/moreCategories"),
    ],
)
async def test_what_cannot_be_said_is_refused(
    open_desk: OpenDesk, said: dict[str, Any], pointer: str
) -> None:
    async with open_desk() as desk:
        answer = await desk.client.patch(desk.path("offer"), json=said)
        assert answer.status_code == 422
        assert (await desk.get("offer"))["said"] == ["audience"]
        if "\x00" not in str(said):
            assert answer.json()["errors"][0]["pointer"] == pointer


async def test_a_category_we_do_not_know_is_counted_and_kept_for_support(
    open_desk: OpenDesk,
) -> None:
    async with open_desk() as desk:
        before = offer_category_gaps._value.get()
        await say(desk, category="falconry display")
        await say(desk, category="falconry display", place="Leeds")
        assert offer_category_gaps._value.get() == before + 1
        await say(desk, category="roofer")
        assert offer_category_gaps._value.get() == before + 1


async def test_every_change_is_told_in_the_log_with_what_was_before(open_desk: OpenDesk) -> None:
    async with open_desk() as desk:
        await say(desk, category="roofer")
        await say(desk, category="thatcher")
        log = (await desk.client.get("/api/v1/audit-log")).json()["data"]
        entry = next(line for line in log if line["action"] == "offer.corrected")
        assert entry["before"] == {"category": "roofer"}
        assert entry["after"] == {"category": "thatcher"}
        assert entry["target"] == f"brand:{desk.brand_id}"


async def test_who_read_another_state_changes_nothing(open_desk: OpenDesk) -> None:
    async with open_desk() as desk:
        seen = (await desk.client.get(desk.path("offer"))).headers["etag"]
        await say(desk, place="Leeds")
        late: httpx.Response = await desk.client.patch(
            desk.path("offer"), json={"place": "York"}, headers={"If-Match": seen}
        )
        assert late.status_code == 412
        assert (await desk.get("offer"))["place"]["value"] == "Leeds"


async def test_three_categories_to_choose_from_stand_until_there_is_one(
    open_desk: OpenDesk, database: Database
) -> None:
    async with open_desk(PRO, replace(HARROW, description="")) as desk:
        await read(desk, database, "We help companies grow.", "roofer", "thatcher")
        assert (await desk.get("offer"))["suggestions"] == ["roofer", "thatcher"]
        assert (await say(desk, category="roofer"))["suggestions"] == []


async def test_suggestions_beside_a_category_stand_until_a_person_states_it(
    open_desk: OpenDesk, database: Database
) -> None:
    async with open_desk(PRO, replace(HARROW, description="")) as desk:
        await read(desk, database, "We are roofers.", "roofer", "thatcher")
        offer = await desk.get("offer")
        assert offer["readable"]
        assert offer["suggestions"] == ["roofer", "thatcher"]
        assert (await say(desk, category="roofer"))["suggestions"] == []


async def test_the_offer_goes_with_its_brand(
    open_desk: OpenDesk, database: Database, admin: asyncpg.Connection
) -> None:
    async with open_desk() as desk:
        await read(desk, database, "Harrow Oak is payroll software for cafes.")
        await say(desk, place="Leeds")
        await admin.execute("DELETE FROM brand WHERE id = $1", desk.brand_id)
        for table in ("offer_reading", "offer_correction"):
            left = f"SELECT count(*) FROM {table} WHERE brand_id = $1"  # noqa: S608 - a name above
            assert await admin.fetchval(left, desk.brand_id) == 0
