"""Asking within limits that all workers share: pace, pauses, repetition, the circuit."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any

import pytest
from sqlalchemy import event, text

from presence.core.clock import SystemClock
from presence.core.ids import new_id
from presence.core.settings import EngineSettings, Settings
from presence.db.session import Database
from presence.domains.engines.pricing import price
from tests.analysis.fakes import FakeClock
from tests.conftest import Place
from tests.domains.engines.conftest import on_plan
from tests.domains.engines.providers import GOOD, Hands, Provider, failing, question

CIRCUIT = 3


async def hands(
    database: Database,
    settings: Settings,
    *script: Any,
    clock: FakeClock | None = None,
    **pace: Any,
) -> Hands:
    """Workers of a fresh workspace with a fresh key, so that no test meets another's limits."""
    own = {"chatgpt": {"api_key": f"key-{new_id()}", **pace}, "circuit_failures": CIRCUIT}
    changed = settings.model_copy(update={"engines": EngineSettings.model_validate(own)})
    clock = clock or FakeClock()
    provider = Provider(clock, script)
    return Hands(database, changed, await on_plan(database, None), clock, provider)


async def test_an_answer_comes_with_its_price(database: Database, settings: Settings) -> None:
    some = await hands(database, settings)
    raw = await some.asker().ask("chatgpt", question())
    expected = price(settings, "chatgpt", "gpt-6-luna", 9_000, 1_000, 1)
    assert raw.cost_usd == pytest.approx(float(expected))
    assert raw.status == "completed"


async def test_an_answer_takes_two_round_trips(database: Database, settings: Settings) -> None:
    some = await hands(database, settings)
    asker = some.asker()
    await asker.ask("chatgpt", question(1))
    seen: list[str] = []
    engine = database.engine.sync_engine

    def note(_: Any, __: Any, statement: str, *rest: Any) -> None:
        seen.append(statement)

    event.listen(engine, "before_cursor_execute", note)
    try:
        await asker.ask("chatgpt", question(2))
    finally:
        event.remove(engine, "before_cursor_execute", note)
    assert len(seen) == 2, seen


async def test_an_engine_without_a_key_answers_that_it_is_not_connected(
    database: Database, settings: Settings
) -> None:
    some = await hands(database, settings)
    raw = await some.asker().ask("claude", question())
    assert (raw.status, raw.error_code) == ("failed", "unauthorized")
    assert raw.error == "Claude is not connected."
    assert some.provider.asked_at == []


async def test_no_minute_sees_more_requests_than_allowed(
    database: Database, settings: Settings
) -> None:
    some = await hands(database, settings, requests_per_minute=10)
    workers = [some.asker(seed) for seed in range(3)]
    for number in range(35):
        await workers[number % 3].ask("chatgpt", question(number))
    asked = some.provider.asked_at
    assert len(asked) == 35
    assert max(sum(start <= t < start + 60 for t in asked) for start in asked) <= 10


async def test_no_minute_sees_more_tokens_than_allowed(
    database: Database, settings: Settings
) -> None:
    some = await hands(database, settings, tokens_per_minute=35_000, tokens_per_answer=12_000)
    asker = some.asker()
    for number in range(9):
        await asker.ask("chatgpt", question(number))
    asked = some.provider.asked_at
    each = (GOOD.input_tokens or 0) + (GOOD.output_tokens or 0)
    assert max(each * sum(start <= t < start + 60 for t in asked) for start in asked) <= 35_000


async def test_tokens_of_a_failed_request_count_as_estimated(
    database: Database, settings: Settings
) -> None:
    script = [failing("overloaded"), GOOD] * 4
    pace: dict[str, Any] = {"tokens_per_minute": 35_000, "tokens_per_answer": 12_000}
    some = await hands(database, settings, *script, **pace)
    some.settings.engines.circuit_failures = 100
    asker = some.asker()
    for number in range(4):
        await asker.ask("chatgpt", question(number))
    asked = some.provider.asked_at
    assert max(10_000 * sum(start <= t < start + 60 for t in asked) for start in asked) <= 35_000


async def test_no_more_are_asked_at_once_than_there_are_slots_over_all_workers(
    database: Database, settings: Settings
) -> None:
    some = await hands(database, settings, concurrency=4)
    some.provider.latency_s = 0.01
    some.clock = SystemClock()  # type: ignore[assignment]  # real time: workers really wait
    workers = [some.asker(seed) for seed in range(5)]
    jobs = (w.ask("chatgpt", question(n)) for n in range(8) for w in workers)
    answers = await asyncio.gather(*jobs)
    assert all(raw.status == "completed" for raw in answers)
    assert some.provider.most_flying <= 4


async def test_a_killed_workers_slot_is_free_again_after_its_time(
    database: Database, settings: Settings
) -> None:
    some = await hands(database, settings, concurrency=1, timeout_s=30)
    some.provider.latency_s = 60
    killed = asyncio.create_task(some.asker().ask("chatgpt", question(1)))
    await some.provider.asked.wait()
    killed.cancel()
    some.provider.latency_s = 0
    raw = await some.asker().ask("chatgpt", question(2))
    assert raw.status == "completed"
    assert 45 <= some.provider.asked_at[1] - some.provider.asked_at[0] < 60


async def test_a_pause_the_provider_asks_for_is_kept_by_every_worker(
    database: Database, settings: Settings
) -> None:
    some = await hands(database, settings, failing("rate-limited", 40.0))
    first, second = some.asker(1), some.asker(2)
    await first.ask("chatgpt", question(1))
    refused, again = some.provider.asked_at
    assert again - refused >= 40
    some.provider._answers = iter((failing("rate-limited", 25.0),))
    other, mine = await asyncio.gather(
        first.ask("chatgpt", question(2)), second.ask("chatgpt", question(3))
    )
    assert other.status == mine.status == "completed"


async def test_a_pause_longer_than_an_answer_may_take_ends_the_question(
    database: Database, settings: Settings
) -> None:
    some = await hands(database, settings, failing("rate-limited", 3_600.0))
    raw = await some.asker().ask("chatgpt", question())
    assert (raw.error_code, len(some.provider.asked_at)) == ("rate-limited", 1)


async def test_attempts_are_bounded_and_their_waits_grow_with_jitter(
    database: Database, settings: Settings
) -> None:
    some = await hands(database, settings, *[failing("overloaded")] * 10)
    some.settings.engines.circuit_failures = 100
    raw = await some.asker().ask("chatgpt", question())
    assert raw.error_code == "overloaded"
    assert len(some.provider.asked_at) == some.settings.engines.attempts == 4
    waits = [
        b - a for a, b in zip(some.provider.asked_at, some.provider.asked_at[1:], strict=False)
    ]
    assert all(0 <= wait <= 2.0**n for n, wait in enumerate(waits))
    assert len(set(waits)) == 3


@pytest.mark.parametrize(
    ("code", "asked"),
    [("refused", 1), ("truncated", 1), ("bad-request", 1), ("unauthorized", 1), ("no-credit", 1),
     ("timeout", 1), ("disconnected", 1), ("server-error", 1), ("unknown", 1), ("malformed", 1),
     ("unreachable", 4), ("rate-limited", 4), ("overloaded", 4)],
)  # fmt: skip
async def test_only_what_surely_was_not_begun_is_repeated(
    database: Database, settings: Settings, code: str, asked: int
) -> None:
    some = await hands(database, settings, *[failing(code)] * 10)
    some.settings.engines.circuit_failures = 100
    raw = await some.asker().ask("chatgpt", question())
    assert (raw.error_code, len(some.provider.asked_at)) == (code, asked)


@pytest.mark.parametrize("code", ["overloaded", "rate-limited", "unreachable"])
async def test_what_failed_after_a_part_had_come_is_paid_for_and_not_asked_again(
    database: Database, settings: Settings, code: str
) -> None:
    billed = replace(failing(code), input_tokens=9_000, output_tokens=1_000, searches=1, begun=True)
    some = await hands(database, settings, billed)
    raw = await some.asker().ask("chatgpt", question())
    once = float(price(settings, "chatgpt", "gpt-6-luna", 9_000, 1_000, 1))
    assert (raw.error_code, len(some.provider.asked_at)) == (code, 1)
    assert raw.cost_usd == pytest.approx(once)


async def test_the_circuit_opens_for_every_worker_after_repeated_failure(
    database: Database, settings: Settings
) -> None:
    some = await hands(database, settings, *[failing("unauthorized")] * CIRCUIT)
    some.settings.engines.circuit_patience_s = 5
    for number in range(CIRCUIT):
        await some.asker(number).ask("chatgpt", question(number))
    raw = await some.asker(99).ask("chatgpt", question(99))
    assert (raw.error_code, len(some.provider.asked_at)) == ("circuit-open", CIRCUIT)
    assert raw.error == "ChatGPT did not accept the key."


async def test_an_open_circuit_says_only_that_the_engine_fails_if_that_may_pass(
    database: Database, settings: Settings
) -> None:
    some = await hands(database, settings, *[failing("server-error")] * CIRCUIT * 9)
    some.settings.engines.circuit_patience_s = 5
    for number in range(CIRCUIT):
        await some.asker(number).ask("chatgpt", question(number))
    raw = await some.asker(99).ask("chatgpt", question(99))
    assert (raw.error_code, raw.error) == ("circuit-open", "ChatGPT is failing at the moment.")


async def test_one_probe_is_let_through_and_closes_the_circuit(
    database: Database, settings: Settings
) -> None:
    some = await hands(database, settings, *[failing("unauthorized")] * CIRCUIT)
    for number in range(CIRCUIT):
        await some.asker(number).ask("chatgpt", question(number))
    some.clock.elapsed += 16
    some.provider.latency_s = 0.05
    some.provider.most_flying = 0
    some.provider.asked.clear()
    waiting = [asyncio.create_task(some.asker(n).ask("chatgpt", question(n))) for n in (1, 2, 3)]
    await some.provider.asked.wait()
    assert some.provider.flying == 1, "half-open lets one through"
    answers = await asyncio.gather(*waiting)
    assert any(answer.status == "completed" for answer in answers), "whichever came first"
    raw = await some.asker(9).ask("chatgpt", question(9))
    assert raw.status == "completed"


async def test_a_failed_probe_opens_the_circuit_for_longer(
    database: Database, settings: Settings
) -> None:
    some = await hands(database, settings, *[failing("unauthorized")] * (CIRCUIT + 1))
    some.settings.engines.circuit_patience_s = 5
    for number in range(CIRCUIT):
        await some.asker(number).ask("chatgpt", question(number))
    some.clock.elapsed += 16
    await some.asker(8).ask("chatgpt", question(8))
    some.clock.elapsed += 16
    raw = await some.asker(9).ask("chatgpt", question(9))
    assert raw.error_code == "circuit-open", "the second opening lasts 30 s"
    some.clock.elapsed += 15
    assert (await some.asker(10).ask("chatgpt", question(10))).status == "completed"


async def test_a_paid_answer_is_kept_when_the_database_goes_away_meanwhile(
    place: Place, database: Database, settings: Settings
) -> None:
    some = await hands(database, settings)
    own = Database(place.url("customer"), settings.database.model_copy(update={"pool_size": 1}))
    some.database = own
    asker = some.asker()
    await asker.ask("chatgpt", question(1))
    some.provider.latency_s = 0.2
    asking = asyncio.create_task(asker.ask("chatgpt", question(2)))
    some.provider.asked.clear()
    await some.provider.asked.wait()
    async with own.transaction() as held:  # the only connection is taken while the answer comes
        await held.execute(text("SELECT 1"))
        raw = await asking
    assert raw.status == "completed"
    await own.close()
