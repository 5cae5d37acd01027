"""Runs one assurance on a database of its own and writes the result that gets committed.

Invariant: a result says what was measured: seed, counts, the commit, whether the counts were
reached or the time ran out first, and the paths it covers: COVERS of its module, else all code.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib import import_module
from pathlib import Path
from typing import Protocol, cast

from presence.core.secrets import make_key
from presence.core.settings import Settings
from presence.db.embedded import EmbeddedPostgres
from presence.migrations import runner
from tests.architecture.tree import ROOT
from tests.assurance.journal import Journal
from tests.conftest import Place, Server, create_empty

LONGEST_S = 90 * 60
RESULTS = ROOT / "ops" / "assurance"
_MEASURED = ("api", "tests/assurance")
EVERYTHING = ("api/presence",)


@dataclass(frozen=True)
class Outcome:
    """What an assurance saw. `complete` is False when time ran out before the counts."""

    counts: Mapping[str, float]
    violations: int
    complete: bool = True


class Deadline:
    """When a full tier has to end, reached or not."""

    def __init__(self, seconds: float = LONGEST_S) -> None:
        self._end = time.monotonic() + seconds

    @property
    def left_s(self) -> float:
        """Seconds left, never below 0."""
        return max(0.0, self._end - time.monotonic())

    @property
    def passed(self) -> bool:
        """Whether it is over."""
        return self.left_s == 0.0


class Assurance(Protocol):
    """What a module of this package offers."""

    async def full(self, place: Place, seed: int, deadline: Deadline) -> Outcome:
        """Run the full tier on an empty migrated database."""
        ...


@asynccontextmanager
async def fresh_place() -> AsyncIterator[Place]:
    """A migrated database on a server that is thrown away afterwards."""
    make_key(Settings())
    home = _home()
    postgres = EmbeddedPostgres(home, note="an assurance", durable=False)
    address = postgres.start()
    try:
        server = Server(address.url("postgres", "postgres"), address.passwords)
        await create_empty(server, "assurance")
        await runner.upgrade(server.url("owner", "assurance"))
        yield Place(server, "assurance")
    finally:
        postgres.stop()
        shutil.rmtree(home, ignore_errors=True)


def journal_of(name: str, seed: int) -> Journal | None:
    """What `name` has seen at this commit with this seed, None for a tree with changes."""
    if _modified():
        return None
    commit = _git("rev-parse", "HEAD")
    return Journal(ROOT / ".cache" / "assurance" / f"{name}-{seed}-{commit}.jsonl")


def _home() -> Path:
    home = Path(tempfile.mkdtemp(prefix="presence-assure-", dir="/tmp"))
    home.chmod(0o755)
    return home


async def assure(name: str, seed: int, longest_s: float = LONGEST_S) -> bool:
    """Run the full tier of `name`, write its result, print it; whether it passed.

    `longest_s` over 90 minutes is for a machine that has other work to do: its `seconds` say so.
    """
    assurance = cast(Assurance, import_module(f"tests.assurance.{name.replace('-', '_')}"))
    started = time.monotonic()
    async with fresh_place() as place:
        outcome = await assurance.full(place, seed, Deadline(longest_s))
    result = {
        "name": name,
        "seed": seed,
        "counts": dict(outcome.counts),
        "violations": outcome.violations,
        "passed": outcome.violations == 0,
        "seconds": round(time.monotonic() - started, 1),
        "commit": _git("rev-parse", "HEAD"),
        "modified": _modified(),
        "date": datetime.now(UTC).date().isoformat(),
        "complete": outcome.complete,
        "covers": list(getattr(assurance, "COVERS", EVERYTHING)),
    }
    text = json.dumps(result, indent=2) + "\n"
    RESULTS.mkdir(exist_ok=True)
    (RESULTS / f"{name}.json").write_text(text)
    sys.stdout.write(text)
    return outcome.violations == 0


def _modified() -> bool:
    return bool(_git("status", "--porcelain", "--", *_MEASURED))


def _git(*arguments: str) -> str:
    done = subprocess.run(  # noqa: S603 - fixed command
        ["git", *arguments],  # noqa: S607
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    return done.stdout.strip()
