"""Brands are listed, paused, resumed, deleted and brought back."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import asyncpg
import pytest
from sqlalchemy import text

from presence.db.session import Database
from presence.domains.brands import service
from presence.domains.brands.records import NewBrand
from presence.domains.brands.service.managing import pause_brand, purge_brand
from tests.domains.brands.conftest import GROWTH, HARROW, PRO, Desk, OpenDesk

BRANDS = "/api/v1/brands"
NOW = datetime(2026, 1, 5, tzinfo=UTC)
SCORED = text(
    "UPDATE brand SET overall_score = :overall, audience_score = 50, scored_at = :at,"
    " basis = 'simulator' WHERE id = :id"
)


async def listed(desk: Desk, **params: str) -> dict[str, Any]:
    answer = await desk.client.get(BRANDS, params=params)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


async def names(desk: Desk, **params: str) -> list[str]:
    return [brand["name"] for brand in (await listed(desk, **params))["data"]]


async def scored(desk: Desk, database: Database, scores: dict[str, int | None]) -> None:
    """More brands, each with an overall score or none."""
    async with database.transaction(desk.tenant.binding) as session:
        for name, overall in scores.items():
            brand = await service.create_brand(session, NewBrand(name, "description"))
            if overall is not None:
                await session.execute(SCORED, {"id": brand.id, "overall": overall, "at": NOW})


async def test_the_tabs_filter_by_score_and_age_and_count_what_they_hold(
    open_desk: OpenDesk, database: Database, admin: asyncpg.Connection
) -> None:
    async with open_desk(GROWTH) as desk:
        await scored(desk, database, {"High": 60, "Middle": 59, "Low": 39, "New": None})
        await admin.execute(
            "UPDATE brand SET created_at = now() - interval '31 days' WHERE id = $1",
            desk.brand_id,
        )
        assert await names(desk, **{"filter[view]": "high"}) == ["High"]
        assert await names(desk, **{"filter[view]": "low"}) == ["Low"]
        recent = await names(desk, **{"filter[view]": "recent"})
        assert recent == ["High", "Middle", "Low", "New"]
        assert (await listed(desk))["counts"] == {"all": 5, "recent": 4, "high": 1, "low": 1}


async def test_brands_are_searched_and_sorted_in_pages(
    open_desk: OpenDesk, database: Database
) -> None:
    async with open_desk(GROWTH) as desk:
        await scored(desk, database, {"beta": 60, "Alpha": 60, "Gamma": 10, "Delta": None})
        assert await names(desk, q="HARROWOAK.ex") == ["Harrow Oak"]
        assert await names(desk, q="%") == []
        assert await names(desk, sort="name") == [
            "Alpha",
            "beta",
            "Delta",
            "Gamma",
            "Harrow Oak",
        ]
        seen: list[str] = []
        cursor: dict[str, str] = {}
        while True:
            page = await listed(desk, sort="-overall", limit="1", **cursor)
            seen += [brand["name"] for brand in page["data"]]
            if page["page"]["nextCursor"] is None:
                break
            cursor = {"cursor": page["page"]["nextCursor"]}
        assert seen == ["Alpha", "beta", "Gamma", "Delta", "Harrow Oak"]
        for params in ({"sort": "luck"}, {"filter[view]": "best"}, {"filter[x]": "1"}):
            assert (await desk.client.get(BRANDS, params=params)).status_code == 422


async def test_a_list_says_what_scores_rest_on(open_desk: OpenDesk, database: Database) -> None:
    async with open_desk(GROWTH) as desk:
        await scored(desk, database, {"Low": 39})
        low = (await listed(desk, q="Low"))["data"][0]
        assert (low["overall"], low["basis"]) == (39, "simulator")
        assert (await listed(desk, q="Harrow"))["data"][0]["basis"] is None


async def test_pausing_and_resuming_is_told_and_logged(
    open_desk: OpenDesk, admin: asyncpg.Connection
) -> None:
    async with open_desk() as desk:
        for _ in range(2):
            paused = (await desk.post("pause")).json()
            assert (paused["status"], paused["pauseReason"]) == ("paused", "customer")
        assert await names(desk, **{"filter[status]": "active"}) == []
        resumed = (await desk.post("resume")).json()
        assert (resumed["status"], resumed["pauseReason"]) == ("active", None)
        log = await admin.fetch(
            "SELECT action FROM audit_log WHERE target = $1 ORDER BY id", f"brand:{desk.brand_id}"
        )
        assert [row["action"] for row in log] == ["brand.paused", "brand.resumed"]


async def test_a_brand_the_plan_paused_is_read_only_until_there_is_room(
    open_desk: OpenDesk, database: Database
) -> None:
    async with open_desk() as desk:
        async with database.transaction(desk.tenant.binding) as session:
            await pause_brand(session, desk.brand_id, "plan")
            other = await service.create_brand(session, NewBrand("Other", "description"))
        for path, body in (
            ("prompts", {"text": "Which tables last?"}),
            ("competitors", {"name": "Marlow"}),
        ):
            assert (await desk.post(path, json=body)).status_code == 409
        assert (await desk.client.patch(desk.path(), json={"name": "New"})).status_code == 409
        assert (await desk.post("resume")).status_code == 403
        await desk.client.delete(f"{BRANDS}/{other.id}")
        assert (await desk.post("resume")).json()["status"] == "active"


async def test_resuming_takes_one_of_the_plans_websites_too(
    open_desk: OpenDesk, database: Database
) -> None:
    async with open_desk(PRO) as desk:  # three brands, one website
        async with database.transaction(desk.tenant.binding) as session:
            shop = NewBrand("Shop", "website", website_url="https://shop.example")
            described = await service.create_brand(session, NewBrand("Other", "description"))
            other = await service.create_brand(session, shop)
            for paused in (desk.brand_id, described.id):
                await pause_brand(session, paused, "plan")
        refused = await desk.post("resume")
        assert (refused.status_code, refused.json()["feature"]) == (403, "websites.max")
        resumed = await desk.client.post(f"{BRANDS}/{described.id}/resume")
        assert resumed.json()["status"] == "active"
        await desk.client.post(f"{BRANDS}/{other.id}/pause")
        assert (await desk.post("resume")).json()["status"] == "active"


async def test_a_deleted_brand_is_gone_and_comes_back_whole_within_seven_days(
    open_desk: OpenDesk,
) -> None:
    async with open_desk() as desk:
        await desk.ask("Which oak tables last longest?")
        await desk.post("pause")
        assert (await desk.client.delete(desk.path())).status_code == 204
        assert (await desk.client.get(desk.path())).status_code == 404
        assert (await desk.client.get(desk.path("prompts"))).status_code == 404
        assert await names(desk) == []
        back = await desk.post("restore")
        assert (back.json()["status"], back.json()["isPrimary"]) == ("paused", True)
        assert (await desk.get("prompts"))["page"]["total"] == 1
        assert (await desk.post("restore")).status_code == 404


async def test_deleted_brands_are_listed_until_they_cannot_come_back(
    open_desk: OpenDesk, admin: asyncpg.Connection
) -> None:
    async with open_desk() as desk:
        await desk.client.delete(desk.path())
        (gone,) = (await desk.client.get(f"{BRANDS}/deleted")).json()["data"]
        assert (gone["id"], gone["name"]) == (str(desk.brand_id), "Harrow Oak")
        assert gone["restorableUntil"] > gone["deletedAt"]
        await admin.execute(
            "UPDATE brand SET deleted_at = now() - interval '8 days' WHERE id = $1", desk.brand_id
        )
        assert (await desk.client.get(f"{BRANDS}/deleted")).json()["data"] == []


async def test_the_oldest_other_brand_becomes_primary(
    open_desk: OpenDesk, database: Database
) -> None:
    async with open_desk(GROWTH) as desk:
        await scored(desk, database, {"Second": None, "Third": None})
        await desk.client.delete(desk.path())
        primary = [b["name"] for b in (await listed(desk))["data"] if b["isPrimary"]]
        assert primary == ["Second"]
        assert (await desk.post("restore")).json()["isPrimary"] is False


async def test_restoring_needs_room_and_a_free_site(
    open_desk: OpenDesk, database: Database
) -> None:
    async with open_desk(PRO) as desk:
        await desk.client.delete(desk.path())
        async with database.transaction(desk.tenant.binding) as session:
            await service.create_brand(session, replace(HARROW, is_primary=False))
        assert (await desk.post("restore")).json()["feature"] == "websites.max"
    async with open_desk(GROWTH) as desk:
        await desk.client.delete(desk.path())
        async with database.transaction(desk.tenant.binding) as session:
            await service.create_brand(session, replace(HARROW, is_primary=False))
        assert (await desk.post("restore")).status_code == 409


async def test_restored_prompts_the_plan_has_no_room_for_come_back_paused(
    open_desk: OpenDesk, database: Database
) -> None:
    async with open_desk(PRO) as desk:
        for number in range(4):
            await desk.ask(f"Which oak table number {number} is best?")
        await desk.client.delete(desk.path())
        async with database.transaction(desk.tenant.binding) as session:
            other = await service.create_brand(session, NewBrand("Other", "description"))
        lines = "\n".join(f"Which bench number {n}?" for n in range(21))
        files = {"file": ("p.csv", f"prompt\n{lines}".encode(), "text/csv")}
        await desk.client.post(f"{BRANDS}/{other.id}/prompts/import", files=files)
        assert (await desk.post("restore")).status_code == 200
        statuses = [p["status"] for p in (await desk.get("prompts"))["data"]]
        assert statuses == ["active", "active", "paused", "paused"]


@pytest.mark.parametrize(("days", "there"), [(6, True), (7, False)])
async def test_after_seven_days_a_deleted_brand_is_removed_for_good(
    open_desk: OpenDesk, database: Database, admin: asyncpg.Connection, days: int, there: bool
) -> None:
    async with open_desk() as desk:
        await desk.client.delete(desk.path())
        due = await admin.fetchval(
            "SELECT scheduled_at FROM procrastinate_jobs WHERE task_name = 'brands.purge'"
            " AND args->>'brand_id' = $1",
            str(desk.brand_id),
        )
        assert abs(due - datetime.now(UTC) - timedelta(days=7)) < timedelta(minutes=1)
        await admin.execute(
            "UPDATE brand SET deleted_at = now() - make_interval(days => $2) WHERE id = $1",
            desk.brand_id,
            days,
        )
        async with database.transaction(desk.tenant.binding) as session:
            await purge_brand(session, desk.brand_id)
        assert (await desk.post("restore")).status_code == (200 if there else 404)
        kept = await admin.fetchval("SELECT count(*) FROM brand WHERE id = $1", desk.brand_id)
        assert kept == int(there)


async def test_a_restored_brand_is_not_purged(open_desk: OpenDesk, database: Database) -> None:
    async with open_desk() as desk:
        await desk.client.delete(desk.path())
        await desk.post("restore")
        async with database.transaction(desk.tenant.binding) as session:
            await purge_brand(session, desk.brand_id)
        assert (await desk.get())["name"] == "Harrow Oak"
