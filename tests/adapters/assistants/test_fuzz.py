"""Whatever a provider sends, reading it gives an answer or says that there is none."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Iterator
from importlib import import_module
from typing import Any

import httpx2
import pytest

from presence.adapters.assistants.reading import Malformed, ProviderReply
from presence.analysis.ports import EngineAccess
from presence_standins.engines import DEFAULT_WORLD, ENGINES
from presence_standins.engines.dialects import DIALECTS, Turn
from presence_standins.engines.said import say

ROUNDS = 400
QUESTION = "Which desk makers are best?"
JUNK: tuple[Any, ...] = (
    None, True, -1, 10**30, 1.5, float("nan"), "", "text", "\x00\ud800", [], [[]], [None, 3], {},
    {"type": 5}, {"": {}},
)  # fmt: skip


def places(node: Any) -> Iterator[tuple[Any, Any]]:
    """(container, key) of everything in a document."""
    pairs = node.items() if isinstance(node, dict) else enumerate(node)
    for key, value in list(pairs):
        yield node, key
        if isinstance(value, dict | list):
            yield from places(value)


def damaged(document: dict[str, Any], rng: random.Random) -> dict[str, Any]:
    """The document with a few of its values replaced or removed."""
    broken = copy.deepcopy(document)
    for _ in range(rng.randint(1, 4)):
        container, key = rng.choice(list(places(broken)) or [(broken, "x")])
        if isinstance(container, dict) and rng.random() < 0.3:
            container.pop(key, None)
        else:
            container[key] = copy.deepcopy(rng.choice(JUNK))
    return broken


@pytest.mark.parametrize("engine", ENGINES)
def test_no_damaged_payload_breaks_the_reading(engine: str) -> None:
    module: Any = import_module(f"presence.adapters.assistants.{engine}")
    access = EngineAccess(engine, "m", "sk-test-0001", "http://127.0.0.1:9")
    wire = module.connect(access, httpx2.AsyncClient())
    turn = Turn(say(DEFAULT_WORLD, engine, QUESTION), "m", QUESTION)
    good = json.loads(json.dumps(DIALECTS[engine].answer(turn)))
    rng = random.Random(20261121)  # noqa: S311 - repeatable on purpose
    for _ in range(ROUNDS):
        payload = damaged(good, rng)
        try:
            reading = wire.read([payload])
        except Malformed:
            continue
        assert isinstance(reading, ProviderReply)
        reading.text.encode()
        for citation in reading.citations or ():
            if citation.start is not None and citation.end is not None:
                assert 0 <= citation.start < citation.end <= len(reading.text)
