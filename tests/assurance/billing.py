"""Row 12: money is never wrong, whatever happens between a customer, Stripe and us.

Random histories against the model of Stripe: two tabs, two checkouts, killed processes, lost,
late, repeated and reordered events, outages, cards that fail, staff who meddle, time. When one has
settled our state is Stripe's, nobody has two subscriptions, nobody kept access a minute beyond the
rule. Invariant: each worker plays on a database of its own, so histories never meet.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import sys
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from multiprocessing.queues import Queue
from queue import Empty

import asyncpg

from tests.assurance.billing_worker import Orders, Tale, main
from tests.assurance.frame import Deadline, Outcome, journal_of
from tests.assurance.journal import Journal
from tests.conftest import Place, drop

COVERS = (
    "api/presence/domains/billing",
    "api/presence/adapters/stripe",
    "api/presence/core/payments.py",
    "api/presence/core/payment_events.py",
)

SHOWN = 20
_SPAWN = multiprocessing.get_context("spawn")


@dataclass(frozen=True)
class Scale:
    """How much is played: at least `events` of Stripe's events and at most `steps` in each.

    `shortened`: by hypothesis, of `steps` each, and a failing one is searched for its shortest.
    """

    histories: int
    events: int
    steps: int
    processes: int
    two_years: int
    shortened: bool = False


QUICK = Scale(histories=300, events=0, steps=6, processes=2, two_years=3, shortened=True)
PLAYERS = 2 * max(2, os.cpu_count() or 2)  # each waits for its database half of its time
FULL = Scale(histories=10_000, events=20, steps=400, processes=PLAYERS, two_years=60)


async def full(place: Place, seed: int, deadline: Deadline) -> Outcome:
    """10,000 histories of at least 20 events, and two years of renewals from every awkward day.

    On a shared machine that is hours: what was played before the time ran out is not played again.
    """
    return await run(place, FULL, seed, deadline, journal_of("billing", seed))


async def run(
    place: Place, scale: Scale, seed: int, deadline: Deadline, journal: Journal | None = None
) -> Outcome:
    """Play everything that was not played before, then count."""
    tales = [Tale(**told) for told in journal.told()] if journal else []
    played = {(tale.renewals, tale.number) for tale in tales}
    told: Queue[Tale] = _SPAWN.Queue()
    names = [f"{place.name}_{number}" for number in range(scale.processes)]
    players = []
    for number, name in enumerate(names):
        await _copy(place, name)
        orders = Orders(
            Place(place.server, name),
            _left(range(seed, seed + scale.histories), number, scale, played, renewals=False),
            _left(range(scale.two_years), number, scale, played, renewals=True),
            scale.events,
            scale.steps,
            deadline.left_s,
            scale.shortened,
        )
        player = _SPAWN.Process(target=main, args=(orders, told), daemon=True)
        player.start()
        players.append(player)
    tales += await asyncio.to_thread(lambda: list(_told(told, players, journal)))
    for player, name in zip(players, names, strict=True):
        player.join()
        await drop(place.server, name)
    broken = sum(player.exitcode != 0 for player in players)
    return _judge(tales, scale, broken)


def _left(
    numbers: range, player: int, scale: Scale, played: set[tuple[bool, int]], *, renewals: bool
) -> tuple[int, ...]:
    """A player's part of what was not played before."""
    return tuple(n for n in numbers[player :: scale.processes] if (renewals, n) not in played)


async def _copy(place: Place, name: str) -> None:
    """A database like the place's, which nobody may be connected to meanwhile."""
    admin = await asyncpg.connect(place.server.admin)
    try:
        await admin.execute(f"CREATE DATABASE {name} TEMPLATE {place.name} OWNER owner")
    finally:
        await admin.close()


def _told(
    told: Queue[Tale],
    players: list[multiprocessing.context.SpawnProcess],
    journal: Journal | None,
) -> Iterator[Tale]:
    """What the players tell, kept at once, until each has ended."""
    while True:
        try:
            tale = told.get(timeout=0.5)
        except Empty:
            if not any(player.is_alive() for player in players):
                return
        else:
            if journal:
                journal.tell(asdict(tale))
            yield tale


def _judge(tales: list[Tale], scale: Scale, broken: int) -> Outcome:
    found = [violation for tale in tales for violation in tale.violations]
    for violation in found[:SHOWN]:
        sys.stderr.write(f"{violation}\n")
    long = [t for t in tales if not t.renewals and t.events >= scale.events]
    counts = {
        "histories": len(long) if scale is FULL else sum(not t.renewals for t in tales),
        "events": sum(t.events for t in tales),
        "fewestEvents": min((t.events for t in long), default=0),
        "steps": sum(t.steps for t in tales),
        "kills": sum(t.kills for t in tales),
        "requestsSpoiled": sum(t.spoiled for t in tales),
        "eventsDropped": sum(t.dropped for t in tales),
        "twoYears": sum(t.renewals for t in tales),
        "playersLost": broken,
    }
    complete = counts["histories"] >= scale.histories and counts["twoYears"] >= scale.two_years
    return Outcome(counts, len(found) + broken, complete)
