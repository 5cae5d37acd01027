"""Streams replay what was missed, repeat nothing, and end with the right to read."""

from __future__ import annotations

import asyncio
import os
import random
import signal
from collections.abc import AsyncIterator
from typing import Any

import pytest
from sqlalchemy.ext.asyncio import AsyncSession

from presence.core.errors import ValidationFailed
from presence.db.session import Database
from presence.http import sse
from presence.http.events import publish, publish_all, recall
from presence.http.sse import EventHub, StreamReader, event_stream, last_event_id
from tests.factories.people import Tenant, make_tenant

WRITERS = 50
EACH = 6


async def everybody(session: AsyncSession) -> bool:
    """Anyone may read."""
    return True


@pytest.fixture
async def tenant(database: Database) -> Tenant:
    """Somebody with a workspace."""
    return await make_tenant(database)


@pytest.fixture
async def hub(place: Any) -> AsyncIterator[EventHub]:
    """A listening hub."""
    hub = EventHub(place.url("customer"))
    await hub.start()
    yield hub
    await hub.close()


def frames(
    hub: EventHub, database: Database, tenant: Tenant, **options: Any
) -> AsyncIterator[bytes]:
    """The body of a stream of the tenant's workspace."""
    reader = StreamReader(tenant.binding, options.pop("may_read", everybody), **options)
    body: Any = event_stream(hub, database, reader).body_iterator
    return body  # type: ignore[no-any-return]  # the generator itself


def number_of(frame: bytes) -> int | None:
    """The id of a frame, None for comments and `retry`."""
    lines = frame.decode().splitlines()
    return next((int(line[4:]) for line in lines if line.startswith("id: ")), None)


async def emit(database: Database, tenant: Tenant, count: int = 1) -> None:
    """Publish events, each in a transaction of its own."""
    for _ in range(count):
        async with database.transaction(tenant.binding) as session:
            await publish(session, "material.updated", {"n": 1})


async def collect(stream: AsyncIterator[bytes], wanted: int, within_s: float = 10) -> list[int]:
    """Ids of the next `wanted` events."""
    found: list[int] = []
    async with asyncio.timeout(within_s):
        async for frame in stream:
            if (number := number_of(frame)) is not None:
                found.append(number)
            if len(found) >= wanted:
                break
    return found


async def test_fifty_writers_and_a_reconnecting_reader_lose_and_repeat_nothing(
    database: Database, tenant: Tenant, hub: EventHub
) -> None:
    rng = random.Random(7)  # noqa: S311 - reproducible choice
    seen: list[int] = []

    async def read() -> None:
        while len(seen) < WRITERS * EACH:
            stream = frames(hub, database, tenant, after=seen[-1] if seen else 0)
            wanted = min(rng.randint(1, 40), WRITERS * EACH - len(seen))
            seen.extend(await collect(stream, wanted, within_s=30))
            await stream.aclose()  # type: ignore[attr-defined]  # a generator

    async def write() -> None:
        await asyncio.sleep(rng.random() / 20)
        await emit(database, tenant, EACH)

    async with asyncio.timeout(60):
        await asyncio.gather(read(), *(write() for _ in range(WRITERS)))
    assert seen == list(range(1, WRITERS * EACH + 1))


async def test_a_stream_without_a_last_id_begins_now(
    database: Database, tenant: Tenant, hub: EventHub
) -> None:
    await emit(database, tenant, 3)
    permission = Permission()
    stream = frames(hub, database, tenant, may_read=permission)
    reading = asyncio.create_task(collect(stream, 1))
    await begun(permission)
    await emit(database, tenant)
    assert await reading == [4]


async def test_news_arrives_at_once(database: Database, tenant: Tenant, hub: EventHub) -> None:
    permission = Permission()
    stream = frames(hub, database, tenant, may_read=permission)
    await until(lambda: hub.recheck_after_s == sse.RECHECK_S)
    reading = asyncio.create_task(collect(stream, 1, within_s=sse.RECHECK_S - 1))
    await begun(permission)
    await emit(database, tenant)
    assert await reading == [1]


async def test_another_workspaces_news_is_not_heard(
    database: Database, tenant: Tenant, hub: EventHub
) -> None:
    other = await make_tenant(database)
    await emit(database, other, 2)
    stream = frames(hub, database, tenant, after=0)
    with pytest.raises(TimeoutError):
        await collect(stream, 1, within_s=0.5)


async def test_an_id_the_log_no_longer_reaches_is_answered_with_a_reset(
    database: Database, tenant: Tenant, hub: EventHub, admin: Any
) -> None:
    await emit(database, tenant, 5)
    await admin.execute(
        "UPDATE run_event SET created_at = now() - interval '25 hours'"
        " WHERE workspace_id = $1 AND id <= 3",
        tenant.workspace_id,
    )
    stream = frames(hub, database, tenant, after=1)
    first = [frame async for frame in _until_event(stream)][-1]
    assert b"event: stream.reset" in first
    assert number_of(first) == 5


async def _until_event(stream: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
    async for frame in stream:
        yield frame
        if number_of(frame) is not None:
            return


async def test_a_last_id_within_the_log_is_replayed(
    database: Database, tenant: Tenant, hub: EventHub
) -> None:
    await emit(database, tenant, 5)
    assert await collect(frames(hub, database, tenant, after=2), 3) == [3, 4, 5]


async def test_old_events_are_forgotten_and_numbers_go_on(
    database: Database, tenant: Tenant, admin: Any
) -> None:
    async with database.transaction(tenant.binding) as session:
        await publish_all(session, [("material.updated", {})] * 99)
    await admin.execute(
        "UPDATE run_event SET created_at = now() - interval '25 hours' WHERE workspace_id = $1",
        tenant.workspace_id,
    )
    await emit(database, tenant)
    rows = await admin.fetch(
        "SELECT id FROM run_event WHERE workspace_id = $1", tenant.workspace_id
    )
    assert [row["id"] for row in rows] == [100]


class Permission:
    """Whether a stream may be read, and how often it asked."""

    def __init__(self) -> None:
        self.given = True
        self.asked = 0

    async def __call__(self, session: AsyncSession) -> bool:
        """May it?"""
        self.asked += 1
        return self.given


async def test_a_right_that_ran_out_by_itself_is_noticed_at_the_next_look(
    database: Database, tenant: Tenant, hub: EventHub, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sse, "RECHECK_S", 0.5)
    permission = Permission()
    stream = frames(hub, database, tenant, may_read=permission)
    ending = asyncio.create_task(collect(stream, 99, within_s=9))
    await begun(permission)
    permission.given = False
    assert await ending == []


async def test_a_person_who_is_recalled_reads_no_further(
    database: Database, tenant: Tenant, hub: EventHub
) -> None:
    other = await make_tenant(database)
    permissions = Permission(), Permission()
    endings = [
        asyncio.create_task(collect(frames(hub, database, who, may_read=may), 99, within_s=9))
        for who, may in zip((tenant, other), permissions, strict=True)
    ]
    await until(
        lambda: all(one.asked for one in permissions) and hub.recheck_after_s == sse.RECHECK_S
    )
    for permission in permissions:
        permission.given = False
    async with database.transaction() as session:
        await recall(session, tenant.user_id)
    async with asyncio.timeout(sse.RECHECK_S - 1):
        assert await endings[0] == []
    assert not endings[1].done()
    endings[1].cancel()


async def test_a_quiet_stream_asks_nothing_while_somebody_listens(
    database: Database, tenant: Tenant, hub: EventHub
) -> None:
    permission = Permission()
    reading = asyncio.create_task(collect(frames(hub, database, tenant, may_read=permission), 1))
    await until(lambda: hub.recheck_after_s == sse.RECHECK_S)
    await begun(permission)
    before = permission.asked
    await asyncio.sleep(sse.POLL_S + 0.5)
    assert permission.asked == before
    await emit(database, tenant)
    assert await reading == [1]


async def test_streams_ask_by_themselves_while_nobody_listens(
    database: Database, tenant: Tenant, place: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sse, "POLL_S", 0.2)
    deaf = EventHub(place.url("customer"))
    permission = Permission()
    stream = frames(deaf, database, tenant, may_read=permission)
    reading = asyncio.create_task(collect(stream, 1, within_s=9))
    await begun(permission)
    await emit(database, tenant)
    assert await reading == [1]


LISTENER = "SELECT pid FROM pg_stat_activity WHERE application_name = 'presence events'"


@pytest.mark.parametrize("cut", [signal.SIGTERM, signal.SIGSTOP])
async def test_a_listener_that_lost_its_connection_listens_again(
    database: Database,
    tenant: Tenant,
    hub: EventHub,
    admin: Any,
    cut: signal.Signals,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sse, "PING_S", 0.5)
    monkeypatch.setattr(sse, "RECONNECT_S", 0.1)
    reading = asyncio.create_task(collect(frames(hub, database, tenant), 2, within_s=20))
    await until(lambda: hub.recheck_after_s == sse.RECHECK_S)
    pid = await admin.fetchval(f"{LISTENER} AND datname = current_database()")
    os.kill(pid, cut)  # SIGSTOP: the connection stays open and says nothing any more
    try:
        await until(lambda: hub.recheck_after_s == sse.POLL_S)
        await emit(database, tenant)
        await until(lambda: hub.recheck_after_s == sse.RECHECK_S)
        await emit(database, tenant)
        assert await reading == [1, 2]
    finally:
        if cut == signal.SIGSTOP:
            os.kill(pid, signal.SIGCONT)


async def begun(permission: Permission) -> None:
    """Wait until a stream has looked where it begins: it asks for permission just before."""
    await until(lambda: permission.asked > 0)
    await asyncio.sleep(0.3)


async def until(condition: Any, within_s: float = 10) -> None:
    """Wait for something that has no event of its own."""
    async with asyncio.timeout(within_s):
        while not condition():  # noqa: ASYNC110 - nobody is told of it
            await asyncio.sleep(0.02)


async def test_a_waiting_stream_holds_no_connection(
    database: Database, tenant: Tenant, hub: EventHub
) -> None:
    permissions, held = [Permission() for _ in range(30)], database.engine.pool
    streams = [
        asyncio.create_task(collect(frames(hub, database, tenant, may_read=permission), 1))
        for permission in permissions
    ]
    await until(
        lambda: all(one.asked for one in permissions) and hub.recheck_after_s == sse.RECHECK_S
    )
    await until(lambda: held.checkedout() == 0)  # type: ignore[attr-defined]  # the pool in use has it
    await emit(database, tenant)
    assert await asyncio.gather(*streams) == [[1]] * 30


async def test_a_closing_hub_ends_its_streams(
    database: Database, tenant: Tenant, hub: EventHub
) -> None:
    ending = asyncio.create_task(collect(frames(hub, database, tenant), 1, within_s=2))
    await asyncio.sleep(0.2)
    hub.end_streams()
    assert await ending == []


@pytest.mark.parametrize("header", ["-1", "x", "1.5", "9" * 30, "１"])
def test_a_last_event_id_that_was_never_ours_is_refused(header: str) -> None:
    with pytest.raises(ValidationFailed):
        last_event_id(header)
