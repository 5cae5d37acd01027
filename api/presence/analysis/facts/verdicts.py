"""How an answer stands to one fact.

Invariant: [start, end) are code points of the answer.
"""

from __future__ import annotations

from dataclasses import dataclass

from presence.analysis.facts.naming import Sentence


@dataclass(frozen=True, slots=True)
class FactCheck:
    """Right or contradicted, and where that stands."""

    right: bool
    start: int
    end: int


def at(sentence: Sentence, right: bool) -> FactCheck:
    """A verdict read off a whole sentence."""
    return FactCheck(right, sentence.start, sentence.start + len(sentence.text))
