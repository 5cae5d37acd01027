"""The first steps in one answer, each read from what the workspace has."""

from __future__ import annotations

from typing import Any

import httpx
from fastapi import FastAPI

from presence.db.session import Database
from presence.domains.brands import service as brands
from tests.conftest import Place, browser
from tests.domains.brands.conftest import PRO, Desk, OpenDesk, open_desk
from tests.domains.brands.test_panel_service import panel_of, question
from tests.factories.people import make_tenant
from tests.factories.runs import begin_run, make_brand, session_cookies, work_off, worker_hands
from tests.factories.team import add_member

__all__ = ["open_desk"]

STEPS = "first-steps"


async def done(desk: Desk) -> dict[str, bool]:
    """Which steps are done."""
    found: dict[str, bool] = (await desk.get(STEPS))["done"]
    return found


async def test_a_competitor_a_member_and_the_digest_each_count_once_they_are_there(
    open_desk: OpenDesk, database: Database
) -> None:
    async with open_desk(PRO) as desk:
        await desk.client.put("/api/v1/digest", json={"frequency": "off"})
        before = await done(desk)
        assert [before[step] for step in ("competitors", "team", "report")] == [False] * 3
        await desk.post("competitors", json={"name": "Marlow"})
        await add_member(database, desk.tenant, "viewer")
        await desk.client.put("/api/v1/digest", json={"frequency": "weekly"})
        after = await done(desk)
        assert [after[step] for step in ("competitors", "team", "report")] == [True] * 3


async def test_an_invitation_is_no_member_until_it_is_accepted(open_desk: OpenDesk) -> None:
    async with open_desk(PRO) as desk:
        invited = await desk.client.post(
            "/api/v1/invitations", json={"email": "new@example.com", "role": "viewer"}
        )
        assert invited.status_code == 201, invited.text
        assert not (await done(desk))["team"]


async def test_the_plans_seats_stand_beside_them(open_desk: OpenDesk) -> None:
    async with open_desk(PRO) as desk:
        assert (await desk.get(STEPS))["seats"] == 3


async def test_prompts_count_once_somebody_looked_through_them(
    open_desk: OpenDesk, database: Database
) -> None:
    async with open_desk() as desk:
        async with database.transaction(desk.tenant.binding) as session:
            await brands.save_panel(session, desk.brand_id, panel_of("Which tables last?"))
        assert (await done(desk))["prompts"]
        async with database.transaction(desk.tenant.binding) as session:
            await brands.save_suggestions(session, desk.brand_id, [question("Which desks?")])
        assert not (await done(desk))["prompts"]
        (row,) = (await desk.get("prompts", **{"filter[branded]": "false"}))["data"]
        await desk.client.patch(desk.path("prompts", row["id"]), json={"status": "paused"})
        assert (await done(desk))["prompts"]


async def test_an_issue_counts_once_one_is_marked_as_done(
    app: FastAPI, database: Database, place: Place
) -> None:
    tenant = await make_tenant(database)
    async with worker_hands(database, place.settings()) as hands:
        subject = await make_brand(database, tenant)
        await work_off(hands, subject, await begin_run(database, subject))
    path = f"/api/v1/brands/{subject.brand_id}"
    async with browser(app, cookies=await session_cookies(database, tenant)) as client:
        assert not (await read(client, f"{path}/{STEPS}"))["done"]["issue"]
        advice = (await read(client, f"{path}/recommendations"))["data"][0]
        await client.patch(f"{path}/recommendations/{advice['id']}", json={"status": "done"})
        assert (await read(client, f"{path}/{STEPS}"))["done"]["issue"]


async def test_a_brand_of_another_workspace_has_no_steps(
    open_desk: OpenDesk, app: FastAPI, database: Database
) -> None:
    other = await make_tenant(database)
    async with (
        open_desk() as desk,
        browser(app, cookies=await session_cookies(database, other)) as stranger,
    ):
        assert (await stranger.get(desk.path(STEPS))).status_code == 404


async def read(client: httpx.AsyncClient, path: str) -> Any:
    """The JSON of a GET."""
    answer = await client.get(path)
    assert answer.status_code == 200, answer.text
    return answer.json()
