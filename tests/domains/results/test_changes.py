"""Changes of every analysis as a list: the dashboard's own lines, in pages, inside the plan."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from typing import Any

import asyncpg
import httpx
import pytest
import pytest_asyncio
from fastapi import FastAPI

from presence.analysis.types import ScoreChange
from presence.core.ids import new_id
from presence.db.session import Database
from presence.domains.billing.service import grant
from presence.domains.results.schemas.results import ChangeOut
from presence.domains.results.service.comparison import changes_of
from presence.domains.runs.queries.shown_results import refresh
from presence.jobs.context import JobResources
from presence_standins.sites import site_server
from tests.conftest import browser
from tests.factories.analysed import read
from tests.factories.people import Tenant
from tests.factories.runs import Subject, begin_run, make_brand, session_cookies, work_off

ENDED = """
UPDATE run SET status = 'completed', basis = 'simulator', finished_at = created_at, changes = $2
 WHERE id = $1
"""
EARLIER = """
INSERT INTO run SELECT (jsonb_populate_record(r, jsonb_build_object(
  'id', $2::uuid, 'changes', $4::jsonb, 'created_at', r.created_at - $3::interval))).*
  FROM run r WHERE r.id = $1
"""

TECHNICAL = """
SELECT s.value, s.low, s.high, s.n, s.unit FROM score s JOIN run r ON r.id = s.run_id
 WHERE r.brand_id = $1 AND s.metric = 'technical' AND s.engine = '' AND NOT s.provisional
 ORDER BY r.created_at
"""


def lines(*titles: str) -> str:
    """Changes as a run keeps them."""
    line = {"kind": "content-score", "detail": "+8 points this month", "verdict": "moved"}
    return json.dumps([{**line, "title": t, "at": "2026-11-22T08:00:00+00:00"} for t in titles])


@pytest_asyncio.fixture
async def changed(database: Database, admin: asyncpg.Connection, described: Subject) -> Subject:
    """A brand analysed today and 80 and 100 days ago."""
    newest = await begin_run(database, described)
    await admin.execute(ENDED, newest, lines("now 1", "now 2", "now 3"))
    for days, titles in ((80, ("80 days 1", "80 days 2")), (100, ("100 days",))):
        await admin.execute(EARLIER, newest, new_id(), timedelta(days=days), lines(*titles))
    async with database.transaction(described.tenant.binding) as session:
        await refresh(session, described.brand_id)
    return described


@pytest_asyncio.fixture
async def client(app: FastAPI, database: Database, changed: Subject) -> Any:
    """A browser of the brand's owner."""
    async with browser(app, cookies=await session_cookies(database, changed.tenant)) as found:
        yield found


def path(subject: Subject, tail: str = "changes") -> str:
    """An address below the brand."""
    return f"/api/v1/brands/{subject.brand_id}/{tail}"


async def subscribe(database: Database, subject: Subject, plan: int) -> None:
    """Put the workspace on a plan."""
    async with database.transaction(subject.tenant.binding) as session:
        await grant(session, subject.tenant.user_id, plan, None)


async def test_without_a_history_the_lines_are_those_of_the_dashboard(
    client: httpx.AsyncClient, changed: Subject
) -> None:
    found = await read(client, path(changed))
    summary = await read(client, path(changed, "summary"))
    named = [ChangeOut.model_validate(row) for row in found["data"]]
    assert named == [ChangeOut.model_validate(row) for row in summary["changes"]]
    assert {row["runId"] for row in found["data"]} == {summary["run"]["id"]}
    assert (len(named), found["page"]["total"], found["locked"]) == (3, 3, 3)


@pytest.mark.parametrize(("plan", "shown", "locked"), [(1, 5, 1), (2, 6, 0)])
async def test_the_plans_history_decides_how_far_back_it_goes(
    client: httpx.AsyncClient,
    database: Database,
    changed: Subject,
    plan: int,
    shown: int,
    locked: int,
) -> None:
    await subscribe(database, changed, plan)
    found = await read(client, path(changed))
    titles = ["now 1", "now 2", "now 3", "80 days 1", "80 days 2", "100 days"]
    assert [row["title"] for row in found["data"]] == titles[:shown]
    assert (found["page"]["total"], found["locked"]) == (shown, locked)


async def test_pages_show_each_line_once_and_in_order(
    client: httpx.AsyncClient, database: Database, changed: Subject
) -> None:
    await subscribe(database, changed, 2)
    whole = (await read(client, path(changed)))["data"]
    seen: list[dict[str, Any]] = []
    cursor: str | None = ""
    while cursor is not None:
        tail = f"changes?limit=2{f'&cursor={cursor}' if cursor else ''}"
        page = await read(client, path(changed, tail))
        seen += page["data"]
        cursor = page["page"]["nextCursor"]
    assert seen == whole
    assert len({row["id"] for row in seen}) == 6


async def test_a_brand_of_another_workspace_does_not_exist(
    stranger: httpx.AsyncClient, changed: Subject
) -> None:
    assert (await stranger.get(path(changed))).status_code == 404


async def test_a_brand_without_an_analysis_has_no_changes(
    app: FastAPI, database: Database, described: Subject
) -> None:
    async with browser(app, cookies=await session_cookies(database, described.tenant)) as owner:
        found = await read(owner, path(described))
    assert (found["data"], found["page"]["total"], found["locked"]) == ([], 0, 0)


async def test_a_score_that_moved_says_what_both_analyses_measured(
    app: FastAPI, database: Database, admin: asyncpg.Connection, hands: JobResources, tenant: Tenant
) -> None:
    async with site_server("harrow-broken") as url:
        subject = await make_brand(database, tenant, url)
        await work_off(hands, subject, await begin_run(database, subject))
    async with site_server("harrow-repaired", port=int(url.rsplit(":", 1)[1].strip("/"))):
        await work_off(hands, subject, await begin_run(database, subject))
    measured = [
        {**row, "value": round(row["value"]), **{k: round(row[k], 1) for k in ("low", "high")}}
        for row in await admin.fetch(TECHNICAL, subject.brand_id)
    ]
    async with browser(app, cookies=await session_cookies(database, tenant)) as owner:
        found = (await read(owner, path(subject)))["data"]
    (line,) = [row for row in found if row["kind"] == "technical-score"]
    assert [line["before"], line["after"]] == measured
    assert line["after"]["value"] > line["before"]["value"]


@pytest.mark.parametrize(("points", "said"), [(6.5, "+7"), (7.4, "+7"), (-6.5, "-6"), (-6.6, "-7")])
def test_points_are_rounded_as_the_gauge_beside_them_rounds(points: float, said: str) -> None:
    moved = {"content": ScoreChange(points, "moved")}
    now = datetime(2026, 11, 21, tzinfo=UTC)
    (line,) = changes_of(moved, {}, [], 0, now, now - timedelta(days=30))
    assert line.detail == f"{said} points this month"


async def test_counted_findings_and_lines_of_old_have_no_values(
    client: httpx.AsyncClient, changed: Subject
) -> None:
    found = (await read(client, path(changed)))["data"]
    assert {(row["before"], row["after"]) for row in found} == {(None, None)}
