"""A real model on this machine, asked as any OpenAI-compatible server is."""

from __future__ import annotations

import asyncio
import os
import re
import signal
from asyncio.subprocess import DEVNULL, PIPE
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from presence.adapters.assistants import Assistants
from presence.analysis.ports import EngineAccess
from tests.adapters.assistants.asking import question
from tests.architecture.tree import ROOT

pytestmark = pytest.mark.timeout(300)


@pytest_asyncio.fixture(scope="module")
async def model() -> AsyncIterator[EngineAccess]:
    """Access to the model, by the settings it prints."""
    installed = await asyncio.create_subprocess_exec(ROOT / "ops/bootstrap/model")
    assert await installed.wait() == 0
    process = await asyncio.create_subprocess_exec(
        ROOT / ".tools/model/bin/python",
        "-m",
        "presence_standins.model",
        cwd=ROOT / "tests/standins",
        stdout=PIPE,
        stderr=DEVNULL,
    )
    assert process.stdout is not None
    said = dict[str, str]()
    while len(said) < 2 and (line := await process.stdout.readline()):
        said.update(re.findall(r"__COMPATIBLE__(\w+)=(\S+)", line.decode()))
    yield EngineAccess("compatible", said["MODEL"], "", said["BASE_URL"], 60)
    os.kill(process.pid, signal.SIGKILL)
    await process.wait()


async def test_a_real_model_answers_in_words_and_counts_its_tokens(
    assistants: Assistants, model: EngineAccess
) -> None:
    # So small a model does not always find an end; one question of three is answered in whole.
    for asked in ("What is an oak table?", "Who makes oak tables?", "Name an oak table maker."):
        answer = await assistants(model).ask(question(asked))
        if answer.status == "completed":
            break
    assert (answer.status, answer.error_code) == ("completed", "")
    assert len(answer.text.split()) > 2
    assert answer.output_tokens


async def test_a_real_model_is_found_when_its_connection_is_tried(
    assistants: Assistants, model: EngineAccess
) -> None:
    assert (await assistants(model).probe()).ok
