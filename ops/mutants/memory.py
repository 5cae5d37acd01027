"""What is remembered: which test noticed a guard's absence, which tests reach it, what was seen.

ops/mutants/guards.json (committed) holds the test that noticed, for each guard. The folder
.cache/mutants holds which tests reach which guard, and the verdicts of a run that was cut short,
for the text of tree they were given on.
"""

from __future__ import annotations

import hashlib
import json
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path

from ops.mutants.marks import Guard
from ops.mutants.workshop import ROOT

NOTICED = ROOT / "ops" / "mutants" / "guards.json"
RESULT = ROOT / "ops" / "assurance" / "mutants.json"
CACHE = ROOT / ".cache" / "mutants"
REACH = CACHE / "reach.tsv"


def noticed() -> dict[str, str]:
    """Guard to the test that noticed last."""
    return json.loads(NOTICED.read_text(encoding="utf-8")) if NOTICED.exists() else {}


def remember(found: dict[str, str], names: Iterable[str]) -> None:
    """Keep `found` beside what is known of the guards that still exist."""
    known = {**noticed(), **found}
    kept = {name: known[name] for name in sorted(names) if name in known}
    NOTICED.write_text(json.dumps(kept, indent=1) + "\n", encoding="utf-8")


class Reach:
    """Which tests reach which guard, as the last run with probes has noted."""

    def __init__(self) -> None:
        self._tests: dict[str, set[str]] = defaultdict(set)
        self._seconds: dict[str, float] = {}
        if REACH.exists():
            for line in REACH.read_text(encoding="utf-8").splitlines():
                kind, first, test = line.split("\t", 2)
                if kind == "R":
                    self._tests[first].add(test)
                else:
                    self._seconds[test] = float(first)
        self._guards: dict[str, int] = defaultdict(int)
        for tests in self._tests.values():
            for test in tests:
                self._guards[test] += 1

    def __contains__(self, name: str) -> bool:
        return name in self._tests

    def nearest(self, guard: Guard) -> list[str]:
        """Tests that passed and reach the guard: its own slice's first, then special and quick."""
        part = _slice(guard.path)
        tests = [t for t in self._tests.get(guard.name, ()) if self._seconds.get(t, -1) >= 0]

        def rank(test: str) -> tuple[bool, float]:
            return part not in test, self._guards[test] * (0.3 + self._seconds[test])

        return sorted(tests, key=rank)


def _slice(path: Path) -> str:
    """`domains/billing` of api/presence/domains/billing/service/x.py; `http` of …/http/x.py."""
    parts = path.parts[2:]
    return "/".join(parts[:2]) if parts[0] == "domains" else parts[0]


class Verdicts:
    """Verdicts on this very tree, kept while a run goes on: (test that noticed or None)."""

    def __init__(self, copy: Path) -> None:
        digest = hashlib.sha256()
        for path in sorted(p for f in ("api", "tests") for p in (copy / f).rglob("*.py")):
            digest.update(str(path.relative_to(copy)).encode() + b"\0" + path.read_bytes())
        self._path = CACHE / f"verdicts-{digest.hexdigest()[:16]}.jsonl"
        CACHE.mkdir(parents=True, exist_ok=True)

    def read(self) -> dict[str, str | None]:
        """Guard to the test that noticed; None for a survivor."""
        if not self._path.exists():
            return {}
        return dict(json.loads(line) for line in self._path.read_text().splitlines() if line)

    def add(self, name: str, test: str | None) -> None:
        """Keep one verdict."""
        with self._path.open("a") as file:
            file.write(json.dumps([name, test]) + "\n")
