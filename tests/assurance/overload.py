"""At twice the capacity those let in are served quickly, the rest is told early, and the product
is as quick as before five seconds after.

One API process on the database of `place`; a second process asks it over loopback: first as much
as fits (the capacity), then twice that by the clock, then as much as fits again.
Never: an accepted call whose slowest hundredth takes over 2 s, a refusal without Retry-After or
later than 2 s, any other answer, memory that grows while it lasts.
"""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import sys
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx

from presence.db.embedded_process import free_port
from tests.assurance.frame import Deadline, Outcome
from tests.assurance.processes import end, start
from tests.conftest import Place
from tests.factories.people import registration

COVERS = ("api/presence/http", "api/presence/entrypoints", "api/presence/db")
SLOWEST_S, REFUSED_BY_S = 2.0, 2.0
GROWTH_MB = 48.0
AS_BEFORE = 0.7
REST_S = 5.0
TIMES = 2.0
READY_S = 60.0
_ROOM = {
    "PRESENCE_RATES__DEFAULT": "[10000000, 60]",
    "PRESENCE_RATES__REGISTRATIONS": "[10000, 3600]",
    "PRESENCE_RATES__ACCOUNTS": "[10000, 3600]",
    "PRESENCE_RATES__ACCOUNTS_NETWORK": "[10000, 3600]",
    "PRESENCE_HTTP__LIMITS__CONNECTIONS_PER_ADDRESS": "0",
    "PRESENCE_LOG_LEVEL": "error",
}


@dataclass(frozen=True)
class Size:
    """People who ask, and seconds of each part."""

    people: int
    measure_s: float
    flood_s: float
    rounds: int


FULL = Size(people=20, measure_s=15.0, flood_s=60.0, rounds=4)
QUICK = Size(people=4, measure_s=2.0, flood_s=4.0, rounds=1)


async def full(place: Place, seed: int, deadline: Deadline) -> Outcome:
    """The full tier."""
    return await run(place, FULL, deadline)


async def run(place: Place, size: Size, deadline: Deadline) -> Outcome:
    """Rounds of: how much fits, twice that, a rest, how much fits."""
    counts: dict[str, float] = {}
    violations = done = 0
    async with api(place) as (port, pid):
        cookies = await people(port, size.people)
        await drive(port, cookies, 0, 1.0)  # what is made at the first call is made
        for _ in range(size.rounds):
            if deadline.passed:
                break
            found = await round_of(port, pid, cookies, size)
            done += 1
            violations += len(judged(found))
            keep_worst(counts, found)
    counts |= {"rounds": done, "people": size.people}
    return Outcome(counts, violations, complete=done == size.rounds)


async def round_of(port: int, pid: int, cookies: list[str], size: Size) -> dict[str, float]:
    """One round's figures."""
    before = await drive(port, cookies, 0, size.measure_s)
    rate = TIMES * before["rate"]
    watching = asyncio.create_task(memory(pid, size.flood_s))
    flood = await drive(port, cookies, rate, size.flood_s)
    grown = await watching
    await asyncio.sleep(REST_S)
    again = await drive(port, cookies, 0, size.measure_s)
    if again["rate"] < AS_BEFORE * before["rate"]:  # something else may have run on this machine
        again = await drive(port, cookies, 0, size.measure_s)
    statuses = flood["statuses"]
    return {
        "capacityPerSecond": before["rate"],
        "askedPerSecond": rate,
        "accepted": statuses.get("200", 0),
        "refused": statuses.get("503", 0),
        "otherAnswers": sum(n for status, n in statuses.items() if status not in {"200", "503"}),
        "acceptedP50S": flood["acceptedP50S"],
        "acceptedP99S": flood["acceptedP99S"],
        "refusedP99S": flood["refusedP99S"],
        "withoutATime": flood["withoutATime"],
        "grownMb": grown,
        "afterPerSecond": again["rate"],
        "lateStarts": flood["lateStarts"],
    }


def judged(found: dict[str, float]) -> list[str]:
    """What was not as promised."""
    wrong = {
        "slow": found["acceptedP99S"] > SLOWEST_S,
        "refused late": found["refusedP99S"] > REFUSED_BY_S,
        "nothing refused": not found["refused"],
        "nothing accepted": found["accepted"] < found["refused"] / 4,
        "other answers": found["otherAnswers"],
        "no time to come back": found["withoutATime"],
        "memory": found["grownMb"] > GROWTH_MB,
        "slow after": found["afterPerSecond"] < AS_BEFORE * found["capacityPerSecond"],
    }
    return [name for name, is_wrong in wrong.items() if is_wrong]


def keep_worst(counts: dict[str, float], found: dict[str, float]) -> None:
    """Sums of what is counted, the worst of what is measured."""
    for name, value in found.items():
        if name.endswith("PerSecond"):
            counts[name] = min(counts.get(name, value), value)
        elif name.endswith(("S", "Mb")):
            counts[name] = max(counts.get(name, value), value)
        else:
            counts[name] = counts.get(name, 0) + value


@asynccontextmanager
async def api(place: Place) -> AsyncIterator[tuple[int, int]]:
    """`presence api` ready to answer: its port and process."""
    port, folder = free_port(), Path(tempfile.mkdtemp(prefix="presence-overload-"))
    variables = {
        **os.environ,
        **_ROOM,
        "PORT": str(port),
        "PRESENCE_DATABASE__CUSTOMER_URL": place.url("customer"),
    }
    process = start("api", variables, folder)
    try:
        await ready(port, folder)
        yield port, process.pid
    finally:
        end(process)
        shutil.rmtree(folder, ignore_errors=True)


async def ready(port: int, folder: Path) -> None:
    """Wait until it answers."""
    until = time.monotonic() + READY_S
    async with httpx.AsyncClient(base_url=f"http://localhost:{port}") as client:
        while time.monotonic() < until:
            try:
                if (await client.get("/readyz")).status_code == 200:
                    return
            except httpx.HTTPError:
                pass
            await asyncio.sleep(0.1)
    raise AssertionError((folder / "api.log").read_text()[-2_000:])


async def people(port: int, number: int) -> list[str]:
    """Cookies of so many people who signed up."""
    found = []
    for _ in range(number):
        async with httpx.AsyncClient(base_url=f"http://localhost:{port}", timeout=30) as client:
            answer = await client.post("/api/register", json=registration())
            answer.raise_for_status()
            found.append("; ".join(f"{name}={value}" for name, value in client.cookies.items()))
    return found


async def drive(port: int, cookies: list[str], rate: float, seconds: float) -> dict[str, Any]:
    """What the second process saw."""
    given = {"port": port, "cookies": cookies, "rate": rate, "seconds": seconds}
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "tests.assurance.overload_driver",
        json.dumps(given),
        stdout=asyncio.subprocess.PIPE,
    )
    output, _ = await process.communicate()
    seen: dict[str, Any] = json.loads(output)
    return seen


async def memory(pid: int, seconds: float) -> float:
    """Megabytes by which a process grew after the first third of the time, at most."""
    sizes = []
    ends, settled = time.monotonic() + seconds, time.monotonic() + seconds / 3
    while time.monotonic() < ends:
        if time.monotonic() > settled:
            sizes.append(megabytes(pid))
        await asyncio.sleep(0.2)
    return round(max(sizes) - sizes[0], 1) if sizes else 0.0


def megabytes(pid: int) -> float:
    """What a process holds in memory."""
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6
