"""Which committed results of assurances are older than what they cover, and which are missing.

Invariant: a result is as old as the number of commits since its own that touched a path it covers;
one whose commit is not in this history is listed too, because nobody can say what it was about.
"""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

from tests.architecture.tree import ROOT

OLDEST = 60
RESULTS = Path("ops") / "assurance"
_MODULES = Path("tests") / "assurance"
_FULL = re.compile(r"^async def full\(", re.MULTILINE)
_MUTANTS = "mutants"  # the one that is no module: `make mutants`


def known(root: Path = ROOT) -> list[str]:
    """Names of the assurances that exist."""
    return sorted(
        path.stem.replace("_", "-")
        for path in (root / _MODULES).glob("*.py")
        if _FULL.search(path.read_text(encoding="utf-8"))
    )


def stale(root: Path = ROOT) -> list[str]:
    """A sentence for each result that should be measured, or anew; none when all are fresh."""
    return [*_missing(root), *_stale(root)]


def _missing(root: Path) -> Iterator[str]:
    for name in (*known(root), _MUTANTS):
        if not (root / RESULTS / f"{name}.json").exists():
            yield f"{name}: no result is committed"


def _stale(root: Path) -> Iterator[str]:
    for path in sorted((root / RESULTS).glob("*.json")):
        result = json.loads(path.read_text(encoding="utf-8"))
        commit, covers = result.get("commit"), result.get("covers")
        if not commit or not covers:
            yield f"{path.stem}: does not name its commit and what it covers"
            continue
        age = commits_since(commit, covers, root)
        if age is None:
            yield f"{path.stem}: measured on {commit[:8]}, which is not in this history"
        elif age > OLDEST:
            yield f"{path.stem}: {age} commits of what it covers since {commit[:8]}"


def commits_since(commit: str, covers: list[str], root: Path = ROOT) -> int | None:
    """Commits after `commit` that touched one of `covers`; None when it is not in the history."""
    counted = git("rev-list", "--count", f"{commit}..HEAD", "--", *covers, root=root)
    return int(counted) if counted.isdigit() else None


def git(*arguments: str, root: Path = ROOT) -> str:
    """What git prints about the tree in `root`; empty when it refuses."""
    done = subprocess.run(  # noqa: S603 - fixed command
        ["git", *arguments],  # noqa: S607
        cwd=root,
        capture_output=True,
        text=True,
        check=False,
    )
    return done.stdout.strip() if done.returncode == 0 else ""
