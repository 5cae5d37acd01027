"""One call straight into the application, as a server would make it.

Invariant: a reader never leaves by itself: whoever ends a call cancels it.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from fastapi import FastAPI

from tests.assurance.isolation_people import Person
from tests.assurance.isolation_seen import asking, text_of


@dataclass
class Answer:
    """What came back so far."""

    status: int = 0
    location: str = ""
    parts: list[bytes] = field(default_factory=list)

    @property
    def content(self) -> bytes:
        """The whole body."""
        return b"".join(self.parts)

    @property
    def text(self) -> str:
        """What can be read in it and in where it leads."""
        return f"{text_of(self.content)}\n{self.location}"


async def call(
    app: FastAPI,
    person: Person,
    method: str,
    path: str,
    body: dict[str, Any] | None = None,
    *,
    last_id: str = "",
    heard: Callable[[bytes], None] | None = None,
) -> Answer:
    """Ask as `person`; `heard` takes each piece of the body as it comes."""
    asking.set(person.number)
    content = json.dumps(body).encode() if body else b""
    headers = [(b"host", b"presence.test"), (b"cookie", b"presence_session=" + person.cookie)]
    if body:
        headers += [
            (b"content-type", b"application/json"),
            (b"content-length", str(len(content)).encode()),
        ]
    if last_id:
        headers.append((b"last-event-id", last_id.encode()))
    scope = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": method,
        "scheme": "http",
        "path": path,
        "raw_path": path.encode(),
        "query_string": b"",
        "root_path": "",
        "headers": headers,
        "client": ("127.0.0.1", 1),
        "server": ("t", 80),
        "state": {},
    }
    answer, asked = Answer(), [{"type": "http.request", "body": content, "more_body": False}]

    async def receive() -> dict[str, Any]:
        if asked:
            return asked.pop()
        await asyncio.Event().wait()
        raise AssertionError

    async def send(message: Any) -> None:
        answer.status = message.get("status", answer.status)
        for name, value in message.get("headers", ()):
            if name == b"location":
                answer.location = value.decode()
        if heard is None:
            answer.parts.append(message.get("body", b""))
        elif message.get("body"):
            heard(message["body"])

    await app(scope, receive, send)
    return answer
