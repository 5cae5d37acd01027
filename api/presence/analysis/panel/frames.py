"""Question frames: what customers ask about a subject, five phrasings each, per language.

Invariant: a frame's phrasings take the same slots, so any phrasing of a known question can be
rewritten into the others without loss; the first phrasing is the one put on the panel.

Slots: {topic}, {audience}, {market}, {need}. {is}, {has}, {offers} and {does} agree with the topic.
`listing` marks frames whose answers tend to name several companies; panels prefer them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from presence.analysis.language import base_language, words
from presence.analysis.panel import frames_de, frames_en, frames_es, frames_fr
from presence.analysis.panel.grammar import is_plural
from presence.analysis.panel.markets import MARKETS
from presence.analysis.types import Intent

SLOTS = ("topic", "audience", "market", "need")
AGREEMENT: Mapping[str, tuple[str, str]] = {
    "is": ("is", "are"),
    "has": ("has", "have"),
    "offers": ("offers", "offer"),
    "does": ("does", "do"),
}
_FIELD = re.compile(r"\{(\w+)\}")
# "de" loses its e before a vowel or a mute h; the h of these beginnings is not mute.
_ELISION = re.compile(
    r"\bde (?=[aeiouâàéèêëîïôûœ]|h(?!aut|all|alt|amac|amburger|and|angar|aricot|arnais|ausse"
    r"|éron|érisson|obby|ockey|omard|ors|ousse|ublot|urdy))",
    re.IGNORECASE,
)
_MODULES = {"en": frames_en, "de": frames_de, "fr": frames_fr, "es": frames_es}


@dataclass(frozen=True, slots=True)
class Frame:
    """One kind of question with its phrasings."""

    intent: Intent
    listing: bool
    phrasings: tuple[str, ...]
    elides: bool = False

    @property
    def slots(self) -> frozenset[str]:
        """Slots that must be filled."""
        return frozenset(_FIELD.findall(self.phrasings[0])) & frozenset(SLOTS)

    @property
    def agrees(self) -> bool:
        """Whether a phrasing has words that follow the number of the topic."""
        return any(f"{{{word}}}" in text for text in self.phrasings for word in AGREEMENT)

    def fill(self, values: Mapping[str, str], phrasing: int = 0) -> str:
        """A question; agreement words follow the number of the topic."""
        plural = is_plural(values.get("topic", values.get("need", "")))
        fields = {name: forms[plural] for name, forms in AGREEMENT.items()} | dict(values)
        text = _FIELD.sub(lambda match: fields[match.group(1)], self.phrasings[phrasing])
        return _ELISION.sub("d’", text) if self.elides else text


def question_language(language: str) -> str:
    """Primary subtag of the language questions are asked in: the own one, else English."""
    base = base_language(language)
    return base if base in _MODULES else "en"


def frames_for(language: str) -> tuple[Frame, ...]:
    """Frames of a language.

    Where none are shipped, those English ones whose words do not have to agree with the topic:
    English grammar says nothing of a topic in another language.
    """
    own = question_language(language) == base_language(language)
    module = _MODULES[question_language(language)]
    frames = tuple(
        Frame(intent, listing, phrasings, elides=module is frames_fr)
        for intent, listing, phrasings in module.FRAMES
    )
    return frames if own else tuple(frame for frame in frames if not frame.agrees)


def branded_question(name: str, language: str) -> tuple[str, ...]:
    """The neutral question about the brand itself, in five phrasings."""
    module = _MODULES.get(base_language(language), frames_en)
    return tuple(text.format(brand=name) for text in module.BRANDED)


def general_segments(language: str, about: str) -> tuple[str, ...]:
    """Kinds of customer a subject can be asked for, to widen a thin panel.

    Businesses where `about`, the brand's own words, speaks of work; people otherwise.
    """
    module = _MODULES[question_language(language)]
    at_work = not module.WORK_WORDS.isdisjoint(words(about))
    return tuple(module.WORK_SEGMENTS if at_work else module.SEGMENTS)


def market_name(market: str, language: str) -> str | None:
    """The market as it follows "in" in a sentence ("the United States"), or None if not known."""
    return MARKETS[question_language(language)].get(market.upper())


@lru_cache(maxsize=8)
def _patterns(language: str) -> tuple[tuple[re.Pattern[str], Frame, int], ...]:
    """Recognisers of every phrasing, most literal text first."""
    found = []
    names = MARKETS[question_language(language)].values()
    markets = "|".join(re.escape(name) for name in names)
    for frame in frames_for(language):
        for index, text in enumerate(frame.phrasings):
            found.append((len(_FIELD.sub("", text)), _pattern(text, markets), frame, index))
    found.sort(key=lambda entry: -entry[0])
    return tuple((pattern, frame, index) for _, pattern, frame, index in found)


def _pattern(text: str, markets: str) -> re.Pattern[str]:
    """A recogniser of one phrasing; a market is one of the known names, other slots are free."""
    parts: list[str] = []
    seen: set[str] = set()
    last = 0
    for match in _FIELD.finditer(text):
        literal = text[last : match.start()]
        parts.append(_literal(literal))
        name = match.group(1)
        if name in AGREEMENT:
            parts.append("(?:" + "|".join(AGREEMENT[name]) + ")")
        else:
            free = markets if name == "market" else ".+?"
            parts.append(f"(?P={name})" if name in seen else f"(?P<{name}>{free})")
            seen.add(name)
        last = match.end()
    parts.append(re.escape(text[last:]))
    return re.compile("".join(parts), re.IGNORECASE)


def _literal(text: str) -> str:
    """Literal text of a frame; a French "de" before a slot also matches its elided form."""
    if text.endswith(" de "):
        return re.escape(text[:-3]) + "(?:de |d[’'])"
    return re.escape(text)


def rephrase(text: str, language: str) -> tuple[str, ...] | None:
    """The question itself and the frame's other phrasings of it, or None when not recognised."""
    for pattern, frame, index in _patterns(base_language(language)):
        match = pattern.fullmatch(text.strip())
        if match:
            values = match.groupdict()
            others = [frame.fill(values, i) for i in range(len(frame.phrasings)) if i != index]
            return (text, *others)
    return None
