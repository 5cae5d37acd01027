"""Politeness: fewer connections for a host that slows down under us."""

from __future__ import annotations

import asyncio

from presence.analysis.crawler.gate import HostGate
from presence.analysis.types import Fetched
from tests.analysis.fakes import START, FakeClock


def answer(first_byte_ms: float, status: int = 200, *headers: tuple[str, str]) -> Fetched:
    url = "https://a.example/"
    return Fetched(url, url, status, headers, b"", (), START, first_byte_ms, first_byte_ms)


def test_connections_are_halved_when_the_first_byte_doubles_and_grow_back() -> None:
    gate = HostGate(FakeClock(), 4, None)
    for _ in range(4):
        gate.observe(answer(100.0))
    for _ in range(4):
        gate.observe(answer(250.0))
    assert gate.allowed == 2
    for _ in range(8):
        gate.observe(answer(100.0))
    assert gate.allowed == 4


def test_jitter_of_a_few_milliseconds_is_not_slowness() -> None:
    gate = HostGate(FakeClock(), 4, None)
    for ms in (1.0, 1.0, 1.0, 1.0, 5.0, 5.0, 5.0, 5.0):
        gate.observe(answer(ms))
    assert gate.allowed == 4


def test_a_host_that_says_too_many_requests_is_given_the_pause_it_asks_for() -> None:
    clock = FakeClock()
    gate = HostGate(clock, 4, None)
    gate.observe(answer(1.0, 429, ("retry-after", "7")))

    async def use() -> None:
        async with gate:
            pass

    asyncio.run(use())
    assert gate.allowed == 1
    assert clock.elapsed == 7.0


def test_a_waiting_request_that_is_cancelled_does_not_lose_its_place_for_others() -> None:
    gate = HostGate(FakeClock(), 1, None)
    done: list[str] = []

    async def hold(name: str) -> None:
        async with gate:
            await asyncio.sleep(0)
            done.append(name)

    async def scenario() -> None:
        tasks = [asyncio.create_task(hold(name)) for name in ("a", "b", "c")]
        await asyncio.sleep(0)
        tasks[1].cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    asyncio.run(asyncio.wait_for(scenario(), 5))
    assert done == ["a", "c"]
