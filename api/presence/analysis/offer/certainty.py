"""How probable it is that what was read as the category is right; weights are learned.

What the start page itself names is nearly always right; what only a slogan or only all words
together suggest is wrong in every third case. Invariant: the probability depends on who says it
and how well it is known, never on which trade it is.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from presence.analysis.language import terms
from presence.analysis.offer.agreement import Agreed, head_of, how_known
from presence.analysis.offer.categories import SPOKEN
from presence.analysis.offer.phrases import Grammar
from presence.analysis.offer.recognition import entry_named
from presence.analysis.offer.weights import weights
from presence.analysis.types import BrandProfile, PageFacts
from presence.analysis.types.offer import Slot

SURE = 0.8  # below it the owner is asked; questions are written all the same
GUESSED = 0.5  # below it there is no category: it is more likely wrong than right
_PAGES = 8
_LETTERS = 20_000  # per page
_LISTED, _OF_A_KIND = 1.0, 0.75
_FULL = 8.0  # agreement
_LONG = 20  # words


def certainty_of(
    category: Slot[str],
    profile: BrandProfile,
    pages: Sequence[PageFacts],
    agreed: Sequence[Agreed],
    grammar: Grammar | None,
    language: str,
    *,
    outright: bool,
) -> float:
    """The probability, between 0 and 1. `pages` are without furniture, at least one."""
    signs = signs_of(category, profile, pages, agreed, grammar, language, outright=outright)
    learned = weights("certain")
    total = sum(learned.get(name, 0.0) * value for name, value in signs.items())
    return 1 / (1 + math.exp(-max(-30.0, min(30.0, total))))


def signs_of(
    category: Slot[str],
    profile: BrandProfile,
    pages: Sequence[PageFacts],
    agreed: Sequence[Agreed],
    grammar: Grammar | None,
    language: str,
    *,
    outright: bool,
) -> Mapping[str, float]:
    """What speaks for and against it: who names its noun, and how well it is known."""
    text = category.value
    head, own = head_of(text, language), set(terms(text, language))

    def said_in(*texts: str) -> float:
        return float(any(head in set(terms(one, language)) for one in texts))

    start = pages[0]
    title, meta = said_in(start.title), said_in(start.description)
    described = said_in(profile.description)
    name = said_in(profile.name)
    shown = max(title, meta)
    bodies = [set(terms(page.main_text[:_LETTERS], language)) for page in pages[:_PAGES]]
    known = how_known(text, entry_named(text, language), grammar, language)
    group = next(
        (one for one in agreed if any(head_of(s.text, language) == head for s in one.said)), None
    )
    rest = max((one.score for one in agreed if one is not group), default=0.0)
    signs = {
        "constant": 1.0,
        "title": title,
        "line": meta,
        "h1": said_in(*(text for level, text in start.headings if level == 1)),
        "name": name,
        "description": described,
        "agreement": min(_FULL, group.score if group else 0.0) / _FULL,
        "of others": min(_FULL, rest) / _FULL,
        "other language": float(language not in SPOKEN),
    }
    of_pages = {
        "listed": float(known >= _LISTED),
        "of a kind": float(known == _OF_A_KIND),
        "noun on pages": sum(head in body for body in bodies) / len(bodies),
        "words on pages": sum(len(own & body) / max(1, len(own)) for body in bodies) / len(bodies),
        "confidence": category.confidence,
        "one word": float(" " not in text),
        "outright": float(outright),
        "long": min(1.0, len(profile.description.split()) / _LONG),
        "of others": signs["of others"],
        "other language": signs["other language"],
        "undescribed": float(not profile.description.strip()),
    }
    for who, counts in (
        ("shown", shown),
        ("only described", float(not shown and bool(described))),
        ("nowhere", float(not shown and not described and not name)),
    ):
        signs[who] = counts
        signs |= {f"{who}, {sign}": counts * value for sign, value in of_pages.items()}
    return signs
