"""Sentences that say what is not, no longer or elsewhere to be had.

Invariant: a denial is taken out whole, from one sentence end to the next.
"""

from __future__ import annotations

import re

_DENIED = re.compile(
    r"\b(?:(?:we|I)(?:'ve| have)? (?:stopped|gave up|no longer)|no longer (?:offer|sell|make|do)|"
    r"(?:do not|don't) (?:sell|offer|do|make|take)|(?:please )?do not ask|"
    r"vacanc(?:y|ies)|we are hiring|(?:job )?openings?\b|positions?:|careers?:|open roles?|"
    r"nicht mehr|bieten wir nicht|machen wir nicht|wir suchen|gesucht:|stellenangebot|"
    r"ausschreibung:|[(]m/w/d[)])",
    re.IGNORECASE,
)
_SENTENCE = re.compile(r"(?<=[.!?])\s+|\n")


def without_denials(text: str) -> str:
    """The text without such sentences, nor those that look for staff; a line a sentence."""
    return "\n".join(part for part in _SENTENCE.split(text) if not _DENIED.search(part))
