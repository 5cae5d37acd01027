"""Reads the data files of the extractor: headings in brackets, each followed by lines.

Invariant: data files contain no code and are read once. A missing heading yields no lines where
headings are optional, and a KeyError where the caller names one file of its own.
"""

from __future__ import annotations

import re
from functools import lru_cache
from importlib.resources import files
from typing import Final

_DATA: Final = "presence.analysis.extraction"
_HEADING: Final = re.compile(r"\[[a-z ]+\]")


def data_text(path: str) -> str:
    """The text of a data file under `data/`, without comment lines."""
    text = files(_DATA).joinpath("data", path).read_text("utf-8")
    return "\n".join(line for line in text.splitlines() if not line.startswith("#"))


@lru_cache(maxsize=64)
def sections(path: str) -> dict[str, tuple[str, ...]]:
    """The lines under each heading of a data file under `data/`."""
    found: dict[str, list[str]] = {}
    current: list[str] = []
    for line in data_text(path).splitlines():
        if _HEADING.fullmatch(line):
            current = found.setdefault(line[1:-1], [])
        elif line:
            current.append(line)
    return {heading: tuple(lines) for heading, lines in found.items()}


def word_list(heading: str) -> tuple[str, ...]:
    """The words under a heading of `lists.txt`, in order."""
    return tuple(word for line in sections("lists.txt")[heading] for word in line.split())
