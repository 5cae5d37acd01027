"""Content briefs: the gap as the screens show it, as a Word file, for those who may, for a day."""

from __future__ import annotations

import io
from typing import Any
from uuid import UUID

import asyncpg
import docx
import docx.document
import httpx
import pytest
from fastapi import FastAPI

from presence.core.ids import new_id
from presence.db.session import Database
from presence.domains.publishing.jobs.reports import GIVE_UP, stranded
from presence.domains.publishing.service.briefs.paper import share_text
from presence.domains.publishing.service.reports.requests import JOB
from tests.conftest import Place, browser
from tests.domains.publishing.test_reports import read, titles_of
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

PARTS = {
    "The question", "Who was asked", "Who is named instead", "Sources cited",
    "Your own closest words", "The move", "Outline of the page", "Confirmed facts to use",
    "Checklist of the page", "Method",
}  # fmt: skip
# One word of an answer read as a competitor's name, and a page it cites, as the reading is stored.
NAMED = """
UPDATE extraction SET data = data || jsonb_build_object(
  'mentions', jsonb_build_array(jsonb_build_object(
    'entity', 'c1', 'name', 'Marlow', 'start', $2::int, 'end', $3::int, 'stance', 'affirmative',
    'sentiment', NULL, 'recommended', false)),
  'citations', '[{"url": "https://oak.example/guide", "title": "", "domain": "oak.example",
    "kind": "cited", "number": null, "start": null, "end": null, "owner": null,
    "source_class": "editorial"}]'::jsonb) WHERE answer_id = $1
"""


def path(brand_id: UUID, gap_id: str) -> str:
    """Where the brief of a gap is asked for."""
    return f"/api/v1/brands/{brand_id}/gaps/content/{gap_id}/brief"


async def first_gap(client: httpx.AsyncClient, analysed: Analysed) -> dict[str, Any]:
    """The gap at the top of the list."""
    found: dict[str, Any] = (await read(client, analysed, "gaps/content"))["data"][0]
    return found


async def brief_of(client: httpx.AsyncClient, post: Post, at: str) -> docx.document.Document:
    """The brief, asked for, made and fetched."""
    asked = await client.post(at)
    assert asked.status_code == 202, asked.text
    address = asked.headers["location"]
    assert asked.json()["status"] == "queued"
    await post.deliver(JOB)
    done = (await client.get(address)).json()
    assert (done["status"], done["format"], done["sections"]) == ("ready", "docx", []), done
    sent = await client.get(f"{address}/download")
    file = await client.get(sent.headers["location"])
    assert "content-brief" in file.headers["content-disposition"]
    return docx.Document(io.BytesIO(file.content))


async def test_a_brief_says_what_the_gap_and_its_answers_say(
    owner: httpx.AsyncClient, post: Post, analysed: Analysed
) -> None:
    facts = {"facts": [{"kind": "founded", "value": "1998"}]}
    assert (
        await owner.put(f"/api/v1/brands/{analysed.brand_id}/facts", json=facts)
    ).status_code == 200
    gap = await first_gap(owner, analysed)
    document = await brief_of(owner, post, path(analysed.brand_id, gap["id"]))
    said = "\n".join(paragraph.text for paragraph in document.paragraphs)
    assert titles_of(document) >= PARTS
    for text in (gap["prompt"], gap["attackMove"], f"Counted from {gap['n']} answers"):
        assert text in said
    counts, *others = [[c.text for c in row.cells] for t in document.tables for row in t.rows][1:]
    (engine,) = gap["engines"]
    assert counts == [
        engine["name"],
        str(engine["n"]),
        str(engine["brand"]),
        share_text(engine["brand"], engine["n"]),
        str(engine["rival"]),
    ]
    assert ["1998", "Founded", "no"] in others


async def test_every_marked_word_and_source_is_that_of_its_answer(
    owner: httpx.AsyncClient, post: Post, analysed: Analysed, admin: asyncpg.Connection
) -> None:
    rows = (await read(owner, analysed, "gaps/content?limit=200"))["data"]
    gap = rows[1]
    key = gap["engines"][0]["answerIds"][0]
    text = (await owner.get(f"/api/v1/answers/{key}")).json()["text"]
    start = text.rfind(" ", 0, len(text) // 2) + 1
    end = text.index(" ", start)
    await admin.execute(NAMED, UUID(key), start, end)
    document = await brief_of(owner, post, path(analysed.brand_id, gap["id"]))
    lines = [paragraph.text for paragraph in document.paragraphs]
    at = lines.index(f"Marked: “{text[start:end]}” (characters {start}–{end})")
    assert text[start:end] in lines[at - 1]
    assert lines[at - 1] in text
    links = [rel.target_ref for rel in document.part.rels.values() if rel.is_external]
    cells = [[cell.text for cell in row.cells] for t in document.tables for row in t.rows]
    assert ["https://oak.example/guide", "editorial", "1"] in cells
    assert any(f"brand={analysed.brand_id}" in link and f"answer={key}" in link for link in links)


async def test_a_brief_being_made_is_not_made_twice_and_is_found_by_its_gap(
    owner: httpx.AsyncClient, post: Post, analysed: Analysed
) -> None:
    gap = await first_gap(owner, analysed)
    first, second = [await owner.post(path(analysed.brand_id, gap["id"])) for _ in range(2)]
    assert first.json()["id"] == second.json()["id"]
    listed = (await owner.get(f"/api/v1/reports?gap={gap['id']}&limit=1")).json()["data"]
    assert [(row["id"], row["gapId"]) for row in listed] == [(first.json()["id"], gap["id"])]
    await post.deliver(JOB)
    await post.deliver("notification.report-ready")
    bell = (await owner.get("/api/v1/notifications")).json()["data"]
    told = [line["data"]["format"] for line in bell if line["subjectId"] == first.json()["id"]]
    assert told == ["Content brief, DOCX"]
    again = (await owner.post(path(analysed.brand_id, gap["id"]))).json()
    assert again["id"] != first.json()["id"]
    address = f"/api/v1/reports/{again['id']}"
    assert (await owner.post(f"{address}/cancel")).json()["status"] == "canceled"
    assert (await owner.post(f"{address}/retry")).json()["status"] == "queued"


async def test_a_brief_whose_job_is_gone_fails_with_a_sentence(
    owner: httpx.AsyncClient,
    post: Post,
    analysed: Analysed,
    app: FastAPI,
    admin: asyncpg.Connection,
) -> None:
    gap = await first_gap(owner, analysed)
    asked = await owner.post(path(analysed.brand_id, gap["id"]))
    await admin.execute("DELETE FROM procrastinate_jobs WHERE task_name = $1", JOB)
    await admin.execute("UPDATE report SET changed_at = now() - interval '1 hour'")
    async with worker_hands(app.state.database, app.state.settings) as hands:
        await stranded(hands)
    await post.deliver(GIVE_UP)
    found = (await owner.get(asked.headers["location"])).json()
    assert (found["status"], "Please try again" in found["failure"]) == ("failed", True)


@pytest.mark.parametrize("whose", ["nobody's", "another workspace's"])
async def test_a_foreign_gap_has_no_brief(
    app: FastAPI, database: Database, owner: httpx.AsyncClient, analysed: Analysed, whose: str
) -> None:
    if whose == "nobody's":
        refused = await owner.post(path(analysed.brand_id, str(new_id())))
    else:
        gap = await first_gap(owner, analysed)
        cookies = await session_cookies(database, await make_tenant(database))
        async with browser(app, cookies=cookies) as stranger:
            refused = await stranger.post(path(analysed.brand_id, gap["id"]))
    assert refused.status_code == 404


async def test_the_free_plan_has_no_brief_neither_of_a_row_it_sees_nor_of_a_locked_one(
    app: FastAPI, database: Database, place: Place, admin: asyncpg.Connection
) -> None:
    tenant = await make_tenant(database)
    subject = await make_brand(database, tenant)
    async with worker_hands(database, place.settings()) as hands:
        await work_off(hands, subject, await begin_run(database, subject))
    gap = await admin.fetchval(
        "SELECT id FROM content_gap WHERE brand_id = $1 AND number = 1", subject.brand_id
    )
    async with browser(app, cookies=await session_cookies(database, tenant)) as client:
        seen = await client.post(path(subject.brand_id, str(gap)))
        await admin.execute("UPDATE content_gap SET number = 400 WHERE id = $1", gap)
        locked = await client.post(path(subject.brand_id, str(gap)))
    assert (seen.status_code, seen.json()["feature"]) == (403, "reports.docx")
    assert locked.status_code == 404
