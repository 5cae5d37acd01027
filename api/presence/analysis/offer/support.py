"""Which of a category's usual jobs, conditions, worries and problems the brand mentions.

Invariant: each text is split into words once, however many lines are checked.
"""

from __future__ import annotations

from collections.abc import Iterable

from presence.analysis.language import terms
from presence.analysis.offer.categories import Category

_SHARE = 0.5  # of a line's own words that the brand's text must contain


def supported_lines(entry: Category | None, language: str, text: str) -> tuple[str, ...]:
    """Lines of the entry with at least half of their words in the text, ignoring the category's."""
    if entry is None or language not in entry.wordings:
        return ()
    wording = entry.wordings[language]
    named = _all_terms((*wording.names, wording.plural), language)
    said = frozenset(terms(text, language)) - named
    lines = (*wording.jobs, *wording.conditions, *wording.worries, *wording.problems)
    return tuple(line for line in lines if _is_said(line, said, named, language))


def _is_said(line: str, said: frozenset[str], named: frozenset[str], language: str) -> bool:
    own = set(terms(line, language)) - named
    return bool(own) and len(own & said) >= _SHARE * len(own)


def _all_terms(texts: Iterable[str], language: str) -> frozenset[str]:
    return frozenset(term for text in texts for term in terms(text, language))
