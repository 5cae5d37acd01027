"""A server asked to end, seen from the socket: what was asked is answered, then it closes."""

from __future__ import annotations

import asyncio
import contextlib
import signal
import socket
from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Any

from fastapi import FastAPI
from starlette.responses import StreamingResponse

from presence.core.serving import HttpSettings, LimitSettings
from presence.entrypoints.draining import DrainingServer, build_server
from tests.http.server.sockets import END, HOST, TIMEOUT_S

GET = b"GET /quick HTTP/1.1\r\n" + HOST + b"\r\n"
SLOW = b"GET /slow HTTP/1.1\r\n" + HOST + b"\r\n"
STREAM = b"GET /stream HTTP/1.1\r\n" + HOST + b"\r\n"


class Streams:
    """What a hub of event streams is to the server."""

    def __init__(self) -> None:
        self.ended = asyncio.Event()

    def end_streams(self) -> None:
        """Let them all finish."""
        self.ended.set()


@dataclass
class Running:
    """A server that can be asked to end."""

    server: DrainingServer
    task: asyncio.Task[None]
    port: int
    slow: asyncio.Event
    waits: asyncio.Event

    def end(self) -> None:
        """As a signal does."""
        self.server.handle_exit(signal.SIGTERM, None)

    async def connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """A connection."""
        return await asyncio.open_connection("127.0.0.1", self.port)


async def head_of(reader: asyncio.StreamReader) -> bytes:
    """The head of one answer, its body read too."""
    head = await asyncio.wait_for(reader.readuntil(END), TIMEOUT_S)
    length = int(head.lower().partition(b"content-length: ")[2].partition(b"\r")[0] or 0)
    await reader.readexactly(length)
    return head


async def rest_of(reader: asyncio.StreamReader) -> bytes:
    """Everything until the server closes."""
    return await asyncio.wait_for(reader.read(), TIMEOUT_S)


@contextlib.asynccontextmanager
async def running(**changes: Any) -> AsyncIterator[Running]:
    """The product's server before a quick, a slow and an endless answer."""
    app = FastAPI(openapi_url=None)
    app.state.events = streams = Streams()
    slow, waits = asyncio.Event(), asyncio.Event()

    @app.get("/quick")
    async def quick() -> dict[str, int]:
        return {}

    @app.get("/slow")
    async def late() -> dict[str, str]:
        waits.set()
        await slow.wait()
        return {"said": "all of it"}

    @app.get("/stream")
    async def stream() -> StreamingResponse:
        async def frames() -> AsyncIterator[bytes]:
            yield b"first"
            await streams.ended.wait()
            yield b"last"

        return StreamingResponse(frames())

    listener = socket.create_server(("127.0.0.1", 0))
    before = signal.signal(signal.SIGTERM, signal.SIG_IGN)  # uvicorn raises it again at its end
    server = build_server(app, HttpSettings.model_validate(changes))
    task = asyncio.create_task(server.serve(sockets=[listener]))
    try:
        while not server.started:  # noqa: ASYNC110 - uvicorn has no event for it
            await asyncio.sleep(0.01)
        yield Running(server, task, listener.getsockname()[1], slow, waits)
    finally:
        server.should_exit = server.force_exit = True
        await asyncio.wait_for(task, TIMEOUT_S)
        signal.signal(signal.SIGTERM, before)
        listener.close()


async def test_a_draining_server_answers_on_a_kept_connection_and_says_it_closes() -> None:
    async with running(drain_s=30) as place:
        reader, writer = await place.connect()
        writer.write(GET)
        assert b"connection: close" not in await head_of(reader)
        place.end()
        writer.write(GET)
        head = await head_of(reader)
        assert head.startswith(b"HTTP/1.1 200")
        assert b"connection: close" in head
        assert await rest_of(reader) == b""
        writer.close()


async def test_a_call_in_hand_is_finished_after_the_server_lets_nobody_in() -> None:
    async with running(finish_s=10) as place:
        reader, writer = await place.connect()
        writer.write(SLOW)
        await asyncio.wait_for(place.waits.wait(), TIMEOUT_S)
        place.end()
        await asyncio.sleep(0.5)
        place.slow.set()
        head = await head_of(reader)
        assert head.startswith(b"HTTP/1.1 200")
        assert b"connection: close" in head
        writer.close()
        await asyncio.wait_for(place.task, TIMEOUT_S)


async def test_a_call_that_does_not_end_is_ended_after_its_time() -> None:
    async with running(finish_s=1) as place:
        _, writer = await place.connect()
        writer.write(SLOW)
        await asyncio.wait_for(place.waits.wait(), TIMEOUT_S)
        place.end()
        await asyncio.wait_for(place.task, TIMEOUT_S)
        writer.close()
        assert not place.slow.is_set()


async def test_a_request_on_its_way_while_the_server_ends_is_answered() -> None:
    async with running() as place:
        kept_reader, kept = await place.connect()
        kept.write(GET)
        await head_of(kept_reader)
        new_reader, new = await place.connect()
        await asyncio.sleep(0.1)
        place.end()
        await asyncio.sleep(0.4)  # the server has asked every connection to end
        for reader, writer in ((kept_reader, kept), (new_reader, new)):
            writer.write(GET)
            head = await head_of(reader)
            assert head.startswith(b"HTTP/1.1 200")
            assert b"connection: close" in head
            assert await rest_of(reader) == b""
            writer.close()
        await asyncio.wait_for(place.task, TIMEOUT_S)


async def test_connections_that_ask_for_nothing_do_not_keep_the_server() -> None:
    async with running(finish_s=60) as place:
        reader, writer = await place.connect()
        writer.write(GET)
        await head_of(reader)
        place.end()
        assert await rest_of(reader) == b""
        await asyncio.wait_for(place.task, TIMEOUT_S)
        writer.close()


async def test_streams_end_whole_when_draining_begins() -> None:
    async with running(drain_s=30) as place:
        reader, writer = await place.connect()
        writer.write(STREAM)
        await asyncio.wait_for(reader.readuntil(b"first"), TIMEOUT_S)
        place.end()
        rest = await asyncio.wait_for(reader.readuntil(b"0\r\n\r\n"), TIMEOUT_S)
        assert b"last" in rest
        writer.close()


async def test_a_connection_a_proxy_opened_in_advance_is_kept() -> None:
    limits = {"head_s": 0.3, "idle_s": 3}
    async with running(limits=limits, trusted_proxies=1) as place:
        reader, writer = await place.connect()
        await asyncio.sleep(1.5)
        writer.write(GET)
        assert (await head_of(reader)).startswith(b"HTTP/1.1 200")
        assert await rest_of(reader) == b""  # idle for its time, then closed
        writer.close()


async def test_a_head_that_never_ends_is_refused_behind_a_proxy_too() -> None:
    async with running(limits={"head_s": 0.3, "idle_s": 30}, trusted_proxies=1) as place:
        reader, writer = await place.connect()
        writer.write(b"GET /quick HTTP/1.1\r\n")
        assert b" 408 " in await asyncio.wait_for(reader.readline(), TIMEOUT_S)
        writer.close()


async def test_without_a_proxy_a_silent_connection_is_closed_soon() -> None:
    async with running(limits={"head_s": 0.3, "idle_s": 30}) as place:
        reader, writer = await place.connect()
        assert await rest_of(reader) == b""
        writer.close()


def test_connections_are_kept_longer_than_ingresses_keep_them() -> None:
    of_proxies = {"ingress-nginx, upstream-keepalive-timeout": 60, "AWS, idle timeout": 60}
    assert all(LimitSettings().idle_s > seconds for seconds in of_proxies.values())
