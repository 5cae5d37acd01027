"""A server with the product's bounds around a small application, and what is sent to it."""

from __future__ import annotations

import asyncio
import contextlib
import json
import re
import socket
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from typing import Any

from fastapi import FastAPI, Request
from starlette.responses import JSONResponse, StreamingResponse

from presence.core.errors import BrokenOff
from presence.core.serving import HttpSettings
from presence.entrypoints.draining import build_server

HOST = b"Host: localhost\r\n"
END = b"\r\n\r\n"
TIMEOUT_S = 10.0


@dataclass
class Place:
    """Where it listens, and what reached the application."""

    port: int
    reached: list[str] = field(default_factory=list)

    async def connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """A connection."""
        return await asyncio.open_connection("127.0.0.1", self.port, limit=1 << 22)

    async def ask(self, sent: bytes) -> tuple[int, dict[str, Any]]:
        """(status, JSON body) of the first answer to these bytes; status 0 without one."""
        reader, writer = await self.connect()
        head = body = b""
        with contextlib.suppress(OSError, TimeoutError, asyncio.IncompleteReadError):
            writer.write(sent)
            head = await asyncio.wait_for(reader.readuntil(END), TIMEOUT_S)
            length = re.search(rb"content-length: (\d+)", head)
            body = await reader.readexactly(int(length[1]) if length else 0)
        writer.close()
        if not head:
            return 0, {}
        return int(head.split(b" ")[1]), json.loads(body) if body[:1] == b"{" else {}

    async def all_answers(self, sent: bytes) -> bytes:
        """Everything answered until the server closes or says nothing for a second."""
        reader, writer = await self.connect()
        found = b""
        with contextlib.suppress(OSError):
            writer.write(sent)
            await writer.drain()
        with contextlib.suppress(OSError, TimeoutError):
            while piece := await asyncio.wait_for(reader.read(65_536), 1.0):
                found += piece
        writer.close()
        return found


def application(reached: list[str]) -> FastAPI:
    app = FastAPI(openapi_url=None)

    @app.get("/stream")
    async def stream() -> StreamingResponse:
        async def much() -> AsyncIterator[bytes]:
            for _ in range(4_000):
                yield b"x" * 65_536

        return StreamingResponse(much())

    @app.get("/broken-off")
    async def broken_off() -> StreamingResponse:
        async def begun() -> AsyncIterator[bytes]:
            yield b"x" * 100
            raise BrokenOff("The right to it ended.")

        return StreamingResponse(begun(), headers={"content-length": "1000"})

    @app.api_route("/{path:path}", methods=["GET", "HEAD", "POST", "OPTIONS"])
    async def echo(request: Request) -> JSONResponse:
        reached.append(request.url.path)
        body = await request.body()
        lines = [[name, value] for name, value in request.headers.items()]
        told = {"path": request.url.path, "body": len(body), "headers": lines}
        peer = request.client.host if request.client else ""
        return JSONResponse({**told, "peer": peer, "scheme": request.url.scheme})

    return app


@contextlib.asynccontextmanager
async def listening(**changes: Any) -> AsyncIterator[Place]:
    """The server on a port of its own; `changes` are limits, or `http` settings by that name."""
    reached: list[str] = []
    async with serving(application(reached), **changes) as port:
        yield Place(port, reached)


@contextlib.asynccontextmanager
async def serving_product(app: FastAPI) -> AsyncIterator[Place]:
    """The server before an application that it neither starts nor ends."""
    around = FastAPI(openapi_url=None)
    around.mount("/", app)
    async with serving(around) as port:
        yield Place(port)


@contextlib.asynccontextmanager
async def serving(app: FastAPI, **changes: Any) -> AsyncIterator[int]:
    """The server before an application; the port it listens on."""
    http = HttpSettings.model_validate({"limits": changes.pop("limits", {}), **changes})
    listener = socket.create_server(("127.0.0.1", 0))
    server = build_server(app, http)
    task = asyncio.create_task(server.serve(sockets=[listener]))
    try:
        while not server.started:  # noqa: ASYNC110 - uvicorn has no event for it
            await asyncio.sleep(0.01)
        yield listener.getsockname()[1]
    finally:
        server.should_exit = server.force_exit = True
        await asyncio.wait_for(task, TIMEOUT_S)
        listener.close()
