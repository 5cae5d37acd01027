"""Guessing passwords from many addresses, and telling accounts apart by time."""

from __future__ import annotations

import asyncio
import math
import statistics
import time
from typing import TYPE_CHECKING

import httpx
from fastapi import FastAPI

from tests.conftest import browser
from tests.factories.people import registration

if TYPE_CHECKING:
    from tests.assurance.accounts import Scale, Scene, Seen
    from tests.assurance.frame import Deadline

CHECKED_PER_HOUR = 20
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
    await scene.admin.execute("DELETE FROM login_attempt")
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


async def timing(scene: Scene, pairs: int) -> Seen:
    """Known and unknown addresses in turn, for logging in and for asking for a reset."""
    known = [await _open(scene.app, "192.0.2.1") for _ in range(max(4, pairs // 4))]
    found: dict[str, float] = {}
    broken = 0
    for name, path in (("Login", "/api/login"), ("Forgot", "/api/v1/auth/forgot")):
        times: tuple[list[float], list[float]] = ([], [])
        async with browser(scene.app) as warm:
            await _milliseconds(warm, path, "nobody@example.com")
        for number in range(pairs):
            emails = (known[number % len(known)], f"nobody{number % len(known)}@example.net")
            for kind in (0, 1) if number % 2 else (1, 0):
                async with browser(scene.app, address=f"10.9.{number >> 8}.{number & 255}") as one:
                    times[kind].append(await _milliseconds(one, path, emails[kind]))
        medians = [statistics.median(series) for series in times]
        difference = abs(medians[0] - medians[1])
        found[f"medianDifference{name}Ms"] = round(difference, 2)
        # A thousand tries settle a median; of fewer, only what also tells the two apart is a leak.
        settled = pairs >= ENOUGH_PAIRS or _told_apart(*times) > CERTAIN
        broken += int(difference > TOLERANCE_MS and settled)
        await scene.admin.execute("DELETE FROM login_attempt")
    return {"timedPairs": pairs, **found}, broken


async def _milliseconds(client: httpx.AsyncClient, path: str, email: str) -> float:
    body = {"email": email, "password": "not the password"}
    start = time.perf_counter()
    await client.post(path, json=body)
    return (time.perf_counter() - start) * 1000


def _told_apart(known: list[float], unknown: list[float]) -> float:
    """Mann and Whitney's U in standard deviations from what chance alone would give."""
    n, m = len(known), len(unknown)
    wins = sum((a > b) + (a == b) / 2 for a in known for b in unknown)
    deviation = math.sqrt(n * m * (n + m + 1) / 12)
    return abs(wins - n * m / 2) / deviation
