"""The generated panel: the plan's room, suggestions, and the neutral question beside it."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from presence.analysis.types import Panel, PanelPrompt
from presence.db.session import Database
from presence.domains.billing.service import grant
from presence.domains.brands import service
from presence.domains.brands.records import NewBrand
from presence.domains.brands.service.managing import change_brand
from presence.domains.brands.service.plan_limits import fit_plan
from tests.domains.brands.conftest import FREE, GROWTH, HARROW, PRO, Desk, OpenDesk


def question(text: str, topic: str = "tables") -> PanelPrompt:
    return PanelPrompt(f"key of {text}", text, "discovery", topic, "en-GB")


def panel_of(*texts: str) -> Panel:
    branded = PanelPrompt("key of brand", "What is Harrow Oak?", "branded", "", "en-GB", True)
    return Panel((*map(question, texts), branded), "panel-2")


async def suggested(desk: Desk) -> list[str]:
    return [row["text"] for row in (await desk.get("prompts/suggestions"))["data"]]


async def test_questions_beyond_the_plan_become_suggestions(
    open_desk: OpenDesk, database: Database
) -> None:
    texts = [f"Which oak table number {n}?" for n in range(12)]
    async with open_desk(FREE) as desk:
        async with database.transaction(desk.tenant.binding) as session:
            asked = await service.save_panel(session, desk.brand_id, panel_of(*texts))
            assert await service.count_prompts(session) == 10
        assert [stored.prompt.text for stored in asked] == texts[:9]
        assert await suggested(desk) == texts[9:]


async def test_suggestions_are_taken_up_or_dismissed_and_dismissed_ones_never_return(
    open_desk: OpenDesk, database: Database
) -> None:
    async with open_desk(FREE) as desk:
        more = [question("Which desks?"), question("Which chairs?")]
        async with database.transaction(desk.tenant.binding) as session:
            await service.save_suggestions(session, desk.brand_id, more)
        desks, chairs = (await desk.get("prompts/suggestions"))["data"]
        taken = await desk.post("prompts/suggestions", desks["id"], "accept")
        assert (taken.json()["status"], taken.json()["origin"]) == ("active", "added")
        assert (await desk.post("prompts/suggestions", chairs["id"], "dismiss")).status_code == 200
        async with database.transaction(desk.tenant.binding) as session:
            await service.save_suggestions(session, desk.brand_id, more)
            known = await service.known_questions(session, desk.brand_id)
        assert await suggested(desk) == []
        assert set(known) == {"Which desks?", "Which chairs?"}
        again = await desk.post("prompts/suggestions", desks["id"], "accept")
        assert again.status_code == 409


async def test_a_dismissed_suggestion_comes_back_when_that_is_undone(
    open_desk: OpenDesk, database: Database
) -> None:
    async with open_desk(FREE) as desk:
        more = [question("Which desks?"), question("Which chairs?")]
        async with database.transaction(desk.tenant.binding) as session:
            await service.save_suggestions(session, desk.brand_id, more)
        desks, _ = (await desk.get("prompts/suggestions"))["data"]
        await desk.post("prompts/suggestions", desks["id"], "dismiss")
        back = await desk.post("prompts/suggestions", desks["id"], "restore")
        assert back.json()["status"] == "suggested"
        assert await suggested(desk) == ["Which desks?", "Which chairs?"]


async def test_a_question_in_use_is_no_suggestion_to_bring_back(
    open_desk: OpenDesk, database: Database
) -> None:
    async with open_desk(FREE) as desk:
        async with database.transaction(desk.tenant.binding) as session:
            await service.save_suggestions(session, desk.brand_id, [question("Which desks?")])
        (desks,) = (await desk.get("prompts/suggestions"))["data"]
        await desk.post("prompts/suggestions", desks["id"], "accept")
        assert (await desk.post("prompts/suggestions", desks["id"], "restore")).status_code == 409


async def test_accepting_a_suggestion_needs_room(open_desk: OpenDesk, database: Database) -> None:
    texts = [f"Which oak table number {n}?" for n in range(10)]
    async with open_desk(FREE) as desk:
        async with database.transaction(desk.tenant.binding) as session:
            await service.save_panel(session, desk.brand_id, panel_of(*texts))
        (last,) = (await desk.get("prompts/suggestions"))["data"]
        refused = await desk.post("prompts/suggestions", last["id"], "accept")
        assert (refused.status_code, refused.json()["feature"]) == (403, "prompts.max")


async def test_every_suggestion_is_accepted_at_once_as_far_as_the_plan_has_room(
    open_desk: OpenDesk, database: Database
) -> None:
    async with open_desk(FREE) as desk:
        more = [question(f"Which desk number {n}?") for n in range(12)]
        async with database.transaction(desk.tenant.binding) as session:
            await service.save_suggestions(session, desk.brand_id, more)
        await desk.ask("which DESK number 3")
        taken = (await desk.post("prompts/suggestions/accept-all")).json()
        assert [row["text"] for row in taken["data"]] == [
            *(f"Which desk number {n}?" for n in range(9) if n != 3)
        ]
        assert {(row["status"], row["origin"]) for row in taken["data"]} == {("active", "added")}
        assert taken["left"] == len(await suggested(desk)) == 4
        again = await desk.post("prompts/suggestions/accept-all")
        assert (again.status_code, again.json()["feature"]) == (403, "prompts.max")


async def test_a_new_panel_is_no_larger_than_a_websites_part_of_the_plan(
    open_desk: OpenDesk, database: Database
) -> None:
    texts = [f"Which oak table number {n}?" for n in range(40)]
    async with open_desk(GROWTH) as desk, database.transaction(desk.tenant.binding) as session:
        asked = await service.save_panel(session, desk.brand_id, panel_of(*texts))
        assert len(asked) == 75 // 3 - 1


async def test_a_larger_plan_fills_the_panel_up_from_suggestions_and_says_so(
    open_desk: OpenDesk, database: Database
) -> None:
    texts = [f"Which oak table number {n}?" for n in range(40)]
    async with open_desk(FREE) as desk:
        async with database.transaction(desk.tenant.binding) as session:
            before = await service.save_panel(session, desk.brand_id, panel_of(*texts))
            await grant(session, desk.tenant.user_id, PRO, None)
            await fit_plan(session, datetime.now(UTC))
            after = await service.active_prompts(session, desk.brand_id)
            await fit_plan(session, datetime.now(UTC))
            assert await service.active_prompts(session, desk.brand_id) == after
        assert [stored.prompt.text for stored in before] == texts[:9]
        assert [stored.prompt.text for stored in after] == texts[:24]
        log = (await desk.client.get("/api/v1/audit-log")).json()["data"]
        (entry,) = [line for line in log if line["action"] == "prompts.filled"]
        assert len(entry["after"]["prompts"]) == 15


async def test_a_second_brand_gets_its_share_of_a_full_plan_and_chosen_questions_stay(
    open_desk: OpenDesk, database: Database
) -> None:
    async with open_desk(PRO) as desk:
        mine = await desk.ask("Which benches are best?")
        first = [f"Which oak table number {n}?" for n in range(30)]
        second = [f"Which chair number {n}?" for n in range(30)]
        async with database.transaction(desk.tenant.binding) as session:
            full = await service.save_panel(session, desk.brand_id, panel_of(*first))
            assert len(full) == 24
            other = await service.create_brand(session, NewBrand("Oakley", "description"))
            share = await service.save_panel(session, other.id, panel_of(*second))
            left = await service.active_prompts(session, desk.brand_id)
            assert await service.count_prompts(session) <= 25
        assert len(share) == 25 // 3 - 1
        assert mine["text"] in [stored.prompt.text for stored in left]
        assert first[22] in await suggested(desk)


async def test_a_deleted_brand_gives_no_share_to_a_new_one(
    open_desk: OpenDesk, database: Database
) -> None:
    async with open_desk(PRO) as desk:
        texts = [[f"Which {what} number {n}?" for n in range(24)] for what in ("bench", "chair")]
        async with database.transaction(desk.tenant.binding) as session:
            await service.save_panel(session, desk.brand_id, panel_of(*texts[0]))
        assert (await desk.client.delete(desk.path())).status_code in (200, 204)
        async with database.transaction(desk.tenant.binding) as session:
            second = await service.create_brand(session, NewBrand("Oakley", "description"))
            await service.save_panel(session, second.id, panel_of(*texts[1]))
            third = await service.create_brand(session, NewBrand("Elm", "description"))
            share = await service.save_panel(
                session, third.id, panel_of("Which bed?", "Which cot?")
            )
            left = await service.active_prompts(session, second.id)
            assert await service.count_prompts(session) <= 25
        assert [stored.prompt.text for stored in share] == ["Which bed?", "Which cot?"]
        assert [stored.prompt.text for stored in left] == texts[1][:21]


async def test_what_a_customer_added_survives_a_new_panel(
    open_desk: OpenDesk, database: Database
) -> None:
    async with open_desk(PRO) as desk:
        added = await desk.ask("Which benches are best?")
        async with database.transaction(desk.tenant.binding) as session:
            await service.save_panel(session, desk.brand_id, panel_of("Which tables?"))
            asked = await service.save_panel(session, desk.brand_id, panel_of("Which chairs?"))
        assert {stored.prompt.text for stored in asked} == {added["text"], "Which chairs?"}


async def test_the_neutral_question_stands_outside_the_panel_and_keeps_its_key(
    open_desk: OpenDesk, database: Database
) -> None:
    async with open_desk() as desk:
        async with database.transaction(desk.tenant.binding) as session:
            await service.save_panel(session, desk.brand_id, panel_of("Which tables?"))
            first = await service.interpretation_prompt(session, desk.brand_id)
            again = await service.interpretation_prompt(session, desk.brand_id)
            asked = await service.active_prompts(session, desk.brand_id)
        assert first == again
        assert first.prompt.text == "What is Harrow Oak?"
        assert (first.prompt.intent, first.prompt.branded) == ("branded", True)
        assert [stored.prompt.text for stored in asked] == ["Which tables?"]
        assert (await desk.get("prompts"))["page"]["total"] == 1
        assert (await desk.client.get(desk.path("prompts", first.id))).status_code == 404


async def test_a_renamed_brand_is_asked_about_by_its_new_name_and_the_old_answers_keep_theirs(
    open_desk: OpenDesk, database: Database
) -> None:
    async with open_desk() as desk, database.transaction(desk.tenant.binding) as session:
        old = await service.interpretation_prompt(session, desk.brand_id)
        await change_brand(session, desk.brand_id, {"name": "Harrow"})
        new = await service.interpretation_prompt(session, desk.brand_id)
        assert (new.prompt.text, new.prompt.version) == ("What is Harrow?", 2)
        assert new.id != old.id
        await change_brand(session, desk.brand_id, {"name": "Harrow Oak"})
        assert (await service.interpretation_prompt(session, desk.brand_id)).id == old.id


@pytest.mark.parametrize(
    ("language", "market", "text", "locale"),
    [
        ("de", "AT", "Was ist Harrow Oak?", "de-AT"),
        ("fr-CA", "CA", "Qu’est-ce que Harrow Oak ?", "fr-CA"),
        ("it", "IT", "Che cos’è Harrow Oak?", "it-IT"),
        ("fi", "FI", "What is Harrow Oak?", "en-FI"),
    ],
)
async def test_the_neutral_question_is_in_the_brands_language_or_honestly_in_english(
    open_desk: OpenDesk, database: Database, language: str, market: str, text: str, locale: str
) -> None:
    new = replace(HARROW, language=language, market=market)
    async with open_desk(FREE, new) as desk:
        async with database.transaction(desk.tenant.binding) as session:
            asked = (await service.interpretation_prompt(session, desk.brand_id)).prompt
        assert (asked.text, asked.locale) == (text, locale)
        assert (await desk.get())["questionLanguage"] == locale[:2]


async def test_tag_lines_of_the_site_make_a_question_branded(
    open_desk: OpenDesk, database: Database
) -> None:
    line = "Built to be handed down for generations"
    async with open_desk() as desk:
        async with database.transaction(desk.tenant.binding) as session:
            await service.save_panel(session, desk.brand_id, panel_of("Which tables?"), (line,))
        added = await desk.ask(f"Who says {line.lower()}?")
        assert added["branded"] is True
