"""Assurance `traffic`: counts equal the truth to the unit, however a log comes, in bounded memory.

Logs of two formats are made with their truth, packed and cut into chunks of random sizes, read in a
process of its own, and every number is compared. `make assure NAME=traffic`.

Invariant: the process that reads is measured from outside; one number that differs is a violation.
"""

from __future__ import annotations

import gzip
import json
import random
import re
import subprocess
import sys
import tempfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from presence.analysis.traffic import rfc3339
from tests.assurance.frame import Deadline, Outcome
from tests.assurance.traffic_lines import WRITERS, Maker, Truth
from tests.conftest import Place

COVERS = ("api/presence/analysis/traffic", "api/presence/entrypoints/commands/read_log.py")
MOST_MB = 256
PIECE_LINES = 2_000


@dataclass(frozen=True)
class Tier:
    """How many lines are made: in one log of combined lines, and in each of the small ones."""

    long: int
    short: int
    rounds: int


QUICK = Tier(long=20_000, short=3_000, rounds=2)
FULL = Tier(long=100_000_000, short=200_000, rounds=20)


async def full(place: Place, seed: int, deadline: Deadline) -> Outcome:
    """The full tier; the database is not needed."""
    return run(FULL, seed, deadline)


def run(tier: Tier, seed: int, deadline: Deadline) -> Outcome:
    """Makes logs and reads them until the tier is done or the time is over."""
    chance = random.Random(seed)  # noqa: S311 - a fixed sequence is the point
    seen: dict[str, float] = {"logs": 0, "lines": 0, "megabytes": 0}
    violations = 0
    plan = [(form, tier.short) for _ in range(tier.rounds) for form in WRITERS]
    for form, count in [*plan, ("combined", tier.long)]:
        if deadline.passed:
            return Outcome(seen, violations, complete=False)
        maker = Maker(form, chance.randrange(2**32))
        packing = "plain" if count == tier.long else chance.choice(("plain", "gzip"))
        found, megabytes = _read(maker, count, packing, chance, deadline)
        wrong = differences(found, maker.truth) + (megabytes > MOST_MB)
        violations += wrong
        seen["logs"] += 1
        seen["lines"] += found["lines"]
        seen["megabytes"] = max(seen["megabytes"], megabytes)
    return Outcome(seen, violations)


def differences(found: dict[str, Any], truth: Truth) -> int:
    """How many numbers of an object that `read-log` printed are not the truth's."""
    bots = {bot["bot"]: bot for bot in found["bots"]}
    sessions = truth.sessions()
    wanted: list[tuple[object, object]] = [
        (found["lines"], truth.parsed + truth.wrong),
        (found["parsed"], truth.parsed),
        (found["wrong"], truth.wrong),
        (found["duplicates"], truth.duplicates),
        (found["people"], truth.people),
        (found["from"], rfc3339(truth.first)),
        (found["to"], rfc3339(truth.last)),
        (set(bots), set(truth.requests)),
        (
            {row["assistant"]: (row["requests"], row["sessions"]) for row in found["referrals"]},
            {name: (count, sessions.get(name, 0)) for name, count in truth.referrals.items()},
        ),
    ]
    for token, count in truth.requests.items():
        bot = bots.get(token, {})
        wanted += [(bot.get("requests"), count), (bot.get("errors"), truth.errors[token])]
        wanted += [
            (bot.get(verdict), truth.verdicts[token, verdict])
            for verdict in ("verified", "claimed", "contradicted")
        ]
    return sum(1 for ours, theirs in wanted if ours != theirs)


def _read(
    maker: Maker, count: int, packing: str, chance: random.Random, deadline: Deadline
) -> tuple[dict[str, Any], float]:
    """What the command prints for a log written to it in odd pieces, and its memory (MB)."""
    with tempfile.TemporaryFile() as out:
        process = subprocess.Popen(
            (sys.executable, "-m", "presence", "read-log", "--json", "-"),
            stdin=subprocess.PIPE,
            stdout=out,
        )
        assert process.stdin is not None
        for piece in _pieces(maker, count, packing, chance, deadline):
            process.stdin.write(piece)
            process.stdin.flush()
        megabytes = _peak_mb(process.pid)
        process.stdin.close()
        process.wait()
        out.seek(0)
        found: dict[str, Any] = json.loads(out.read())
    return found, megabytes


def _peak_mb(pid: int) -> float:
    """The most memory a running process has had, once it was started."""
    status = Path(f"/proc/{pid}/status").read_text(encoding="utf-8")
    kilobytes = re.search(r"VmHWM:\s+(\d+) kB", status)
    return int(kilobytes[1]) / 1024 if kilobytes else 0.0


def _pieces(
    maker: Maker, count: int, packing: str, chance: random.Random, deadline: Deadline
) -> Iterator[bytes]:
    packer = zlib.compressobj(wbits=31) if packing == "gzip" else None
    waiting: list[bytes] = []
    for number, line in enumerate(maker.lines(count)):
        waiting.append(line)
        if len(waiting) >= PIECE_LINES:
            yield from _cut(b"".join(waiting), packer, chance)
            waiting = []
        if number % 100_000 == 0 and deadline.passed:
            break
    yield from _cut(b"".join(waiting), packer, chance)
    if packer is not None:
        yield packer.flush()
        yield gzip.compress(b"")  # a member that holds nothing, as log rotation leaves them


def _cut(data: bytes, packer: Any, chance: random.Random) -> Iterator[bytes]:
    if packer is not None:
        data = packer.compress(data)
    start = 0
    while start < len(data):
        size = chance.choice((1, 7, 4096, 65_536, 1_000_000))
        yield data[start : start + size]
        start += size


def log_file(path: Path, lines: int, seed: int) -> Truth:
    """Writes a combined log to a file and returns its truth, for measuring by hand."""
    maker = Maker("combined", seed)
    with path.open("wb") as handle:
        for line in maker.lines(lines):
            handle.write(line)
    return maker.truth
