"""A changed offer, language or market offers a whole panel beside the one in use."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import UTC, datetime

import asyncpg
import pytest

from presence.analysis.offer import read_offer
from presence.analysis.panel import build_panel
from presence.db.session import Database
from presence.domains.billing.service import grant
from presence.domains.brands import service
from presence.domains.brands.records import NewBrand
from presence.domains.brands.service import panel_basis
from presence.domains.brands.service.panel_changes import CHANGED, accept_proposal
from presence.domains.brands.service.plan_limits import fit_plan
from tests.domains.brands.conftest import FREE, PRO, OpenDesk
from tests.domains.brands.panels import (
    READ_AT,
    ROOFER,
    accept,
    analysed,
    asked,
    change,
    restore,
    say,
    texts,
)

WAITING = (
    "SELECT EXISTS (SELECT FROM pg_stat_activity WHERE datname = current_database()"
    " AND wait_event_type = 'Lock')"
)


async def test_questions_that_fit_what_is_known_have_nothing_offered_beside_them(
    open_desk: OpenDesk, database: Database
) -> None:
    async with open_desk(FREE, ROOFER) as desk:
        await analysed(desk, database)
        panel = await desk.get("panel")
        assert (panel["number"], panel["asked"], panel["places"]) == (1, 9, 9)
        assert (panel["proposal"], panel["ask"], panel["kept"]) == (None, None, False)


async def test_another_offer_proposes_and_changes_nothing(
    open_desk: OpenDesk, database: Database
) -> None:
    async with open_desk(FREE, ROOFER) as desk:
        before = await analysed(desk, database)
        await say(desk, category="accountant", kind="professional-service")
        proposal = (await desk.get("panel"))["proposal"]
        changed = {
            reason["what"]: (reason["before"], reason["after"]) for reason in proposal["reasons"]
        }
        assert changed["category"] == ("roofer", "accountant")
        assert sorted(texts(proposal["goes"] + proposal["stays"])) == sorted(before)
        assert len(proposal["new"]) == len(proposal["goes"]) > 0
        assert any("accountant" in text for text in texts(proposal["new"]))
        assert {question["why"] for question in proposal["new"] + proposal["goes"]} == {"offer"}
        assert await asked(desk) == before


async def test_a_question_of_ones_own_stays_beside_any_proposal_until_one_lets_it_go(
    open_desk: OpenDesk, database: Database
) -> None:
    async with open_desk(PRO, ROOFER) as desk:
        await analysed(desk, database)
        mine = await desk.ask("Who mends a slate roof in Leeds?")
        await say(desk, category="accountant")
        proposal = (await desk.get("panel"))["proposal"]
        (own,) = [question for question in proposal["stays"] if question["id"] == mine["id"]]
        assert own["why"] == "yours"
        await accept(desk)
        assert mine["text"] in await asked(desk)
        await say(desk, category="roofer")
        await accept(desk, removed=[own["key"]], new=[])
        assert mine["text"] not in await asked(desk)


async def test_another_language_lets_go_what_is_asked_in_the_old_one(
    open_desk: OpenDesk, database: Database
) -> None:
    async with open_desk(FREE, ROOFER) as desk:
        before = await analysed(desk, database)
        await change(desk, language="de", market="DE")
        await say(desk, category="Dachdecker")
        proposal = (await desk.get("panel"))["proposal"]
        assert {question["why"] for question in proposal["goes"]} == {"language"}
        assert sorted(texts(proposal["goes"])) == sorted(before)
        assert {question["locale"] for question in proposal["new"]} == {"de-DE"}


async def test_a_question_that_reads_alike_in_another_market_stays_and_is_asked_there(
    open_desk: OpenDesk, database: Database
) -> None:
    async with open_desk(FREE, ROOFER) as desk:
        await analysed(desk, database)
        await change(desk, market="IE")
        proposal = (await desk.get("panel"))["proposal"]
        moved = [question for question in proposal["stays"] if question["why"] == "market"]
        assert moved
        assert {question["locale"] for question in moved} == {"en-IE"}
        await accept(desk)
        rows = (await desk.get("prompts"))["data"]
        assert {row["locale"] for row in rows} == {"en-IE"}
        assert set(texts(moved)) <= set(texts(rows))


async def test_a_language_without_questions_is_said_and_proposes_none(
    open_desk: OpenDesk, database: Database
) -> None:
    async with open_desk(FREE, ROOFER) as desk:
        before = await analysed(desk, database)
        await change(desk, language="fi", market="FI")
        panel = await desk.get("panel")
        assert (panel["proposal"], panel["ask"]) == (None, "language")
        assert await asked(desk) == before


async def test_a_newer_grammar_proposes_to_a_brand_that_has_a_panel(
    open_desk: OpenDesk, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_desk(FREE, ROOFER) as desk:
        with monkeypatch.context() as older:
            older.setattr(panel_basis, "PANEL_VERSION", "panel-1")
            await analysed(desk, database, older_words=("Which roofs are the best roofs?",))
        proposal = (await desk.get("panel"))["proposal"]
        assert texts(proposal["goes"]) == ["Which roofs are the best roofs?"]
        assert [reason["what"] for reason in proposal["reasons"]] == ["grammar"]
        assert {question["why"] for question in proposal["new"]} == {"grammar"}


async def test_another_reading_of_jobs_alone_proposes_nothing(
    open_desk: OpenDesk, database: Database
) -> None:
    async with open_desk(FREE, ROOFER) as desk:
        await analysed(desk, database)
        async with database.transaction(desk.tenant.binding) as session:
            offer = await service.brand_offer(session, desk.brand_id)
            await service.save_reading(session, desk.brand_id, replace(offer, jobs=None), READ_AT)
        assert (await desk.get("panel"))["proposal"] is None


async def test_accepting_all_makes_a_version_that_says_who_when_and_what(
    open_desk: OpenDesk, database: Database
) -> None:
    async with open_desk(FREE, ROOFER) as desk:
        before = await analysed(desk, database)
        await say(desk, category="accountant")
        proposal = (await desk.get("panel"))["proposal"]
        made = await accept(desk)
        assert (made["number"], made["previous"], made["left"]) == (2, 1, 0)
        now = await asked(desk)
        assert set(now) == set(texts(proposal["stays"] + proposal["new"])) != set(before)
        assert (await desk.get("panel"))["proposal"] is None
        history = await desk.get("panel", "versions")
        newest, first = history["versions"]
        assert (newest["cause"], newest["asked"]) == ("accepted", len(now))
        assert newest["by"] == "Ada Example"
        assert set(newest["added"]) == set(texts(proposal["new"]))
        assert set(newest["removed"]) == set(texts(proposal["goes"]))
        assert "category" in {reason["what"] for reason in newest["reasons"]}
        assert (first["number"], first["cause"], first["by"]) == (1, "first", None)
        log = (await desk.client.get("/api/v1/audit-log")).json()["data"]
        (entry,) = [line for line in log if line["action"] == "panel.accepted"]
        assert (entry["before"], entry["after"]) == ({"version": 1}, {"version": 2})


async def test_suggestions_made_for_the_questions_before_make_way_for_fitting_ones(
    open_desk: OpenDesk, database: Database
) -> None:
    async with open_desk(FREE, ROOFER) as desk:
        await analysed(desk, database)
        async with database.transaction(desk.tenant.binding) as session:
            profile = await service.brand_profile(session, desk.brand_id)
            more = build_panel(profile, read_offer(profile), 30, None).prompts[10:29]
            await service.save_suggestions(session, desk.brand_id, more)
        await say(desk, category="accountant")
        await accept(desk)
        waiting = texts((await desk.get("prompts/suggestions"))["data"])
        assert waiting
        assert not any("roof" in text for text in waiting)
        assert set(waiting).isdisjoint(await asked(desk))


async def test_single_questions_are_chosen_and_the_rest_is_not_offered_again(
    open_desk: OpenDesk, database: Database
) -> None:
    async with open_desk(FREE, ROOFER) as desk:
        before = await analysed(desk, database)
        await say(desk, category="accountant")
        proposal = (await desk.get("panel"))["proposal"]
        comes, goes = proposal["new"][0], proposal["goes"][0]
        made = await accept(desk, new=[comes["key"]], removed=[goes["key"]])
        assert (made["added"], made["removed"]) == (1, 1)
        assert set(await asked(desk)) == {*before, comes["text"]} - {goes["text"]}
        assert (await desk.get("panel"))["proposal"] is None


async def test_more_questions_than_the_plan_has_room_for_are_refused_and_nothing_changes(
    open_desk: OpenDesk, database: Database
) -> None:
    async with open_desk(FREE, ROOFER) as desk:
        before = await analysed(desk, database)
        await say(desk, category="accountant")
        refused = await desk.post("panel", "accept", json={"removed": []})
        assert (refused.status_code, refused.json()["feature"]) == (403, "prompts.max")
        assert await asked(desk) == before
        assert len((await desk.get("panel", "versions"))["versions"]) == 1


async def test_what_is_not_offered_cannot_be_accepted(
    open_desk: OpenDesk, database: Database
) -> None:
    async with open_desk(FREE, ROOFER) as desk:
        await analysed(desk, database)
        assert (await desk.post("panel", "accept", json={})).status_code == 409
        await say(desk, category="accountant")
        assert (await desk.post("panel", "accept", json={"new": ["x"]})).status_code == 409
        nothing = await desk.post("panel", "accept", json={"new": [], "removed": []})
        assert nothing.status_code == 422


async def test_who_looked_at_another_proposal_accepts_nothing(
    open_desk: OpenDesk, database: Database
) -> None:
    async with open_desk(FREE, ROOFER) as desk:
        await analysed(desk, database)
        await say(desk, category="accountant")
        seen = (await desk.client.get(desk.path("panel"))).headers["etag"]
        await say(desk, category="notary")
        late = await desk.post("panel", "accept", json={}, headers={"If-Match": seen})
        assert late.status_code == 412


async def test_who_accepts_beside_somebody_who_accepts_the_same_is_told_that_it_changed(
    open_desk: OpenDesk, database: Database, admin: asyncpg.Connection
) -> None:
    async with open_desk(FREE, ROOFER) as desk:
        await analysed(desk, database)
        await say(desk, category="accountant")
        seen = (await desk.client.get(desk.path("panel"))).headers["etag"]
        async with database.transaction(desk.tenant.binding) as session:
            await accept_proposal(session, desk.brand_id)
            late = asyncio.create_task(
                desk.post("panel", "accept", json={}, headers={"If-Match": seen})
            )
            while not (late.done() or await admin.fetchval(WAITING)):  # noqa: ASYNC110 - the lock
                await asyncio.sleep(0.02)
        assert (await late).status_code == 412


async def test_going_back_from_what_was_looked_at_loses_no_question_added_since(
    open_desk: OpenDesk, database: Database
) -> None:
    async with open_desk(PRO, ROOFER) as desk:
        await analysed(desk, database)
        await say(desk, category="accountant")
        (gone, *_) = (await desk.get("panel"))["proposal"]["goes"]
        made = await accept(desk, new=[], removed=[gone["key"]])
        assert made["state"] == (await desk.get("panel", "versions"))["state"]
        mine = await desk.ask("Who mends a slate roof in Leeds?")
        late = await restore(desk, 1, made["state"])
        assert (late.status_code, late.json()["message"]) == (412, CHANGED)
        assert mine["text"] in await asked(desk)
        seen = (await desk.get("panel", "versions"))["state"]
        assert (await restore(desk, 1, seen)).status_code == 200
        assert (await restore(desk, 2, seen)).status_code == 412


async def test_kept_questions_are_not_put_in_question_again_until_something_else_changes(
    open_desk: OpenDesk, database: Database
) -> None:
    async with open_desk(FREE, ROOFER) as desk:
        before = await analysed(desk, database)
        await say(desk, category="accountant")
        kept = await desk.post("panel", "keep")
        assert (kept.status_code, kept.json()["kept"]) == (200, True)
        assert await asked(desk) == before
        back = await desk.client.post(desk.path("panel", "reconsider"))
        assert back.json()["kept"] is False
        await desk.post("panel", "keep")
        await say(desk, category="notary")
        assert (await desk.get("panel"))["kept"] is False


async def test_undo_brings_the_version_before_back_and_the_proposal_with_it(
    open_desk: OpenDesk, database: Database
) -> None:
    async with open_desk(FREE, ROOFER) as desk:
        before = await analysed(desk, database)
        await say(desk, category="accountant")
        offered = (await desk.get("panel"))["proposal"]
        made = await accept(desk)
        back = (await restore(desk, made["previous"])).json()
        assert (back["number"], back["previous"], back["left"]) == (3, 2, 0)
        assert await asked(desk) == before
        assert (await desk.get("panel"))["proposal"] == offered
        newest = (await desk.get("panel", "versions"))["versions"][0]
        assert (newest["cause"], newest["restored"]) == ("restored", 1)
        assert (await restore(desk, 1)).status_code == 409
        assert (await restore(desk, 9)).status_code == 404


async def test_edits_by_hand_are_a_version_before_anything_replaces_them(
    open_desk: OpenDesk, database: Database
) -> None:
    async with open_desk(FREE, ROOFER) as desk:
        first = await analysed(desk, database)
        rows = (await desk.get("prompts"))["data"]
        await desk.client.patch(
            desk.path("prompts", rows[0]["id"]), json={"text": "Who fixes roofs?"}
        )
        since = await desk.get("panel", "versions")
        assert (since["added"], since["removed"]) == (["Who fixes roofs?"], [first[0]])
        await say(desk, category="accountant")
        await accept(desk)
        causes = [row["cause"] for row in (await desk.get("panel", "versions"))["versions"]]
        assert causes == ["accepted", "edited", "first"]
        await restore(desk, 1)
        assert await asked(desk) == first
        await restore(desk, 2)
        assert set(await asked(desk)) == {*first[1:], "Who fixes roofs?"}


async def test_a_version_that_needs_more_room_than_there_is_comes_back_as_far_as_it_goes(
    open_desk: OpenDesk, database: Database
) -> None:
    async with open_desk(FREE, ROOFER) as desk:
        before = await analysed(desk, database)
        await say(desk, category="accountant")
        proposal = (await desk.get("panel"))["proposal"]
        await accept(desk, new=[], removed=[question["key"] for question in proposal["goes"][:2]])
        async with database.transaction(desk.tenant.binding) as session:
            await service.create_brand(session, NewBrand("Oakley", "description"))
        back = (await restore(desk, 1)).json()
        assert back["left"] == 1
        assert await asked(desk) == before[:8]


async def test_a_larger_plan_makes_a_version_that_says_it_was_filled_up(
    open_desk: OpenDesk, database: Database
) -> None:
    async with open_desk(FREE, ROOFER) as desk:
        async with database.transaction(desk.tenant.binding) as session:
            profile = await service.brand_profile(session, desk.brand_id)
            panel = build_panel(profile, read_offer(profile), 25, None)
            await service.save_panel(session, desk.brand_id, panel)
            await grant(session, desk.tenant.user_id, PRO, None)
            await fit_plan(session, datetime.now(UTC))
        newest, first = (await desk.get("panel", "versions"))["versions"]
        assert (newest["cause"], first["asked"]) == ("filled", 9)
        assert len(newest["added"]) == newest["asked"] - 9 > 0


async def test_another_brand_sees_and_changes_nothing_of_it(
    open_desk: OpenDesk, database: Database
) -> None:
    async with open_desk(FREE, ROOFER) as desk, open_desk(FREE, ROOFER) as other:
        await analysed(desk, database)
        await say(desk, category="accountant")
        for answer in (
            await other.client.get(desk.path("panel")),
            await other.client.get(desk.path("panel", "versions")),
            await other.client.post(desk.path("panel", "accept"), json={}),
            await other.client.post(desk.path("panel", "keep")),
            await other.client.post(desk.path("panel", "versions", 1, "restore")),
        ):
            assert answer.status_code == 404
