"""An event stream that stays open while the right to read it ends.

Invariant: a stream counts as ended only when the product itself finished its answer; that nobody
listens any more is told to the product by nobody here.
"""

from __future__ import annotations

import asyncio
import time
from contextlib import suppress
from typing import Any

from fastapi import FastAPI

MOST_S = 1.0


class OpenStream:
    """`GET /api/v1/events` in the hands of whoever holds these headers."""

    def __init__(self, app: FastAPI, **headers: str) -> None:
        self._app = app
        self._headers = headers
        self._began = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._ended_at = 0.0
        self.status = 0
        self.said = b""

    @classmethod
    async def of_session(cls, app: FastAPI, token: str) -> OpenStream:
        """Opened with the cookie of a session; raises when it does not open."""
        stream = cls(app, cookie=f"presence_session={token}")
        await stream.open()
        assert stream.status == 200, stream.status
        return stream

    async def open(self) -> None:
        """Ask; return once the answer has begun."""
        self._task = asyncio.create_task(self._run())
        async with asyncio.timeout(20):
            await self._began.wait()

    async def ended_within(self, since: float) -> float:
        """Seconds from `since` (monotonic) to the stream's end, `inf` when it goes on too long."""
        assert self._task is not None
        patience = max(0.0, since + MOST_S - time.monotonic())
        done, _ = await asyncio.wait({self._task}, timeout=patience)
        if done:
            return max(0.0, self._ended_at - since)
        self._task.cancel()
        with suppress(asyncio.CancelledError):
            await self._task
        return float("inf")

    async def _run(self) -> None:
        headers = [(name.encode(), value.encode()) for name, value in self._headers.items()]
        scope = {
            "type": "http",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "method": "GET",
            "scheme": "http",
            "path": "/api/v1/events",
            "raw_path": b"/api/v1/events",
            "query_string": b"",
            "root_path": "",
            "client": ("127.0.0.1", 1),
            "server": ("presence.test", 80),
            "state": {},
            "headers": [(b"host", b"presence.test"), *headers],
        }
        asked = [{"type": "http.request", "body": b"", "more_body": False}]

        async def receive() -> dict[str, Any]:
            if asked:
                return asked.pop()
            await asyncio.Event().wait()  # the reader never leaves
            raise AssertionError

        async def send(message: Any) -> None:
            self.status = message.get("status", self.status)
            self.said += message.get("body", b"")
            if message["type"] == "http.response.body" and (
                message.get("body") or self.status > 299
            ):
                self._began.set()

        await self._app(scope, receive, send)
        self._ended_at = time.monotonic()
