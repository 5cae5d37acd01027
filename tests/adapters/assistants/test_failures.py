"""Every failure of every engine is a value with the right verdict, after one attempt."""

from __future__ import annotations

import asyncio
import time

import pytest

from presence.adapters.assistants import Assistants
from presence.analysis.ports import EngineAccess
from presence_standins.engines import ENGINES, EngineStandIns, Rule
from tests.adapters.assistants.asking import CANARY, FAILURES, access, answer_of, question

WAITS = ("rate-limited", "rate-limited-date", "rate-limited-resets", "unavailable", "overloaded")


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("behaviour", FAILURES)
async def test_a_failure_is_told_apart_after_one_attempt(
    behaviour: str, engine: str, assistants: Assistants, standins: EngineStandIns
) -> None:
    standins.script(Rule(behaviour, seconds=7))
    answer = await answer_of(assistants, standins, engine)
    assert (answer.status, answer.error_code) == FAILURES[behaviour]
    assert answer.error.endswith((".", "…")) or "It said:" in answer.error
    assert CANARY not in repr(answer)
    assert standins.counts(engine)["requests"] == 1


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("behaviour", WAITS)
async def test_the_wait_a_provider_asks_for_is_passed_on(
    behaviour: str, engine: str, assistants: Assistants, standins: EngineStandIns
) -> None:
    standins.script(Rule(behaviour, seconds=7))
    answer = await answer_of(assistants, standins, engine)
    assert answer.retry_after_s == pytest.approx(7, abs=1.1)


@pytest.mark.parametrize("engine", ENGINES)
async def test_a_slow_engine_ends_in_its_time(
    engine: str, assistants: Assistants, standins: EngineStandIns
) -> None:
    standins.script(Rule("slow", seconds=30))
    started = time.monotonic()
    answer = await assistants(access(standins, engine, timeout_s=0.2)).ask(question())
    assert (answer.status, answer.error_code) == ("failed", "timeout")
    assert time.monotonic() - started < 5


@pytest.mark.parametrize("engine", ENGINES)
async def test_nobody_listening_is_a_failure_too(engine: str, assistants: Assistants) -> None:
    nowhere = EngineAccess(engine, "m", CANARY, "http://127.0.0.1:9/v1", 5)
    answer = await assistants(nowhere).ask(question())
    assert (answer.status, answer.error_code) == ("failed", "unreachable")


@pytest.mark.parametrize("engine", ENGINES)
async def test_a_key_that_is_not_accepted_is_said_so(
    engine: str, assistants: Assistants, standins: EngineStandIns
) -> None:
    wrong = access(standins, engine, key="invalid-key-0001")
    answer = await assistants(wrong).ask(question())
    assert answer.error_code == "unauthorized"
    assert answer.error.endswith("did not accept the key.")


@pytest.mark.parametrize("engine", ENGINES)
async def test_what_was_billed_for_a_cut_answer_is_kept(
    engine: str, assistants: Assistants, standins: EngineStandIns
) -> None:
    standins.script(Rule("truncated"))
    answer = await answer_of(assistants, standins, engine)
    assert answer.status == "failed"
    assert answer.input_tokens
    assert answer.output_tokens
    assert answer.raw


async def test_a_prompt_that_gemini_blocks_is_a_refusal(
    assistants: Assistants, standins: EngineStandIns
) -> None:
    standins.script(Rule("blocked"))
    answer = await answer_of(assistants, standins, "gemini")
    assert (answer.status, answer.error_code) == ("refused", "refused")
    assert "PROHIBITED_CONTENT" in answer.error


async def test_a_turn_that_never_ends_its_pause_is_truncated(
    assistants: Assistants, standins: EngineStandIns
) -> None:
    standins.script(Rule("paused-forever"))
    answer = await answer_of(assistants, standins, "claude")
    assert (answer.status, answer.error_code) == ("failed", "truncated")
    assert standins.counts("claude")["requests"] == 5


async def test_a_continuation_that_fails_keeps_what_the_pause_has_cost(
    assistants: Assistants, standins: EngineStandIns
) -> None:
    standins.script(Rule("paused", times=1), Rule("rate-limited", seconds=3))
    answer = await answer_of(assistants, standins, "claude")
    assert (answer.status, answer.error_code) == ("failed", "rate-limited")
    assert answer.retry_after_s == 3
    assert answer.begun, "asking again would pay the paused part again"
    assert answer.input_tokens
    assert answer.searches == 1


async def test_a_cancelled_question_stays_cancelled(
    assistants: Assistants, standins: EngineStandIns
) -> None:
    standins.script(Rule("slow", seconds=30))
    task = asyncio.create_task(answer_of(assistants, standins, "perplexity"))
    await asyncio.sleep(0.2)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task


async def test_what_a_provider_says_of_a_bad_request_is_passed_on(
    assistants: Assistants, standins: EngineStandIns
) -> None:
    standins.script(Rule("bad-request"))
    answer = await answer_of(assistants, standins, "claude")
    assert answer.error == (
        "Claude rejected the request. It said: tools.0: web search is not enabled."
    )
