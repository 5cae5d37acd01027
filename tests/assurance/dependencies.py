"""A sick dependency does not take the product down: an answer within two seconds, well in 30.

    healthy → sick, one of six ways → everyday calls and one that needs it → healthy → recovered

Invariant: an everyday call is one that works while everything is well. Without the database it may
be refused with 503, as nothing else can be said; without anything else it must succeed. A spell in
which nobody asked the sick one is a violation, too: it would have shown nothing.
"""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass, field
from random import Random

import httpx

from tests.assurance.dependencies_calls import Own, own_call, recovery
from tests.assurance.dependencies_scene import DEPENDENCIES, ENGINES, Customer, Scene, scene
from tests.assurance.frame import Deadline, Outcome
from tests.assurance.sick_proxy import FAULTS
from tests.conftest import Place

COVERS = (
    "api/presence/adapters",
    "api/presence/db",
    "api/presence/http",
    "api/presence/jobs",
    "api/presence/domains/engines",
)

DEGRADED_S = 2.0
# Whoever pays waits for the provider's own page: four seconds, however often Stripe is asked, and
# what our own part takes.
CHECKOUT_S = 5.0
RECOVERED_S = 30.0
LATE_MAIL_S = 300.0
PACE_S = 0.5  # three calls each time: 360 a minute at most, of the 600 one session may make
PAIRS = [(dependency, fault) for dependency in DEPENDENCIES for fault in FAULTS]
_OUTAGE = 503
_TRIED = (502, _OUTAGE)


@dataclass
class Seen:
    """What was answered, how slowly, and what should not have been."""

    calls: int = 0
    own_calls: int = 0
    answers: int = 0
    slowest_s: float = 0.0
    slowest_recovery_s: float = 0.0
    slowest_own_s: float = 0.0
    slowest_checkout_s: float = 0.0
    wrong: list[str] = field(default_factory=list)
    written_to: list[str] = field(default_factory=list)
    late_mails: int = 0


async def full(place: Place, seed: int, deadline: Deadline) -> Outcome:
    """Every dependency with every fault, in an order of the seed."""
    pairs = list(PAIRS)
    Random(seed).shuffle(pairs)  # noqa: S311 - an order, no secret
    return await run(place, pairs, hold_s=6.0, deadline=deadline)


async def run(
    place: Place, pairs: list[tuple[str, str]], hold_s: float, deadline: Deadline
) -> Outcome:
    """Each pair in turn, from health to health."""
    seen, done = Seen(), 0
    async with scene(place) as found, found.visitor() as http, found.visitor() as buyer:
        customer = Customer(http, buyer, found)
        await customer.settle()
        for dependency, fault in pairs:
            if deadline.passed:
                break
            await _spell(found, customer, dependency, fault, hold_s, seen)
            done += 1
        await _late_mails(found, seen)
        if seen.wrong:
            print(found.logs())  # noqa: T201
    counts = {
        "dependencies": len({d for d, _ in pairs[:done]}),
        "faults": len({f for _, f in pairs[:done]}),
        "spells": done,
        "calls": seen.calls,
        "ownCalls": seen.own_calls,
        "engineAnswersAfterwards": seen.answers,
        "mailsThatCameAfterwards": seen.late_mails,
        "slowestDegradedSeconds": round(seen.slowest_s, 2),
        "slowestOwnAnswerSeconds": round(seen.slowest_own_s, 2),
        "slowestCheckoutSeconds": round(seen.slowest_checkout_s, 2),
        "slowestRecoverySeconds": round(seen.slowest_recovery_s, 2),
    }
    for line in seen.wrong:
        print(line)  # noqa: T201 - what a person has to look at
    return Outcome(counts, len(seen.wrong), complete=done == len(pairs))


async def _spell(
    found: Scene, customer: Customer, dependency: str, fault: str, hold_s: float, seen: Seen
) -> None:
    """One illness, from its beginning to health: at least `hold_s`, and until its call ended."""
    name = f"{dependency} {fault}"
    proxy = found.proxies[dependency]
    await proxy.sicken(fault)
    began = time.monotonic()
    own = asyncio.create_task(own_call(found, customer, dependency))
    while time.monotonic() - began < hold_s or not own.done():
        await _everyday(customer, dependency, name, seen)
        await asyncio.sleep(PACE_S)
    if fault != "down" and not proxy.asked_while_sick:
        seen.wrong.append(f"{name}: nobody asked")
    await proxy.heal()
    called = await own
    _judge(called, dependency, name, seen)
    await _recover(found, customer, dependency, name, called, seen)


async def _everyday(customer: Customer, dependency: str, name: str, seen: Seen) -> None:
    """What everybody does all day."""
    for path in ("/api/user", f"/api/v1/brands/{customer.brand}/summary", "/api/v1/brands"):
        started = time.monotonic()
        try:
            status = (await customer.http.get(path)).status_code
        except httpx.HTTPError as error:
            seen.wrong.append(f"{name}: {path.split('/')[-1]}: {type(error).__name__}")
            continue
        took = time.monotonic() - started
        seen.calls += 1
        seen.slowest_s = max(seen.slowest_s, took)
        allowed = {200, _OUTAGE} if dependency == "database" else {200}
        if status not in allowed or took > DEGRADED_S:
            seen.wrong.append(f"{name}: GET {path.split('/')[-1]} {status} after {took:.2f} s")


def _judge(own: Own, dependency: str, name: str, seen: Seen) -> None:
    """The call that needs what is sick. What only hands work to the worker must succeed."""
    seen.own_calls += 1
    allowed_s = CHECKOUT_S if dependency == "stripe" else DEGRADED_S
    if dependency == "stripe":
        seen.slowest_checkout_s = max(seen.slowest_checkout_s, own.took_s)
    else:
        seen.slowest_own_s = max(seen.slowest_own_s, own.took_s)
    refusable = dependency in ("stripe", "database")
    if not (own.status in own.wanted or (refusable and own.status in _TRIED)):
        seen.wrong.append(f"{name}: {own.what} answered {own.status} {own.said}")
    if own.took_s > allowed_s:
        seen.wrong.append(f"{name}: {own.what} answered {own.status} after {own.took_s:.2f} s")
    if dependency == "mail" and own.status in own.wanted:
        seen.written_to.append(own.reference)


async def _recover(
    found: Scene, customer: Customer, dependency: str, name: str, own: Own, seen: Seen
) -> None:
    """What needs the dependency works again in time."""
    healed = time.monotonic()
    try:
        async with asyncio.timeout(RECOVERED_S):
            await recovery(found, customer, dependency, own)
    except TimeoutError:
        seen.wrong.append(f"{name}: not recovered after {RECOVERED_S:.0f} s")
    else:
        seen.answers += dependency in ENGINES
    seen.slowest_recovery_s = max(seen.slowest_recovery_s, time.monotonic() - healed)


async def _late_mails(found: Scene, seen: Seen) -> None:
    """What was to be sent while mail was sick comes, when its next try is due."""
    deadline = time.monotonic() + LATE_MAIL_S
    owed = set(seen.written_to)
    while owed and time.monotonic() < deadline:
        owed -= {address for address in owed if found.mails.to(address)}
        await asyncio.sleep(1)
    seen.late_mails = len(seen.written_to) - len(owed)
    seen.wrong += [f"mail: {address} was never written to" for address in sorted(owed)]
