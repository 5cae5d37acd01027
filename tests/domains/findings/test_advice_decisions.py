"""What people decide about conclusions holds, can be taken back, and stays inside the plan."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import asyncpg
import httpx
import pytest
import pytest_asyncio
from fastapi import FastAPI
from pydantic import BaseModel

from presence.core.ids import new_id
from presence.db.session import Database
from presence.domains.billing.service import grant
from presence.domains.findings.schemas.conclusions import FindingsOut, GapsOut, RecommendationsOut
from tests.conftest import browser
from tests.domains.results.test_results_api import exact
from tests.factories.analysed import read
from tests.factories.people import make_tenant
from tests.factories.runs import Analysed, session_cookies

LISTS: dict[str, type[BaseModel]] = {
    "content": GapsOut,
    "technical": FindingsOut,
    "recommendations": RecommendationsOut,
}


@pytest_asyncio.fixture(scope="module")
async def paying(
    app: FastAPI, database: Database, analysed: Analysed
) -> AsyncIterator[httpx.AsyncClient]:
    """A browser of the owner on a plan that shows every row."""
    async with database.transaction(analysed.tenant.binding) as session:
        await grant(session, analysed.tenant.user_id, 1, None)
    async with browser(app, cookies=await session_cookies(database, analysed.tenant)) as client:
        yield client


async def first(client: httpx.AsyncClient, path: str) -> tuple[str, Any]:
    """The first row of a list with its address."""
    row = (await read(client, path))["data"][0]
    return f"{path}/{row['id']}", row


@pytest.mark.parametrize("name", LISTS)
async def test_pages_hold_every_row_once_in_the_asked_order(
    paying: httpx.AsyncClient, paths: dict[str, str], name: str
) -> None:
    whole = await read(paying, f"{paths[name]}?sort=-status&limit=200")
    exact(LISTS[name], whole)
    assert whole["page"]["total"] == len(whole["data"]) > 2
    seen: list[str] = []
    cursor: str | None = ""
    while cursor is not None:
        page = await read(paying, f"{paths[name]}?sort=-status&limit=2{cursor}")
        seen += [row["id"] for row in page["data"]]
        following = page["page"]["nextCursor"]
        cursor = None if following is None else f"&cursor={following}"
    assert seen == [row["id"] for row in whole["data"]]


async def test_filters_and_words_narrow_a_list(
    paying: httpx.AsyncClient, paths: dict[str, str]
) -> None:
    every = (await read(paying, paths["technical"]))["data"]
    high = await read(paying, f"{paths['technical']}?filter[impact]=High&filter[type]=ai-access")
    assert {row["code"] for row in high["data"]} == {
        row["code"] for row in every if row["impact"] == "High" and row["group"] == "ai-access"
    }
    assert high["page"]["total"] == len(high["data"]) > 0
    bot = await read(paying, f"{paths['technical']}?filter[bot]=OAI-SearchBot")
    assert [row["code"] for row in bot["data"]] == ["robots-blocks-search-bot"]
    words = await read(paying, f"{paths['technical']}?q=catalogue-2019")
    assert [row["code"] for row in words["data"]] == ["broken-link"]
    kinds = await read(paying, f"{paths['content']}?filter[type]=Major,Minor&sort=type")
    assert [row["gapType"] for row in kinds["data"]] == sorted(
        row["gapType"] for row in kinds["data"]
    )
    none = await read(paying, f"{paths['content']}?filter[engine]=nobody")
    assert none["data"] == []


@pytest.mark.parametrize(
    "query",
    ["filter[colour]=red", "filter[status]=maybe", "sort=colour", "filter[status]=open,closed",
     "cursor=x", "limit=0"],
)  # fmt: skip
async def test_what_a_list_does_not_know_is_refused(
    paying: httpx.AsyncClient, paths: dict[str, str], query: str
) -> None:
    assert (await paying.get(f"{paths['content']}?{query}")).status_code == 422


async def test_a_gap_opens_to_its_answers_engine_by_engine(
    paying: httpx.AsyncClient, paths: dict[str, str]
) -> None:
    _, gap = await first(paying, paths["content"])
    assert sum(engine["n"] for engine in gap["engines"]) == gap["n"]
    for engine in gap["engines"]:
        for answer_id in engine["answerIds"]:
            answer = await read(paying, f"/api/v1/answers/{answer_id}")
            assert answer["engine"] == engine["engine"]


async def test_a_decision_is_kept_counted_and_taken_back(
    paying: httpx.AsyncClient, paths: dict[str, str], analysed: Analysed
) -> None:
    before = (await read(paying, paths["gaps"]))["contentIssues"]
    path, _ = await first(paying, paths["content"])
    me = str(analysed.tenant.user_id)
    body = {"status": "done", "assigneeId": me, "note": "Page rewritten"}
    changed = (await paying.patch(path, json=body)).json()
    assert (changed["status"], changed["note"], changed["undoable"]) == (
        "done",
        "Page rewritten",
        True,
    )
    assert changed["assignee"]["id"] == me
    assert changed["assignee"]["name"]
    assert await read(paying, path) == changed
    assert (await read(paying, paths["gaps"]))["contentIssues"] == before - 1
    listed = await read(paying, f"{paths['content']}?filter[status]=done")
    assert [row["id"] for row in listed["data"]] == [changed["id"]]
    undone = (await paying.post(f"{path}/undo")).json()
    assert (undone["status"], undone["assignee"], undone["note"]) == ("open", None, "")
    assert (await read(paying, paths["gaps"]))["contentIssues"] == before
    assert (await paying.post(f"{path}/undo")).status_code == 409


@pytest.mark.parametrize("status", ["planned", "in-progress"])
async def test_work_that_is_only_planned_still_counts_as_open(
    paying: httpx.AsyncClient, paths: dict[str, str], status: str
) -> None:
    before = (await read(paying, paths["gaps"]))["technicalIssues"]
    path, _ = await first(paying, paths["technical"])
    assert (await paying.patch(path, json={"status": status})).json()["status"] == status
    assert (await read(paying, paths["gaps"]))["technicalIssues"] == before
    await paying.post(f"{path}/undo")


async def test_a_member_left_out_stays_and_null_frees_the_row(
    paying: httpx.AsyncClient, paths: dict[str, str], analysed: Analysed
) -> None:
    path, _ = await first(paying, paths["recommendations"])
    me = str(analysed.tenant.user_id)
    await paying.patch(path, json={"assigneeId": me, "status": "in-progress"})
    noted = (await paying.patch(path, json={"note": "Asked the agency"})).json()
    assert (noted["status"], noted["assignee"]["id"]) == ("in-progress", me)
    freed = (await paying.patch(path, json={"assigneeId": None})).json()
    assert (freed["assignee"], freed["note"]) == (None, "Asked the agency")


async def test_whoever_gave_no_name_is_assigned_by_their_address(
    paying: httpx.AsyncClient, paths: dict[str, str], analysed: Analysed, admin: asyncpg.Connection
) -> None:
    path, _ = await first(paying, paths["recommendations"])
    me = analysed.tenant.user_id
    was = "SELECT first_name, last_name, email FROM users WHERE id = $1"
    before = await admin.fetchrow(was, me)
    put = "UPDATE users SET first_name = $2, last_name = $3 WHERE id = $1"
    await admin.execute(put, me, "", "")
    changed = (await paying.patch(path, json={"assigneeId": str(me)})).json()
    await admin.execute(put, me, before["first_name"], before["last_name"])
    assert changed["assignee"]["name"] == before["email"]
    await paying.patch(path, json={"assigneeId": None})


async def test_bad_decisions_change_nothing(
    paying: httpx.AsyncClient, database: Database, paths: dict[str, str]
) -> None:
    path, row = await first(paying, paths["technical"])
    other = await make_tenant(database)
    for body, pointer in (
        ({"assigneeId": str(other.user_id)}, "/assigneeId"),
        ({"status": "dismissed"}, "/reason"),
        ({"status": "dismissed", "reason": "  "}, "/reason"),
        ({"status": "closed"}, "/status"),
        ({"note": "x" * 2_001}, "/note"),
        ({"status": None}, "/status"),
    ):
        refused = await paying.patch(path, json=body)
        assert refused.status_code == 422, body
        assert pointer in refused.json()["errors"][0]["pointer"]
    assert (await read(paying, path))["status"] == row["status"]
    ignored = await paying.patch(path, json={"status": "dismissed", "reason": "Wanted like this"})
    assert ignored.json()["reason"] == "Wanted like this"
    await paying.post(f"{path}/undo")


async def test_several_gaps_change_together_or_not_at_all(
    paying: httpx.AsyncClient, paths: dict[str, str]
) -> None:
    ids = [row["id"] for row in (await read(paying, paths["content"]))["data"][:2]]
    bulk = f"{paths['content']}/bulk"
    wrong = await paying.post(bulk, json={"ids": [*ids, str(new_id())], "status": "planned"})
    assert wrong.status_code == 404
    assert {row["status"] for row in (await read(paying, paths["content"]))["data"]} == {"open"}
    changed = (await paying.post(bulk, json={"ids": ids, "status": "planned"})).json()
    assert [(row["id"], row["status"]) for row in changed["data"]] == [
        (row, "planned") for row in ids
    ]
    for row in ids:
        await paying.post(f"{paths['content']}/{row}/undo")


async def test_the_trend_counts_gaps_run_by_run(
    paying: httpx.AsyncClient, paths: dict[str, str], analysed: Analysed
) -> None:
    overview = await read(paying, paths["gaps"])
    (point,) = overview["trend"]
    assert point["runId"] == str(analysed.run_id)
    assert point["contentOpen"] == overview["contentIssues"]
    assert point["technicalOpen"] == overview["technicalIssues"]
    assert (point["contentNew"], point["technicalClosed"]) == (None, None)
    assert overview["basis"] == "simulator"


async def test_every_bot_stands_by_purpose_with_the_line_that_decides(
    paying: httpx.AsyncClient, analysed: Analysed
) -> None:
    found = await read(paying, f"/api/v1/brands/{analysed.brand_id}/bot-access")
    bots = {bot["name"]: bot for bot in found["bots"]}
    blocked = bots["OAI-SearchBot"]
    assert (blocked["verdict"], blocked["line"], blocked["lineNumber"]) == (
        "blocked",
        "Disallow: /",
        5,
    )
    assert blocked["pagesBlocked"] == blocked["pagesJudged"] > 0
    assert bots["PerplexityBot"]["verdict"] == "allowed"
    assert bots["PerplexityBot"]["byUserAgent"] == "not blocked"
    assert bots["GPTBot"]["byUserAgent"] == "not tested"
    assert {bot["purpose"] for bot in found["bots"]} == {"search", "user", "training"}


async def test_the_crawl_says_what_was_read_and_how_to_let_it_in(
    paying: httpx.AsyncClient, analysed: Analysed
) -> None:
    crawl = await read(paying, f"/api/v1/brands/{analysed.brand_id}/crawl")
    assert crawl["pagesCrawled"] == crawl["pagesFound"] > 10
    assert crawl["pagesBlocked"] == 0
    assert crawl["robotsName"] in crawl["userAgent"]
    assert crawl["howToAllow"] == "User-agent: PresenceBot\nAllow: /"
    assert crawl["problem"] is None


async def test_a_viewer_may_look_but_not_decide(
    app: FastAPI,
    database: Database,
    admin: asyncpg.Connection,
    analysed: Analysed,
    paying: httpx.AsyncClient,
    paths: dict[str, str],
) -> None:
    path, _ = await first(paying, paths["technical"])
    role = "UPDATE membership SET role = $1 WHERE user_id = $2"
    await admin.execute(role, "viewer", analysed.tenant.user_id)
    assert (await paying.get(path)).status_code == 200
    assert (await paying.patch(path, json={"status": "planned"})).status_code == 403
    assert (await paying.post(f"{path}/recheck")).status_code == 403
    await admin.execute(role, "owner", analysed.tenant.user_id)
