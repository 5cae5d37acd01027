"""How close asking comes to its ideal: `python -m tests.load.asking [ENGINE …]`.

A stand-in with one second of latency runs in its own process; 200 questions are asked 20 at a
time through the engine's real SDK. The ideal is 200 / 20 × 1 s; what is above it is ours. Prints
one JSON object with seconds and ratio per engine. The first answer, which loads the SDK, is not
measured: a worker loads it once.
"""

from __future__ import annotations

import asyncio
import json
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

from presence.adapters.assistants import Assistants
from presence.analysis.ports import EngineAccess
from presence.analysis.types import Question
from tests.architecture.tree import ROOT

ANSWERS = 200
AT_ONCE = 20
LATENCY_S = 1.0
IDEAL_S = ANSWERS / AT_ONCE * LATENCY_S
_LINE = re.compile(r"export PRESENCE_ENGINES__(\w+)__BASE_URL=(\S+)")
_ENGINES = 5


def main() -> None:
    """Measure the engines named, ChatGPT when none is."""
    engines = sys.argv[1:] or ["chatgpt"]
    with standins() as bases:
        result = {e: asyncio.run(measure(e, bases[e])) for e in engines}
    sys.stdout.write(json.dumps(result) + "\n")


@contextmanager
def standins() -> Iterator[dict[str, str]]:
    """Base URL of each stand-in engine, served by another process."""
    server = subprocess.Popen(  # noqa: S603 - our own interpreter and module
        [sys.executable, "-m", "presence_standins.engines", "--latency", str(LATENCY_S)],
        cwd=ROOT / "tests" / "standins", stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    try:
        assert server.stdout is not None
        bases: dict[str, str] = {}
        for line in server.stdout:
            if found := _LINE.match(line):
                bases[found.group(1).lower()] = found.group(2)
            if len(bases) == _ENGINES:
                break
        yield bases
    finally:
        server.terminate()
        server.wait(10)


async def measure(engine: str, base: str) -> dict[str, float]:
    """Ask every question once and time the whole."""
    assistants = Assistants()
    asked = assistants(EngineAccess(engine, "model-1", "sk-load-000001", base, 30))
    places = asyncio.Semaphore(AT_ONCE)

    async def one(number: int) -> None:
        async with places:
            answer = await asked.ask(
                Question("p", f"Which desk is number {number}?", "en-US", 0, 1, f"load-{number}")
            )
        if answer.status != "completed":
            raise RuntimeError(f"{engine} failed under load: {answer.error}")

    try:
        await one(-1)
        started = time.perf_counter()
        await asyncio.gather(*(one(number) for number in range(ANSWERS)))
        seconds = time.perf_counter() - started
    finally:
        await assistants.aclose()
    return {"answers": ANSWERS, "seconds": round(seconds, 3), "ratio": round(seconds / IDEAL_S, 3)}


if __name__ == "__main__":
    main()
