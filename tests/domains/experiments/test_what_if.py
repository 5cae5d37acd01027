"""What-if over the API: predicted on the newest analysis, and compared with what happened."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any
from uuid import UUID

import httpx
import pytest
import pytest_asyncio
from fastapi import FastAPI
from sqlalchemy import text

from presence.db.session import Database
from presence.domains.experiments.schemas.what_if import MAX_TEXT
from presence.domains.experiments.service.what_if_job import perform, verify
from presence.jobs.context import JobContext, JobResources
from tests.analysis.whatif.test_experiment import TOPICS
from tests.conftest import browser
from tests.factories.analysed import read
from tests.factories.people import Tenant
from tests.factories.runs import Analysed, begin_run, make_brand, session_cookies, work_off

SOUP = "Simmer the carrots with cumin for twenty minutes and season the broth to taste."


@pytest_asyncio.fixture
async def context(hands: JobResources, analysed: Analysed) -> JobContext:
    """An execution of a job in the analysed workspace."""
    return JobContext(analysed.tenant.workspace_id, 1, hands)


async def try_out(
    owner: httpx.AsyncClient,
    analysed: Analysed,
    context: JobContext,
    recommendation: str | None = None,
    **change: str,
) -> dict[str, Any]:
    """Ask for one change and let the job do it."""
    body = {
        "label": "A try",
        "changes": [{"action": "add", "source": "document:x", **change}],
        "recommendationId": recommendation,
    }
    started = await owner.post(f"/api/v1/brands/{analysed.brand_id}/what-if", json=body)
    assert started.status_code == 202, started.text
    assert started.json()["status"] == "queued"
    await perform(context, UUID(started.json()["id"]))
    made: dict[str, Any] = await read(owner, started.headers["Location"])
    return made


async def open_questions(owner: httpx.AsyncClient, analysed: Analysed) -> list[str]:
    """Questions of the run that the brand is not named for."""
    path = f"/api/v1/brands/{analysed.brand_id}/answers?limit=200&mentioned=false"
    return sorted({a["prompt"] for a in (await read(owner, path))["data"]})


def answering(questions: list[str]) -> str:
    """A page of the brand that has a section for each question, with facts of its own."""
    topics = [question.removeprefix("Who can help me with ").rstrip("?") for question in questions]
    return "\n".join(
        f"# {topic.capitalize()}\nThe workshop of Harrow in Keswick does {topic} for 45 pounds "
        "within four days, with free return postage and a guarantee of two years."
        for topic in topics
    )


@pytest_asyncio.fixture
async def unheard(
    app: FastAPI, database: Database, hands: JobResources, tenant: Tenant
) -> AsyncIterator[tuple[httpx.AsyncClient, Analysed]]:
    """The browser of somebody whose brand says nothing about what its customers ask."""
    subject = await make_brand(database, tenant, description="Harrow was founded in 1921.")
    async with browser(app, cookies=await session_cookies(database, tenant)) as client:
        for topic in TOPICS[:9]:  # one place of the free plan is kept for the neutral question
            body = {"text": f"Who can help me with {topic}?", "intent": "discovery"}
            path = f"/api/v1/brands/{subject.brand_id}/prompts"
            assert (await client.post(path, json=body)).status_code == 201
        run_id = await begin_run(database, subject)
        await work_off(hands, subject, run_id)
        yield client, Analysed(subject, run_id, "")


async def test_a_page_that_answers_the_missing_questions_is_expected_to_raise_the_score(
    unheard: tuple[httpx.AsyncClient, Analysed], hands: JobResources
) -> None:
    client, brand = unheard
    context = JobContext(brand.tenant.workspace_id, 1, hands)
    missing = await open_questions(client, brand)
    assert len(missing) == 10  # the year it was founded says of nothing what it is, or does
    made = await try_out(client, brand, context, text=answering(missing))
    assert (made["status"], made["verdict"]) == ("done", "gain")
    assert 0 < made["low"] <= made["points"] <= made["high"]
    assert made["points"] == pytest.approx(made["after"] - made["before"])
    unrelated = await try_out(client, brand, context, text=SOUP, source="document:soup")
    assert unrelated["verdict"] == "no expected change"


async def test_an_experiment_for_a_recommendation_names_it(
    owner: httpx.AsyncClient, analysed: Analysed, context: JobContext, database: Database
) -> None:
    listed = await read(owner, f"/api/v1/brands/{analysed.brand_id}/recommendations")
    advice = listed["data"][0]["id"]
    made = await try_out(owner, analysed, context, recommendation=advice, text=SOUP)
    key = text("SELECT key FROM recommendation WHERE id = :id")
    async with database.transaction(analysed.tenant.binding) as session:
        expected = (await session.execute(key, {"id": advice})).scalar_one()
    assert (made["status"], made["recommendationKey"]) == ("done", expected)
    unknown = {"changes": [made["changes"][0]], "recommendationId": made["id"]}
    path = f"/api/v1/brands/{analysed.brand_id}/what-if"
    assert (await owner.post(path, json=unknown)).status_code == 404


async def test_an_unrelated_text_is_expected_to_change_nothing(
    owner: httpx.AsyncClient, analysed: Analysed, context: JobContext
) -> None:
    made = await try_out(owner, analysed, context, text=SOUP)
    assert (made["status"], made["verdict"]) == ("done", "no expected change")
    assert made["low"] <= made["points"] <= made["high"]
    assert made["before"] == pytest.approx(made["after"], abs=5)


async def test_the_side_before_is_the_analysis_own_score(
    owner: httpx.AsyncClient, analysed: Analysed, context: JobContext
) -> None:
    made = await try_out(owner, analysed, context, text=SOUP, source="document:same")
    summary = await read(owner, f"/api/v1/brands/{analysed.brand_id}/summary")
    assert round(made["before"]) == summary["scores"]["content"]["value"]
    assert {row["prompt"] for row in made["prompts"]}


async def test_a_change_to_a_page_nobody_read_is_refused_in_a_sentence(
    owner: httpx.AsyncClient, analysed: Analysed, context: JobContext
) -> None:
    made = await try_out(
        owner, analysed, context, action="replace", source="https://nowhere.example/", text=SOUP
    )
    assert made["status"] == "failed"
    assert made["failure"] == "https://nowhere.example/ was not read in the newest analysis."


async def test_a_job_that_runs_again_changes_nothing(
    owner: httpx.AsyncClient, analysed: Analysed, context: JobContext
) -> None:
    made = await try_out(owner, analysed, context, text=SOUP, source="document:again")
    await perform(context, UUID(made["id"]))
    assert await read(owner, f"/api/v1/what-if/{made['id']}") == made


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({"changes": []}, 422),
        ({"changes": [{"action": "add", "source": ""}]}, 422),
        ({"changes": [{"action": "add", "source": "a", "text": "x" * (MAX_TEXT + 1)}]}, 422),
        ({"changes": [{"action": "burn", "source": "a"}]}, 422),
    ],
)
async def test_bad_input_is_refused(
    owner: httpx.AsyncClient, analysed: Analysed, body: dict[str, Any], status: int
) -> None:
    path = f"/api/v1/brands/{analysed.brand_id}/what-if"
    assert (await owner.post(path, json=body)).status_code == status


async def test_three_at_once_and_the_fourth_waits(
    owner: httpx.AsyncClient, analysed: Analysed, context: JobContext
) -> None:
    path = f"/api/v1/brands/{analysed.brand_id}/what-if"
    body = {"changes": [{"action": "add", "source": "document:q", "text": SOUP}]}
    started = [await owner.post(path, json=body) for _ in range(4)]
    assert [r.status_code for r in started] == [202, 202, 202, 429]
    assert started[3].headers["Retry-After"] == "15"
    for response in started[:3]:
        await perform(context, UUID(response.json()["id"]))


async def test_a_published_prediction_is_compared_once_with_the_next_analysis(
    owner: httpx.AsyncClient, analysed: Analysed, context: JobContext, database: Database
) -> None:
    made = await try_out(owner, analysed, context, text=SOUP, source="document:soup")
    async with database.transaction(analysed.tenant.binding) as session:
        # The next analysis, one that found the words on a page: the same answers under a new key.
        later = (
            await session.execute(
                text(
                    "INSERT INTO run (id, brand_id, kind, trigger, status, seed, panel_size,"
                    " samples, basis, engines) SELECT gen_random_uuid(), brand_id, kind, trigger,"
                    " 'completed', seed, panel_size, samples, basis, engines FROM run"
                    " WHERE id = :run RETURNING id"
                ),
                {"run": analysed.run_id},
            )
        ).scalar_one()
        await session.execute(
            text(
                "INSERT INTO run_cell SELECT :later AS run_id, prompt_id, engine, basis, answers,"
                " failed, mentions, position_sum, informative, recommended, cited_known,"
                " cited_owned, ghosts, positive, neutral, negative, visibility_sum, workspace_id,"
                " created_at FROM run_cell WHERE run_id = :run"
            ),
            {"later": later, "run": analysed.run_id},
        )
        await session.execute(
            text(
                "INSERT INTO run_input (run_id, kind, data) VALUES (:later, 'documents',"
                " jsonb_build_array(jsonb_build_object('name', 'soup', 'title', 'Soup', 'blocks',"
                " jsonb_build_array(jsonb_build_array(0, CAST(:soup AS text))),"
                " 'word_count', 14)))"
            ),
            {"later": later, "soup": SOUP},
        )
    await verify(context, later)
    compared = await read(owner, f"/api/v1/what-if/{made['id']}")
    assert compared["actual"]["points"] == 0.0
    assert compared["actual"]["published"] == 1.0
    method = await read(owner, "/api/v1/method")
    assert method["predictions"]["verified"] >= 1
    await verify(context, later)
    assert await read(owner, f"/api/v1/what-if/{made['id']}") == compared
