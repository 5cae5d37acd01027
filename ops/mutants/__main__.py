"""`make mutants [ONLY=name or area]`, and `--changed` in continuous integration.

Exit 0 when every guard that was broken was noticed, 1 when one survived. The whole list writes
ops/assurance/mutants.json; a run that was ended goes on where it stopped while no file has changed.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from datetime import UTC, datetime
from pathlib import Path

from ops.mutants.hunt import Verdict, declared, hunt, probe
from ops.mutants.marks import Guard
from ops.mutants.memory import REACH, RESULT, Reach, Verdicts, noticed, remember
from ops.mutants.workshop import ROOT, Copy, copies, preload, server

COVERS = ["api/presence"]


def main(arguments: list[str]) -> int:
    """Break what was asked for; 0 when all was noticed."""
    parser = argparse.ArgumentParser(prog="make mutants", description="Break guards one at a time.")
    parser.add_argument("--only", default="", help="names or areas, with commas between")
    parser.add_argument("--changed", action="store_true", help="guards of changed files only")
    parser.add_argument("--minutes", type=float, default=90, help="start none after this time")
    parser.add_argument(
        "--probe", action="store_true", help="find out again which tests reach what"
    )
    parser.add_argument("--tests", default="", help="try these tests (with --probe: look at them)")
    parser.add_argument("--workers", type=int, default=min(2, os.cpu_count() or 1))
    asked = parser.parse_args(arguments)
    names = set(asked.only.split(",")) if asked.only else None
    wanted = declared(names, changed() if asked.changed else None)
    if not wanted:
        _say("No guard stands in a changed file." if asked.changed else "There is no such guard.")
        return 0 if asked.changed else 2
    if asked.changed:
        wanted = _remembered(wanted)
        if not wanted:
            return 0
    started = time.monotonic()
    preload()
    with server() as database, copies(asked.workers, database) as made:
        tests = asked.tests.split()
        if asked.probe or not (tests or _reached(wanted)):
            _say("Finding out which tests reach which guard …")
            probe(made[0], declared(None, None), tests, asked.minutes * 60)
            tests = []
        seen = _hunt(made, wanted, started + asked.minutes * 60, tests)
    whole = names is None and not asked.changed
    return report(wanted, seen, time.monotonic() - started, whole)


def _remembered(wanted: list[Guard]) -> list[Guard]:
    """Those whose test is known: there is no time to look for one in continuous integration."""
    known = noticed()
    unknown = [guard.name for guard in wanted if guard.name not in known]
    if unknown:
        _say(f"Not tried, no test is remembered (make mutants): {', '.join(unknown)}")
    return [guard for guard in wanted if guard.name in known]


def _reached(wanted: list[Guard]) -> bool:
    """Whether it is known of each where to look."""
    reach, known = Reach(), noticed()
    return all(guard.name in known or guard.name in reach for guard in wanted) or REACH.exists()


def _hunt(
    made: list[Copy], wanted: list[Guard], end: float, tests: list[str]
) -> dict[str, str | None]:
    verdicts = Verdicts(made[0].root)
    seen = {n: t for n, t in verdicts.read().items() if n in {g.name for g in wanted} and t}
    left = [guard for guard in wanted if guard.name not in seen]
    for verdict in hunt(made, left, end, tests):
        verdicts.add(verdict.guard.name, verdict.test)
        seen[verdict.guard.name] = verdict.test
        if verdict.test:
            remember({verdict.guard.name: verdict.test}, (g.name for g in declared(None, None)))
        _say(_line(verdict, len(seen), len(wanted)))
    return seen


def _line(verdict: Verdict, number: int, of: int) -> str:
    fate = f"noticed by {verdict.test}" if verdict.test else "SURVIVED"
    return f"[{number}/{of}] {verdict.guard.name}: {fate} ({verdict.seconds:.0f} s)"


def report(wanted: list[Guard], seen: dict[str, str | None], seconds: float, whole: bool) -> int:
    """Say what survived and what was not tried; write the result of the whole list."""
    survivors = sorted(name for name, test in seen.items() if test is None)
    skipped = sorted({guard.name for guard in wanted} - set(seen))
    if skipped:
        _say(f"Not tried, the time was over: {', '.join(skipped)}")
    for guard in wanted:
        if guard.name in survivors:
            _say(f"SURVIVED {guard.name} ({guard.path}:{guard.line})")
    _say(f"{len(seen) - len(survivors)} of {len(wanted)} guards noticed, {len(survivors)} not.")
    if whole:
        _write(wanted, survivors, skipped, seconds)
    return 1 if survivors else 0


def _write(wanted: list[Guard], survivors: list[str], skipped: list[str], seconds: float) -> None:
    result = {
        "name": "mutants",
        "seed": 0,
        "counts": {
            "guards": len(wanted),
            "files": len({guard.path for guard in wanted}),
            "caught": len(wanted) - len(survivors) - len(skipped),
        },
        "survivors": survivors,
        "violations": len(survivors),
        "passed": not survivors and not skipped,
        "seconds": round(seconds, 1),
        "commit": _git("rev-parse", "HEAD"),
        "modified": bool(_git("status", "--porcelain", "--", "api", "tests", "ops/mutants")),
        "date": datetime.now(UTC).date().isoformat(),
        "complete": not skipped,
        "covers": COVERS,
    }
    RESULT.write_text(json.dumps(result, indent=2) + "\n", encoding="utf-8")


def changed() -> set[Path]:
    """Files that differ from where this branch left origin/main, else from the commit before."""
    base = _git("merge-base", "HEAD", "origin/main")
    if not base or base == _git("rev-parse", "HEAD"):
        base = _git("rev-parse", "HEAD~1")
    listed = _git("diff", "--name-only", base) if base else ""
    untracked = _git("ls-files", "--others", "--exclude-standard", "--", "api")
    return {Path(name) for name in (*listed.splitlines(), *untracked.splitlines())}


def _git(*arguments: str) -> str:
    done = subprocess.run(  # noqa: S603 - fixed command
        ["git", *arguments],  # noqa: S607
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    return done.stdout.strip() if done.returncode == 0 else ""


def _say(sentence: str) -> None:
    sys.stdout.write(sentence + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
