"""The days a report is from, where its file or the file's name says so.

Invariant: a period is never guessed: it takes two whole dates, the first not after the last.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from datetime import date
from typing import Final

EARLIEST: Final = date(2000, 1, 1)
LATEST: Final = date(2100, 12, 31)
# Analytics heads its files with "# Start date: 20260701", in the language of its user.
_HEADED: Final = re.compile(r"#[^:]*:\s*(\d{8})\s*", re.ASCII)
_ISO: Final = re.compile(r"(?<!\d)(\d{4}-\d{2}-\d{2})(?!\d)", re.ASCII)

Period = tuple[date, date]


def day_of(written: str) -> date | None:
    """A day written as 2026-08-28 or 20260828; None for anything else."""
    text = written.strip()
    if not re.fullmatch(r"\d{4}-\d{2}-\d{2}|\d{8}", text, re.ASCII):
        return None
    try:
        found = date.fromisoformat(text)
    except ValueError:
        return None
    return found if EARLIEST <= found <= LATEST else None


def period_of(head: Sequence[str], filename: str, days: Iterable[date]) -> Period | None:
    """The period by the days of the rows, else by the lines above the header, else by the name."""
    listed = sorted(days)
    if listed:
        return listed[0], listed[-1]
    headed = [found[1] for line in head if (found := _HEADED.fullmatch(line.strip()))]
    written = (headed[:2], *(_ISO.findall(line) for line in head), _ISO.findall(filename))
    return next((pair for texts in written if (pair := _pair(texts)) is not None), None)


def _pair(texts: Sequence[str]) -> Period | None:
    if len(texts) != 2:
        return None
    first, last = (day_of(text) for text in texts)
    return (first, last) if first is not None and last is not None and first <= last else None
