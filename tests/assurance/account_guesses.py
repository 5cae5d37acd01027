"""Guessing passwords from many addresses, at many accounts, and telling accounts apart by time."""

from __future__ import annotations

import asyncio
import math
import statistics
import time
from typing import TYPE_CHECKING

import httpx
from fastapi import FastAPI

from tests.conftest import browser
from tests.factories.guesses import forget_guesses
from tests.factories.people import registration

if TYPE_CHECKING:
    from tests.assurance.accounts import Scale, Scene, Seen
    from tests.assurance.frame import Deadline

CHECKED_PER_HOUR = 20
SPRAYED_FREE = 30
DOUBLINGS = 9  # from two seconds to the longest wait
LONGEST_WAIT_S = 900
TOLERANCE_MS = 5.0
ENOUGH_PAIRS = 1_000
CERTAIN = 4.0  # standard deviations
AT_ONCE = 16
_CHECKED = "SELECT account, count(*) AS tries FROM login_attempt GROUP BY 1"


async def _open(app: FastAPI, address: str) -> str:
    body = registration()
    async with browser(app, address=address) as client:
        assert (await client.post("/api/register", json=body)).status_code == 201
    return str(body["email"])


async def guessing(scene: Scene, scale: Scale, deadline: Deadline) -> Seen:
    """Guesses at a few accounts from many addresses: how many were checked at all."""
    accounts = [await _open(scene.app, "192.0.2.1") for _ in range(scale.accounts)]
    await forget_guesses(scene.admin)
    gate = asyncio.Semaphore(AT_ONCE)
    answers: dict[int, int] = {}

    async def guess(number: int) -> None:
        n = number % scale.addresses
        address = f"10.{n >> 16 & 255}.{n >> 8 & 255}.{n & 255}"
        async with gate:
            if deadline.passed:
                return
            async with browser(scene.app, address=address) as client:
                body = {"email": accounts[number % len(accounts)], "password": f"guess {number}"}
                status = (await client.post("/api/login", json=body)).status_code
        answers[status] = answers.get(status, 0) + 1

    started = time.monotonic()
    for first in range(0, scale.guesses, 1_000):
        last = min(first + 1_000, scale.guesses)
        await asyncio.gather(*(guess(n) for n in range(first, last)))
    hours = 1 + (time.monotonic() - started) / 3_600
    most = max((row["tries"] for row in await scene.admin.fetch(_CHECKED)), default=0)
    checked = answers.get(401, 0)
    allowed = CHECKED_PER_HOUR * len(accounts) * hours
    broken = int(most > CHECKED_PER_HOUR) + int(checked > allowed) + answers.get(200, 0)
    return {
        "guesses": sum(answers.values()),
        "addresses": scale.addresses,
        "guessedAccounts": len(accounts),
        "guessesChecked": checked,
        "mostCheckedPerAccountAndHour": most,
    }, broken


async def spraying(scene: Scene, scale: Scale, deadline: Deadline) -> Seen:
    """A guess at each of many accounts, the same from everywhere, others from one address."""
    found: dict[str, float] = {}
    broken = 0
    for name, same in (("OnePassword", True), ("OneAddress", False)):
        await forget_guesses(scene.admin)
        started, checked = time.monotonic(), 0
        for number in range(scale.sprays):
            if deadline.passed:
                break
            guess = "Summer2026!" if same else f"Summer2026! {number}"
            address = f"10.{number >> 8 & 255}.{number & 255}.9" if same else "203.0.113.7"
            async with browser(scene.app, address=address) as client:
                body = {"email": f"person{number}@spray.example", "password": guess}
                checked += (await client.post("/api/login", json=body)).status_code == 401
        waited = (time.monotonic() - started) / LONGEST_WAIT_S
        found[f"sprayChecked{name}"] = checked
        broken += int(checked > SPRAYED_FREE + DOUBLINGS + 1 + waited)
    await forget_guesses(scene.admin)
    return {"sprayed": 2 * scale.sprays, **found}, broken


async def timing(scene: Scene, pairs: int) -> Seen:
    """Known and unknown addresses in turn, for logging in and for asking for a reset."""
    known = [await _open(scene.app, "192.0.2.1") for _ in range(max(4, pairs // 4))]
    found: dict[str, float] = {}
    broken = 0
    for name, path in (("Login", "/api/login"), ("Forgot", "/api/v1/auth/forgot")):
        times: tuple[list[float], list[float]] = ([], [])
        async with browser(scene.app) as warm:
            await _milliseconds(warm, path, "nobody@example.com", "a warm-up")
        for number in range(pairs):
            emails = (known[number % len(known)], f"nobody{number % len(known)}@example.net")
            for kind in (0, 1) if number % 2 else (1, 0):
                # Networks and passwords of their own: what is refused unseen would time nothing.
                async with browser(scene.app, address=f"10.{number >> 8}.{number & 255}.9") as one:
                    guess = f"not the password {number} {kind}"
                    times[kind].append(await _milliseconds(one, path, emails[kind], guess))
        medians = [statistics.median(series) for series in times]
        difference = abs(medians[0] - medians[1])
        found[f"medianDifference{name}Ms"] = round(difference, 2)
        # A thousand tries settle a median; of fewer, only what also tells the two apart is a leak.
        settled = pairs >= ENOUGH_PAIRS or _told_apart(*times) > CERTAIN
        broken += int(difference > TOLERANCE_MS and settled)
        await forget_guesses(scene.admin)
    return {"timedPairs": pairs, **found}, broken


async def _milliseconds(client: httpx.AsyncClient, path: str, email: str, guess: str) -> float:
    body = {"email": email, "password": guess}
    start = time.perf_counter()
    answer = await client.post(path, json=body)
    took = (time.perf_counter() - start) * 1000
    assert answer.status_code in (401, 202), answer.text
    return took


def _told_apart(known: list[float], unknown: list[float]) -> float:
    """Mann and Whitney's U in standard deviations from what chance alone would give."""
    n, m = len(known), len(unknown)
    wins = sum((a > b) + (a == b) / 2 for a in known for b in unknown)
    deviation = math.sqrt(n * m * (n + m + 1) / 12)
    return abs(wins - n * m / 2) / deviation
