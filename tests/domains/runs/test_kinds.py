"""Runs of one part, answers brought along, and what a run would cost before it starts."""

from __future__ import annotations

import math
from collections.abc import AsyncIterator
from typing import Any
from uuid import UUID

import asyncpg
import httpx
import pytest
import pytest_asyncio
from fastapi import FastAPI

from presence.db.session import Database
from presence.domains.results.service.reading import results_of
from presence.domains.runs.queries.shown_results import refresh
from presence.domains.runs.schemas.runs import EstimateOut
from presence.domains.runs.service import Order, cancel_run
from presence.jobs.context import JobResources
from presence_standins.sites import site_server
from tests.conftest import browser
from tests.domains.results.test_results_api import exact
from tests.factories.people import Tenant, make_tenant
from tests.factories.runs import Subject, begin_run, make_brand, session_cookies, work_off

METRICS = "SELECT DISTINCT metric FROM score WHERE run_id = $1 AND engine = '' AND NOT provisional"
HEADLINE = {"content", "technical", "audienceFit", "overall"}
# One answer of every question names nobody, the others as they were.
DIFFERENT = """
UPDATE extraction SET data = jsonb_set(data, '{positions}', '[]') FROM answer
 WHERE answer.id = extraction.answer_id AND answer.run_id = $1 AND answer.sample = 0
"""
CSV = "prompt,answer,engine\nWhich boots last?,Harrow boots last ten years.,ChatGPT app\n"


async def metrics(admin: asyncpg.Connection, run_id: UUID) -> set[str]:
    """Headline metrics that the run stored."""
    return {row["metric"] for row in await admin.fetch(METRICS, run_id)} & HEADLINE


async def analyse(database: Database, hands: JobResources, subject: Subject, order: Order) -> UUID:
    """Queue the run, carry it out and return it."""
    run_id = await begin_run(database, subject, order)
    await work_off(hands, subject, run_id)
    return run_id


@pytest_asyncio.fixture
async def person(
    app: FastAPI, database: Database, tenant: Tenant
) -> AsyncIterator[httpx.AsyncClient]:
    """The tenant's browser."""
    async with browser(app, cookies=await session_cookies(database, tenant)) as client:
        yield client


async def test_parts_measured_alone_stand_beside_each_other_on_the_dashboard(
    database: Database,
    admin: asyncpg.Connection,
    hands: JobResources,
    tenant: Tenant,
    person: httpx.AsyncClient,
) -> None:
    async with site_server("harrow") as url:
        subject = await make_brand(database, tenant, url)
        full = await analyse(database, hands, subject, Order())
        technical = await analyse(database, hands, subject, Order("technical"))
        content = await analyse(database, hands, subject, Order("content"))
    assert await metrics(admin, full) == HEADLINE
    assert await metrics(admin, technical) == {"technical", "overall"}
    assert await metrics(admin, content) == {"content", "audienceFit", "overall"}
    asked = "SELECT count(*) FROM answer WHERE run_id = $1"
    assert await admin.fetchval(asked, technical) == 0
    findings = "SELECT count(*) FROM technical_finding WHERE run_id = $1"
    assert await admin.fetchval(findings, content) == 0
    summary = (await person.get(f"/api/v1/brands/{subject.brand_id}/summary")).json()
    assert all(summary["scores"][metric] is not None for metric in HEADLINE)
    assert summary["run"]["id"] == str(content)
    assert summary["gaps"]["technical"]["open"] > 0


async def test_quick_wins_are_counted_among_the_recommendations_that_are_listed(
    database: Database, admin: asyncpg.Connection, hands: JobResources, tenant: Tenant
) -> None:
    async with site_server("harrow-broken") as url:
        subject = await make_brand(database, tenant, url)
        listed = await analyse(database, hands, subject, Order())
        technical = await analyse(database, hands, subject, Order("technical"))
    quick = "UPDATE recommendation SET source_kind = 'gap', priority = 'High', effort = $2"
    changed = await admin.execute(f"{quick} WHERE run_id = $1", technical, "Low")
    await admin.execute(f"{quick} WHERE run_id = $1", listed, "High")
    await admin.execute("UPDATE technical_finding SET effort = 'High'")
    async with database.transaction(tenant.binding) as session:
        await refresh(session, subject.brand_id)
        results = await results_of(session, subject.brand_id)
    assert changed != "UPDATE 0"
    assert results.gaps.quick_wins == 0


async def test_a_canceled_first_run_lists_no_findings(
    database: Database,
    admin: asyncpg.Connection,
    hands: JobResources,
    tenant: Tenant,
    person: httpx.AsyncClient,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def stop(*_: object) -> None:
        raise RuntimeError("the worker stops after the audit")

    monkeypatch.setattr("presence.domains.measurement.service.pipeline.choose_prompts", stop)
    async with site_server("harrow-broken") as url:
        subject = await make_brand(database, tenant, url)
        run_id = await begin_run(database, subject)
        with pytest.raises(RuntimeError):
            await work_off(hands, subject, run_id, attempt=1)
    listed = f"/api/v1/brands/{subject.brand_id}/gaps/technical"
    assert (await person.get(listed)).json()["data"] != []
    async with database.transaction(tenant.binding) as session:
        await cancel_run(session, run_id)
    assert (await person.get(listed)).json()["data"] == []


async def test_imported_answers_are_read_and_shown_but_never_scored(
    database: Database,
    admin: asyncpg.Connection,
    hands: JobResources,
    tenant: Tenant,
    described: Subject,
    person: httpx.AsyncClient,
) -> None:
    answer = await person.post(
        f"/api/v1/brands/{described.brand_id}/answers/import",
        files={"file": ("seen.csv", CSV.encode(), "text/csv")},
    )
    assert answer.status_code == 202, answer.text
    run_id = UUID(answer.json()["id"])
    assert answer.headers["Location"] == f"/api/v1/runs/{run_id}"
    await work_off(hands, described, run_id)
    run: dict[str, Any] = (await person.get(f"/api/v1/runs/{run_id}")).json()
    assert (run["status"], run["kind"]) == ("completed", "imported")
    assert run["engines"][0]["answered"] == 1
    (stored,) = await admin.fetch(
        "SELECT a.engine_name, a.basis, e.brand_named, p.origin, p.position FROM answer a"
        " JOIN extraction e ON e.answer_id = a.id JOIN prompt p ON p.id = a.prompt_id"
        " WHERE a.run_id = $1",
        run_id,
    )
    assert tuple(stored) == ("ChatGPT app", "imported", True, "imported", None)
    assert await metrics(admin, run_id) == set()
    again = await person.post(
        f"/api/v1/brands/{described.brand_id}/answers/import", json={"text": CSV}
    )
    assert again.status_code == 202
    prompts = "SELECT count(DISTINCT prompt_id) FROM answer WHERE brand_id = $1"
    assert await admin.fetchval(prompts, described.brand_id) == 1


async def test_neither_an_import_nor_a_single_question_takes_the_place_of_the_shown_answers(
    database: Database,
    admin: asyncpg.Connection,
    hands: JobResources,
    described: Subject,
    person: httpx.AsyncClient,
) -> None:
    shown = await analyse(database, hands, described, Order())
    prompt = await admin.fetchval("SELECT prompt_id FROM answer WHERE run_id = $1 LIMIT 1", shown)
    path = f"/api/v1/brands/{described.brand_id}/answers"
    before = (await person.get(path)).json()
    await analyse(database, hands, described, Order("prompt", (prompt,)))
    asked = await person.post(f"{path}/import", json={"text": CSV})
    await work_off(hands, described, UUID(asked.json()["id"]))
    assert before["page"]["total"] > 0
    assert (await person.get(path)).json() == before
    (imported,) = (await person.get(f"{path}?basis=imported")).json()["data"]
    assert imported["prompt"] == "Which boots last?"


async def test_a_preview_tells_what_an_import_would_take_in_and_stores_nothing(
    admin: asyncpg.Connection, described: Subject, person: httpx.AsyncClient
) -> None:
    path = f"/api/v1/brands/{described.brand_id}/answers/import/preview"
    text = f"{CSV}Which boots last?,Pike boots do.,Claude app\n"
    shown = (await person.post(path, json={"text": text})).json()
    assert (shown["answers"], shown["prompts"]) == (2, 1)
    assert shown["engines"] == ["ChatGPT app", "Claude app"]
    assert (shown["first"][0]["place"], shown["first"][0]["links"]) == ("Row 2", None)
    refused = await person.post(path, json={"text": "prompt,answer\nWhich?,\n,Harrow.\n"})
    assert refused.status_code == 422
    assert [e["detail"][:5] for e in refused.json()["errors"]] == ["Row 2", "Row 3"]
    stored = "SELECT count(*) FROM run WHERE brand_id = $1"
    assert await admin.fetchval(stored, described.brand_id) == 0


async def test_a_file_with_a_wrong_header_is_refused_whole(
    admin: asyncpg.Connection, described: Subject, person: httpx.AsyncClient
) -> None:
    answer = await person.post(
        f"/api/v1/brands/{described.brand_id}/answers/import",
        files={"file": ("seen.csv", b"title,body\na,b\n", "text/csv")},
    )
    assert answer.status_code == 422
    assert answer.json()["errors"][0]["code"] == "import-refused"
    stored = "SELECT count(*) FROM run WHERE brand_id = $1"
    assert await admin.fetchval(stored, described.brand_id) == 0


async def test_an_estimate_starts_and_reserves_nothing(
    database: Database,
    admin: asyncpg.Connection,
    hands: JobResources,
    described: Subject,
    person: httpx.AsyncClient,
) -> None:
    path = f"/api/v1/brands/{described.brand_id}/runs/estimate"
    before = (await person.post(path, json={"kind": "full"})).json()
    exact(EstimateOut, before)
    assert before["affordable"] is True
    assert before["detectablePoints"] is None
    assert before["costUsd"] == 0
    run_id = await analyse(database, hands, described, Order())
    await admin.execute(DIFFERENT, run_id)
    after = (await person.post(path)).json()
    assert after["detectablePoints"] > 0
    assert after["answers"] == 5 * after["prompts"] + 1
    assert "can see a change of" in after["sentence"]
    assert after["sentence"].endswith("or more with four chances in five.")
    runs = "SELECT count(*) FROM run WHERE brand_id = $1"
    assert await admin.fetchval(runs, described.brand_id) == 1
    technical = (await person.post(path, json={"kind": "technical"})).json()
    assert technical["answers"] == 0
    question = await admin.fetchval(
        "SELECT prompt_id FROM answer WHERE run_id = $1 AND prompt_id IS NOT NULL LIMIT 1", run_id
    )
    alone = {"kind": "prompt", "promptIds": [str(question)]}
    told = (await person.post(path, json=alone)).json()
    assert told["detectablePoints"] is None, "no score counts these answers"
    assert "not part of any score" in told["sentence"]


async def test_a_change_to_detect_is_planned_from_what_was_observed(
    database: Database,
    admin: asyncpg.Connection,
    hands: JobResources,
    described: Subject,
    person: httpx.AsyncClient,
) -> None:
    path = f"/api/v1/brands/{described.brand_id}/runs/estimate"
    wanted = {"detectPoints": 5}
    assert (await person.post(path, json=wanted)).json()["goal"] is None, "nothing was measured yet"
    for _ in range(3):
        run_id = await analyse(database, hands, described, Order())
        await admin.execute(DIFFERENT, run_id)
    # Against few runs the default component of the day hides all but large changes.
    seen = (await person.post(path, json=wanted)).json()["detectablePoints"]
    small, large = [
        (await person.post(path, json={"detectPoints": points})).json()["goal"]
        for points in (5, math.ceil(seen) + 1)
    ]
    assert (small["samples"], small["answers"], small["costUsd"]) == (None, None, None)
    assert small["sentence"].startswith("No number of answers shows a change of 5 points")
    assert large["answers"] == large["samples"] * large["prompts"] * large["engines"]
    assert large["sentence"].startswith(
        f"To see a change of {math.ceil(seen) + 1} points with four chances in five,"
    )
    assert small["mentionRateLow"] <= small["mentionRateHigh"]
    assert (await person.post(path, json={"detectPoints": 0})).status_code == 422


async def test_an_unknown_kind_and_a_foreign_question_are_refused_with_a_sentence(
    database: Database, described: Subject, person: httpx.AsyncClient
) -> None:
    path = f"/api/v1/brands/{described.brand_id}/runs"
    assert (await person.post(path, json={"kind": "imported"})).status_code == 422
    other = await make_brand(database, await make_tenant(database))
    foreign = await person.post(path, json={"kind": "prompt", "promptIds": [str(other.brand_id)]})
    assert foreign.status_code == 422
    assert foreign.json()["errors"][0]["pointer"] == "/promptIds"
