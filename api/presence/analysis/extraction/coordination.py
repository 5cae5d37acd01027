"""Finds the part of a clause that is about NAME where several entities share it.

"Old Navy is cheapest, Gap lasts longer, and Uniqlo has the softest cotton" says one thing about
each. "COS and Arket have the nicest cuts" says one thing about both. Invariant: a part always
contains NAME, and a clause that names nobody else is its own part.
"""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Final

from presence.analysis.extraction.clauses import Clause
from presence.analysis.extraction.languages import NAME, OTHER

_JOINS: Final = "and|while|und|et|y|e|en|i|ve|а|и|і|та|και|و|ו"
_ENTITY: Final = rf"[{NAME}{OTHER}]"
# Words that continue what precedes them: "praise Slack and Teams for their search".
_ONWARD: Final = (
    "for|in|on|at|with|to|of|by|as|because|when|if|and|or|than|over|is what|fur|bei|mit|und|oder"
    "|als|pour|avec|et|ou|both|all|have|dans|para|con|y|por|en|per|e|com|ou|voor|met|of|dla|z|i|oraz|icin|ve|для|и|с|з|і|για|και"
)
_CUT = re.compile(
    rf"(?:[,;]\s*(?:(?:{_JOINS})\s+)?|\s(?:{_JOINS})\s+)(?=(?:[^\W\d_]{{1,5}}\s)?{_ENTITY}"
    rf"\s(?!(?:{_ONWARD})\b)[^\W\d_])"
)
_WORD = re.compile(r"[^\W\d_]{2,}")
_LEAST: Final = 2  # words besides the names that make a part say something


def own_part(clause: Clause) -> Clause:
    """The part of a clause that is about NAME; the whole clause if it is shared."""
    if OTHER not in clause.text:
        return clause
    edges = [0, *(cut.end() for cut in _CUT.finditer(clause.text)), len(clause.text)]
    parts = [clause.text[a:b] for a, b in pairwise(edges)]
    if len(parts) < _LEAST:
        return clause
    joined = _saying(parts)
    found = next(part for part in joined if NAME in part)
    return Clause(found, clause.lexicon)


def _saying(parts: list[str]) -> list[str]:
    """Join parts until each says something: a bare name belongs to what follows it."""
    joined: list[str] = []
    held = ""
    for part in parts:
        held += part
        named = NAME in held or OTHER in held
        if named and len(_WORD.findall(held)) >= _LEAST:
            joined.append(held)
            held = ""
    if held and joined:
        joined[-1] += held
    return joined or ["".join(parts)]
