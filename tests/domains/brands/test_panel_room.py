"""Whole panels where the plan has little room: after a smaller plan, or beside other brands."""

from __future__ import annotations

from presence.db.session import Database
from presence.domains.brands import service
from presence.domains.brands.records import NewBrand
from tests.domains.brands.conftest import FREE, Desk, OpenDesk
from tests.domains.brands.panels import ROOFER, accept, analysed, asked, restore, say, texts


async def another_brand(desk: Desk, database: Database, name: str = "Oakley") -> None:
    """A brand more, whose neutral question takes one of the plan's prompts."""
    async with database.transaction(desk.tenant.binding) as session:
        await service.create_brand(session, NewBrand(name, "description"))


async def test_what_a_person_asked_comes_back_before_what_we_wrote_where_room_is_short(
    open_desk: OpenDesk, database: Database
) -> None:
    async with open_desk(FREE, ROOFER) as desk:
        ours = await analysed(desk, database, 7)
        mine = [(await desk.ask(f"Who mends roof number {n}?"))["text"] for n in (1, 2)]
        await say(desk, category="accountant")
        stays = (await desk.get("panel"))["proposal"]["stays"]
        own = [question["key"] for question in stays if question["why"] == "yours"]
        await accept(desk, new=[], removed=own)
        await another_brand(desk, database)
        assert (await restore(desk, 2)).json()["left"] == 1
        assert await asked(desk) == [*ours[:6], *mine]


async def test_a_version_for_which_the_plan_has_no_room_at_all_says_so(
    open_desk: OpenDesk, database: Database
) -> None:
    async with open_desk(FREE, ROOFER) as desk:
        before = await analysed(desk, database)
        last = (await desk.get("prompts"))["data"][-1]
        assert last["text"] == before[-1]
        await desk.client.delete(desk.path("prompts", last["id"]))
        await another_brand(desk, database)
        refused = await restore(desk, 1)
        assert (refused.status_code, refused.json()["feature"]) == (403, "prompts.max")
        assert await asked(desk) == before[:-1]


async def test_as_many_questions_as_go_may_come_where_a_smaller_plan_has_room_for_fewer(
    open_desk: OpenDesk, database: Database
) -> None:
    async with open_desk(FREE, ROOFER) as desk:
        before = await analysed(desk, database)
        await another_brand(desk, database)
        await say(desk, category="accountant")
        proposal = (await desk.get("panel"))["proposal"]
        assert len(proposal["new"]) == len(proposal["goes"])
        made = await accept(desk)
        assert made["added"] == made["removed"] == len(proposal["new"])
        now = await asked(desk)
        assert set(now) == set(texts(proposal["stays"] + proposal["new"])) != set(before)


async def test_what_a_person_reworded_takes_no_place_of_a_question_that_still_fits(
    open_desk: OpenDesk, database: Database
) -> None:
    async with open_desk(FREE, ROOFER) as desk:
        await analysed(desk, database)
        rows = (await desk.get("prompts"))["data"]
        for n, row in enumerate(rows[1::2]):
            words = {"text": f"Who mends roof number {n} in Leeds?"}
            assert (await desk.client.patch(desk.path("prompts", row["id"]), json=words)).is_success
        before = await asked(desk)
        await say(desk, audience="landlords")
        assert (await desk.get("panel"))["proposal"] is None
        await say(desk, category="accountant")
        proposal = (await desk.get("panel"))["proposal"]
        assert len(proposal["new"]) == len(proposal["goes"]) == 5
        await accept(desk)
        assert len(await asked(desk)) == len(before) == 9


async def test_what_a_person_deleted_or_dismissed_is_replaced_by_another_new_question(
    open_desk: OpenDesk, database: Database
) -> None:
    async with open_desk(FREE, ROOFER) as desk:
        await analysed(desk, database)
        await say(desk, category="accountant")
        offered = (await desk.get("panel"))["proposal"]["new"]
        await accept(desk)
        unwanted = [
            row for row in (await desk.get("prompts"))["data"] if row["text"] in texts(offered)
        ]
        for row in unwanted[:3]:
            await desk.client.delete(desk.path("prompts", row["id"]))
        await say(desk, audience="landlords")
        proposal = (await desk.get("panel"))["proposal"]
        assert set(texts(proposal["new"])).isdisjoint(texts(unwanted[:3]))
        await accept(desk)
        assert len(await asked(desk)) == 9
