"""Row 19: whatever is sent to any operation, the answer is one that is documented.

Schemathesis makes calls from the published descriptions, fitting and unfitting ones, with ids of
the caller's own tenant, of another one and of nobody, by cookie and by key. Invariant: no server
error, no status or shape the description does not promise, and no word of the other tenant.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace
from multiprocessing import get_context
from random import Random

import uvloop

from presence.migrations import runner
from tests.assurance.frame import Deadline, Outcome
from tests.assurance.fuzz_rounds import Fuzzer, Scale, Seen
from tests.assurance.fuzz_targets import WHOSE, Customers, Shop, Staff
from tests.conftest import Place, create_empty, drop

COVERS = (
    "api/presence/domains",
    "api/presence/http",
    "api/presence/openapi",
)

QUICK = Scale(calls=800, examples=1, each=1, accepted=0.1, hundreds=0.0, kinds=1, processes=1)
FULL = Scale(
    calls=100_000,
    examples=40,
    each=100,
    accepted=0.1,
    hundreds=1.0,
    kinds=len(WHOSE),
    processes=2,
    least=50,
    more=30,
)
# The customers' part of the calls and of the time: it has three of five operations.
CUSTOMERS = 0.6


async def full(place: Place, seed: int, deadline: Deadline) -> Outcome:
    """100,000 calls over every operation of both applications."""
    return await run(place, FULL, seed, deadline)


async def run(place: Place, scale: Scale, seed: int, deadline: Deadline) -> Outcome:
    """Call every operation in processes of their own, each with a database of its own."""
    share = replace(scale, calls=scale.calls // scale.processes)
    loop, spawn = asyncio.get_running_loop(), get_context("spawn")
    together = Seen()
    async with _places(place, scale.processes) as places:
        with ProcessPoolExecutor(scale.processes, mp_context=spawn) as processes:
            parts = await asyncio.gather(
                *(
                    loop.run_in_executor(processes, work, own, share, seed + n, deadline.left_s)
                    for n, own in enumerate(places)
                )
            )
    for part in parts:
        together.add(part)
    for fault in together.faults.values():
        print(f"{fault.operation}: {fault.kind}\n{fault.detail}\n")  # noqa: T201 - read by people
    return _judge(scale, together)


@asynccontextmanager
async def _places(place: Place, count: int) -> AsyncIterator[list[Place]]:
    """Databases side by side: what staff change in one is not changed under the other's feet."""
    server = place.server
    async with AsyncExitStack() as stack:
        places = [place]
        for number in range(1, count):
            name = f"{place.name}_{number}"
            await create_empty(server, name)
            stack.push_async_callback(drop, server, name)
            await runner.upgrade(server.url("owner", name))
            places.append(Place(server, name))
        yield places


def work(place: Place, scale: Scale, seed: int, seconds: float) -> Seen:
    """One process's part: the applications live on a loop that runs while a call is answered."""
    chance = Random(seed)  # noqa: S311 - repeatable chance
    deadline = Deadline(seconds)
    seen = Seen()
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as loop:
        scene = AsyncExitStack()
        try:
            shop = loop.run(Shop.opened(place))
            customers = Fuzzer(loop.run, loop.run(Customers.opened(place, shop, scene)), seen)
            first = replace(scale, calls=int(scale.calls * CUSTOMERS))
            customers.everything(first, chance, Deadline(seconds * CUSTOMERS))
            # Staff come last, since they switch off engines and features for everybody.
            staff = Fuzzer(loop.run, loop.run(Staff.opened(shop, scene, chance)), seen)
            staff.everything(scale, chance, deadline)
        finally:
            loop.run(scene.aclose())
    return seen


def _judge(scale: Scale, seen: Seen) -> Outcome:
    kinds = Counter(kind.partition(" ")[0] for _, kind in seen.faults)
    hundred = sum(count >= 100 for count in seen.operations.values())
    by_staff = sum(n for name, n in seen.operations.items() if name.startswith(Staff.name))
    return Outcome(
        {
            "calls": seen.calls,
            "callsOfStaff": by_staff,
            "callsByKey": seen.by_key,
            "operations": len(seen.operations),
            "operationsDescribed": len(seen.described),
            "operationsAccepted": len(seen.accepted),
            "operationsCalledAHundredTimes": hundred,
            "fewestCallsOfOne": min(seen.operations.values(), default=0),
            "statuses": len(seen.statuses),
            "accepted": seen.accepted.total(),
            "serverErrors": kinds["server"] + kinds["raised"],
            "undocumentedStatuses": kinds["undocumented"],
            "faults": len(seen.faults),
        },
        len(seen.faults),
        complete=seen.calls >= scale.calls
        and set(seen.operations) == seen.described
        and min(seen.operations.values(), default=0) >= scale.each
        and hundred >= scale.hundreds * len(seen.described)
        and seen.accepted.total() >= scale.accepted * seen.calls,
    )
