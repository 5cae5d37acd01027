"""Looks at the database again and again, for as long as it lives.

Invariant: it reads as the role auditor in read-only transactions; a look that fails is counted,
and neither stops another nor ends the auditor.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import time
from collections.abc import Awaitable

import asyncpg

from presence.core import metrics
from presence.core.settings import EngineConnection, EngineSettings, Settings
from presence.db import reaching
from presence.db.address_reading import direct_url
from presence.oversight.followed_events import Followed
from presence.oversight.gauges import BUDGETS, CEILINGS, OFTEN, RARELY, forget_all, read
from presence.oversight.invariants import INVARIANTS, Invariant

log = logging.getLogger(__name__)

OFTEN_S, RARELY_S = 15.0, 300.0
RECONNECT_S = 5.0
_TIMEOUT_MS = "60000"
_CONNECTION, _EVENTS = "connection", "stripe_delivery"
metrics.begin(
    metrics.auditor_failures,
    (
        _CONNECTION,
        _EVENTS,
        *(reading.gauge._name for reading in (*OFTEN, CEILINGS, *BUDGETS, *RARELY)),
        *(invariant.name for invariant in INVARIANTS),
    ),
)


async def keep_watch(settings: Settings, stop: asyncio.Event) -> None:
    """Fill the gauges until `stop`, connecting again whenever the database went away."""
    followed = Followed()
    while not stop.is_set():
        try:
            await _watch(settings, stop, followed)
        except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError, TimeoutError) as error:
            forget_all()
            metrics.auditor_failures.labels(_CONNECTION).inc()
            log.warning("The auditor lost the database: %s", type(error).__name__)
            await _pause(stop, RECONNECT_S)


async def keep_invariants(settings: Settings) -> None:
    """Check every invariant again and again where no auditor runs: breaches go to the log.

    Does nothing where metrics are shown, because an auditor of its own looks, or without its
    address.
    """
    if settings.metrics.port or not settings.database.auditor_url:
        await asyncio.Event().wait()
    while True:
        await asyncio.sleep(RARELY_S)
        try:
            await check_once(direct_url(settings.database, "auditor"))
        except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError, TimeoutError) as error:
            log.warning("The invariants could not be checked: %s", type(error).__name__)


async def check_once(url: str) -> None:
    """Check every invariant on a connection of its own."""
    connection = await connect(url)
    try:
        for invariant in INVARIANTS:
            await _counted(invariant.name, check(connection, invariant))
    finally:
        await connection.close(timeout=1)


async def connect(url: str) -> asyncpg.Connection:
    """A connection that can only read."""
    return await reaching.connect(
        url,
        name="presence auditor",
        settings={
            "default_transaction_read_only": "on",
            "statement_timeout": _TIMEOUT_MS,
        },
    )


async def look(connection: asyncpg.Connection, settings: Settings, *, thoroughly: bool) -> None:
    """One look: the gauges that move, and `thoroughly` also the rest and every invariant."""
    for reading in OFTEN:
        await _counted(reading.gauge._name, read(connection, reading))
    ceilings = json.dumps(daily_ceilings(settings.engines))
    await _counted(CEILINGS.gauge._name, read(connection, CEILINGS, ceilings))
    if not thoroughly:
        return
    money = (settings.engines.plan_share, settings.engines.free_allowance_usd)
    for reading in BUDGETS:
        await _counted(reading.gauge._name, read(connection, reading, *money))
    for reading in RARELY:
        await _counted(reading.gauge._name, read(connection, reading))
    for invariant in INVARIANTS:
        await _counted(invariant.name, check(connection, invariant))


def daily_ceilings(engines: EngineSettings) -> dict[str, str]:
    """What our keys may spend in a day in USD, by engine; "*" is all of them."""
    groups = {name: getattr(engines, name) for name in EngineSettings.model_fields}
    each = {
        name: str(group.daily_ceiling_usd)
        for name, group in groups.items()
        if isinstance(group, EngineConnection)
    }
    return {"*": str(engines.daily_ceiling_usd), **each}


async def check(connection: asyncpg.Connection, invariant: Invariant) -> None:
    """Count what breaks one invariant; a new breach is logged."""
    found = int(await connection.fetchval(invariant.sql))
    gauge = metrics.invariant_violations.labels(invariant.name)
    if found and found != gauge._value.get():
        log.error("Broken %d times: %s", found, invariant.sentence)
    gauge.set(found)
    metrics.invariant_checked.labels(invariant.name).set(time.time())


async def _watch(settings: Settings, stop: asyncio.Event, followed: Followed) -> None:
    connection = await connect(direct_url(settings.database, "auditor"))
    try:
        thoroughly_at = 0.0
        while not stop.is_set():
            now = time.monotonic()
            thoroughly = now >= thoroughly_at
            if thoroughly:
                thoroughly_at = now + RARELY_S
            await look(connection, settings, thoroughly=thoroughly)
            await _counted(_EVENTS, followed.follow(connection))
            await _pause(stop, OFTEN_S)
    finally:
        with contextlib.suppress(asyncpg.PostgresError, OSError, TimeoutError):
            await connection.close(timeout=1)


async def _counted(what: str, step: Awaitable[None]) -> None:
    """A statement that fails is counted; a connection that is gone is the caller's business."""
    try:
        await step
    except (asyncpg.PostgresConnectionError, asyncpg.InterfaceError, OSError):
        raise
    except asyncpg.PostgresError as error:
        metrics.auditor_failures.labels(what).inc()
        log.warning("%s could not be read: %s", what, error)


async def _pause(stop: asyncio.Event, seconds: float) -> None:
    with contextlib.suppress(TimeoutError):
        await asyncio.wait_for(stop.wait(), seconds)
