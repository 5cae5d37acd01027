"""The protocol between a worker and a process that reads sites: JSON with a length prefix.

Invariant: both sides know a task only by its name, and convert its arguments and result to data and
back by the kinds given here; nothing that is received is executed.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final

from presence.analysis.ports import CrawlRequest
from presence.analysis.types import FetchProblem, Finding, PageText, SiteCrawl, SiteLook

LENGTH: Final = 4


@dataclass(frozen=True, slots=True)
class Task:
    """Kinds of a task's arguments, in order, and of its result."""

    arguments: Any
    result: Any


TASKS: Final[Mapping[str, Task]] = MappingProxyType(
    {
        "crawl": Task(tuple[tuple[CrawlRequest, ...]], tuple[SiteCrawl | None, ...]),
        "look": Task(tuple[str], SiteLook),
        "read_text": Task(tuple[str, tuple[str, ...]], PageText | FetchProblem),
        "refetch": Task(tuple[SiteCrawl, Finding], SiteCrawl | FetchProblem),
    }
)


def send(writer: asyncio.StreamWriter, message: dict[str, Any]) -> None:
    """Send a message; the receiver may be gone."""
    data = json.dumps(message).encode()
    writer.write(len(data).to_bytes(LENGTH, "big") + data)


async def receive(reader: asyncio.StreamReader, most: int) -> bytes:
    """The next message. EOFError when there is none, ValueError for more than `most` bytes."""
    length = int.from_bytes(await reader.readexactly(LENGTH), "big")
    if length > most:  # guard: crawl.message-bytes
        raise ValueError("too much was said")
    return await reader.readexactly(length)
