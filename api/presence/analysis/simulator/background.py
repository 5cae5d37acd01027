"""The shipped unrelated passages: what no customer question of a panel should find.

Invariant: pages of four passages in file order; the file is data, never shown as a source.
"""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files


@lru_cache(maxsize=1)
def unrelated_pages() -> tuple[tuple[str, ...], ...]:
    """Passages grouped by page (one subject each)."""
    text = files("presence.analysis.simulator").joinpath("data/unrelated.txt").read_text("utf-8")
    pages: list[list[str]] = []
    for line in text.splitlines():
        if line.startswith("#"):
            pages.append([])
        elif line.strip():
            pages[-1].append(line.strip())
    return tuple(tuple(page) for page in pages)
