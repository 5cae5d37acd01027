"""What this checkout changes: against where its branch left main, and what is not committed."""

from __future__ import annotations

import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def changes(root: Path = ROOT) -> set[Path]:
    """Changed and new files that still exist, relative to the root."""
    base = _base(root)
    listed = _git(root, "diff", "--name-only", base).splitlines()
    listed += _git(root, "ls-files", "--others", "--exclude-standard").splitlines()
    return {Path(name) for name in listed if (root / name).is_file()}


def _base(root: Path) -> str:
    for main in ("main", "origin/main"):
        base = _git(root, "merge-base", "HEAD", main)
        if base:
            return base
    return "HEAD"


def _git(root: Path, *arguments: str) -> str:
    done = subprocess.run(  # noqa: S603 - fixed command
        ["git", *arguments],  # noqa: S607
        cwd=root,
        capture_output=True,
        text=True,
        check=False,
    )
    return done.stdout.strip() if done.returncode == 0 else ""
