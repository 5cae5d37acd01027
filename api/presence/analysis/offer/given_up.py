"""What a brand's own pages say that it no longer does, although its description still names it.

Invariant: a thing counts as given up only if the pages name it nowhere else.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from presence.analysis.language import terms
from presence.analysis.offer.head_nouns import head_word
from presence.analysis.offer.phrases import Grammar, noun_phrases
from presence.analysis.types import PageFacts

_SAYS_SO: Final = re.compile(
    "|".join(
        (
            r"\bwe(?:'ve| have| had)? (?:stopped|ceased|discontinued|given up|gave up|wound up)\b",
            r"\bwe no longer\b|\bwe (?:do not|don't) .*\bany ?(?:more|longer)\b",
            r"\b(?:has|have|was|were)(?: been)? discontinued\b",
            r"\bwir .*\b(?:nicht|keine?n?) .*\bmehr\b",
            r"\b\w+en wir .*\b(?:nicht|keine?n?)\b.*\bmehr\b",
            r"\b(?:haben wir|wir haben) .*\b(?:aufgegeben|eingestellt)\b",
            r"\bnous ne \w+ plus\b|\bnous avons (?:arrêté|cessé|abandonné)\b",
            r"\bya no \w+(?:mos|o)\b|\bdejamos de\b|\bhemos dejado de\b",
            r"\bnon \w+iamo più\b|\babbiamo smesso\b",
            r"\b(?:we|wij) .*\bgeen .*\bmeer\b|\b(?:we|wij) zijn gestopt met\b",
            r"\bjá não \w+mos\b|\bnão \w+mos mais\b|\bdeix[aá]mos de\b",
            r"\bnie \w+my już\b|\bjuż nie \w+my\b",
        )
    ),
    re.IGNORECASE,
)
_SENTENCE: Final = re.compile(r"(?<=[.!?])\s+|\n")
_LETTERS: Final = 20_000  # per page


def still_offered(
    description: str,
    name: str,
    pages: Sequence[PageFacts],
    grammar: Grammar | None,
    language: str,
) -> str:
    """The description without what the pages say was given up; empty if nothing is left."""
    texts = [part for page in pages for part in _SENTENCE.split(page.main_text[:_LETTERS])]
    ended = " ".join(text for text in texts if _SAYS_SO.search(text))
    if not ended or grammar is None:
        return description
    given_up = set(terms(ended, language))
    titles = [f"{page.title} {page.description}" for page in pages]
    going_on = " ".join((*titles, *(text for text in texts if not _SAYS_SO.search(text))))
    over = given_up - set(terms(going_on, language))
    named = noun_phrases(description, name, grammar)
    kept = [
        phrase for phrase in named if over.isdisjoint(terms(head_word(phrase, language), language))
    ]
    if len(kept) == len(named):
        return description
    for phrase in named:
        if phrase not in kept:
            description = description.replace(phrase, "")
    return description if kept else ""
