"""Applies people's decisions about single places in an answer, before every rule.

Invariant: a place that is the name counts whether or not anything matched there; one that is not
never counts; neither is ambiguous any more.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from presence.analysis.extraction.entities import Name
from presence.analysis.extraction.folding import Folded
from presence.analysis.extraction.matching import Occurrence
from presence.analysis.types import Decided


@dataclass(frozen=True, slots=True)
class Corrected:
    """The occurrences after corrections; `sure` are folded starts that need no evidence."""

    occurrences: tuple[Occurrence, ...]
    sure: frozenset[int]


def apply_corrections(
    found: Sequence[Occurrence], folded: Folded, decided: Iterable[Decided]
) -> Corrected:
    """Remove what is not a name and add what is. Spans outside the text are ignored."""
    current = list(found)
    sure: set[int] = set()
    for said in decided:
        start, end = _folded_span(folded, said.start, said.end)
        if not 0 <= start < end <= len(folded.text):
            continue
        current = [o for o in current if not _meets(o, said.entity, start, end)]
        if said.is_name:
            written = folded.source[said.start : said.end]
            shown = folded.text[start:end]
            current.append(
                Occurrence(Name(said.entity, written, shown, shown, None, False), start, end)
            )
            sure.add(start)
    return Corrected(tuple(sorted(current, key=lambda o: (o.start, o.end))), frozenset(sure))


def _meets(item: Occurrence, entity: str, start: int, end: int) -> bool:
    return item.name.entity == entity and item.start < end and start < item.end


def _folded_span(folded: Folded, start: int, end: int) -> tuple[int, int]:
    """The folded half-open span of original [start, end)."""
    if folded.starts is None or folded.ends is None:
        return start, end
    return bisect_left(folded.starts, start), bisect_right(folded.ends, end)
