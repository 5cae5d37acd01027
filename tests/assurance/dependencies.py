"""A sick dependency does not take the product down: an answer within two seconds, well in 30.

    healthy → sick, one of six ways → everyday calls and one that needs it → healthy → recovered

Invariant: an everyday call is one that works while everything is well. Without the database it may
be refused with 503, as nothing else can be said; without anything else it must succeed.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from random import Random

import httpx

from tests.assurance.dependencies_scene import DEPENDENCIES, Customer, Scene, register, scene
from tests.assurance.frame import Deadline, Outcome
from tests.assurance.sick_proxy import FAULTS
from tests.conftest import Place

DEGRADED_S = 2.0
RECOVERED_S = 30.0
PACE_S = 0.5  # three calls each time: 360 a minute at most, of the 600 one session may make
PAIRS = [(dependency, fault) for dependency in DEPENDENCIES for fault in FAULTS]
_OUTAGE = 503


@dataclass
class Seen:
    """What was answered, how slowly, and what should not have been."""

    calls: int = 0
    slowest_s: float = 0.0
    slowest_recovery_s: float = 0.0
    slowest_own_s: float = 0.0
    wrong: list[str] = field(default_factory=list)


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
    async with scene(place) as found, found.visitor() as http:
        customer = Customer(http, found)
        await customer.settle()
        for dependency, fault in pairs:
            if deadline.passed:
                break
            await _spell(found, customer, dependency, fault, hold_s, seen)
            done += 1
    counts = {
        "dependencies": len({d for d, _ in pairs[:done]}),
        "faults": len({f for _, f in pairs[:done]}),
        "spells": done,
        "calls": seen.calls,
        "slowestDegradedSeconds": round(seen.slowest_s, 2),
        "slowestOwnAnswerSeconds": round(seen.slowest_own_s, 2),
        "slowestRecoverySeconds": round(seen.slowest_recovery_s, 2),
    }
    for line in seen.wrong:
        print(line)  # noqa: T201 - what a person has to look at
    return Outcome(counts, len(seen.wrong), complete=done == len(pairs))


async def _spell(
    found: Scene, customer: Customer, dependency: str, fault: str, hold_s: float, seen: Seen
) -> None:
    """One illness, from its beginning to health."""
    name = f"{dependency} {fault}"
    proxy = found.proxies[dependency]
    await proxy.sicken(fault)
    began = time.monotonic()
    own = asyncio.create_task(_own(found, customer, dependency, name, seen))
    while time.monotonic() - began < hold_s:
        await _everyday(customer, dependency, name, seen)
        await asyncio.sleep(PACE_S)
    await proxy.heal()
    healed = time.monotonic()
    await own
    while not await _works(found, customer, dependency):
        if time.monotonic() - healed > RECOVERED_S:
            seen.wrong.append(f"{name}: not recovered after {RECOVERED_S:.0f} s")
            break
        await asyncio.sleep(0.25)
    seen.slowest_recovery_s = max(seen.slowest_recovery_s, time.monotonic() - healed)


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


async def _own(found: Scene, customer: Customer, dependency: str, name: str, seen: Seen) -> None:
    """The call that needs what is sick: it may fail, with an answer and not with a server error."""
    calls: dict[str, Callable[[], Awaitable[httpx.Response]]] = {
        "stripe": lambda: _checkout(found, customer),
        "mail": lambda: _forgot(customer),
    }
    if dependency == "database":
        return
    started = time.monotonic()
    answer = await calls.get(dependency, lambda: _begin_run(customer))()
    seen.slowest_own_s = max(seen.slowest_own_s, time.monotonic() - started)
    if answer.status_code >= 500 and answer.status_code not in (502, _OUTAGE):
        seen.wrong.append(f"{name}: {answer.request.url.path} answered {answer.status_code}")


async def _works(found: Scene, customer: Customer, dependency: str) -> bool:
    """Whether what needs the dependency works again."""
    if dependency == "stripe":
        return (await _checkout(found, customer)).is_success
    if dependency == "mail":
        async with found.visitor() as http:
            email = await register(http)
        return await _arrives(found, email)
    if dependency == "database":
        return (await customer.http.get("/api/user")).is_success and (
            await customer.http.get("/readyz")
        ).is_success
    return await customer.measured(RECOVERED_S)


async def _checkout(found: Scene, customer: Customer) -> httpx.Response:
    wish = {
        "planId": 2, "billingFrequency": "monthly", "successUrl": f"{found.origin}/dashboard",
        "cancelUrl": f"{found.origin}/pricing",
    }  # fmt: skip
    return await customer.http.post("/api/subscriptions/checkout", json=wish)


async def _forgot(customer: Customer) -> httpx.Response:
    async with customer.scene.visitor() as http:
        return await http.post("/api/v1/auth/forgot", json={"email": "nobody@example.com"})


async def _begin_run(customer: Customer) -> httpx.Response:
    return await customer.http.post(f"/api/v1/brands/{customer.brand}/runs", json=None)


async def _arrives(found: Scene, email: str) -> bool:
    """Whether a mail to this address is there within a moment."""
    for _ in range(40):
        if found.mails.to(email):
            return True
        await asyncio.sleep(0.25)
    return False
