"""A person's word on a reading: stored answers are read again with it, and the old score stays."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import asyncpg
import httpx
import pytest_asyncio
from fastapi import FastAPI

from presence.analysis.labelled import read_lines
from presence.core.ids import new_id
from presence.db.session import Database
from presence.domains.analytics.service.labelling import corrected_lines
from presence.domains.measurement.service.rescoring import rescore
from presence.jobs.context import JobContext, JobResources
from tests.conftest import browser
from tests.factories.analysed import read
from tests.factories.people import Tenant
from tests.factories.runs import Subject, begin_run, make_brand, session_cookies, work_off

Scored = tuple[Subject, UUID]


@pytest_asyncio.fixture
async def scored(database: Database, tenant: Tenant, hands: JobResources) -> Scored:
    """A brand with one finished run."""
    subject = await make_brand(database, tenant)
    run_id = await begin_run(database, subject)
    await work_off(hands, subject, run_id)
    return subject, run_id


async def again(hands: JobResources, subject: Subject) -> None:
    """Work the re-scoring job off, here and now."""
    await rescore(JobContext(subject.tenant.workspace_id, 5, hands), subject.brand_id)


async def an_answer(owner: httpx.AsyncClient, subject: Subject) -> dict[str, Any]:
    """A neutral answer that names the brand."""
    path = f"/api/v1/brands/{subject.brand_id}/answers?mentioned=true&intent=discovery&limit=1"
    brief = (await read(owner, path))["data"][0]
    answer: dict[str, Any] = await read(owner, f"/api/v1/answers/{brief['id']}")
    return answer


@pytest_asyncio.fixture
async def client(app: FastAPI, database: Database, scored: Scored) -> Any:
    """The owner's browser."""
    async with browser(app, cookies=await session_cookies(database, scored[0].tenant)) as signed_in:
        yield signed_in


async def test_a_reported_mention_no_longer_counts_after_the_answers_are_read_again(
    client: httpx.AsyncClient, scored: Scored, hands: JobResources
) -> None:
    subject, _ = scored
    answer = await an_answer(client, subject)
    mentions = [m for m in answer["mentions"] if m["entity"] == "brand"]
    for mention in mentions:
        body = {"kind": "not-this-brand", "start": mention["start"], "end": mention["end"]}
        told = await client.post(f"/api/v1/answers/{answer['id']}/corrections", json=body)
        assert told.status_code == 201, told.text
        assert told.json()["rescoring"] is True
    before = (await read(client, f"/api/v1/brands/{subject.brand_id}/summary"))["scores"]
    await again(hands, subject)
    mended = await read(client, f"/api/v1/answers/{answer['id']}")
    assert [m for m in mended["mentions"] if m["entity"] == "brand"] == []
    after = (await read(client, f"/api/v1/brands/{subject.brand_id}/summary"))["scores"]
    assert after["content"]["value"] <= before["content"]["value"]
    revisions = await read(client, f"/api/v1/brands/{subject.brand_id}/revisions")
    assert [len(run["revisions"]) for run in revisions["runs"]] == [2]
    assert revisions["breaks"] == []


async def test_corrections_are_exported_as_texts_of_the_labelled_set(
    client: httpx.AsyncClient, scored: Scored, database: Database
) -> None:
    subject, run_id = scored
    answer = await an_answer(client, subject)
    first, *others = [m for m in answer["mentions"] if m["entity"] == "brand"]
    body = {"kind": "not-this-brand", "start": first["start"], "end": first["end"]}
    path = f"/api/v1/answers/{answer['id']}/corrections"
    assert (await client.post(path, json=body)).status_code == 201
    lines = await corrected_lines(database, run_id)
    texts = {labelled.id: labelled for labelled in read_lines(lines)}
    found = texts[answer["id"]]
    assert found.text == answer["text"]
    assert "correction-not-this-brand" in found.tags
    spans = {(label.start, label.end) for label in found.expected.mentions}
    assert (first["start"], first["end"]) not in spans
    assert {(m["start"], m["end"]) for m in others} <= spans


async def test_a_confirmed_word_counts_from_then_on(
    client: httpx.AsyncClient, scored: Scored, hands: JobResources, admin: asyncpg.Connection
) -> None:
    subject, _ = scored
    path = f"/api/v1/brands/{subject.brand_id}"
    silent = (await read(client, f"{path}/answers?mentioned=false&limit=1"))["data"]
    answer = silent[0] if silent else await an_answer(client, subject)
    review = new_id()
    await admin.execute(
        "INSERT INTO mention_review (id, workspace_id, answer_id, brand_id, entity, start_at,"
        " end_at, matched) VALUES ($1, $2, $3, $4, 'brand', 0, 2, 'No')",
        review,
        subject.tenant.workspace_id,
        UUID(answer["id"]),
        subject.brand_id,
    )
    waiting = await read(client, f"{path}/mentions/review")
    assert [item["matched"] for item in waiting["data"]] == ["No"]
    decided = await client.post(f"{path}/mentions/review/{review}", json={"isBrand": True})
    assert decided.status_code == 204, decided.text
    await again(hands, subject)
    mended = await read(client, f"/api/v1/answers/{answer['id']}")
    assert (0, 2) in {(m["start"], m["end"]) for m in mended["mentions"]}
    assert (await read(client, f"{path}/mentions/review"))["data"] == []


async def test_a_span_outside_the_answer_is_refused_in_a_sentence(
    client: httpx.AsyncClient, scored: Scored
) -> None:
    answer = await an_answer(client, scored[0])
    body = {"kind": "missed", "start": 0, "end": len(answer["text"]) + 1}
    refused = await client.post(f"/api/v1/answers/{answer['id']}/corrections", json=body)
    assert refused.status_code == 422
    assert refused.json()["message"] == "The marked characters are not part of this answer"
