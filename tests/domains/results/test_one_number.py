"""A number is the same wherever it stands, whichever run measured it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from math import floor
from typing import Any

import pytest
import pytest_asyncio

from tests.analysis.fakes import FakeFetcher, sites_of
from tests.assurance.contradictions_scene import ENGINES, GROWTH, PRO, Open, Scene, stage
from tests.conftest import Place
from tests.factories.analysed import read

SEED = 7


@pytest_asyncio.fixture
async def opened(place: Place) -> AsyncIterator[Open]:
    """Opens brands with made-up sites and assistants."""
    async with stage(place) as open_scene:
        yield open_scene


async def scores_of(scene: Scene) -> dict[str, Any]:
    found: dict[str, Any] = (await read(scene.client, f"{scene.path}/summary"))["scores"]
    return found


async def evidence_of(scene: Scene, metric: str) -> dict[str, Any]:
    """What the drawer of a headline score is sent."""
    summary = await read(scene.client, f"{scene.path}/summary")
    run = summary["scoreRuns"][metric]
    found: dict[str, Any] = await read(scene.client, f"/api/v1/runs/{run}/evidence?metric={metric}")
    return found


async def test_the_answers_behind_a_score_are_those_it_counts(opened: Open) -> None:
    scene = await opened(SEED, plan=PRO, website=False)
    scene.assistants.silent = frozenset({"claude"})
    scene.assistants.wavering = frozenset({"perplexity"})
    await scene.analyse()
    evidence = await evidence_of(scene, "content")
    assert evidence["basis"] == "assistants"
    assert {answer["engine"] for answer in evidence["answers"]} == {"chatgpt"}
    assert {answer["status"] for answer in evidence["answers"]} == {"completed"}
    assert len(evidence["answers"]) == evidence["score"]["n"] > 0


async def test_after_an_audit_alone_each_number_opens_the_run_that_measured_it(
    opened: Open,
) -> None:
    scene = await opened(SEED, plan=PRO, website=True)
    await scene.analyse()
    for _ in range(2):
        scene.change_site()
        assert await scene.analyse("technical") == "completed"
    scores = await scores_of(scene)
    for metric in ("content", "technical", "overall"):
        evidence = await evidence_of(scene, metric)
        assert evidence["score"]["value"] == scores[metric]["value"], metric
    assert {line["name"] for line in evidence["inputs"]} == {"content", "technical"}
    assert len(evidence["answers"]) == evidence["score"]["n"] > 0


async def test_an_audit_alone_leaves_the_audience_fit_where_it_is_listed(opened: Open) -> None:
    scene = await opened(SEED, plan=PRO, website=True)
    await scene.analyse()
    await scene.analyse("technical")
    fit = (await scores_of(scene))["audienceFit"]["value"]
    (brand,) = (await read(scene.client, "/api/v1/brands"))["data"]
    (material,) = (await read(scene.client, f"{scene.path}/materials"))["data"]
    assert (brand["audience"], material["audienceFit"]) == (fit, fit)


async def test_analytics_show_the_overall_score_that_a_later_audit_gave(opened: Open) -> None:
    scene = await opened(SEED, plan=PRO, website=True)
    await scene.analyse()
    before = (await scores_of(scene))["overall"]["value"]
    while (overall := (await scores_of(scene))["overall"]["value"]) == before:
        scene.change_site()
        await scene.analyse("technical")
    tiles = await read(scene.client, f"{scene.path}/metrics/tiles")
    (everything,) = (await read(scene.client, f"{scene.path}/metrics?metrics=overall"))["groups"]
    assert round(tiles["overall"]["value"]) == overall
    assert round(everything["values"]["overall"]["value"]) == overall


async def test_the_tiles_are_of_the_newest_analysis_in_the_chosen_days(opened: Open) -> None:
    scene = await opened(SEED, plan=PRO, website=False)
    await scene.analyse()
    first = await read(scene.client, f"{scene.path}/metrics/tiles")
    await scene.pass_days(40)
    await scene.analyse()
    newest = await read(scene.client, f"{scene.path}/metrics/tiles")
    assert newest["runId"] != first["runId"]
    span = f"from={scene.day(60)}&to={scene.day(30)}"
    earlier = await read(scene.client, f"{scene.path}/metrics/tiles?{span}")
    assert earlier["overall"] == first["overall"]
    assert earlier["runId"] == first["runId"]
    nothing = await read(scene.client, f"{scene.path}/metrics/tiles?to={scene.day(80)}")
    assert (nothing["overall"], nothing["asOf"]) == (None, None)
    assert nothing["newestAt"] == newest["asOf"]


async def test_the_answers_behind_a_rate_are_those_it_counts(opened: Open) -> None:
    scene = await opened(SEED, plan=PRO, website=False)
    scene.assistants.wavering = frozenset({"perplexity"})
    await scene.analyse()
    asked = (await read(scene.client, f"{scene.path}/prompts"))["data"][0]["id"]
    await scene.ask(asked)
    metrics = await read(scene.client, f"{scene.path}/metrics?metrics=mentionRate")
    (everything,) = metrics["groups"]
    counted = f"{scene.path}/answers?counted=true&limit=1"
    assert (await read(scene.client, counted))["page"]["total"] == everything["answers"]
    named = await read(scene.client, f"{counted}&mentioned=true")
    assert named["page"]["total"] == everything["values"]["mentionRate"]["hits"]
    every = await read(scene.client, f"{scene.path}/answers?limit=1")
    assert every["page"]["total"] > everything["answers"]


@pytest.mark.parametrize("other", ["status=failed", "basis=imported", "engine=nobody"])
async def test_what_contradicts_the_counted_answers_leaves_none_of_them(
    opened: Open, other: str
) -> None:
    scene = await opened(SEED, plan=PRO, website=False)
    await scene.analyse()
    assert await counted(scene) > 0
    assert await counted(scene, other) == 0


async def test_the_counted_answers_of_a_run_are_found_whatever_its_date(opened: Open) -> None:
    scene = await opened(SEED, plan=PRO, website=False)
    scene.assistants.silent = frozenset({"claude"})
    await scene.analyse()
    (run,) = (await read(scene.client, f"{scene.path}/runs"))["data"]
    behind = await counted(scene, f"run={run['id']}")
    await scene.pass_days(100)
    scene.assistants.silent = frozenset()
    await scene.analyse()
    assert await counted(scene, f"run={run['id']}") == behind > 0
    assert await counted(scene, f"run={run['id']}&from={scene.day(30)}") == 0


async def test_a_question_asked_alone_counts_in_no_number(opened: Open) -> None:
    scene = await opened(SEED, plan=PRO, website=False)
    await scene.analyse()
    await scene.ask((await read(scene.client, f"{scene.path}/prompts"))["data"][0]["id"])
    alone = (await read(scene.client, f"{scene.path}/runs"))["data"][0]
    assert alone["kind"] == "prompt"
    assert await counted(scene, f"run={alone['id']}") == 0


async def counted(scene: Scene, others: str = "") -> int:
    """How many answers the metrics count among those that are asked for."""
    path = f"{scene.path}/answers?counted=true&limit=1&{others}"
    total: int = (await read(scene.client, path))["page"]["total"]
    return total


async def test_a_site_that_could_not_be_read_leaves_no_older_number_anywhere(opened: Open) -> None:
    scene = await opened(SEED, plan=PRO, website=True)
    await scene.analyse()
    assert (await scores_of(scene))["technical"] is not None
    scene.hands = replace(scene.hands, sites=sites_of(FakeFetcher({})))
    await scene.analyse()
    scores = await scores_of(scene)
    assert scores["technical"] is None
    for metric in ("technical", "audienceFit", "overall"):
        metrics = await read(scene.client, f"{scene.path}/metrics?metrics={metric}")
        reading = metrics["groups"][0]["values"][metric]
        score = scores[metric]
        assert (reading and round(reading["value"])) == (score and score["value"]), metric
    (material,) = (await read(scene.client, f"{scene.path}/materials"))["data"]
    assert material["status"] == "failed"
    assert material["audienceFit"] == (scores["audienceFit"] and scores["audienceFit"]["value"])


async def test_an_audit_that_could_not_read_the_site_leaves_no_older_technical_score(
    opened: Open,
) -> None:
    scene = await opened(SEED, plan=PRO, website=True)
    await scene.analyse()
    scene.hands = replace(scene.hands, sites=sites_of(FakeFetcher({})))
    assert await scene.analyse("technical") == "partial"
    scores = await scores_of(scene)
    assert scores["technical"] is None
    assert scores["overall"]["value"] == scores["content"]["value"]


async def test_an_audit_of_before_the_first_answers_stands_in_analytics_too(opened: Open) -> None:
    scene = await opened(SEED, plan=PRO, website=True)
    await scene.analyse("technical")
    await scene.analyse("content")
    technical = (await scores_of(scene))["technical"]["value"]
    (everything,) = (await read(scene.client, f"{scene.path}/metrics?metrics=technical"))["groups"]
    assert round(everything["values"]["technical"]["value"]) == technical


async def test_an_analysis_that_got_no_answers_shows_no_older_overall_score(opened: Open) -> None:
    scene = await opened(SEED, plan=PRO, website=True)
    await scene.analyse()
    for prompt in (await read(scene.client, f"{scene.path}/prompts?limit=50"))["data"]:
        gone = await scene.client.delete(f"{scene.path}/prompts/{prompt['id']}")
        assert gone.status_code == 204, gone.text
    scene.assistants.silent = frozenset(ENGINES)
    await scene.analyse()
    overall = (await scores_of(scene))["overall"]
    tiles = await read(scene.client, f"{scene.path}/metrics/tiles")
    assert (tiles["overall"] and round(tiles["overall"]["value"])) == (overall and overall["value"])


@pytest.mark.parametrize("value", [40.5, 40.499999999999993])
async def test_a_score_that_ends_in_a_half_is_rounded_the_same_way_everywhere(
    opened: Open, value: float
) -> None:
    scene = await opened(SEED, plan=PRO, website=True)
    await scene.analyse()
    await scene.admin.execute(
        "UPDATE score SET value = $2, low = 40.25, high = 41.25"
        " WHERE brand_id = $1 AND engine = ''",
        scene.subject.brand_id,
        value,
    )
    await scene.pass_days(1)  # composes what is shown
    shown = {"value": 41, "low": 40.3, "high": 41.3}
    scores = await scores_of(scene)
    for metric in ("content", "technical", "audienceFit", "overall"):
        assert shown.items() <= scores[metric].items(), metric
        evidence = await evidence_of(scene, metric)
        assert shown.items() <= evidence["score"].items(), metric
    summary = await read(scene.client, f"{scene.path}/summary")
    assert summary["trend"][-1]["overall"] == 41
    tiles = await read(scene.client, f"{scene.path}/metrics/tiles")
    assert floor(tiles["overall"]["value"] + 0.5) == 41  # as the browser rounds it


async def test_analytics_tell_the_verdict_that_the_run_was_given(opened: Open) -> None:
    scene = await opened(SEED, plan=GROWTH, website=False)
    await scene.analyse()
    await scene.pass_days(100)
    await scene.analyse()
    await scene.admin.execute(MOVED, scene.subject.brand_id, scene.hands.clock.now())
    await scene.pass_days(1)  # composes what is shown
    change = (await scores_of(scene))["content"]["delta"]
    assert (change["points"], change["verdict"]) == (7.5, "moved")
    asked = f"{scene.path}/metrics?metrics=content"
    (whole,) = (await read(scene.client, asked))["groups"]
    assert whole["values"]["content"]["delta"] == {"points": 7.5, "verdict": "moved"}
    (part,) = (await read(scene.client, f"{asked}&engine=chatgpt"))["groups"]
    assert part["values"]["content"]["delta"] != whole["values"]["content"]["delta"]


MOVED = """
UPDATE score SET delta = '{"points": 7.5, "verdict": "moved", "exact": false, "since": null}'
 WHERE brand_id = $1 AND metric = 'content' AND engine = '' AND run_id = (
   SELECT id FROM run WHERE brand_id = $1 AND created_at <= $2 ORDER BY created_at DESC LIMIT 1)
"""
