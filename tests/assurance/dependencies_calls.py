"""The calls that need a dependency, and what has to work when it is well again.

Invariant: nothing raises: a call without an answer is one with status 0 and the error's name.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Collection
from dataclasses import dataclass

import httpx

from tests.assurance.dependencies_scene import POLL_S, Customer, Scene, registration

_ACCEPTED = (202,)
_MADE = (200, 201)


@dataclass(frozen=True)
class Own:
    """What a call came to. `reference` is the run it began, or the address to be written to."""

    what: str
    wanted: Collection[int]
    status: int = 0
    took_s: float = 0.0
    said: str = ""
    reference: str = ""


async def own_call(found: Scene, customer: Customer, dependency: str) -> Own:
    """The one call that needs this dependency most."""
    if dependency == "stripe":
        return await _timed("a checkout", _MADE, lambda: _checkout(found, customer))
    if dependency == "mail":
        return await _registered(found)
    if dependency == "database":
        return await _timed("a new name", _MADE, lambda: _renamed(customer))
    return await _timed("a question to every engine", _ACCEPTED, customer.ask)


async def recovery(found: Scene, customer: Customer, dependency: str, own: Own) -> None:
    """Return once what needs the dependency works; for ever while it does not."""
    while True:
        if await _once(found, customer, dependency, own):
            return
        await asyncio.sleep(POLL_S)


async def _once(found: Scene, customer: Customer, dependency: str, own: Own) -> bool:
    try:
        return await _works(found, customer, dependency, own)
    except (httpx.HTTPError, ValueError, KeyError):
        return False


async def _works(found: Scene, customer: Customer, dependency: str, own: Own) -> bool:
    """Whether it works now: what was begun while it was sick has ended, and it answers anew."""
    if dependency == "stripe":
        return (await _checkout(found, customer)).is_success
    if dependency == "mail":
        new = await _registered(found)
        return new.status in new.wanted and await _arrives(found, new.reference)
    if dependency == "database":
        ready = (await customer.http.get("/readyz")).is_success
        return ready and (await _renamed(customer)).is_success
    if own.reference:
        await customer.ended(own.reference)
    return await customer.answered(dependency)


async def _timed(
    what: str, wanted: Collection[int], call: Callable[[], Awaitable[httpx.Response]]
) -> Own:
    started = time.monotonic()
    try:
        answer = await call()
    except httpx.HTTPError as error:
        return Own(what, wanted, 0, time.monotonic() - started, type(error).__name__)
    took = time.monotonic() - started
    reference = str(answer.json()["id"]) if answer.status_code in _ACCEPTED else ""
    return Own(what, wanted, answer.status_code, took, answer.text[:200], reference)


async def _registered(found: Scene) -> Own:
    """Somebody new, whom the product writes to."""
    written_to = ""

    async def call() -> httpx.Response:
        nonlocal written_to
        async with found.visitor() as http:
            written_to, answer = await registration(http)
            return answer

    own = await _timed("a registration", _MADE, call)
    return Own(own.what, own.wanted, own.status, own.took_s, own.said, written_to)


async def _checkout(found: Scene, customer: Customer) -> httpx.Response:
    wish = {
        "planId": 2,
        "billingFrequency": "monthly",
        "successUrl": f"{found.origin}/dashboard",
        "cancelUrl": f"{found.origin}/pricing",
    }
    return await customer.buyer.post("/api/subscriptions/checkout", json=wish)


async def _renamed(customer: Customer) -> httpx.Response:
    return await customer.http.patch("/api/v1/me", json={"firstName": "Nora"})


async def _arrives(found: Scene, email: str) -> bool:
    """Whether a mail to this address is there within a moment."""
    for _ in range(40):
        if found.mails.to(email):
            return True
        await asyncio.sleep(POLL_S)
    return False
