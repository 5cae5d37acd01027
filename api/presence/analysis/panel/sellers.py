"""The sellers to look for, in the plural: "butchers", "shops for rare plants".

In German „Anbieter für Lehmputz“. Invariant: if the noun is not a seller and none can be named
after it, there is none.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from presence.analysis.offer.categories import COUNTED, Wording
from presence.analysis.panel.qualified import split_tail
from presence.analysis.panel.sentences import Manner
from presence.analysis.types.offer import OfferKind

_GOODS: frozenset[str] = frozenset(("goods", "thing", "product"))
_PROGRAMS: frozenset[str] = frozenset(("software", "open-source"))
_OF_GOODS: Mapping[str, Mapping[str, str]] = {
    "en": {"goods": "shops for {}", "thing": "makers of {}", "product": "makers of {}"},
    "de": {"goods": "Händler für {}", "thing": "Hersteller für {}", "product": "Hersteller für {}"},
}
_OF_WORK = {"en": "providers of {}", "de": "Anbieter für {}"}
_DATIVE_ALIKE = re.compile(r"(?:n|s)$")


def sellers_of(wording: Wording, manner: Manner | OfferKind | None, language: str) -> str:
    """Those who sell or do it; "" if there is no word for them."""
    if language not in _OF_WORK or manner is None:
        return ""
    several = wording.plural or wording.name
    if manner in _GOODS:
        return _OF_GOODS[language][manner].format(several)
    if manner in COUNTED or manner == "provider" or manner in _PROGRAMS:
        return wording.plural
    if manner == "public-body":
        return ""
    return _OF_WORK[language].format(several)


def dative(sellers: str) -> str:
    """A German plural in the dative, for use after „bei“: „Zahnärzten“, „Händlern für Wolle“."""
    noun, tail = split_tail(sellers, "de")
    words = noun if _DATIVE_ALIKE.search(noun) else f"{noun}n"
    return f"{words} {tail}" if tail else words
