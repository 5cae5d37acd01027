"""What the API shows of a run: numbers with their evidence, cut by plan, one workspace only."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import httpx
import pytest
from pydantic import BaseModel

from presence.core.ids import new_id
from presence.db.session import Database
from presence.domains.billing.service import grant
from presence.domains.findings.schemas.conclusions import (
    FindingsOut,
    GapsOut,
    GapsSummaryOut,
    RecommendationsOut,
)
from presence.domains.findings.schemas.evidence import AnswerOut, EvidenceOut
from presence.domains.results.schemas.results import BrandResults, SummaryOut
from presence.domains.results.service.reading import results_of
from presence.domains.runs.schemas.runs import RunOut
from tests.conftest import browser
from tests.factories.analysed import read
from tests.factories.runs import Analysed, make_brand, session_cookies

# What the dashboard reads beside a brand's results.
LIVE = {"cadence", "nextRunAt", "skippedReason", "brand", "plan", "hasWebsite", "asOf"}


def exact(model: type[BaseModel], document: Any) -> None:
    """The document has the model's members, no fewer and no others, at every level."""
    parsed = model.model_validate(document, extra="forbid")
    assert set(parsed.model_dump(by_alias=True)) == set(document)


async def test_the_summary_is_one_document_of_the_declared_shape(
    owner: httpx.AsyncClient, paths: dict[str, str]
) -> None:
    document = await read(owner, paths["summary"])
    exact(SummaryOut, document)
    assert document["provisional"] is False
    assert document["cadence"] == "monthly"
    assert document["verdict"] == "coverage"
    assert document["basis"] == "simulator"
    assert document["activeRun"] is None
    assert len(document["latestAnswers"]) == 5
    assert [point["runId"] for point in document["trend"]] == [document["run"]["id"]]


async def test_the_latest_answers_are_to_different_questions_and_none_asks_what_the_brand_is(
    owner: httpx.AsyncClient, paths: dict[str, str]
) -> None:
    latest = (await read(owner, paths["summary"]))["latestAnswers"]
    assert len({answer["prompt"] for answer in latest}) == len(latest)
    assert "branded" not in {answer["intent"] for answer in latest}


async def test_what_other_slices_read_of_a_brand_is_what_its_dashboard_shows(
    owner: httpx.AsyncClient, paths: dict[str, str], database: Database, analysed: Analysed
) -> None:
    fresh = await make_brand(database, analysed.tenant, name="Unread", is_primary=False)
    for brand_id in (analysed.brand_id, fresh.brand_id):
        shown = await read(owner, f"/api/v1/brands/{brand_id}/summary")
        async with database.transaction(analysed.tenant.binding) as session:
            results = await results_of(session, brand_id)
        assert BrandResults.model_validate(shown) == results
        assert shown.keys() - results.model_dump().keys() == LIVE


async def test_a_number_is_the_same_wherever_it_is_shown(
    owner: httpx.AsyncClient, paths: dict[str, str], analysed: Analysed
) -> None:
    summary = await read(owner, paths["summary"])
    for metric in ("content", "technical", "audienceFit", "overall"):
        evidence = await read(owner, f"{paths['run']}/evidence?metric={metric}")
        exact(EvidenceOut, evidence)
        assert evidence["score"].items() <= summary["scores"][metric].items()
    overview = await read(owner, paths["gaps"])
    exact(GapsSummaryOut, overview)
    assert overview["overall"] == summary["scores"]["overall"]
    brands = await read(owner, "/api/v1/brands")
    shown = next(row for row in brands["data"] if row["id"] == str(analysed.brand_id))
    assert shown["overall"] == summary["scores"]["overall"]["value"]


async def test_every_answer_opens_with_its_marked_characters(
    owner: httpx.AsyncClient, paths: dict[str, str]
) -> None:
    evidence = await read(owner, paths["evidence"])
    run = await read(owner, paths["run"])
    neutral = 1  # the question about the brand itself is in no headline
    assert len(evidence["answers"]) == evidence["score"]["n"] == run["validAnswers"] - neutral
    named = next(brief for brief in evidence["answers"] if brief["mentioned"])
    answer = await read(owner, f"/api/v1/answers/{named['id']}")
    exact(AnswerOut, answer)
    marks = [mark for mark in answer["highlights"] if mark["kind"] == "brand"]
    assert marks
    assert all("Harrow" in answer["text"][mark["start"] : mark["end"]] for mark in marks)
    assert answer["text"].startswith(named["excerpt"].removesuffix("…"))
    assert answer["positions"][0]["entity"] == "brand"
    assert answer["question"]


async def test_a_free_plan_is_sent_its_preview_and_the_count_of_the_rest(
    owner: httpx.AsyncClient, paths: dict[str, str]
) -> None:
    findings = await read(owner, paths["technical"])
    exact(FindingsOut, findings)
    assert len(findings["data"]) == 5
    assert findings["locked"] == findings["page"]["total"] - 5 > 0
    gaps = await read(owner, paths["content"])
    exact(GapsOut, gaps)
    assert len(gaps["data"]) == min(3, gaps["page"]["total"])
    advice = await read(owner, paths["recommendations"])
    exact(RecommendationsOut, advice)
    assert len(advice["data"]) == 1
    assert advice["locked"] == advice["page"]["total"] - 1 > 0
    evidence = await read(owner, f"{paths['run']}/evidence?metric=technical")
    assert len(evidence["findings"]) == 5
    assert len(evidence["checks"]) > 20


async def test_a_brand_that_has_never_run_has_no_numbers_and_a_date(
    owner: httpx.AsyncClient, database: Database, analysed: Analysed
) -> None:
    fresh = await make_brand(database, analysed.tenant, name="Fresh", is_primary=False)
    document = await read(owner, f"/api/v1/brands/{fresh.brand_id}/summary")
    exact(SummaryOut, document)
    assert document["run"] is None
    assert set(document["scores"].values()) == {None}
    assert document["gaps"]["content"] == {"open": 0, "priority": None}
    assert document["gaps"]["technical"]["notApplicable"] is True
    assert datetime.fromisoformat(document["nextRunAt"]) > datetime.now(UTC)
    for list_ in ("gaps/content", "gaps/technical", "recommendations"):
        rows = await read(owner, f"/api/v1/brands/{fresh.brand_id}/{list_}")
        assert (rows["data"], rows["locked"]) == ([], 0)


async def test_analyze_now_answers_the_run_and_refuses_a_second_one(
    owner: httpx.AsyncClient, database: Database, analysed: Analysed
) -> None:
    brand = await make_brand(database, analysed.tenant, name="Second", is_primary=False)
    path = f"/api/v1/brands/{brand.brand_id}/runs"
    started = await owner.post(path, json={"kind": "full"})
    assert started.status_code == 202
    run = started.json()
    exact(RunOut, run)
    assert run["status"] == "queued"
    assert started.headers["Location"] == f"/api/v1/runs/{run['id']}"
    refused = await owner.post(path, json={"kind": "full"})
    assert refused.status_code == 409
    assert refused.headers["Location"] == started.headers["Location"]
    canceled = await owner.post(f"/api/v1/runs/{run['id']}/cancel")
    assert canceled.json()["status"] == "canceled"
    assert (await owner.post(f"/api/v1/runs/{run['id']}/cancel")).status_code == 409
    listed = await read(owner, path)
    assert [row["id"] for row in listed["data"]] == [run["id"]]


async def test_a_paid_plan_is_sent_every_row_and_runs_weekly(
    owner: httpx.AsyncClient, database: Database, analysed: Analysed, paths: dict[str, str]
) -> None:
    async with database.transaction(analysed.tenant.binding) as session:
        await grant(session, analysed.tenant.user_id, 1, None)
    for name in ("technical", "content", "recommendations"):
        rows = await read(owner, paths[name])
        assert rows["locked"] == 0
        assert len(rows["data"]) == rows["page"]["total"]
    assert (await read(owner, paths["summary"]))["cadence"] == "weekly"


async def test_another_workspace_finds_nothing(
    stranger: httpx.AsyncClient, owner: httpx.AsyncClient, paths: dict[str, str]
) -> None:
    evidence = await read(owner, paths["evidence"])
    foreign = [*paths.values(), f"/api/v1/answers/{evidence['answers'][0]['id']}"]
    foreign.append(f"{paths['run']}/events")
    for path in foreign:
        assert (await stranger.get(path)).status_code == 404, path
    assert (await stranger.post(paths["runs"], json={})).status_code == 404
    assert (await stranger.post(f"{paths['run']}/cancel")).status_code == 404


async def test_what_does_not_exist_is_not_found(owner: httpx.AsyncClient) -> None:
    for path in ("brands/{}/summary", "brands/{}/gaps/content", "runs/{}", "answers/{}"):
        response = await owner.get(f"/api/v1/{path.format(new_id())}")
        assert response.status_code == 404
        assert response.json()["code"] == "not-found"


@pytest.mark.parametrize("metric", ["", "everything"])
async def test_an_unknown_metric_is_refused(
    owner: httpx.AsyncClient, paths: dict[str, str], metric: str
) -> None:
    response = await owner.get(f"{paths['run']}/evidence?metric={metric}")
    assert response.status_code == 422


async def test_a_viewer_reads_but_does_not_run(
    app: Any, database: Database, admin: Any, analysed: Analysed, paths: dict[str, str]
) -> None:
    role = "UPDATE membership SET role = $1 WHERE user_id = $2"
    await admin.execute(role, "viewer", analysed.tenant.user_id)
    cookies = await session_cookies(database, analysed.tenant)
    async with browser(app, cookies=cookies) as viewer:
        assert (await viewer.get(paths["summary"])).status_code == 200
        assert (await viewer.post(paths["runs"], json={})).status_code == 403
    await admin.execute(role, "owner", analysed.tenant.user_id)
