"""Figures as exports of any language write them: 1,234.5 · 1.234,5 · 1 234,5 · 12,5 % · $3.20.

Invariant: one decimal mark holds for a whole file. Where nothing in the file gives it away, a
single mark before three digits groups thousands in counts and is a decimal mark elsewhere.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

_AROUND: Final = " \t\u00a0\u202f\u2009$€£¥%"
_GROUPING: Final = re.compile("[ \u00a0\u202f\u2009'’]")
_NUMBER: Final = re.compile(r"[+-]?\d+(?:[.,]\d+)*", re.ASCII)
_GROUPED: Final = re.compile(
    r"[+-]?[1-9]\d{0,2}(?:([.,])\d{2,3})?(?:\1\d{2,3})*[.,]\d{3}", re.ASCII
)
_LONGEST: Final = 40
_LARGEST: Final = 1e15
_OTHER: Final = {".": ",", ",": "."}


def is_number(cell: str) -> bool:
    """Whether a cell holds a number, with or without a percent or currency sign."""
    return _bare(cell) is not None


def decimal_mark(cells: Iterable[str]) -> str | None:
    """The decimal mark of a file's cells; None if they leave it open or contradict each other."""
    found = {mark for cell in cells if (mark := _evidence(cell)) is not None}
    return found.pop() if len(found) == 1 else None


def number_of(cell: str, mark: str | None, *, whole: bool) -> float | None:
    """The number in a cell, percent as it stands (12,5 % is 12.5); None if there is none.

    `mark` is the file's decimal mark, None if unknown; `whole` says that the column counts.
    """
    bare = _bare(cell)
    if bare is None:
        return None
    decimal = _decimal_in(bare, mark, whole=whole)
    plain = bare
    for sign in ".,":
        plain = plain.replace(sign, "." if sign == decimal else "")
    found = float(plain)
    return found if abs(found) <= _LARGEST else None


def _bare(cell: str) -> str | None:
    """The digits and marks of a number, without signs around it and blanks within."""
    if len(cell) > _LONGEST:
        return None
    bare = _GROUPING.sub("", cell.strip(_AROUND))
    return bare if _NUMBER.fullmatch(bare) else None


def _evidence(cell: str) -> str | None:
    """The decimal mark that a cell proves."""
    bare = _bare(cell)
    marks = re.findall("[.,]", bare) if bare else []
    if not bare or not marks:
        return None
    if len(set(marks)) == 2:
        return str(marks[-1])
    if len(marks) > 1:
        return _OTHER[marks[0]]
    return None if _GROUPED.fullmatch(bare) else str(marks[0])


def _decimal_in(bare: str, mark: str | None, *, whole: bool) -> str | None:
    """Which sign of this number is its decimal mark; None if it has none."""
    marks = re.findall("[.,]", bare)
    if not marks or (len(marks) > 1 and len(set(marks)) == 1):
        return None
    if len(marks) > 1:
        return str(marks[-1])
    sign = str(marks[0])
    if not _GROUPED.fullmatch(bare):
        return sign
    if mark is not None:
        return sign if sign == mark else None
    return None if whole else sign
