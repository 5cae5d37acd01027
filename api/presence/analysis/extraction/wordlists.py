"""Reads the extractor's data files: headings in brackets, then lines.

Invariant: data files hold no code and are read once; a missing heading is a KeyError at import.
"""

from __future__ import annotations

import re
from functools import lru_cache
from importlib.resources import files

_HEADING = re.compile(r"\[[a-z ]+\]")


@lru_cache(maxsize=8)
def sections(name: str) -> dict[str, tuple[str, ...]]:
    """Lines under each heading of a data file beside this module, comments left out."""
    text = files("presence.analysis.extraction").joinpath(name).read_text("utf-8")
    found: dict[str, list[str]] = {}
    current: list[str] = []
    for line in text.splitlines():
        if _HEADING.fullmatch(line):
            current = found.setdefault(line[1:-1], [])
        elif line and not line.startswith("#"):
            current.append(line)
    return {heading: tuple(lines) for heading, lines in found.items()}


def word_list(heading: str) -> tuple[str, ...]:
    """Words under a heading of `lists.txt`, in order."""
    return tuple(word for line in sections("lists.txt")[heading] for word in line.split())
