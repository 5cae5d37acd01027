"""A server asked to end says so first and refuses nobody meanwhile; a worker tells its state."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import dataclass

import httpx
import pytest
import uvicorn
from fastapi import FastAPI

from presence.core.listening import listening_everywhere
from presence.core.settings import WorkerSettings
from presence.db.embedded_process import free_port
from presence.entrypoints.draining import DrainingServer
from presence.entrypoints.worker_health import WorkerHealth, answering
from tests.conftest import Place

DRAIN_S = 2.0
TIMEOUT_S = 60.0


@dataclass
class Served:
    """A `presence api` of its own process."""

    process: subprocess.Popen[bytes]
    base: str

    def get(self, path: str) -> httpx.Response:
        """One answer on a connection of its own."""
        return httpx.get(self.base + path, timeout=5)


@pytest.fixture
def served(place: Place) -> Iterator[Served]:
    """Ready to answer, with a drain of two seconds."""
    port = free_port()
    environment = {
        **os.environ,
        "PRESENCE_DATABASE__CUSTOMER_URL": place.settings().database.customer_url,
        "PRESENCE_HTTP__DRAIN_S": str(DRAIN_S),
        "PORT": str(port),
    }
    process = subprocess.Popen([sys.executable, "-m", "presence", "api"], env=environment)
    found = Served(process, f"http://127.0.0.1:{port}")
    try:
        wait_for(lambda: found.get("/readyz").status_code == 200)
        yield found
    finally:
        process.kill()
        process.wait()


def wait_for(condition: Callable[[], bool]) -> None:
    """Until it is true; connections refused count as not yet."""
    deadline = time.monotonic() + TIMEOUT_S
    while time.monotonic() < deadline:
        try:
            if condition():
                return
        except httpx.HTTPError:
            pass
        time.sleep(0.05)
    raise AssertionError("it did not become true in time")


def test_a_draining_server_is_alive_not_ready_and_still_answers(served: Served) -> None:
    with httpx.Client() as kept:
        assert "connection" not in kept.get(served.base + "/healthz").headers
        served.process.send_signal(signal.SIGTERM)
        asked = time.monotonic()
        wait_for(lambda: served.get("/readyz").status_code == 503)
        answer = kept.get(served.base + "/healthz")
        assert answer.status_code == 200
        assert answer.headers["connection"] == "close"
        assert served.get("/api/v1/meta").status_code == 200
    served.process.wait(TIMEOUT_S)
    assert time.monotonic() - asked >= DRAIN_S


async def test_asking_twice_ends_it_at_once() -> None:
    app = FastAPI()
    server = DrainingServer(uvicorn.Config(app), app, drain_s=60)
    server.handle_exit(signal.SIGTERM, None)
    assert app.state.draining
    assert not await server.on_tick(1)
    server.handle_exit(signal.SIGTERM, None)
    assert await server.on_tick(2)


async def test_without_a_drain_asking_once_is_enough() -> None:
    app = FastAPI()
    server = DrainingServer(uvicorn.Config(app), app, drain_s=0)
    server.handle_exit(signal.SIGTERM, None)
    assert await server.on_tick(1)


@pytest.fixture
async def health(place: Place) -> AsyncIterator[tuple[WorkerHealth, str]]:
    """A worker's health and where it is told."""
    port = free_port()
    async with answering(place.settings(worker=WorkerSettings(health_port=port))) as found:
        yield found, f"http://127.0.0.1:{port}"


async def test_a_worker_is_alive_before_it_is_ready(health: tuple[WorkerHealth, str]) -> None:
    state, base = health
    async with httpx.AsyncClient(base_url=base) as client:
        assert (await client.get("/healthz")).status_code == 200
        assert (await client.get("/readyz")).status_code == 503
        state.ready = True
        assert (await client.get("/readyz")).text == "ok"
        assert (await client.head("/readyz")).status_code == 200
        assert (await client.get("/metrics")).status_code == 404
        assert (await client.post("/readyz")).status_code == 405


async def test_nonsense_on_the_health_port_ends_the_connection_only(
    health: tuple[WorkerHealth, str],
) -> None:
    _, base = health
    reader, writer = await asyncio.open_connection("127.0.0.1", int(base.rpartition(":")[2]))
    writer.write(b"nonsense\r\n\r\n")
    assert await reader.read() == b""
    writer.close()
    async with httpx.AsyncClient(base_url=base) as client:
        assert (await client.get("/healthz")).status_code == 200


@pytest.mark.parametrize(
    "sent",
    [b"a" * 100_000, b"GET /healthz HTTP/1.1\r\nX: " + b"a" * 100_000, b"GET /healthz\r\n\r\n"],
    ids=["no head", "long head", "HTTP/0.9"],
)
async def test_an_endless_head_on_the_health_port_is_closed(
    health: tuple[WorkerHealth, str], sent: bytes
) -> None:
    _, base = health
    reader, writer = await asyncio.open_connection("127.0.0.1", int(base.rpartition(":")[2]))
    writer.write(sent)
    with contextlib.suppress(ConnectionError):
        assert await asyncio.wait_for(reader.read(), 3) == b""
    writer.close()


async def test_of_many_connections_to_the_health_port_those_too_many_are_closed(
    health: tuple[WorkerHealth, str],
) -> None:
    _, base = health
    port = int(base.rpartition(":")[2])
    held = [await asyncio.open_connection("127.0.0.1", port) for _ in range(32)]
    await asyncio.sleep(0.1)
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    assert await asyncio.wait_for(reader.read(), 3) == b""
    for _, one in [*held, (reader, writer)]:
        one.close()


async def test_a_running_worker_tells_that_it_is_ready_and_ends_when_asked(place: Place) -> None:
    port = free_port()
    environment = {
        **os.environ,
        "PRESENCE_DATABASE__CUSTOMER_URL": place.settings().database.customer_url,
        "PRESENCE_WORKER__HEALTH_PORT": str(port),
    }
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "presence", "worker", env=environment
    )
    try:
        url = f"http://127.0.0.1:{port}/readyz"
        await asyncio.to_thread(wait_for, lambda: httpx.get(url).status_code == 200)
        process.send_signal(signal.SIGTERM)
        assert await asyncio.wait_for(process.wait(), TIMEOUT_S) == 0
    finally:
        with contextlib.suppress(ProcessLookupError):
            process.kill()


async def test_everywhere_means_both_families_of_addresses() -> None:
    port = free_port()
    listening = listening_everywhere("::", port)
    assert listening is not None
    try:
        for address in ("127.0.0.1", "::1"):
            _, writer = await asyncio.open_connection(address, port)
            writer.close()
    finally:
        listening.close()


def test_any_other_host_is_left_to_the_event_loop() -> None:
    assert listening_everywhere("0.0.0.0", 1) is None  # noqa: S104 - nothing listens
