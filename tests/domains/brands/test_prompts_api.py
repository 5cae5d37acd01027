"""A customer's own questions: added, edited, paused, deleted, restored, and counted."""

from __future__ import annotations

import asyncio

import asyncpg
import pytest

from presence.db.session import Database
from presence.domains.brands import service
from tests.domains.brands.conftest import FREE, PRO, Desk, OpenDesk


async def texts(desk: Desk, **params: str) -> list[str]:
    return [prompt["text"] for prompt in (await desk.get("prompts", **params))["data"]]


async def asked(desk: Desk, database: Database) -> list[str]:
    async with database.transaction(desk.tenant.binding) as session:
        stored = await service.active_prompts(session, desk.brand_id)
    return [prompt.prompt.text for prompt in stored]


async def test_an_added_question_is_asked_with_intent_and_topic_read_off_it(
    open_desk: OpenDesk, database: Database
) -> None:
    async with open_desk(PRO) as desk:
        await desk.ask("Which oak tables last longest?", topic="Oak tables")
        second = await desk.ask("  How do oak tables\n and beech compare? ")
        assert second["text"] == "How do oak tables and beech compare?"
        assert (second["intent"], second["topic"]) == ("comparison", "Oak tables")
        assert (second["branded"], second["origin"], second["version"]) == (False, "added", 1)
        assert second["locale"] == "en-GB"
        assert await asked(desk, database) == await texts(desk)


@pytest.mark.parametrize(
    "text", ["Is Harrow Oak any good?", "is hoak legit?", "What does harrowoak.example sell?"]
)
async def test_a_question_that_names_the_brand_is_branded_whatever_was_stated(
    open_desk: OpenDesk, text: str
) -> None:
    async with open_desk() as desk:
        added = await desk.ask(text, intent="discovery")
        assert (added["branded"], added["intent"]) == (True, "branded")


async def test_a_question_that_hides_the_brand_is_refused(open_desk: OpenDesk) -> None:
    async with open_desk() as desk:
        for text in ("Is Hаrrow Oak good?", "Is Har\u200brow Oak good?", "Is H4rrow O4k good?"):
            answer = await desk.post("prompts", json={"text": text})
            assert answer.status_code == 422, text
            assert answer.json()["errors"][0]["pointer"] == "/text"
            assert "look-alike" in answer.json()["message"]
        assert await texts(desk) == []


@pytest.mark.parametrize("text", ["", "  a ", "?!?!", "x" * 501, "a\x00bc"])
async def test_what_cannot_be_a_question_is_refused(open_desk: OpenDesk, text: str) -> None:
    async with open_desk() as desk:
        answer = await desk.post("prompts", json={"text": text})
        assert answer.status_code == 422
        assert answer.json()["message"]


async def test_the_same_question_in_other_clothes_is_a_conflict(open_desk: OpenDesk) -> None:
    async with open_desk() as desk:
        first = await desk.ask("Which oak tables last longest?")
        answer = await desk.post("prompts", json={"text": "which OAK tables last longest"})
        assert answer.status_code == 409
        assert answer.headers["location"].endswith(first["id"])


async def test_an_edit_is_a_new_version_and_the_old_one_keeps_its_words(
    open_desk: OpenDesk, database: Database
) -> None:
    async with open_desk() as desk:
        await desk.ask("Which benches are best?")
        old = await desk.ask("Which oak tables last longest?", topic="Tables")
        await desk.ask("Which chairs are best?")
        change = {"text": "Which oak tables last a lifetime?"}
        new = (await desk.client.patch(desk.path("prompts", old["id"]), json=change)).json()
        assert new["id"] != old["id"]
        assert (new["version"], new["status"], new["topic"]) == (2, "active", "Tables")
        assert (await asked(desk, database))[1] == change["text"]
        seen = await desk.get("prompts", new["id"])
        assert [v["text"] for v in seen["versions"]] == [old["text"], change["text"]]
        assert [v["status"] for v in seen["versions"]] == ["superseded", "active"]
        late = await desk.client.patch(desk.path("prompts", old["id"]), json={"topic": "X"})
        assert late.status_code == 409
        assert late.headers["location"].endswith(new["id"])


async def test_editing_back_returns_to_the_first_version_with_its_history(
    open_desk: OpenDesk,
) -> None:
    async with open_desk() as desk:
        old = await desk.ask("Which oak tables last longest?")
        path = desk.path("prompts", old["id"])
        new = (await desk.client.patch(path, json={"text": "Which oak tables are best?"})).json()
        path = desk.path("prompts", new["id"])
        back = (await desk.client.patch(path, json={"text": old["text"]})).json()
        assert back["id"] == old["id"]
        assert await texts(desk) == [old["text"]]


async def test_an_edit_that_names_the_brand_takes_the_question_out_of_the_headline(
    open_desk: OpenDesk,
) -> None:
    async with open_desk() as desk:
        old = await desk.ask("Which oak tables last longest?")
        path = desk.path("prompts", old["id"])
        new = (await desk.client.patch(path, json={"text": "Do Harrow Oak tables last?"})).json()
        assert (new["branded"], new["intent"]) == (True, "branded")


async def test_pausing_frees_a_slot_and_resuming_needs_one(
    open_desk: OpenDesk, database: Database
) -> None:
    async with open_desk(FREE) as desk:
        added = [await desk.ask(f"Which oak table number {n} is best?") for n in range(9)]
        full = await desk.post("prompts", json={"text": "Which bench is best?"})
        assert full.status_code == 403
        assert full.json()["code"] == "plan-limit"
        assert (full.json()["feature"], full.json()["limit"]) == ("prompts.max", 10)
        path = desk.path("prompts", added[0]["id"])
        paused = await desk.client.patch(path, json={"status": "paused"})
        assert paused.json()["status"] == "paused"
        assert len(await asked(desk, database)) == 8
        await desk.ask("Which bench is best?")
        resumed = await desk.client.patch(path, json={"status": "active"})
        assert resumed.status_code == 403


async def test_two_requests_at_once_cannot_both_take_the_last_slot(
    open_desk: OpenDesk, admin: asyncpg.Connection
) -> None:
    async with open_desk(FREE) as desk:
        for number in range(8):
            await desk.ask(f"Which oak table number {number} is best?")
        bodies = [{"text": f"Which bench number {number} is best?"} for number in range(5)]
        answers = await asyncio.gather(*(desk.post("prompts", json=body) for body in bodies))
        assert sorted(answer.status_code for answer in answers) == [201, 403, 403, 403, 403]
        count = await admin.fetchval(
            "SELECT count(*) FROM prompt WHERE brand_id = $1 AND status = 'active'", desk.brand_id
        )
        assert count == 9


async def test_a_deleted_question_can_be_restored_and_adding_it_again_restores_it_too(
    open_desk: OpenDesk,
) -> None:
    async with open_desk() as desk:
        added = await desk.ask("Which oak tables last longest?")
        path = desk.path("prompts", added["id"])
        assert (await desk.client.delete(path)).status_code == 204
        assert await texts(desk) == []
        assert (await desk.client.delete(path)).status_code == 409
        restored = await desk.client.post(path + "/restore")
        assert (restored.json()["id"], restored.json()["status"]) == (added["id"], "active")
        await desk.client.delete(path)
        assert (await desk.ask(added["text"]))["id"] == added["id"]


async def test_the_list_filters_searches_and_sorts_in_pages(open_desk: OpenDesk) -> None:
    async with open_desk(PRO) as desk:
        for letter in "dbca":
            await desk.ask(f"Which {letter}-tables are best?", topic="Tables")
        await desk.ask("How do benches compare?", topic="Benches")
        branded = await desk.ask("Is Harrow Oak good?", topic="Brand")
        path = desk.path("prompts", branded["id"])
        await desk.client.patch(path, json={"status": "paused"})
        assert await texts(desk, **{"filter[status]": "paused"}) == ["Is Harrow Oak good?"]
        assert await texts(desk, **{"filter[branded]": "true"}) == ["Is Harrow Oak good?"]
        assert await texts(desk, **{"filter[intent]": "comparison"}) == ["How do benches compare?"]
        assert len(await texts(desk, **{"filter[topic]": "Tables"})) == 4
        assert await texts(desk, q="BENCH") == ["How do benches compare?"]
        for sort, first in (("text", "How do benches"), ("-text", "Which d-tables")):
            seen: list[str] = []
            cursor: dict[str, str] = {}
            while True:
                answer = await desk.get("prompts", sort=sort, limit="2", **cursor)
                seen += [prompt["text"] for prompt in answer["data"]]
                assert answer["page"]["total"] == 6
                if answer["page"]["nextCursor"] is None:
                    break
                cursor = {"cursor": answer["page"]["nextCursor"]}
            assert seen == sorted(seen, key=str.lower, reverse=sort.startswith("-"))
            assert seen[0].startswith(first)
            assert len(seen) == 6


@pytest.mark.parametrize(
    "params",
    [
        {"filter[colour]": "red"},
        {"filter[status]": "asleep"},
        {"filter[branded]": "maybe"},
        {"sort": "luck"},
    ],
)
async def test_an_unknown_filter_or_order_is_refused(
    open_desk: OpenDesk, params: dict[str, str]
) -> None:
    async with open_desk() as desk:
        answer = await desk.client.get(desk.path("prompts"), params=params)
        assert answer.status_code == 422


async def test_an_etag_that_is_out_of_date_stops_a_change(open_desk: OpenDesk) -> None:
    async with open_desk() as desk:
        path = desk.path("prompts", (await desk.ask("Which oak tables last longest?"))["id"])
        read = await desk.client.get(path)
        etag = {"If-Match": read.headers["etag"]}
        assert (await desk.client.patch(path, json={"topic": "A"}, headers=etag)).status_code == 200
        late = await desk.client.patch(path, json={"topic": "B"}, headers=etag)
        assert late.status_code == 412
        assert (await desk.get("prompts"))["data"][0]["topic"] == "A"


async def test_topics_are_listed_and_renamed_into_each_other(open_desk: OpenDesk) -> None:
    async with open_desk() as desk:
        await desk.ask("Which oak tables last?", topic="Tables")
        await desk.ask("Which desks last?", topic="Desks")
        path = desk.path("topics")
        moved = await desk.client.patch(path, json={"name": "Desks", "newName": "Tables"})
        assert moved.json() == {"prompts": 1}
        assert (await desk.get("topics"))["data"] == [{"name": "Tables", "active": 2, "paused": 0}]
        gone = await desk.client.patch(path, json={"name": "Desks", "newName": "X"})
        assert gone.status_code == 404


async def test_adding_deleting_and_pausing_are_in_the_audit_log(
    open_desk: OpenDesk, admin: asyncpg.Connection
) -> None:
    async with open_desk() as desk:
        added = await desk.ask("Which oak tables last longest?")
        path = desk.path("prompts", added["id"])
        await desk.client.patch(path, json={"status": "paused"})
        await desk.client.delete(path)
        rows = await admin.fetch(
            "SELECT action FROM audit_log WHERE workspace_id = $1 ORDER BY id",
            desk.tenant.workspace_id,
        )
        actions = [row["action"] for row in rows]
        assert actions[-3:] == ["prompt.added", "prompt.paused", "prompt.deleted"]


async def test_what_is_searched_for_is_text_and_never_sql(open_desk: OpenDesk) -> None:
    async with open_desk(PRO) as desk:
        for text in ("Which oak table is best?", "Who is 100% honest about 'solid' oak?"):
            await desk.ask(text)
        for sought, found in {
            "'solid'": 1,
            "%": 1,
            "_": 0,
            "\\": 0,
            "' OR '1'='1": 0,
            "'; DROP TABLE prompt; --": 0,
            "oak') OR (1=1": 0,
            ":q": 0,
        }.items():
            assert len(await texts(desk, q=sought)) == found, sought
        assert len(await texts(desk)) == 2
