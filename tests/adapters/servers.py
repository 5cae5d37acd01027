"""Small servers for fetch tests: raw enough to break every rule of HTTP.

Invariant: loopback only, a free port each, and every accepted connection is counted.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager

Behaviour = Callable[[asyncio.StreamWriter], Awaitable[None]]


def response(
    body: bytes = b"", *, status: str = "200 OK", headers: Sequence[tuple[str, str]] = ()
) -> bytes:
    """A well-formed response; Content-Length is added unless the headers say otherwise."""
    named = {name.lower() for name, _ in headers}
    lines = [f"HTTP/1.1 {status}", *(f"{name}: {value}" for name, value in headers)]
    if "content-length" not in named and "transfer-encoding" not in named:
        lines.append(f"Content-Length: {len(body)}")
    return "\r\n".join(lines).encode("latin-1") + b"\r\n\r\n" + body


class RawServer:
    """Answers each path with bytes or a behaviour; anything else is a small page."""

    def __init__(self) -> None:
        self.answers: dict[str, bytes | Behaviour] = {}
        self.connections = 0
        self.requests: list[bytes] = []
        self.port = 0

    def url(self, path: str, host: str = "127.0.0.1") -> str:
        """Address of a path of this server."""
        return f"http://{host}:{self.port}{path}"

    def redirect(self, path: str, location: str) -> str:
        """Make `path` point to `location`; returns the address of `path`."""
        self.answers[path] = response(status="302 Found", headers=[("Location", location)])
        return self.url(path)

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One connection, kept alive as long as answers are plain bytes."""
        self.connections += 1
        with contextlib.suppress(ConnectionError, asyncio.IncompleteReadError):
            while head := await reader.readuntil(b"\r\n\r\n"):
                self.requests.append(head)
                answer = self.answers.get(head.split(b" ")[1].decode(), response(b"<p>ok</p>"))
                if not isinstance(answer, bytes):
                    await answer(writer)
                    break
                writer.write(answer)
                await writer.drain()
        writer.close()


@asynccontextmanager
async def raw_server(host: str = "127.0.0.1") -> AsyncIterator[RawServer]:
    """A running server; `host` is the address it listens on."""
    server = RawServer()
    listener = await asyncio.start_server(server.serve, host, 0)
    server.port = listener.sockets[0].getsockname()[1]
    try:
        yield server
    finally:
        listener.close()


@asynccontextmanager
async def tunnel(port: int) -> AsyncIterator[RawServer]:
    """A proxy whose every tunnel leads to one port here; `requests` says where it should lead."""
    proxy = RawServer()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        proxy.connections += 1
        proxy.requests.append(await reader.readuntil(b"\r\n\r\n"))
        there, back = await asyncio.open_connection("127.0.0.1", port)
        writer.write(b"HTTP/1.1 200 OK\r\n\r\n")
        await asyncio.gather(_pass_on(reader, back), _pass_on(there, writer))

    listener = await asyncio.start_server(serve, "127.0.0.1", 0)
    proxy.port = listener.sockets[0].getsockname()[1]
    try:
        yield proxy
    finally:
        listener.close()


async def _pass_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with contextlib.suppress(ConnectionError):
        while part := await reader.read(65_536):
            writer.write(part)
            await writer.drain()
    writer.close()


class FakeDns:
    """Names with the addresses each look-up gives, in turn; the last answer repeats."""

    def __init__(self, names: dict[str, list[list[str]]]) -> None:
        self._names = names
        self.asked: list[str] = []

    async def __call__(self, host: str, port: int) -> Sequence[str]:
        """OSError for an unknown name, as the system's resolver."""
        self.asked.append(host)
        answers = self._names.get(host)
        if not answers:
            raise OSError(f"{host} is unknown")
        return answers.pop(0) if len(answers) > 1 else answers[0]
