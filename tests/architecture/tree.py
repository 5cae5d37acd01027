"""Lists the repository's own files for the rules that read source."""

from __future__ import annotations

import subprocess
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "api" / "presence"


@cache
def tracked() -> tuple[Path, ...]:
    """Every file git knows or would add, relative to the root; generated clients included."""
    listing = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"],  # noqa: S607
        cwd=ROOT,
        capture_output=True,
        check=True,
    )
    names = sorted(filter(None, listing.stdout.decode().split("\0")))
    return tuple(Path(name) for name in names if (ROOT / name).is_file())


def python_files(*folders: str) -> list[Path]:
    """Tracked Python files below any of `folders`, relative to the root."""
    return [p for p in tracked() if p.suffix == ".py" and p.as_posix().startswith(folders)]


def read(path: Path) -> str:
    """Text of a file given relative to the root."""
    return (ROOT / path).read_text(encoding="utf-8")
