"""Breaks guards, each in a copy of its own worker, until a test notices or none is left."""

from __future__ import annotations

import multiprocessing
import queue
import re
import time
from collections.abc import Iterator
from dataclasses import dataclass
from multiprocessing.queues import Queue
from pathlib import Path

from ops.mutants.marks import Guard, broken, guards, probed, switched
from ops.mutants.memory import REACH, Reach, noticed
from ops.mutants.workshop import FAILED, LATE, PASSED, ROOT, UNUSABLE, Copy

FIRST, MOST = 12, 90  # tests tried at once, then the rest
LONGEST_S = 300.0
_GONE = re.compile(r"^ERROR: not found: (\S.*)$", re.MULTILINE)
_FAILED = re.compile(r"^FAILED (\S+?::.+?)(?: - .*)?$", re.MULTILINE)
# Folders whose tests are no neighbour of a line: browsers, loads, whole clusters.
NOT_NEAR = (
    "architecture",
    "assurance",
    "charts",
    "cluster",
    "e2e",
    "load",
    "factories",
    "standins",
)


@dataclass(frozen=True)
class Verdict:
    """`test` noticed that `guard` was gone; None for a survivor. `seconds` is the time it took."""

    guard: Guard
    test: str | None
    seconds: float


def probe(copy: Copy, found: list[Guard], tests: list[str], longest_s: float) -> int:
    """Run `tests` (else every folder that is near) and note which of them reach which guard."""
    for path, source, here in _sources(copy, found):
        (copy.root / path).write_text(probed(source, here), encoding="utf-8")
    REACH.parent.mkdir(parents=True, exist_ok=True)
    noted = Copy(copy.root, {**copy.environment, "GUARD_PROBE": str(REACH)})
    near = [f"tests/{p.name}" for p in sorted((ROOT / "tests").iterdir()) if _near(p)]
    options = ("-p", "guard_probe", "-n", "2", "--dist", "loadfile")
    code = noted.run_fresh(tests or near, longest_s, REACH.with_suffix(".log"), *options)
    for path in {guard.path for guard in found}:
        (copy.root / path).write_bytes((ROOT / path).read_bytes())
    return code


def _sources(copy: Copy, found: list[Guard]) -> Iterator[tuple[Path, str, list[Guard]]]:
    for path in sorted({guard.path for guard in found}):
        source = (copy.root / path).read_text(encoding="utf-8")
        yield path, source, [guard for guard in found if guard.path == path]


def install_switches(copy: Copy, found: list[Guard]) -> tuple[dict[Path, str], set[str]]:
    """Let guards of the copy be broken while it runs: (texts before, guards that can be)."""
    before, names = {}, set()
    for path, source, here in _sources(copy, found):
        text, switches = switched(source, here)
        (copy.root / path).write_text(text, encoding="utf-8")
        before[path] = source
        names |= switches
    return before, names


def _near(folder: Path) -> bool:
    return folder.is_dir() and folder.name not in NOT_NEAR and any(folder.glob("**/test_*.py"))


def hunt(
    copies: list[Copy], wanted: list[Guard], end: float, tests: list[str]
) -> Iterator[Verdict]:
    """A verdict on each guard as it is reached; stops starting new ones at `end` (monotonic).

    `tests` are tried instead of the nearest, where any are given.
    """
    context = multiprocessing.get_context("fork")
    todo: Queue[Guard] = context.Queue()
    done: Queue[Verdict] = context.Queue()
    for guard in wanted:
        todo.put(guard)
    benches = [Bench(copy, *install_switches(copy, declared(None, None))) for copy in copies]
    workers = [
        context.Process(target=_work, args=(bench, todo, done, end, tests), daemon=False)
        for bench in benches
    ]
    for worker in workers:
        worker.start()
    while any(worker.is_alive() for worker in workers) or not done.empty():
        try:
            yield done.get(timeout=0.5)
        except queue.Empty:
            continue


@dataclass(frozen=True)
class Bench:
    """One worker's copy: the texts before switches came in, and the guards that have one."""

    copy: Copy
    before: dict[Path, str]
    switches: set[str]

    def noticing(self, guard: Guard, tries: list[list[str]]) -> str | None:
        """The first test that fails without the guard; one list after the other is tried.

        Processes that tests start may not hear of a switch: what survives one is tried without.
        """
        if guard.name in self.switches and "migrations" not in guard.path.parts:
            found = self._first(guard, tries, fresh=False)
            if found:
                return found
            tries = tries[:2]
        with self.copy.replaced(guard.path, broken(self.before[guard.path], guard)):
            return self._first(guard, tries, fresh=True)

    def _first(self, guard: Guard, tries: list[list[str]], *, fresh: bool) -> str | None:
        found = (self._failed(guard, tests, fresh=fresh) for tests in tries if tests)
        return next((test for test in found if test), None)

    def _failed(self, guard: Guard, tests: list[str], *, fresh: bool) -> str | None:
        """The test among `tests` that failed; tests that are gone count as passed."""
        log = self.copy.root / "run.log"
        there = [t for t in _by_file(tests) if (self.copy.root / t.partition("::")[0]).exists()]
        if not there:
            return None
        options = ["--timeout=100", "-rf", "--tb=no"]
        # A test that could not begin noticed nothing; then those after it are tried, too.
        for chosen in (["-x", *options], options):
            code = self._run(guard, there, log, chosen, fresh=fresh)
            if code == LATE:
                return there[0]
            failed = _FAILED.search(log.read_text(errors="replace"))
            if code == FAILED and failed:
                return failed[1]
            if code != FAILED:
                break
        if code != PASSED:
            kept = REACH.parent / "logs"
            kept.mkdir(parents=True, exist_ok=True)
            (kept / f"{guard.name}.log").write_bytes(log.read_bytes())
        return None

    def _run(
        self, guard: Guard, tests: list[str], log: Path, options: list[str], *, fresh: bool
    ) -> int:
        """The code of a run; pytest runs none while one of them is gone, so without those."""
        while tests:
            if fresh:
                code = _of(self.copy, guard).run_fresh(tests, LONGEST_S, log, *options)
            else:
                code = self.copy.run(tests, LONGEST_S, log, *options, off=guard.name)
            gone = set(_GONE.findall(log.read_text(errors="replace")))
            left = [test for test in tests if str(self.copy.root / test) not in gone]
            if code != UNUSABLE or left == tests:
                return code
            tests = left
        return PASSED


def _of(copy: Copy, guard: Guard) -> Copy:
    """The copy; for a guard in a migration without the database that is migrated already."""
    if "migrations" not in guard.path.parts:
        return copy
    # Emptied, not left out: the worker's own environment names the template, too.
    return Copy(copy.root, {**copy.environment, "PRESENCE_TEST_TEMPLATE": ""})


def _by_file(tests: list[str]) -> list[str]:
    """The same tests, those of a file together, files in the order of their first."""
    order: dict[str, int] = {}
    for test in tests:
        order.setdefault(test.partition("::")[0], len(order))
    return sorted(tests, key=lambda test: order[test.partition("::")[0]])


def _work(
    bench: Bench, todo: Queue[Guard], done: Queue[Verdict], end: float, tests: list[str]
) -> None:
    reach, known = Reach(), noticed()
    bench.copy.enter()
    while time.monotonic() < end:
        try:
            guard = todo.get(timeout=1)
        except queue.Empty:
            return
        started = time.monotonic()
        tries = [tests] if tests else _tries(guard, reach, known.get(guard.name))
        test = bench.noticing(guard, tries)
        done.put(Verdict(guard, test, time.monotonic() - started))


def _tries(guard: Guard, reach: Reach, remembered: str | None) -> list[list[str]]:
    near = [test for test in reach.nearest(guard) if test != remembered][:MOST]
    return [[remembered] if remembered else [], near[:FIRST], near[FIRST:]]


def declared(names: set[str] | None, paths: set[Path] | None) -> list[Guard]:
    """Every guard, or those of the given names or files."""
    found = guards(ROOT)
    if names is not None:
        found = [g for g in found if g.name in names or g.name.partition(".")[0] in names]
    return found if paths is None else [guard for guard in found if guard.path in paths]
