"""Recognises sentences about what is not, no longer, or only elsewhere available.

Invariant: a denial is removed as a whole, from one sentence end to the next.
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
    """The text without such sentences and without job advertisements; one sentence per line."""
    return "\n".join(part for part in _SENTENCE.split(text) if not _DENIED.search(part))
