"""Metrics, answers and sources over the API: the same numbers as the run's own, cut by plan."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from statistics import median_low
from typing import Any
from uuid import UUID

import asyncpg
import httpx
import pytest
import pytest_asyncio
from fastapi import FastAPI

from presence.db.session import Database
from presence.domains.billing.service import grant
from presence.domains.measurement.service.rescoring import rescore
from presence.domains.results.queries import cells
from presence.jobs.context import JobContext, JobResources
from tests.conftest import browser
from tests.factories.analysed import read
from tests.factories.runs import Analysed, Subject, begin_run, session_cookies, work_off

PRO, GROWTH, SCALE = 1, 2, 3
HISTORY = {PRO: 90, GROWTH: 365, SCALE: 730}  # days, by product.md's table


@pytest_asyncio.fixture(scope="module")
async def paying(database: Database, analysed: Analysed) -> Analysed:
    """The analysed brand's workspace on a plan with full analytics."""
    async with database.transaction(analysed.tenant.binding) as session:
        await grant(session, analysed.tenant.user_id, PRO, None)
    return analysed


def of(analysed: Analysed, tail: str) -> str:
    """A path below the brand."""
    return f"/api/v1/brands/{analysed.brand_id}/{tail}"


async def test_without_full_analytics_no_aggregate_leaves_the_server(
    owner: httpx.AsyncClient, analysed: Analysed
) -> None:
    for tail in ("metrics", "metrics/tiles", "sources"):
        refused = await owner.get(of(analysed, tail))
        assert refused.status_code == 403, tail
        assert refused.json()["code"] == "plan-limit"
    answers = await read(owner, of(analysed, "answers?limit=5"))
    assert {a["engine"] for a in answers["data"]} == {"simulator"}


async def test_before_an_analysis_nobody_is_said_to_be_named(
    app: FastAPI, database: Database, described: Subject
) -> None:
    cookies = await session_cookies(database, described.tenant)
    async with browser(app, cookies=cookies) as client:
        named = await read(client, f"/api/v1/brands/{described.brand_id}/named")
    assert named == {
        "runId": None,
        "basis": None,
        "answers": 0,
        "brand": None,
        "competitors": [],
        "notCounted": [],
        "untracked": [],
    }


class TestOnAPlan:
    """What a subscriber sees."""

    @pytest.fixture(autouse=True)
    def _paying(self, paying: Analysed) -> None:
        """Every test here has the plan."""

    async def test_the_headline_equals_the_runs_own_score_to_the_digit(
        self, owner: httpx.AsyncClient, analysed: Analysed
    ) -> None:
        summary = await read(owner, of(analysed, "summary"))
        metrics = await read(owner, of(analysed, "metrics?metrics=content&metrics=overall"))
        (everything,) = metrics["groups"]
        for name in ("content", "overall"):
            shown, reading = summary["scores"][name], everything["values"][name]
            assert round(reading["value"]) == shown["value"]
            assert (round(reading["low"], 1), round(reading["high"], 1)) == (
                shown["low"],
                shown["high"],
            )
            assert reading["n"] == shown["n"]
        assert metrics["basis"] == "simulator"

    async def test_prompts_are_rows_whose_answers_can_be_opened(
        self, owner: httpx.AsyncClient, analysed: Analysed
    ) -> None:
        path = of(analysed, "metrics?metrics=mentionRate&groupBy=prompt")
        metrics = await read(owner, path)
        assert metrics["groups"]
        first = metrics["groups"][0]
        answers = await read(owner, of(analysed, f"answers?prompt={first['key']}"))
        assert answers["page"]["total"] == first["answers"] + first["failed"]
        assert {a["prompt"] for a in answers["data"]} == {first["label"]}

    async def test_a_competitor_has_no_count_until_the_answers_are_counted_for_it(
        self, owner: httpx.AsyncClient, analysed: Analysed, hands: JobResources
    ) -> None:
        made = await owner.post(of(analysed, "competitors"), json={"name": "Odell"})
        assert made.status_code == 201, made.text
        key = made.json()["id"]
        board = "metrics?metrics=mentionRate&metrics=shareOfVoice&groupBy=competitor"

        async def seen() -> tuple[list[str], list[str], dict[str, Any]]:
            named = await read(owner, of(analysed, "named"))
            table = await read(owner, of(analysed, board))
            (row,) = (row for row in table["groups"] if row["key"] == key)
            keys = [[one["key"] for one in named[part]] for part in ("competitors", "notCounted")]
            return keys[0], keys[1], row["values"]

        counted, waiting, values = await seen()
        assert key not in counted
        assert waiting == [key]
        assert values == {"mentionRate": None, "shareOfVoice": None}
        await rescore(JobContext(analysed.tenant.workspace_id, 5, hands), analysed.brand_id)
        counted, waiting, values = await seen()
        assert key in counted
        assert waiting == []
        assert values["mentionRate"]["value"] == 0.0

    async def test_who_is_named_how_often_equals_the_mention_rates(
        self, owner: httpx.AsyncClient, analysed: Analysed, hands: JobResources
    ) -> None:
        made = await owner.post(of(analysed, "competitors"), json={"name": "Marlow"})
        assert made.status_code == 201, made.text
        await rescore(JobContext(analysed.tenant.workspace_id, 5, hands), analysed.brand_id)
        named = await read(owner, of(analysed, "named"))
        table = await read(owner, of(analysed, "metrics?metrics=mentionRate&groupBy=competitor"))
        rates = {row["key"]: row["values"]["mentionRate"] for row in table["groups"]}
        shown = {row["key"]: row["rate"] for row in (named["brand"], *named["competitors"])}
        assert shown.keys() == rates.keys()
        for key, rate in shown.items():
            assert rate == {name: rates[key][name] for name in rate}
            assert rate["n"] == named["answers"]

    async def test_the_usual_place_is_the_median_of_the_answers_places(
        self, owner: httpx.AsyncClient, analysed: Analysed
    ) -> None:
        named = await read(owner, of(analysed, "named"))
        answers = await read(owner, of(analysed, f"answers?run={analysed.run_id}&limit=100"))
        rows = [row for row in answers["data"] if row["intent"] != "branded"]
        places = [row["position"] for row in rows if row["mentioned"]]
        assert named["brand"]["rate"]["hits"] == len(places)
        assert named["brand"]["place"] == median_low(places)

    async def test_the_sentiment_is_that_of_the_answers_counted_by_tone(
        self, owner: httpx.AsyncClient, analysed: Analysed
    ) -> None:
        metrics = await read(owner, of(analysed, "metrics?metrics=sentiment"))
        (everything,) = metrics["groups"]
        reading, tones = everything["values"]["sentiment"], everything["tones"]
        assert sum(tones.values()) == reading["n"] > 0

    async def test_engines_are_named_and_have_a_course(
        self, owner: httpx.AsyncClient, analysed: Analysed
    ) -> None:
        metrics = await read(owner, of(analysed, "metrics?metrics=content&groupBy=engine"))
        assert [g["label"] for g in metrics["groups"]] == ["Simulator"]
        (line,) = metrics["series"]
        assert len(line["points"]) == 1
        assert line["points"][0]["models"]

    async def test_days_are_inclusive_and_before_the_first_run_there_is_nothing(
        self, owner: httpx.AsyncClient, analysed: Analysed
    ) -> None:
        today = datetime.now(UTC).date()
        for first, last, runs in (
            (today, today, 1),
            (today - timedelta(days=9), today - timedelta(days=1), 0),
        ):
            metrics = await read(owner, of(analysed, f"metrics?from={first}&to={last}"))
            assert metrics["runs"] == runs
            assert bool(metrics["groups"]) == bool(runs)

    async def test_a_range_the_wrong_way_round_is_refused_in_a_sentence(
        self, owner: httpx.AsyncClient, analysed: Analysed
    ) -> None:
        refused = await owner.get(of(analysed, "metrics?from=2026-11-02&to=2026-11-01"))
        assert refused.status_code == 422
        assert refused.json()["message"] == "The first day must not be after the last"

    async def test_answers_are_listed_by_inclusive_days(
        self, owner: httpx.AsyncClient, analysed: Analysed
    ) -> None:
        today = datetime.now(UTC).date()
        yesterday = today - timedelta(days=1)
        everything = (await read(owner, of(analysed, "answers")))["page"]["total"]
        for days, expected in (
            (f"from={today}&to={today}", everything),
            (f"from={yesterday}", everything),
            (f"to={yesterday}", 0),
        ):
            answers = await read(owner, of(analysed, f"answers?{days}"))
            assert answers["page"]["total"] == expected, days
        refused = await owner.get(of(analysed, f"answers?from={today}&to={yesterday}"))
        assert refused.status_code == 422

    async def test_answers_are_filtered_by_what_was_read_in_them(
        self, owner: httpx.AsyncClient, analysed: Analysed
    ) -> None:
        everything = await read(owner, of(analysed, "answers?intent=discovery"))
        named = await read(owner, of(analysed, "answers?intent=discovery&mentioned=true"))
        absent = await read(owner, of(analysed, "answers?intent=discovery&mentioned=false"))
        assert all(a["mentioned"] for a in named["data"])
        totals = [page["page"]["total"] for page in (everything, named, absent)]
        assert totals[0] == totals[1] + totals[2]

    async def test_pages_of_answers_show_each_once(
        self, owner: httpx.AsyncClient, analysed: Analysed
    ) -> None:
        seen: list[str] = []
        cursor = ""
        while True:
            page = await read(owner, of(analysed, f"answers?limit=20{cursor}"))
            seen += [a["id"] for a in page["data"]]
            if page["page"]["nextCursor"] is None:
                break
            cursor = f"&cursor={page['page']['nextCursor']}"
        assert len(seen) == len(set(seen)) == page["page"]["total"]
        assert seen == sorted(seen, key=UUID, reverse=True)

    async def test_sources_count_the_answers_that_cite_them(
        self, owner: httpx.AsyncClient, analysed: Analysed
    ) -> None:
        sources = await read(owner, of(analysed, "sources?group=url"))
        assert sources["citations"] == sum(s["cited"] for s in sources["data"])
        top = sources["data"][0]
        assert top["sourceClass"] == "owned"
        assert top["owner"] == "Harrow"
        assert top["gap"] is False

    async def test_stability_is_not_claimed_below_five_runs(
        self, owner: httpx.AsyncClient, analysed: Analysed
    ) -> None:
        sources = await read(owner, of(analysed, "sources"))
        assert sources["stability"] == {
            "value": None,
            "low": None,
            "high": None,
            "runs": 1,
            "shownFromRuns": 5,
            "early": False,
        }

    async def test_the_tiles_say_why_a_number_is_missing(
        self, owner: httpx.AsyncClient, analysed: Analysed
    ) -> None:
        tiles = await read(owner, of(analysed, "metrics/tiles"))
        assert tiles["growth"] == {"value": None, "verdict": "new", "since": None}
        assert tiles["responseTime"]["value"] > 0
        summary: dict[str, Any] = await read(owner, of(analysed, "summary"))
        assert round(tiles["overall"]["value"]) == summary["scores"]["overall"]["value"]


async def test_the_sums_behind_analytics_hold_no_question_that_names_the_brand(
    database: Database, analysed: Analysed
) -> None:
    async with database.transaction(analysed.tenant.binding) as session:
        now = datetime.now(UTC)
        runs = await cells.scored_runs(
            session, analysed.brand_id, now - timedelta(days=1), now + timedelta(days=1)
        )
        found = await cells.cells(session, runs, "simulator")
        neutral = await cells.prompts(session, analysed.brand_id)
    assert found
    assert {row.cell.prompt_id for row in found} <= neutral.keys()


@pytest.mark.parametrize("plan", HISTORY)
async def test_neither_the_days_shown_nor_those_compared_reach_before_the_plans_history(
    owner: httpx.AsyncClient, database: Database, analysed: Analysed, plan: int
) -> None:
    async with database.transaction(analysed.tenant.binding) as session:
        await grant(session, analysed.tenant.user_id, plan, None)
    days, today = HISTORY[plan], datetime.now(UTC).date()
    earliest = today - timedelta(days=days - 1)

    async def asked(back: int, compare: str) -> list[Any]:
        first = today - timedelta(days=back - 1)
        found = await read(owner, of(analysed, f"metrics?from={first}&compare={compare}"))
        assert found["historyFrom"] == str(earliest)
        spans = [span and (span["from"], span["to"]) for span in (found["range"], found["compare"])]
        return [*spans, found["clipped"], found["compareClipped"]]

    def span(first: int, last: int) -> tuple[str, str]:
        """Days counted back from today, today being 1."""
        return tuple(str(today - timedelta(days=back - 1)) for back in (first, last))  # type: ignore[return-value]  # two of two

    half, most = days // 2, days * 2 // 3
    assert await asked(half, "previous") == [span(half, 1), span(2 * half, half + 1), False, False]
    assert await asked(most, "previous") == [span(most, 1), span(days, most + 1), False, True]
    assert await asked(days, "previous") == [span(days, 1), None, False, True]
    assert await asked(days + 100, "previous") == [span(days, 1), None, True, True]
    assert await asked(days + 100, "none") == [span(days, 1), None, True, False]
    if days < 364:
        assert await asked(7, "year") == [span(7, 1), None, False, True]
    else:
        assert (await asked(7, "year"))[1:] == [
            span(min(7 + 364, days), 365),
            False,
            days < 7 + 364,
        ]


async def test_what_was_measured_before_the_plans_history_moves_no_number(
    owner: httpx.AsyncClient,
    database: Database,
    analysed: Analysed,
    hands: JobResources,
    admin: asyncpg.Connection,
) -> None:
    await admin.execute(
        "UPDATE run SET created_at = created_at - interval '100 days' WHERE id = $1",
        analysed.run_id,
    )
    await work_off(hands, analysed.subject, await begin_run(database, analysed.subject))
    since = datetime.now(UTC).date() - timedelta(days=59)
    for plan, compared in ((PRO, False), (GROWTH, True)):
        async with database.transaction(analysed.tenant.binding) as session:
            await grant(session, analysed.tenant.user_id, plan, None)
        found = await read(owner, of(analysed, f"metrics?metrics=mentionRate&from={since}"))
        (everything,) = found["groups"]
        assert (everything["values"]["mentionRate"]["delta"] is not None) is compared, plan
        growth = (await read(owner, of(analysed, "metrics/tiles")))["growth"]
        assert (growth["since"] is not None) is compared, plan
