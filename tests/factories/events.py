"""Reads a server-sent event stream the way a browser does."""

from __future__ import annotations

import asyncio
import json
from typing import Any
from uuid import UUID

import httpx

Event = dict[str, Any]


async def read_events(
    client: httpx.AsyncClient,
    run: UUID | None,
    *,
    after: int | None = None,
    stop_after: int = 0,
    until: str = "",
    within_s: float = 45,
) -> list[Event]:
    """Events (`id`, `event`, `data`) until `stop_after` came or one called `until` did.

    `run` None reads the workspace's stream; `after` is the last id already seen.
    """
    url = "/api/v1/events" if run is None else f"/api/v1/runs/{run}/events"
    headers = {} if after is None else {"Last-Event-ID": str(after)}
    found: list[Event] = []
    async with asyncio.timeout(within_s), client.stream("GET", url, headers=headers) as response:
        assert response.status_code == 200, await response.aread()
        async for event in parse(response):
            found.append(event)
            if len(found) == stop_after or event["event"] == until:
                break
    return found


async def parse(response: httpx.Response) -> Any:
    """Yield each event of the body; comments and `retry` are left out."""
    event: Event = {}
    async for line in response.aiter_lines():
        if line == "" and "event" in event:
            yield event
        if line == "":
            event = {}
            continue
        name, _, value = line.partition(": ")
        if name == "data":
            event["data"] = json.loads(value)
        elif name in {"id", "event"}:
            event[name] = value
