"""Row 25: a parser that was taken over reads and starts nothing.

Every escape is tried in a process of its own, first without walls, where it has to work for it to
count, then behind the walls of the product: as root and as an ordinary user, on this kernel and on
one without Landlock and namespaces. Invariant: behind the walls none works, and each that counts
did work without them.
"""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from tests.assurance import sandbox_cell, sandbox_escapes
from tests.assurance.frame import Deadline, Outcome
from tests.conftest import Place

USERS = ("root", "ordinary") if os.geteuid() == 0 else ("ordinary",)
# What the crawl's work is: it connects to web servers; which ports is Landlock's to say.
CRAWLING = frozenset({"socket_4", "socket_6", "ignore_processor_limit"})
_AT_ONCE = 2
CONNECTING = frozenset({"connect_loopback", "ask_http", "native_connect"})


@dataclass(frozen=True, slots=True)
class Walls:
    """What stands around a process of a user; a poor kernel knows no Landlock and no namespace."""

    user: str
    profile: str
    poor: bool

    @property
    def permitted(self) -> frozenset[str]:
        """Escapes that are none, as they are what the process is for."""
        if self.profile == "READER":
            return frozenset()
        return CRAWLING | CONNECTING if self.poor else CRAWLING


QUICK = tuple(Walls(user, "READER", user == "ordinary") for user in USERS)
FULL = tuple(
    Walls(user, profile, poor)
    for profile in ("READER", "CRAWLER")
    for poor in (False, True)
    for user in USERS
)


@dataclass
class Seen:
    """What came of the escapes."""

    tried: int = 0
    ended: int = 0
    worked_without: dict[str, frozenset[str]] = field(default_factory=dict)
    complaints: list[str] = field(default_factory=list)

    def judge(self, walls: Walls, results: dict[str, str]) -> None:
        """Each that gets out is a violation, and so is one of which nothing is known."""
        for name, result in sorted(results.items()):
            self.tried += 1
            self.ended += result == "ended"
            if result not in ("in", "ended"):
                self.complaints.append(f"{name} behind {walls}: {result}")


async def full(place: Place, seed: int, deadline: Deadline) -> Outcome:
    """Every escape behind every kind of walls; needs no database."""
    return await run(FULL, deadline)


async def run(kinds: Sequence[Walls], deadline: Deadline) -> Outcome:
    """Try all of them."""
    seen, complete = Seen(), True
    with _folder() as folder:
        library = sandbox_escapes.build(folder)
        outside = await asyncio.gather(*(_tried(folder, library, user) for user in USERS))
        for user, results in zip(USERS, outside, strict=True):
            worked = (name for name, result in results.items() if result == "out")
            seen.worked_without[user] = frozenset(worked)
        for some in batched(kinds):
            complete = complete and not deadline.passed
            inside = await asyncio.gather(
                *(
                    _tried(folder, library, walls.user, walls, counting(seen, walls))
                    for walls in some
                )
            )
            for walls, results in zip(some, inside, strict=True):
                seen.judge(walls, results)
    for complaint in seen.complaints:
        print(complaint)  # noqa: T201 - read by people
    return judge(seen, complete)


def batched(kinds: Sequence[Walls]) -> Iterator[Sequence[Walls]]:
    """As many at once as there are processors to try them on."""
    for first in range(0, len(kinds), _AT_ONCE):
        yield kinds[first : first + _AT_ONCE]


def counting(seen: Seen, walls: Walls) -> list[str]:
    """Escapes that work for this user without walls, and are not what the process is for."""
    return sorted(seen.worked_without[walls.user] - walls.permitted)


async def _tried(
    folder: Path,
    library: Path | None,
    user: str,
    walls: Walls | None = None,
    escapes: list[str] | None = None,
) -> dict[str, str]:
    """What came of each escape, of all where none is named; without walls where none are."""
    own = Path(tempfile.mkdtemp(dir=folder))
    key = own / "secrets.key"
    key.write_text("a secret key")
    key.chmod(0o600)
    if user == "ordinary" and os.geteuid() == 0:
        for made in (own, key):
            os.chown(made, sandbox_cell.ORDINARY, sandbox_cell.ORDINARY)
    told = {
        "user": user,
        "library": str(library) if library else None,
        "folder": str(own),
        "key": str(key),
        "locked": walls is not None,
        "poor": walls is not None and walls.poor,
        "profile": walls.profile if walls else "",
        "escapes": escapes,
    }
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "tests.assurance.sandbox_cell",
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
    )
    output, _ = await process.communicate(json.dumps(told).encode())
    if process.returncode != 0:
        raise RuntimeError(f"The cells of {user} ended with {process.returncode}.")
    lines = [json.loads(line) for line in output.splitlines()]
    return {name: result for name, result, _ in lines}


@contextmanager
def _folder() -> Iterator[Path]:
    made = Path(tempfile.mkdtemp(prefix="presence-sandbox-", dir="/tmp"))  # where every user comes
    made.chmod(0o755)
    try:
        yield made
    finally:
        shutil.rmtree(made, ignore_errors=True)


def judge(seen: Seen, complete: bool = True) -> Outcome:
    """How many escapes count, and how many of them worked."""
    worked = frozenset[str]().union(*seen.worked_without.values())
    return Outcome(
        {
            "escapes": len(worked),
            "inMachineCode": sum(name.startswith("native_") for name in worked),
            **{
                f"workWithoutWallsAs{user.title()}": len(n)
                for user, n in seen.worked_without.items()
            },
            "tried": seen.tried,
            "endedByTheKernel": seen.ended,
            "succeeded": len(seen.complaints),
        },
        len(seen.complaints),
        complete,
    )
