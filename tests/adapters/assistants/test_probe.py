"""Testing an access says in a sentence whether key, model and address work."""

from __future__ import annotations

import pytest

from presence.adapters.assistants import Assistants
from presence.analysis.ports import EngineAccess
from presence_standins.engines import ENGINES, EngineStandIns
from tests.adapters.assistants.asking import CANARY, access


@pytest.mark.parametrize("engine", ENGINES)
async def test_a_working_access_says_so(
    engine: str, assistants: Assistants, standins: EngineStandIns
) -> None:
    probe = await assistants.probe(access(standins, engine))
    assert probe.ok
    assert probe.message.endswith("answers with model-1.")


@pytest.mark.parametrize("engine", ENGINES)
async def test_a_wrong_key_is_found_out(
    engine: str, assistants: Assistants, standins: EngineStandIns
) -> None:
    probe = await assistants.probe(access(standins, engine, key="invalid-key-0001"))
    assert not probe.ok
    assert probe.message.endswith("did not accept the key.")


@pytest.mark.parametrize("engine", ["chatgpt", "claude", "gemini"])
async def test_a_model_out_of_reach_is_found_out(
    engine: str, assistants: Assistants, standins: EngineStandIns
) -> None:
    probe = await assistants.probe(access(standins, engine, model="missing-model"))
    assert not probe.ok
    assert "rejected the request" in probe.message


@pytest.mark.parametrize("engine", ["chatgpt", "claude", "gemini"])
async def test_a_test_asks_no_question(
    engine: str, assistants: Assistants, standins: EngineStandIns
) -> None:
    await assistants.probe(access(standins, engine))
    assert standins.counts(engine)["requests"] == 0


async def test_an_address_where_nobody_listens_is_found_out(assistants: Assistants) -> None:
    nowhere = EngineAccess("compatible", "m", CANARY, "http://127.0.0.1:9/v1", 5)
    probe = await assistants.probe(nowhere)
    assert not probe.ok
    assert probe.message.endswith("could not be reached.")
