"""A hostile web server costs bounded time and memory, and is reported in one sentence."""

from __future__ import annotations

import asyncio
import resource
import time
from collections.abc import AsyncIterator, Callable
from ipaddress import ip_network

import pytest
import pytest_asyncio

from presence.adapters.outbound import OutboundFetcher
from presence.core.clock import SystemClock
from presence.core.settings import OutboundSettings
from tests.adapters.hostile import CASES, flood, silence, zeros
from tests.adapters.servers import Behaviour, RawServer, raw_server, response

LIMIT = 2_000_000
SETTINGS = OutboundSettings(
    allowed_networks=(ip_network("127.0.0.0/8"),), deadline_s=1.0, max_bytes=LIMIT
)
MEMORY_KB = 64 * 1024
LATE_S = 3  # a busy machine notices late that the time is over; the servers never end


@pytest_asyncio.fixture(scope="module")
async def fetcher() -> AsyncIterator[OutboundFetcher]:
    """A fetcher that may reach the test's own server."""
    zeros()  # packing them is the tests' own use of memory
    async with OutboundFetcher(SETTINGS, SystemClock()) as opened:
        yield opened


@pytest_asyncio.fixture(scope="module")
async def server() -> AsyncIterator[RawServer]:
    """The hostile one."""
    async with raw_server() as running:
        yield running


@pytest.mark.parametrize(("name", "make", "codes"), CASES, ids=[case[0] for case in CASES])
async def test_it_ends_in_time_within_its_memory_and_says_what_happened(
    fetcher: OutboundFetcher,
    server: RawServer,
    name: str,
    make: Callable[[], bytes | Behaviour],
    codes: tuple[str | None, ...],
) -> None:
    server.answers["/hostile"] = make()
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    started = time.monotonic()
    got = await fetcher.fetch(server.url("/hostile"))
    assert time.monotonic() - started < SETTINGS.deadline_s + LATE_S, name
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < MEMORY_KB
    assert len(got.body) <= LIMIT
    assert (got.problem.code if got.problem else None) in codes
    if got.problem is not None:
        assert got.status is None
        assert got.problem.message.endswith(".")


async def test_a_page_over_the_limit_keeps_its_first_bytes(
    fetcher: OutboundFetcher, server: RawServer
) -> None:
    server.answers["/long"] = response(b"start" + bytes(5_000))
    got = await fetcher.fetch(server.url("/long"), max_bytes=1_000)
    assert got.problem is not None
    assert got.problem.code == "too-large"
    assert got.body == b"start" + bytes(995)


async def test_a_page_of_exactly_the_limit_is_whole(
    fetcher: OutboundFetcher, server: RawServer
) -> None:
    server.answers["/exact"] = response(bytes(1_000))
    got = await fetcher.fetch(server.url("/exact"), max_bytes=1_000)
    assert (got.problem, len(got.body), got.wire_bytes) == (None, 1_000, 1_000)


async def test_a_request_cannot_ask_for_more_time_or_bytes_than_the_settings_grant(
    fetcher: OutboundFetcher, server: RawServer
) -> None:
    server.answers["/silent"] = silence
    started = time.monotonic()
    got = await fetcher.fetch(server.url("/silent"), deadline_s=60)
    assert time.monotonic() - started < SETTINGS.deadline_s + LATE_S
    assert got.problem is not None
    server.answers["/endless"] = flood(b"HTTP/1.1 200 OK\r\n\r\n", bytes(100_000))
    assert len((await fetcher.fetch(server.url("/endless"), max_bytes=10**9)).body) == LIMIT


async def test_hostile_servers_leave_other_fetches_their_speed(
    fetcher: OutboundFetcher, server: RawServer
) -> None:
    server.answers["/silent"] = silence
    attack = [asyncio.create_task(fetcher.fetch(server.url("/silent"))) for _ in range(20)]
    pages = [await fetcher.fetch(server.url(f"/page{i}")) for i in range(5)]
    assert not any(task.done() for task in attack), "nobody waited for a hostile server to end"
    assert all(page.status == 200 for page in pages)
    await asyncio.gather(*attack)


async def test_a_fetch_that_is_cancelled_leaves_no_connection_behind(
    fetcher: OutboundFetcher, server: RawServer
) -> None:
    asked, left = asyncio.Event(), asyncio.Event()

    async def listen(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        asked.set()
        await reader.read()  # until the other end closes
        left.set()
        writer.close()

    listener = await asyncio.start_server(listen, "127.0.0.1", 0)
    silent = f"http://127.0.0.1:{listener.sockets[0].getsockname()[1]}/"
    task = asyncio.create_task(fetcher.fetch(silent, deadline_s=60))
    await asyncio.wait_for(asked.wait(), 5)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    await asyncio.wait_for(left.wait(), SETTINGS.deadline_s / 2)
    listener.close()
    assert (await fetcher.fetch(server.url("/after"))).status == 200
