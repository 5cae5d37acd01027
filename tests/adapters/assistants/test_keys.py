"""A key is sent to its provider and shown to nobody: not in answers, errors, reprs or logs."""

from __future__ import annotations

import logging

import pytest

from presence.adapters.assistants import Assistants
from presence.analysis.ports import EngineAccess
from presence_standins.engines import ENGINES, EngineStandIns, Rule
from tests.adapters.assistants.asking import CANARY, access, question
from tests.adapters.servers import raw_server


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("behaviour", ["success", "unauthorized", "bad-request", "cut"])
async def test_the_key_is_nowhere_to_be_read(
    engine: str,
    behaviour: str,
    assistants: Assistants,
    standins: EngineStandIns,
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.DEBUG)
    standins.script(Rule(behaviour))
    made = access(standins, engine)
    asked = assistants(made)
    answer = await asked.ask(question())
    probed = await assistants.probe(made)
    logged = "".join(str(record.__dict__) for record in caplog.records) + caplog.text
    shown = repr((made, asked, asked.spec, answer, probed)) + str(vars(answer.__class__))
    assert CANARY not in logged
    assert CANARY not in shown + answer.raw + answer.error


async def test_a_key_that_a_provider_quotes_back_is_taken_out_of_the_payload(
    assistants: Assistants, standins: EngineStandIns
) -> None:
    standins.script(Rule("unauthorized"))
    answer = await assistants(access(standins, "chatgpt")).ask(question())
    assert "Incorrect API key provided: [key]" in answer.raw


async def test_a_word_that_serves_as_a_key_is_not_taken_out_of_the_answer(
    assistants: Assistants, standins: EngineStandIns
) -> None:
    answer = await assistants(access(standins, "compatible", key="names")).ask(question())
    assert "Several names" in answer.raw


PATHS = {
    "chatgpt": "/responses",
    "claude": "/v1/messages",
    "gemini": "/v1beta/models/m:generateContent",
    "perplexity": "/chat/completions",
    "compatible": "/chat/completions",
}


@pytest.mark.parametrize("engine", ENGINES)
async def test_a_redirect_does_not_take_the_key_along(engine: str, assistants: Assistants) -> None:
    async with raw_server() as target, raw_server() as server:
        server.redirect(PATHS[engine], target.url("/stolen"))
        answer = await assistants(EngineAccess(engine, "m", CANARY, server.url(""), 5)).ask(
            question()
        )
        assert server.connections
        assert target.connections == 0
    assert (answer.status, answer.error_code) == ("failed", "bad-request")
