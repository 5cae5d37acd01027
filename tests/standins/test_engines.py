"""The stand-in engines are what they claim: meters as a provider's, a script that is followed."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import aiohttp
import pytest
import pytest_asyncio

from presence_standins import engines
from presence_standins.engines import (
    DEFAULT_WORLD,
    ENGINES,
    EngineStandIns,
    KnownBrand,
    Rule,
    load_world,
)
from presence_standins.engines.counts import Meter
from presence_standins.engines.said import say
from presence_standins.engines.script import Script, read_rules

QUESTION = "Which desk makers are best?"


@pytest_asyncio.fixture
async def standins() -> AsyncIterator[EngineStandIns]:
    """Stand-ins that accept three requests a minute."""
    async with engines.start(requests_per_minute=3) as running:
        yield running


@pytest_asyncio.fixture
async def client() -> AsyncIterator[aiohttp.ClientSession]:
    """A client that is no SDK."""
    async with aiohttp.ClientSession() as session:
        yield session


async def ask(
    client: aiohttp.ClientSession, standins: EngineStandIns, **headers: str
) -> tuple[int, Any]:
    """One plain request to the compatible engine: status and document."""
    body = {"model": "m", "messages": [{"role": "user", "content": QUESTION}]}
    sent = {"Authorization": "Bearer some-key", **headers}
    url = standins.base("compatible") + "/chat/completions"
    async with client.post(url, json=body, headers=sent) as answer:
        return answer.status, await answer.json()


async def test_what_exceeds_the_limit_of_a_minute_is_refused_and_counted(
    client: aiohttp.ClientSession, standins: EngineStandIns
) -> None:
    statuses = [(await ask(client, standins))[0] for _ in range(5)]
    counts = standins.counts("compatible")
    assert statuses == [200, 200, 200, 429, 429]
    assert (counts["requests"], counts["answered"]) == (5, 3)
    assert counts["peakRequestsPerMinute"] == 5
    assert counts["statuses"] == {"200": 3, "429": 2}


async def test_an_answer_paid_twice_under_one_key_is_on_the_meter(
    client: aiohttp.ClientSession, standins: EngineStandIns
) -> None:
    for key in ("a", "b", "b"):
        await ask(client, standins, **{"Idempotency-Key": key})
    counts = standins.counts("compatible")
    assert counts["idempotencyKeys"] == {"a": 1, "b": 2}
    assert counts["paidMoreThanOnce"] == ["b"]


async def test_tokens_on_the_meter_are_those_in_the_answers(
    client: aiohttp.ClientSession, standins: EngineStandIns
) -> None:
    documents = [(await ask(client, standins))[1] for _ in range(2)]
    billed = sum(document["usage"]["total_tokens"] for document in documents)
    assert standins.counts("compatible")["tokens"] == billed


async def test_the_script_can_be_replaced_over_http(
    client: aiohttp.ClientSession, standins: EngineStandIns
) -> None:
    rules = [{"do": "overloaded", "engine": "compatible", "times": 1}]
    async with client.post(standins.url + "/_script", json=rules) as answer:
        assert answer.status == 204
    assert [(await ask(client, standins))[0] for _ in range(2)] == [529, 200]
    async with client.post(standins.url + "/_script", json=[{"do": "dance"}]) as answer:
        assert answer.status == 422
        assert "There is no behaviour 'dance'" in await answer.text()


async def test_a_request_without_a_key_is_not_served(
    client: aiohttp.ClientSession, standins: EngineStandIns
) -> None:
    assert (await ask(client, standins, Authorization=""))[0] == 401


def test_peaks_are_over_any_sixty_seconds() -> None:
    now = [0.0]
    meter = Meter(lambda: now[0])
    for second in (0, 50, 59, 61, 70):
        now[0] = second
        meter.arrive("")
    assert meter.read()["peakRequestsPerMinute"] == 4


def test_a_rule_is_used_as_often_as_it_says_and_only_where_it_fits() -> None:
    script = Script([Rule("cut", engine="claude", match="desk", times=1), Rule("slow", times=1)])
    asked = [("gemini", "A desk?"), ("claude", "A desk?"), ("claude", "A desk?")]
    assert [script.next(*a).do for a in asked] == ["slow", "cut", "success"]


def test_a_rule_with_an_unknown_field_is_refused() -> None:
    with pytest.raises(ValueError, match="does not fit"):
        read_rules([{"do": "cut", "wehn": "x"}])


def test_engines_name_different_brands_and_say_the_same_again() -> None:
    said = {e: say(DEFAULT_WORLD, e, QUESTION).text for e in ENGINES}
    again = {e: say(DEFAULT_WORLD, e, QUESTION).text for e in ENGINES}
    assert said == again
    assert len(set(said.values())) > 2


def test_a_stronger_brand_is_named_more_often() -> None:
    counts = {"Marlow Tables": 0, "Studio Lind": 0}
    for number in range(200):
        text = say(DEFAULT_WORLD, "chatgpt", f"Which of {number} tables is best?").text
        for name in counts:
            counts[name] += name in text
    assert counts["Marlow Tables"] > 1.25 * counts["Studio Lind"] > 0


def test_a_question_is_answered_with_brands_of_its_trade() -> None:
    said = say(DEFAULT_WORLD, "claude", "Which bookkeeping software suits a small café?").text
    assert "Tallybean" in said or "Ledgerly" in said or "Kettle & Count" in said
    assert "Marlow Tables" not in said


def test_a_brand_can_be_given_the_site_it_has_in_a_trial() -> None:
    brand = KnownBrand("Harrow Oak", "http://127.0.0.1:8123", "oak tables", 1.0, topics=("table",))
    said = say(DEFAULT_WORLD.with_brand(brand), "gemini", "Which oak tables are best?")
    assert "Harrow Oak" in said.text
    assert "http://127.0.0.1:8123/" in [source.url for source in said.sources]


def test_a_brand_nobody_knows_is_said_to_be_unknown(tmp_path: Path) -> None:
    file = tmp_path / "world.json"
    brand = {"name": "Newcomer", "site": "https://new.example", "about": "tea", "strength": 0.0}
    file.write_text(json.dumps({"brands": [brand]}))
    text = say(load_world(file), "claude", "What is Newcomer?").text
    assert text == "I couldn't find any information about Newcomer."


def test_a_world_that_is_none_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "world.json"
    file.write_text('{"brands": [{"title": "x"}]}')
    with pytest.raises(ValueError, match=r"world\.json does not describe a world"):
        load_world(file)
