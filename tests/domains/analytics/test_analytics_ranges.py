"""How analytics are compared, narrowed and put in order, over the API."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from typing import Any
from uuid import UUID

import asyncpg
import httpx
import pytest
import pytest_asyncio

from presence.db.session import Database
from presence.domains.billing.service import grant
from tests.factories.analysed import read
from tests.factories.runs import Analysed

GROWTH = 2
TODAY = datetime.now(UTC).date()


@pytest_asyncio.fixture(scope="module", autouse=True)
async def paying(database: Database, analysed: Analysed) -> None:
    """The analysed brand's workspace on a plan with a year of history."""
    async with database.transaction(analysed.tenant.binding) as session:
        await grant(session, analysed.tenant.user_id, GROWTH, None)


def of(analysed: Analysed, tail: str) -> str:
    """A path below the brand."""
    return f"/api/v1/brands/{analysed.brand_id}/{tail}"


def ago(days: int) -> date:
    """A day before today."""
    return TODAY - timedelta(days=days)


async def compared(owner: httpx.AsyncClient, analysed: Analysed, days: int, how: str) -> Any:
    """The span the last `days` days are compared with."""
    found = await read(owner, of(analysed, f"metrics?from={ago(days - 1)}&{how}"))
    return found["compare"] and (found["compare"]["from"], found["compare"]["to"])


async def test_days_of_ones_own_are_compared_with(
    owner: httpx.AsyncClient, analysed: Analysed
) -> None:
    own = f"compare=custom&compareFrom={ago(60)}&compareTo={ago(40)}"
    assert await compared(owner, analysed, 7, own) == (str(ago(60)), str(ago(40)))


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ("", "Choose both days to compare with"),
        (f"&compareFrom={ago(9)}", "Choose both days to compare with"),
        (f"&compareFrom={ago(5)}&compareTo={ago(9)}", "The first day must not be after the last"),
        (
            "&compareFrom=9999-12-31&compareTo=9999-12-30",
            "The first day must not be after the last",
        ),
    ],
)
async def test_a_comparison_without_its_days_is_refused_in_a_sentence(
    owner: httpx.AsyncClient, analysed: Analysed, given: str, sentence: str
) -> None:
    refused = await owner.get(of(analysed, f"metrics?compare=custom{given}"))
    assert (refused.status_code, refused.json()["message"]) == (422, sentence)


@pytest.mark.parametrize("day", ["0", "0.0", "1700000000", "5.6e-49"])
async def test_a_mere_number_is_no_day(
    owner: httpx.AsyncClient, analysed: Analysed, day: str
) -> None:
    answer = await owner.get(of(analysed, f"metrics?from={day}"))
    assert answer.status_code == 422, answer.text
    assert answer.json()["message"] == "Give the day as YYYY-MM-DD"


@pytest.mark.parametrize(
    "asked",
    [
        "metrics?to=0001-01-01",
        "metrics?from=0001-01-01&to=9999-12-31",
        "metrics?compare=custom&compareFrom=0001-01-01&compareTo=9999-12-31",
        "answers?from=0001-01-01&to=9999-12-31",
    ],
)
async def test_the_ends_of_the_calendar_are_days_as_well(
    owner: httpx.AsyncClient, analysed: Analysed, asked: str
) -> None:
    assert (await owner.get(of(analysed, asked))).status_code == 200


@pytest.mark.parametrize("days", [1, 7, 10, 28, 30, 90])
async def test_whole_weeks_back_lay_weekday_on_weekday_without_an_overlap(
    owner: httpx.AsyncClient, analysed: Analysed, days: int
) -> None:
    first, last = await compared(owner, analysed, days, "compare=previous&match=weekday")
    assert date.fromisoformat(last) < ago(days - 1)
    assert ago(days - 1).weekday() == date.fromisoformat(first).weekday()
    assert TODAY - date.fromisoformat(last) < timedelta(days=days + 7)


async def test_a_year_back_is_the_same_date_or_the_same_weekday(
    owner: httpx.AsyncClient, analysed: Analysed
) -> None:
    year = f"metrics?from={ago(30)}&to={ago(20)}&compare=year"
    for match, first in (("date", None), ("weekday", ago(30 + 364))):
        found = (await read(owner, of(analysed, f"{year}&match={match}")))["compare"]
        if found is None:  # outside the plan's history, as the answer says
            continue
        shown = date.fromisoformat(found["to"])
        if first is None:
            assert (shown.month, shown.day) in {(ago(20).month, ago(20).day), (2, 28)}
        else:
            assert shown.weekday() == ago(20).weekday()


async def test_a_market_narrows_metrics_and_answers_alike(
    owner: httpx.AsyncClient, analysed: Analysed
) -> None:
    prompts = (await read(owner, of(analysed, "prompts?limit=100")))["data"]
    (market,) = {prompt["locale"] for prompt in prompts}
    for named, expected in ((market, True), ("xx-XX", False)):
        metrics = await read(owner, of(analysed, f"metrics?market={named}"))
        answers = await read(owner, of(analysed, f"answers?market={named}"))
        assert bool(metrics["groups"]) is expected, named
        assert bool(answers["page"]["total"]) is expected, named


async def test_prompts_tell_when_they_were_asked_and_whom_their_answers_name(
    owner: httpx.AsyncClient, analysed: Analysed, admin: asyncpg.Connection
) -> None:
    made = await owner.post(of(analysed, "competitors"), json={"name": "Wexford Joiners"})
    assert made.status_code == 201, made.text
    competitor = made.json()["id"]
    path = "metrics?metrics=mentionRate&groupBy=prompt"
    (run,) = (await read(owner, of(analysed, "runs")))["data"]
    first, *others = [g["key"] for g in (await read(owner, of(analysed, path)))["groups"]]
    await admin.execute(
        "INSERT INTO run_entity (workspace_id, run_id, prompt_id, engine, entity, mentions,"
        " position_sum, recommended) SELECT workspace_id, run_id, prompt_id, engine, $3, 2, 4, 0"
        " FROM run_cell WHERE run_id = $1 AND prompt_id = $2",
        analysed.run_id,
        UUID(first),
        competitor,
    )
    rows = (await read(owner, of(analysed, path + "&rivals=true")))["groups"]
    assert {row["lastAskedAt"] for row in rows} == {run["createdAt"]}
    named = {row["key"]: row["rivals"] for row in rows}
    assert named.pop(first) == [{"id": competitor, "name": "Wexford Joiners", "answers": 2}]
    assert named == {key: [] for key in others}
    assert {row["rivals"] is None for row in (await read(owner, of(analysed, path)))["groups"]} == {
        True
    }


@pytest.mark.parametrize("name", ["cited", "retrieved", "source", "type", "gap"])
async def test_all_sources_are_put_in_order_not_one_page_of_them(
    owner: httpx.AsyncClient, analysed: Analysed, name: str
) -> None:
    """The first two by an order are the first two of everything in it, either way round."""
    key = {"source": "key", "type": "sourceClass", "gap": "withoutBrand"}.get(name, name)
    for sign in ("", "-"):
        path = f"sources?group=url&sort={sign}{name}&limit="
        everything = (await read(owner, of(analysed, path + "200")))["data"]
        assert (await read(owner, of(analysed, path + "2")))["data"] == everything[:2]
        values = [row[key] for row in everything if row[key] is not None]
        if name not in {"source", "type"}:
            assert values == sorted(values, reverse=bool(sign))
        assert len(everything) > 2


async def test_an_order_sources_do_not_have_is_refused(
    owner: httpx.AsyncClient, analysed: Analysed
) -> None:
    refused = await owner.get(of(analysed, "sources?sort=key;drop"))
    assert refused.status_code == 422
    assert "Sort by one of" in refused.json()["message"]
