"""Server-sent events: one LISTEN connection per process, any number of streams.

Invariant: a stream sends only what a finished short transaction has read. It holds neither a
transaction nor a pooled connection while it waits, and it ends, saying so, as soon as the database
tells that its reader lost the right to read. A right that runs out by itself is noticed then where
the moment was known (`Reader.ends_at`), else within `RECHECK_S`; while nobody listens, every stream
asks again every `POLL_S`.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
from collections import defaultdict
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from math import inf
from typing import Annotated
from uuid import UUID

from fastapi import Depends, Request
from fastapi.sse import KEEPALIVE_COMMENT, EventSourceResponse, format_sse_event
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncSession

from presence.core import metrics
from presence.core.errors import ValidationFailed
from presence.db.reaching import UNREACHABLE, connect_to_server, reason
from presence.db.session import Database
from presence.db.tenancy import TenantBinding
from presence.http.events import BATCH, CHANNEL, Event, bounds, read_after

log = logging.getLogger(__name__)

RETRY_MS = 3_000
HEARTBEAT_S = 15.0
RECHECK_S = 30.0
POLL_S = 3.0
PING_S = 5.0
_AFTER_S = 0.1
RECONNECT_S = 1.0
RESET = "stream.reset"
CLOSED = "stream.closed"
HEADERS = {"X-Accel-Buffering": "no", "Cache-Control": "no-store"}

MayRead = Callable[[AsyncSession], Awaitable[bool]]


class EventHub:
    """Wakes the streams of a workspace when its log grew, and those of a person who is recalled."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._waiting: dict[str, set[asyncio.Event]] = defaultdict(set)
        self._task: asyncio.Task[None] | None = None
        self._listening = False
        self._why_not = "it has just begun"
        self.closing = False

    @property
    def problem(self) -> str:
        """Why nothing is heard, as one sentence; empty while listening, and before the start."""
        if self._listening or self._task is None:
            return ""
        return f"Events are not heard from the database: {self._why_not}."

    @property
    def recheck_after_s(self) -> float:
        """How long a stream may wait for a signal before it checks for events itself."""
        return RECHECK_S if self._listening else POLL_S

    async def start(self) -> None:
        """Begin listening; a lost connection is opened again for as long as the hub lives."""
        self._task = asyncio.create_task(self._listen(), name="event hub")

    async def close(self) -> None:
        """End every stream and stop listening."""
        self.end_streams()
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task

    def end_streams(self) -> None:
        """Let every stream finish now; safe to call from a signal handler of the loop."""
        self.closing = True
        self._wake_all()

    @contextlib.contextmanager
    def subscribed(self, *whose: UUID | None) -> Iterator[asyncio.Event]:
        """An event that is set whenever one of the workspaces or persons may have news."""
        keys, news = [str(one) for one in whose if one is not None], asyncio.Event()
        for key in keys:
            self._waiting[key].add(news)
        try:
            yield news
        finally:
            for key in keys:
                self._waiting[key].discard(news)
                if not self._waiting[key]:
                    del self._waiting[key]

    async def _listen(self) -> None:
        while True:
            try:
                await self._listen_once()
            except UNREACHABLE as error:
                self._why_not = reason(error)
                log.warning("The event listener has no connection: %s (%s)", self._why_not, error)
            await asyncio.sleep(RECONNECT_S)

    async def _listen_once(self) -> None:
        connection = await connect_to_server(self._url, name="presence events")
        lost = asyncio.Event()
        connection.add_termination_listener(lambda _: lost.set())
        try:
            await connection.add_listener(CHANNEL, self._on_notify)
            self._listening = True
            self._wake_all()  # news may have come while nobody listened
            while not await _within(PING_S, lost):
                # A connection cut off without a word would stay silent for hours.
                await asyncio.wait_for(connection.fetchval("SELECT 1"), PING_S)
        finally:
            self._listening = False
            self._wake_all()  # all that wait for a notification start polling
            connection.terminate()

    def _on_notify(self, _connection: object, _pid: int, _channel: str, payload: object) -> None:
        for news in self._waiting.get(str(payload), ()):
            news.set()

    def _wake_all(self) -> None:
        for streams in self._waiting.values():
            for news in streams:
                news.set()


def get_hub(request: Request) -> EventHub:
    """The hub the entry point built."""
    hub: EventHub = request.app.state.events
    return hub


HubDep = Annotated[EventHub, Depends(get_hub)]


@dataclass(frozen=True, slots=True)
class StreamReader:
    """Who reads what: `run_id` narrows to one run, `may_read` is asked again and again.

    `ends_at` is when the right ends by itself, where that is known: it is asked then too.
    """

    binding: TenantBinding
    may_read: MayRead
    run_id: UUID | None = None
    after: int | None = None
    ends_at: datetime | None = None

    @property
    def workspace_id(self) -> UUID:
        """The workspace whose log is read."""
        if self.binding.workspace_id is None:
            raise ValueError("A stream needs a workspace.")
        return self.binding.workspace_id


def last_event_id(header: str | None) -> int | None:
    """The id in `Last-Event-ID`; ValidationFailed when it was never one of ours."""
    if header is None or not header.strip():
        return None
    # guard: http.event-id
    if not header.strip().isascii() or not header.strip().isdigit() or len(header) > 18:
        raise ValidationFailed("Last-Event-ID is not an event id.")
    return int(header)


def event_stream(hub: EventHub, database: Database, reader: StreamReader) -> EventSourceResponse:
    """The response; its body starts after the request's own transaction has ended."""
    return EventSourceResponse(_frames(hub, database, reader), headers=HEADERS)


async def _frames(hub: EventHub, database: Database, reader: StreamReader) -> AsyncIterator[bytes]:
    yield f"retry: {RETRY_MS}\n\n".encode()
    loop = asyncio.get_running_loop()
    spoke = loop.time()
    whose = (reader.workspace_id, reader.binding.user_id)
    with hub.subscribed(*whose) as news, metrics.sse_connections.track_inprogress():
        position: int | None = None
        waited = False  # what was missed before is no delay
        while not hub.closing:
            news.clear()
            try:
                batch = await _read(database, reader, position)
            except (SQLAlchemyError, OSError):
                return  # the browser reconnects with its last id and misses nothing
            if batch is None:
                yield format_sse_event(event=CLOSED, data_str="{}")
                return
            position = batch.position
            for age_s in batch.ages_s if waited else ():
                metrics.sse_delay.observe(age_s)
            for frame in batch.frames:
                yield frame
                spoke = loop.time()
            if batch.more:
                continue
            waited, until = True, loop.time() + min(hub.recheck_after_s, _left_s(reader.ends_at))
            while not news.is_set() and loop.time() < until:
                await _within(min(until, spoke + HEARTBEAT_S) - loop.time(), news)
                if loop.time() - spoke >= HEARTBEAT_S:
                    yield KEEPALIVE_COMMENT
                    spoke = loop.time()


def _left_s(ends_at: datetime | None) -> float:
    """Seconds until just after a moment; infinite if there is none or it has passed."""
    left = (ends_at - datetime.now(UTC)).total_seconds() + _AFTER_S if ends_at else inf
    return left if left > 0 else inf


async def _within(seconds: float, event: asyncio.Event) -> bool:
    """Wait at most `seconds` for the event; returns whether it happened."""
    with contextlib.suppress(TimeoutError):
        await asyncio.wait_for(event.wait(), max(0.0, seconds))
    return event.is_set()


@dataclass(frozen=True, slots=True)
class _Batch:
    frames: tuple[bytes, ...]
    position: int
    more: bool = False
    ages_s: tuple[float, ...] = ()


async def _read(database: Database, reader: StreamReader, position: int | None) -> _Batch | None:
    """Frames after `position`; None once the reader may not read any more."""
    async with database.transaction(reader.binding) as session:
        if not await reader.may_read(session):  # guard: http.stream-right
            return None
        if position is None:
            return await _first(session, reader)
        events = await read_after(session, position, reader.run_id)
    newest = events[-1].id if events else position
    ages = tuple(event.age_s for event in events)
    return _Batch(tuple(map(_frame, events)), newest, len(events) == BATCH, ages)


async def _first(session: AsyncSession, reader: StreamReader) -> _Batch:
    """Where a stream starts: after its last id; else at a run's beginning, else now.

    A last id that the log no longer contains (or never issued) is answered with `stream.reset`: the
    client then reads everything again.
    """
    newest, oldest = await bounds(session)
    if reader.after is None:
        return _Batch((), 0 if reader.run_id else newest, more=reader.run_id is not None)
    lost = reader.after < newest and reader.after + 1 < (oldest or newest + 1)
    if lost or reader.after > newest:
        return _Batch((_frame(Event(newest, None, RESET, {})),), newest)
    metrics.sse_replay.inc()
    return _Batch((), reader.after, more=True)


def _frame(event: Event) -> bytes:
    metrics.sse_events.labels(event.event).inc()
    return format_sse_event(
        event=event.event, id=str(event.id), data_str=json.dumps(event.data, ensure_ascii=False)
    )
