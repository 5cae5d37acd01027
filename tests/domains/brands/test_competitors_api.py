"""Competitors: tracked within the plan, told apart by name and site, suggested from answers."""

from __future__ import annotations

import asyncio
from typing import Any

import asyncpg
import httpx
import pytest

from presence.core.ids import new_id
from presence.db.session import Database
from presence.domains.brands import service
from presence.domains.brands.records import FoundName
from tests.domains.brands.conftest import FREE, PRO, Desk, OpenDesk


async def track(desk: Desk, name: str, **more: Any) -> dict[str, Any]:
    answer = await desk.post("competitors", json={"name": name, **more})
    assert answer.status_code == 201, answer.text
    added: dict[str, Any] = answer.json()
    return added


async def names(desk: Desk, status: str = "tracked") -> list[str]:
    listed = await desk.get("competitors", **{"filter[status]": status})
    return [row["name"] for row in listed["data"]]


async def suggest(desk: Desk, database: Database, *found: FoundName) -> int:
    async with database.transaction(desk.tenant.binding) as session:
        return await service.suggest_competitors(session, desk.brand_id, new_id(), found)


async def change(desk: Desk, row: dict[str, Any], **body: Any) -> httpx.Response:
    return await desk.client.patch(desk.path("competitors", row["id"]), json=body)


async def rescores(admin: asyncpg.Connection, desk: Desk) -> int:
    found: int = await admin.fetchval(
        "SELECT count(*) FROM procrastinate_jobs WHERE task_name = 'visibility.rescore'"
        " AND args->>'brand_id' = $1",
        str(desk.brand_id),
    )
    return found


async def test_a_tracked_competitor_is_measured_with_aliases_and_site(
    open_desk: OpenDesk, database: Database
) -> None:
    async with open_desk() as desk:
        added = await track(
            desk,
            " Marlow Tables ",
            aliases=["Marlow", "marlow tables"],
            websiteUrl="marlow.example",
        )
        assert (added["name"], added["aliases"]) == ("Marlow Tables", ["Marlow"])
        assert added["prefixes"] == ["marlow.example"]
        async with database.transaction(desk.tenant.binding) as session:
            profile = await service.brand_profile(session, desk.brand_id)
        (competitor,) = profile.competitors
        assert (competitor.name, competitor.aliases) == ("Marlow Tables", ("Marlow",))


async def test_competitors_on_one_host_own_their_own_paths(open_desk: OpenDesk) -> None:
    async with open_desk(PRO) as desk:
        kings = await track(desk, "Kings", websiteUrl="https://www.nba.example/kings/news")
        assert kings["prefixes"] == ["nba.example"]
        suns = await track(desk, "Suns", websiteUrl="https://nba.example/suns")
        assert suns["prefixes"] == ["nba.example/suns"]
        path = desk.path("competitors", kings["id"])
        assert (await desk.client.get(path)).json()["prefixes"] == ["nba.example/kings"]
        same = await desk.post(
            "competitors", json={"name": "Moons", "websiteUrl": "https://nba.example/suns/"}
        )
        assert same.status_code == 409
        assert "Suns already owns nba.example/suns" in same.json()["message"]
        await desk.client.delete(desk.path("competitors", suns["id"]))
        await change(desk, kings, isCommonWord=True)
        assert (await desk.client.get(path)).json()["prefixes"] == ["nba.example"]


async def test_given_prefixes_stand_and_taking_them_back_follows_the_site(
    open_desk: OpenDesk,
) -> None:
    async with open_desk() as desk:
        added = await track(
            desk, "Marlow", websiteUrl="marlow.example", prefixes=["https://www.Marlow.example/uk"]
        )
        assert added["prefixes"] == ["marlow.example/uk"]
        assert (await change(desk, added, prefixes=[])).json()["prefixes"] == ["marlow.example"]
        gone = (await change(desk, added, websiteUrl=None)).json()
        assert (gone["websiteUrl"], gone["prefixes"]) == (None, [])


@pytest.mark.parametrize(
    ("body", "pointer"),
    [
        ({"name": "HARROW oak"}, "/name"),
        ({"name": "Other", "aliases": ["hoak"]}, "/aliases"),
        ({"name": "Ｍarlow"}, "/name"),
        ({"name": "Other", "aliases": ["The Table Shop"]}, "/aliases"),
    ],
)
async def test_a_name_stands_for_one_entity_only(
    open_desk: OpenDesk, body: dict[str, Any], pointer: str
) -> None:
    async with open_desk(PRO) as desk:
        await track(desk, "Marlow", aliases=["The Table Shop"])
        answer = await desk.post("competitors", json=body)
        assert answer.status_code == 409, answer.text
        assert answer.json()["errors"][0]["pointer"] == pointer
        assert await names(desk) == ["Marlow"]


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"name": ""},
        {"name": "™"},
        {"name": "x" * 121},
        {"name": "A", "aliases": ["  "]},
        {"name": "A", "aliases": [f"a{n}" for n in range(21)]},
        {"name": "A", "websiteUrl": "not a site"},
        {"name": "A", "prefixes": ["://"]},
    ],
)
async def test_what_cannot_be_a_competitor_is_refused(
    open_desk: OpenDesk, body: dict[str, Any]
) -> None:
    async with open_desk() as desk:
        answer = await desk.post("competitors", json=body)
        assert answer.status_code == 422, answer.text


async def test_two_requests_at_once_cannot_both_take_the_last_slot(open_desk: OpenDesk) -> None:
    async with open_desk(FREE) as desk:
        await track(desk, "First")
        bodies = [{"name": f"Rival {number}"} for number in range(4)]
        answers = await asyncio.gather(*(desk.post("competitors", json=b) for b in bodies))
        assert sorted(answer.status_code for answer in answers) == [201, 403, 403, 403]
        refused = next(a for a in answers if a.status_code == 403).json()
        assert (refused["feature"], refused["limit"], refused["used"]) == ("competitors.max", 2, 2)


async def test_suggestions_carry_their_evidence_and_settled_names_never_come_back(
    open_desk: OpenDesk, database: Database
) -> None:
    answer_id = new_id()
    found = [
        FoundName("Oakley & Sons", 4, 3, answer_id, 10, 23),
        FoundName("Tablemakers", 2, 1),
        FoundName("HARROW OAK", 9, 9),
        FoundName("marlow", 9, 9),
    ]
    async with open_desk(PRO) as desk:
        marlow = await track(desk, "Marlow")
        assert await suggest(desk, database, *found) == 2
        assert await suggest(desk, database, *found) == 0
        first, second = (await desk.get("competitors", **{"filter[status]": "suggested"}))["data"]
        assert (first["name"], first["answers"], first["prompts"]) == ("Oakley & Sons", 4, 3)
        assert first["exampleAnswerId"] == str(answer_id)
        assert (first["exampleStart"], first["exampleEnd"]) == (10, 23)
        dismissed = await desk.post("competitors/suggestions", second["id"], "dismiss")
        assert dismissed.json()["status"] == "dismissed"
        await desk.client.delete(desk.path("competitors", marlow["id"]))
        accepted = await desk.post("competitors/suggestions", first["id"], "accept")
        assert accepted.json()["status"] == "tracked"
        again = [FoundName("TABLEMAKERS", 5, 5), FoundName("Ｍarlow", 5, 5), *found]
        assert await suggest(desk, database, *again) == 0
        assert await names(desk, "suggested") == []
        assert await names(desk) == ["Oakley & Sons"]


async def test_a_suggestion_can_become_an_alias(open_desk: OpenDesk, database: Database) -> None:
    async with open_desk() as desk:
        marlow = await track(desk, "Marlow Tables")
        await suggest(desk, database, FoundName("Marlow", 3, 2))
        (row,) = (await desk.get("competitors", **{"filter[status]": "suggested"}))["data"]
        path = ("competitors/suggestions", row["id"], "accept")
        merged = await desk.post(*path, json={"aliasOf": marlow["id"]})
        assert merged.json()["aliases"] == ["Marlow"]
        assert (await desk.post(*path)).status_code == 409
        assert await suggest(desk, database, FoundName("Marlow", 3, 2)) == 0


async def test_a_dismissed_name_comes_back_when_that_is_undone(
    open_desk: OpenDesk, database: Database
) -> None:
    async with open_desk() as desk:
        await suggest(desk, database, FoundName("Marlow", 3, 2))
        (row,) = (await desk.get("competitors", **{"filter[status]": "suggested"}))["data"]
        await desk.post("competitors/suggestions", row["id"], "dismiss")
        back = await desk.post("competitors/suggestions", row["id"], "restore")
        assert back.json()["status"] == "suggested"
        assert await names(desk, "suggested") == ["Marlow"]


async def test_a_name_that_became_an_alias_is_not_suggested_again(
    open_desk: OpenDesk, database: Database
) -> None:
    async with open_desk() as desk:
        marlow = await track(desk, "Marlow Tables")
        await suggest(desk, database, FoundName("Marlow", 3, 2))
        (row,) = (await desk.get("competitors", **{"filter[status]": "suggested"}))["data"]
        await desk.post(
            "competitors/suggestions", row["id"], "accept", json={"aliasOf": marlow["id"]}
        )
        refused = await desk.post("competitors/suggestions", row["id"], "restore")
        assert (refused.status_code, refused.json()["code"]) == (409, "conflict")
        assert await names(desk, "suggested") == []


async def test_adding_a_removed_competitor_again_is_the_same_competitor(
    open_desk: OpenDesk,
) -> None:
    async with open_desk() as desk:
        added = await track(desk, "Marlow", aliases=["Marlow & Co"])
        path = desk.path("competitors", added["id"])
        assert (await desk.client.delete(path)).status_code == 204
        assert (await desk.client.delete(path)).status_code == 409
        back = await track(desk, "marlow")
        assert (back["id"], back["name"], back["aliases"]) == (
            added["id"],
            "marlow",
            ["Marlow & Co"],
        )


async def test_every_change_of_who_is_looked_for_has_answers_read_anew(
    open_desk: OpenDesk, admin: asyncpg.Connection
) -> None:
    async with open_desk() as desk:
        added = await track(desk, "Marlow")
        assert await rescores(admin, desk) == 1
        await change(desk, added, aliases=["M"])
        assert await rescores(admin, desk) == 2
        await desk.client.delete(desk.path("competitors", added["id"]))
        assert await rescores(admin, desk) == 3


async def test_an_etag_that_is_out_of_date_stops_a_change(open_desk: OpenDesk) -> None:
    async with open_desk() as desk:
        path = desk.path("competitors", (await track(desk, "Marlow"))["id"])
        etag = {"If-Match": (await desk.client.get(path)).headers["etag"]}
        first = await desk.client.patch(path, json={"name": "Marlow A"}, headers=etag)
        late = await desk.client.patch(path, json={"name": "Marlow B"}, headers=etag)
        assert (first.status_code, late.status_code) == (200, 412)
        assert await names(desk) == ["Marlow A"]


async def test_a_name_given_up_before_does_not_break_a_rename(open_desk: OpenDesk) -> None:
    async with open_desk() as desk:
        old = await track(desk, "Marlow")
        await desk.client.delete(desk.path("competitors", old["id"]))
        other = await track(desk, "Tablemakers")
        assert (await change(desk, other, name="Marlow")).status_code == 409


async def test_a_found_name_that_is_tracked_by_mistake_is_found_again_when_undone(
    open_desk: OpenDesk, database: Database, admin: asyncpg.Connection
) -> None:
    async with open_desk() as desk:
        await suggest(desk, database, FoundName("Marlow", 3, 2, engines=2))
        (row,) = (await desk.get("competitors", **{"filter[status]": "suggested"}))["data"]
        assert (row["answers"], row["prompts"], row["engines"]) == (3, 2, 2)
        await desk.post("competitors/suggestions", row["id"], "accept")
        back = await desk.post("competitors/suggestions", row["id"], "restore")
        assert back.json()["status"] == "suggested"
        assert await names(desk) == []
        assert await names(desk, "suggested") == ["Marlow"]
        assert await rescores(admin, desk)


async def test_a_competitor_that_no_answer_gave_is_not_made_a_suggestion(
    open_desk: OpenDesk,
) -> None:
    async with open_desk() as desk:
        marlow = await track(desk, "Marlow")
        refused = await desk.post("competitors/suggestions", marlow["id"], "restore")
        assert refused.status_code == 409
        assert await names(desk) == ["Marlow"]
