"""Complete sentences by kind, language and step, and the noun that goes into them.

The files under `sentences/` are written by hand; `sentences/README.md` explains their slots.
Invariant: a sentence that lacks a value for one of its slots is not built.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache, partial
from importlib.resources import files
from typing import Literal

from presence.analysis.offer.categories import Wording
from presence.analysis.panel.dutch_nouns import dutch_forms
from presence.analysis.panel.french_nouns import french_forms
from presence.analysis.panel.polish_nouns import polish_forms
from presence.analysis.panel.romance import definite, indefinite
from presence.analysis.panel.steps import STEPS as EVERY_STEP
from presence.analysis.panel.steps import WRITTEN as STEPS
from presence.analysis.panel.steps import Step
from presence.analysis.types.offer import OfferKind

# Sentences for words that are not in the catalogue: a thing one buys, something that is done for
# one, somebody one hires or a place one visits; those of languages without more than names; and
# those for single wares.
Manner = Literal[
    "thing",
    "goods",
    "service",
    "civic",
    "help",
    "helpers",
    "provider",
    "program",
    "followed",
    "traded",
    "visited",
    "taught",
    "abroad",
    "abroad-place",
    "abroad-civic",
    "abroad-media",
    "abroad-goods",
    "abroad-program",
    "abroad-work",
    "abroad-deed",
    "abroad-part",
    "abroad-feature",
    "abroad-open",
    "ware-done",
    "ware-bought",
    "ware-had",
    "ware-place",
    "ware-given",
    "ware-helped",
    "ware-covered",
]
# Slots that hold the noun, in the order in which one of them may carry the place.
NOUN_SLOTS = (
    *("which", "which one", "which many", "jaki", "a good", "good plural"),
    *("the best", "a", "of a", "plural"),
    *("the", "of the", "name", "a one", "one", "many", "acc", "de", "sellers", "ware"),
    *("the part", "acc part", "part", "for part", "for"),
)
__all__ = [
    "NOUN_SLOTS",
    "SLOT",
    "STEPS",
    "Manner",
    "SentenceTemplate",
    "Step",
    "article",
    "filled",
    "noun_slots",
    "sentences_of",
]
SLOT = re.compile(r"\{([^{}]+)\}")
_GERMAN: dict[str, dict[str, str]] = {
    "a": {"m": "einen", "f": "eine", "n": "ein"},
    "a good": {"m": "einen guten", "f": "eine gute", "n": "ein gutes"},
    "good": {"m": "guten", "f": "gute", "n": "gutes", "plural": "gute"},
    "the": {"m": "den", "f": "die", "n": "das", "plural": "die"},
    "the best": {"m": "der beste", "f": "die beste", "n": "das beste", "plural": "die besten"},
    "which": {"m": "welcher", "f": "welche", "n": "welches", "plural": "welche"},
}
_ENDS_CLAUSE = re.compile(r"\{job\} (möchte|will)\b")
_VOWEL = re.compile(r"^(?:[aeio]|u|hour|honest|heir)", re.IGNORECASE)
_GLIDE = re.compile(r"^(?:eu|ew|one\b|once|uni(?![nm])|us[aeu]|util|ur[ai]n|ut[ie])", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class SentenceTemplate:
    """One sentence with its slots unfilled."""

    step: Step
    text: str

    @property
    def slots(self) -> frozenset[str]:
        """The names of its slots, in lower case."""
        return frozenset(name.lower() for name in SLOT.findall(self.text))


@lru_cache(maxsize=64)
def sentences_of(kind: OfferKind | Manner, language: str) -> tuple[SentenceTemplate, ...]:
    """Every sentence of a kind in a language, in the order of the steps; () without any."""
    file = files("presence.analysis.panel") / "sentences" / f"{kind}.toml"
    if not file.is_file():
        return ()
    steps = tomllib.loads(file.read_text(encoding="utf-8")).get(language, {})
    return tuple(
        SentenceTemplate(step, text) for step in EVERY_STEP for text in steps.get(step, ())
    )


def noun_slots(wording: Wording, language: str) -> Mapping[str, str]:
    """Values a category provides: name, plural, articles, adjectives and the agreeing verbs."""
    return dict(_SLOTS.get(language, _bare)(wording))


def filled(sentence: SentenceTemplate, values: Mapping[str, str]) -> str | None:
    """The sentence with its slots filled; None if a value is missing or empty."""
    if any(not values.get(slot) for slot in sentence.slots):
        return None

    def value(match: re.Match[str]) -> str:
        name = match.group(1)
        found = values[name.lower()]
        return found[0].upper() + found[1:] if name[0].isupper() else found

    text = sentence.text
    main, comma, rest = values.get("job", "").partition(", ")
    if comma:  # "…, wenn ich die Steuer abgeben möchte, ohne zu rechnen?"
        text = _ENDS_CLAUSE.sub(lambda verb: f"{main} {verb[1]}{comma}{rest}", text)
    return SLOT.sub(value, text)


def article(phrase: str) -> str:
    """ "a" or "an", by sound where spelling misleads: "an hour", "a university", "an MES"."""
    first = phrase.split(" ")[0]
    acronym = first.isupper() and len(first) > 1
    if acronym:
        return "an" if first[0] in "AEFHILMNORSX" else "a"
    return "an" if _VOWEL.match(first) and not _GLIDE.match(first) else "a"


def _english(wording: Wording) -> Iterator[tuple[str, str]]:
    name = wording.name
    many = wording.plural_only or bool(wording.plural)
    counted = bool(wording.plural)
    yield "name", name
    yield "plural", wording.plural or name
    yield "a", f"{article(name)} {name}" if counted else name
    yield "a good", f"a good {name}" if counted else f"good {name}"
    yield "the", f"the {name}"
    yield "the best", f"the best {name}"
    yield "which", f"which {name}"
    for slot, plural in (("", many), ("name ", wording.plural_only)):
        yield f"{slot}is", "are" if plural else "is"
        yield f"{slot}has", "have" if plural else "has"
        yield f"{slot}does", "do" if plural else "does"


def _german(wording: Wording) -> Iterator[tuple[str, str]]:
    name = wording.name
    many = wording.plural_only or bool(wording.plural)
    number = "plural" if wording.plural_only else wording.gender
    accusative = wording.accusative or name
    yield "name", name
    yield "plural", wording.plural or name
    yield "a", f"{_GERMAN['a'][number]} {accusative}" if wording.plural else accusative
    good = "a good" if wording.plural else "good"
    yield "a good", f"{_GERMAN[good][number]} {accusative}"
    several = f"gute {wording.plural or name}"
    yield "good plural", several if many else f"{_GERMAN['good'][number]} {accusative}"
    yield "the", f"{_GERMAN['the'][number]} {accusative}"
    yield "the best", f"{_GERMAN['the best'][number]} {name}"
    yield "which", f"{_GERMAN['which'][number]} {name}"
    yield "sind", "sind" if many else "ist"
    yield "haben", "haben" if many else "hat"
    yield "name ist", "sind" if wording.plural_only else "ist"
    yield "name hat", "haben" if wording.plural_only else "hat"


def _dutch(wording: Wording) -> Iterator[tuple[str, str]]:
    yield "name", wording.name
    yield from dutch_forms(wording.name, several=wording.plural_only)


def _french(wording: Wording) -> Iterator[tuple[str, str]]:
    yield "name", wording.name
    yield from french_forms(wording.name, several=wording.plural_only or None)


def _polish(wording: Wording) -> Iterator[tuple[str, str]]:
    yield "name", wording.name
    yield from polish_forms(wording.name)


def _bare(wording: Wording) -> Iterator[tuple[str, str]]:
    yield "name", wording.name


def _arabic(wording: Wording) -> Iterator[tuple[str, str]]:
    yield "name", wording.name
    held = wording.name.removeprefix("ال")
    yield "for", f"ل{wording.name}" if held == wording.name else f"لل{held}"


def _romance(wording: Wording, language: str) -> Iterator[tuple[str, str]]:
    name, several = wording.name, wording.plural_only
    yield "name", name
    yield "which", f"{_WHICH[language][several]} {name}"
    the, of_the = definite(name, language, several=several)
    yield "the", the
    yield "of the", of_the
    if several:
        yield "a", name
        yield "many", name
    else:
        yield "one", name
        yield "a", indefinite(name, language)
        yield "a one", indefinite(name, language)


_WHICH = {"es": ("qué", "qué"), "it": ("quale", "quali"), "pt": ("que", "que")}
_SLOTS: Mapping[str, Callable[[Wording], Iterator[tuple[str, str]]]] = {
    "en": _english,
    "de": _german,
    "nl": _dutch,
    "fr": _french,
    "pl": _polish,
    "ar": _arabic,
    "es": partial(_romance, language="es"),
    "it": partial(_romance, language="it"),
    "pt": partial(_romance, language="pt"),
}
