"""Exports of a view: the rows of the screen in a file, made by a job, kept for a day."""

from __future__ import annotations

import csv
import io
import json
import tracemalloc
import zipfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

import asyncpg
import httpx
import pytest
from fastapi import FastAPI
from sqlalchemy.ext.asyncio import AsyncSession

from presence.adapters import objects
from presence.db.session import Database
from presence.domains.publishing.jobs.reports import DROP, expired
from presence.domains.publishing.jobs.view_exports import GIVE_UP, stranded
from presence.domains.publishing.service.view_exports import export_job
from presence.domains.publishing.service.view_exports.requests import JOB
from presence.domains.publishing.service.view_exports.sheets import BATCH
from presence.domains.publishing.service.view_exports.writing import CsvWriter
from presence.jobs.context import JobContext
from tests.conftest import Place, browser
from tests.factories.people import make_tenant
from tests.factories.post import Post
from tests.factories.runs import (
    Analysed,
    begin_run,
    make_brand,
    session_cookies,
    work_off,
    worker_hands,
)

SOME = 1_000
FILES = "SELECT (SELECT count(*) FROM made_file) + (SELECT count(*) FROM made_file_part)"


async def ask(
    client: httpx.AsyncClient, analysed: Analysed, resource: str, **body: Any
) -> dict[str, Any]:
    """Ask for an export; the answer."""
    wish = {"brandId": str(analysed.brand_id), "resource": resource, "format": "csv", **body}
    answer = await client.post("/api/v1/exports", json=wish)
    assert answer.status_code == 202, answer.text
    found: dict[str, Any] = answer.json()
    assert answer.headers["location"] == f"/api/v1/exports/{found['id']}"
    return found


async def made(
    client: httpx.AsyncClient, post: Post, analysed: Analysed, resource: str, **body: Any
) -> bytes:
    """The file of an export, fetched as a browser would."""
    export = await ask(client, analysed, resource, **body)
    await post.deliver(JOB)
    done = (await client.get(f"/api/v1/exports/{export['id']}")).json()
    assert done["status"] == "ready", done
    sent = await client.get(f"/api/v1/exports/{export['id']}/download")
    assert sent.status_code == 302
    file = await client.get(sent.headers["location"])
    assert (file.status_code, len(file.content)) == (200, done["size"])
    return file.content


def rows_of(content: bytes) -> list[dict[str, str]]:
    """Rows of a CSV by heading."""
    return list(csv.DictReader(io.StringIO(content.decode("utf-8-sig"))))


async def test_answers_come_whole_and_as_the_list_is_filtered(
    owner: httpx.AsyncClient, post: Post, analysed: Analysed
) -> None:
    brand = f"/api/v1/brands/{analysed.brand_id}"
    listed = (await owner.get(f"{brand}/answers?mentioned=true&limit=200")).json()["data"]
    rows = rows_of(await made(owner, post, analysed, "answers", filters={"mentioned": True}))
    assert [row["id"] for row in rows] == [answer["id"] for answer in listed]
    assert {row["mentioned"] for row in rows} == {"true"}
    whole = (await owner.get(f"/api/v1/answers/{rows[0]['id']}")).json()
    assert rows[0]["text"].removeprefix("'") == whole["text"]


async def test_answers_that_count_come_as_their_list_shows_them(
    owner: httpx.AsyncClient, post: Post, analysed: Analysed
) -> None:
    brand = f"/api/v1/brands/{analysed.brand_id}"
    listed = (await owner.get(f"{brand}/answers?counted=true&limit=200")).json()["data"]
    rows = rows_of(await made(owner, post, analysed, "answers", filters={"counted": True}))
    assert [row["id"] for row in rows] == [answer["id"] for answer in listed]
    assert len(rows) < len(rows_of(await made(owner, post, analysed, "answers")))


async def test_numbers_equal_those_of_the_screen_in_each_format(
    owner: httpx.AsyncClient, post: Post, analysed: Analysed
) -> None:
    asked = f"/api/v1/brands/{analysed.brand_id}/metrics?metrics=mentionRate&groupBy=prompt"
    groups = (await owner.get(asked)).json()["groups"]
    expected = [(group["label"], group["values"]["mentionRate"]["n"]) for group in groups]
    as_csv = rows_of(await made(owner, post, analysed, "prompts"))
    as_json = json.loads(await made(owner, post, analysed, "prompts", format="json"))
    archive = await made(owner, post, analysed, "prompts", format="zip")
    zipped = rows_of(zipfile.ZipFile(io.BytesIO(archive)).read("prompts.csv"))
    assert [(row["label"], row["mentionRate.n"]) for row in as_json] == expected
    assert as_csv == zipped
    assert [(row["label"], int(row["mentionRate.n"])) for row in as_csv] == expected


async def test_the_heading_of_a_questions_change_says_that_it_is_the_probable_one(
    owner: httpx.AsyncClient, post: Post, analysed: Analysed
) -> None:
    for resource, heading in (("prompts", "probableChange"), ("engines", "change")):
        row = rows_of(await made(owner, post, analysed, resource))[0]
        found = {
            name for name in row if name in {"mentionRate.change", "mentionRate.probableChange"}
        }
        assert found == {f"mentionRate.{heading}"}, resource


async def test_a_bundle_holds_every_table_of_its_screens(
    owner: httpx.AsyncClient, post: Post, analysed: Analysed
) -> None:
    analytics = await made(owner, post, analysed, "analytics", format="zip")
    gaps = await made(owner, post, analysed, "gaps", format="zip")
    names = zipfile.ZipFile(io.BytesIO(analytics)).namelist()
    assert names == [
        "course.csv",
        "engines.csv",
        "competitors.csv",
        "prompts.csv",
        "topics.csv",
        "sources.csv",
        "answers.csv",
    ]
    files = zipfile.ZipFile(io.BytesIO(gaps))
    brand = f"/api/v1/brands/{analysed.brand_id}"
    for name, path in (("content-gaps", "gaps/content"), ("technical-gaps", "gaps/technical")):
        listed = (await owner.get(f"{brand}/{path}?limit=200")).json()["data"]
        assert [r["id"] for r in rows_of(files.read(f"{name}.csv"))] == [r["id"] for r in listed]


async def test_gaps_obey_the_filters_of_their_list(
    owner: httpx.AsyncClient, post: Post, analysed: Analysed
) -> None:
    brand = f"/api/v1/brands/{analysed.brand_id}"
    listed = (await owner.get(f"{brand}/gaps/technical?filter[impact]=High&limit=200")).json()
    filters = {"where": {"impact": "High"}}
    rows = rows_of(await made(owner, post, analysed, "technical-gaps", filters=filters))
    assert [row["id"] for row in rows] == [row["id"] for row in listed["data"]]
    assert rows


@pytest.mark.parametrize(
    "body",
    [
        {"resource": "payments"},
        {"format": "xlsx"},
        {"resource": "analytics", "format": "csv"},
        {"filters": {"colour": "red"}},
        {"filters": {"from": "2026-02-02", "to": "2026-02-01"}},
        {"filters": {"compare": "custom", "compareFrom": "2026-02-02"}},
        {"filters": {"compare": "custom", "compareFrom": "2026-02-02", "compareTo": "2026-02-01"}},
        {"resource": "content-gaps", "filters": {"where": {"colour": "red"}}},
        {"resource": "content-gaps", "filters": {"where": {"status": "lost"}}},
    ],
)
async def test_a_wish_that_cannot_be_met_is_refused_at_once(
    owner: httpx.AsyncClient, analysed: Analysed, body: dict[str, Any]
) -> None:
    wish = {"brandId": str(analysed.brand_id), "resource": "answers", "format": "csv", **body}
    answer = await owner.post("/api/v1/exports", json=wish)
    assert answer.status_code == 422, answer.text


async def test_the_plan_cuts_an_export_as_it_cuts_the_screen(
    app: FastAPI, database: Database, place: Place, post: Post, analysed: Analysed
) -> None:
    tenant = await make_tenant(database)
    async with worker_hands(database, place.settings()) as resources:
        subject = await make_brand(database, tenant, analysed.url)
        first = await begin_run(database, subject)
        await work_off(resources, subject, first)
    free = Analysed(subject, first, "")
    async with browser(app, cookies=await session_cookies(database, tenant)) as client:
        wish = {"brandId": str(subject.brand_id), "resource": "engines", "format": "csv"}
        refused = await client.post("/api/v1/exports", json=wish)
        assert (refused.status_code, refused.json()["feature"]) == (403, "analytics.full")
        gaps = rows_of(await made(client, post, free, "technical-gaps"))
        brand = f"/api/v1/brands/{subject.brand_id}"
        shown = (await client.get(f"{brand}/gaps/technical")).json()
        assert [row["id"] for row in gaps] == [row["id"] for row in shown["data"]]
        assert shown["locked"] > 0


async def test_a_brand_of_another_workspace_cannot_be_exported_nor_its_file_fetched(
    owner: httpx.AsyncClient,
    post: Post,
    analysed: Analysed,
    app: FastAPI,
    database: Database,
) -> None:
    await made(owner, post, analysed, "engines")
    theirs = (await owner.get("/api/v1/exports?limit=1")).json()["data"][0]
    stranger = await make_tenant(database)
    async with browser(app, cookies=await session_cookies(database, stranger)) as client:
        wish = {"brandId": str(analysed.brand_id), "resource": "answers", "format": "csv"}
        assert (await client.post("/api/v1/exports", json=wish)).status_code == 404
        assert (await client.get(f"/api/v1/exports/{theirs['id']}/download")).status_code == 404
        assert (await client.get("/api/v1/exports")).json()["data"] == []


async def test_a_cancelled_export_stops_and_leaves_no_file(
    owner: httpx.AsyncClient, post: Post, analysed: Analysed, admin: asyncpg.Connection
) -> None:
    files = await admin.fetchval("SELECT count(*) FROM made_file")
    export = await ask(owner, analysed, "answers")
    gone = await owner.post(f"/api/v1/exports/{export['id']}/cancel")
    assert gone.json()["status"] == "canceled"
    await post.deliver(JOB)
    assert (await owner.get(f"/api/v1/exports/{export['id']}")).json()["status"] == "canceled"
    assert (await owner.get(f"/api/v1/exports/{export['id']}/download")).status_code == 404
    assert (await owner.post(f"/api/v1/exports/{export['id']}/cancel")).status_code == 409
    assert await admin.fetchval("SELECT count(*) FROM made_file") == files


async def test_cancelled_between_two_pages_from_another_browser_it_leaves_no_part(
    owner: httpx.AsyncClient,
    post: Post,
    analysed: Analysed,
    app: FastAPI,
    database: Database,
    admin: asyncpg.Connection,
) -> None:
    await admin.execute(MULTIPLY, analysed.run_id, 3 * BATCH)
    before = await admin.fetchval(FILES)
    export = await ask(owner, analysed, "answers")
    address = f"/api/v1/exports/{export['id']}"
    seen = []
    async with browser(app, cookies=await session_cookies(database, analysed.tenant)) as second:

        class Watched(JobContext):
            """Before each step of the job the other browser looks, and cancels once it began."""

            def transaction(self) -> Any:
                return self._after_a_look()

            @asynccontextmanager
            async def _after_a_look(self) -> AsyncIterator[AsyncSession]:
                shown = (await second.get(address)).json()
                seen.append((shown["status"], shown["done"]))
                if shown["status"] == "running" and shown["done"]:
                    assert (await second.post(f"{address}/cancel")).status_code == 200
                async with super().transaction() as session:
                    yield session

        async with worker_hands(app.state.database, app.state.settings) as hands:
            watched = Watched(analysed.tenant.workspace_id, 1, hands)
            await export_job.make(watched, UUID(export["id"]))
    await admin.execute("DELETE FROM answer WHERE sample > 100")
    assert ("running", BATCH) in seen
    last = (await owner.get(address)).json()
    assert (last["status"], last["done"]) == ("canceled", BATCH)
    assert last["total"] > 3 * BATCH
    assert await admin.fetchval(FILES) == before


async def test_a_retried_job_leaves_one_file_and_tells_only_who_asked(
    owner: httpx.AsyncClient,
    post: Post,
    analysed: Analysed,
    app: FastAPI,
    admin: asyncpg.Connection,
) -> None:
    export = await ask(owner, analysed, "engines")
    files = await admin.fetchval("SELECT count(*) FROM made_file")
    key = UUID(export["id"])
    await admin.execute("UPDATE view_export SET status = 'running' WHERE id = $1", key)
    state = app.state
    async with worker_hands(state.database, state.settings) as hands:
        for attempt in (2, 3):
            await export_job.make(JobContext(analysed.tenant.workspace_id, attempt, hands), key)
    assert await admin.fetchval("SELECT count(*) FROM made_file") == files + 1
    await post.deliver(JOB)
    await post.deliver("notification.export-ready")
    bell = (await owner.get("/api/v1/notifications")).json()["data"]
    assert [line["kind"] for line in bell if line["subjectId"] == export["id"]] == ["export-ready"]


async def test_a_file_that_grows_too_large_with_its_last_line_is_not_kept(
    owner: httpx.AsyncClient,
    post: Post,
    analysed: Analysed,
    admin: asyncpg.Connection,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """No page of it says how large it will be once it is closed."""
    whole = await made(owner, post, analysed, "engines", format="json")
    before = await admin.fetchval(FILES)
    monkeypatch.setattr(objects, "MOST_BYTES_IN_PARTS", len(whole) - 1)
    export = await ask(owner, analysed, "engines", format="json")
    await post.deliver(JOB)
    ended = (await owner.get(f"/api/v1/exports/{export['id']}")).json()
    assert ended["status"] == "failed"
    assert ended["failure"].startswith("The export is larger than")
    assert await admin.fetchval(FILES) == before


async def test_a_file_is_gone_after_a_day(
    owner: httpx.AsyncClient,
    post: Post,
    analysed: Analysed,
    app: FastAPI,
    admin: asyncpg.Connection,
) -> None:
    await made(owner, post, analysed, "engines")
    export = (await owner.get("/api/v1/exports?limit=1")).json()["data"][0]
    ready, gone = (datetime.fromisoformat(export[name]) for name in ("readyAt", "expiresAt"))
    assert gone - ready == timedelta(hours=24)
    sent = await owner.get(f"/api/v1/exports/{export['id']}/download")
    await admin.execute("UPDATE view_export SET expires_at = now()")
    await admin.execute("UPDATE made_file SET expires_at = now()")
    listed = (await owner.get("/api/v1/exports?limit=1")).json()["data"]
    assert [row["status"] for row in listed] == ["expired"]
    assert (await owner.get(sent.headers["location"])).status_code == 404
    async with worker_hands(app.state.database, app.state.settings) as hands:
        await expired(hands)
    await post.deliver(DROP)
    left = await admin.fetchrow("SELECT count(*) AS files FROM made_file")
    parts = await admin.fetchval("SELECT count(*) FROM made_file_part")
    assert (left["files"], parts) == (0, 0)


async def test_an_export_whose_job_is_gone_fails_in_words(
    owner: httpx.AsyncClient,
    post: Post,
    analysed: Analysed,
    app: FastAPI,
    admin: asyncpg.Connection,
) -> None:
    export = await ask(owner, analysed, "answers")
    await admin.execute("DELETE FROM procrastinate_jobs WHERE task_name = $1", JOB)
    late = "UPDATE view_export SET changed_at = now() - interval '1 hour' WHERE id = $1"
    await admin.execute(late, UUID(export["id"]))
    async with worker_hands(app.state.database, app.state.settings) as hands:
        await stranded(hands)
    await post.deliver(GIVE_UP)
    shown = (await owner.get(f"/api/v1/exports/{export['id']}")).json()
    assert shown["status"] == "failed"
    assert shown["failure"].startswith("Making the export stopped")


def test_a_spreadsheet_runs_nothing_of_what_an_answer_said() -> None:
    out = io.BytesIO()
    writer = CsvWriter(out)
    writer.begin("answers", ("text", "n", "at"))
    writer.rows([{"text": '=HYPERLINK("https://a.example")', "n": -3, "at": None}])
    assert rows_of(out.getvalue()) == [
        {"text": '\'=HYPERLINK("https://a.example")', "n": "-3", "at": ""}
    ]


MULTIPLY = """
INSERT INTO answer (id, workspace_id, brand_id, run_id, prompt_id, prompt_key, engine, engine_name,
  model, surface, basis, sample, question, status, text, citations, search_queries, passages,
  answered_at)
SELECT gen_random_uuid(), workspace_id, brand_id, run_id, prompt_id, prompt_key, engine,
  engine_name, model, surface, basis, 100 + n, question, status, repeat(text, 3), citations, '[]',
  '[]', answered_at
FROM (SELECT * FROM answer WHERE run_id = $1 LIMIT 1) one, generate_series(1, $2::integer) n
"""


@pytest.mark.timeout(120)
async def test_ten_times_the_rows_need_no_more_memory(
    owner: httpx.AsyncClient, post: Post, analysed: Analysed, admin: asyncpg.Connection
) -> None:
    async def held_by(rows: int) -> int:
        await admin.execute("DELETE FROM answer WHERE sample > 100")
        await admin.execute(MULTIPLY, analysed.run_id, rows)
        export = await ask(owner, analysed, "answers", format="zip")
        tracemalloc.start()
        await post.deliver(JOB)
        held = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        done = (await owner.get(f"/api/v1/exports/{export['id']}")).json()
        assert (done["status"], done["done"] == done["total"] > rows) == ("ready", True)
        return held

    few = await held_by(SOME)
    many = await held_by(10 * SOME)
    await admin.execute("DELETE FROM answer WHERE sample > 100")
    assert many < few + objects.PART_BYTES
