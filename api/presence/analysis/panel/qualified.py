"""Splits off what narrows a category after its noun: "podcast | for school governors".

Invariant: noun and tail together are the phrase; number and gender belong to the noun alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from presence.analysis.language import terms, words
from presence.analysis.language.english_nouns import head_of, singular
from presence.analysis.language.stopwords import word_set
from presence.analysis.offer.taught_languages import languages_in

_TAIL: Mapping[str, re.Pattern[str]] = {
    "en": re.compile(
        r"(?<=[^\s,]) (?=(?:for|of|with|without|about|on|in|to|from|by|against|near|at|made) \S)",
        re.IGNORECASE,
    ),
    "de": re.compile(
        r"(?<=[^\s,]) (?=(?:für|fürs|mit|ohne|über|von|vom|aus|zu|zum|zur|im|in|bei|beim|gegen|an|"
        r"am|auf|nach|rund um|der|des) \S)"
    ),
    "nl": re.compile(r"(?<=[^\s,]) (?=(?:voor|met|zonder|over|van|uit|in|op|tegen) \S)"),
    "fr": re.compile(r"(?<=[^\s,]) (?=(?:pour|sans|sur|avec) \S)"),
    "es": re.compile(r"(?<=[^\s,]) (?=(?:para|sin|sobre|con) \S)"),
    "it": re.compile(r"(?<=[^\s,]) (?=(?:per|senza|su|sul|sulla|con) \S)"),
    "pt": re.compile(r"(?<=[^\s,]) (?=(?:para|sem|sobre|com) \S)"),
    "pl": re.compile(r"(?<=[^\s,]) (?=(?:dla|bez|o|z) \S)"),
}
_ORGANISATIONS = word_set(
    "agency business centre center clinic college company firm hospital office organisation "
    "organization practice salon school service shop studio surgery team workshop"
)
_SHARED = 7  # letters that words of one stem share
_FOR = frozenset({"for", "für", "fürs", "voor", "pour", "para", "per", "dla"})
_WITHOUT = re.compile(
    r"\b(?:without|no|ohne|non) (?:\w+-)?(\w{3,})|\b(\w{3,})(?:-free|frei)\b", re.I
)


def split_tail(phrase: str, language: str) -> tuple[str, str]:
    """The noun with its modifiers, and the tail from its preposition on, or ""."""
    pattern = _TAIL.get(language)
    match = pattern.search(phrase) if pattern else None
    if match is None:
        return phrase, ""
    return phrase[: match.start()], phrase[match.end() :]


def for_whom(phrase: str, language: str) -> str:
    """The tail if it names people: "for vets" leaves no room for another "for".

    They may follow another tail: "surveys of roofs for engineers".
    """
    spelt = split_tail(phrase, language)[1].split()
    at = next((at for at, word in enumerate(spelt) if word.casefold() in _FOR), len(spelt))
    return " ".join(spelt[at:])


def said_of(conditions: Iterable[str], name: str, language: str) -> tuple[str, ...]:
    """Conditions of people, said of an organisation: "a clinic that makes home visits"."""
    noun, _ = split_tail(name, language)
    if language != "en" or head_of(singular(noun)) not in _ORGANISATIONS:
        return tuple(conditions)
    return tuple(re.sub(r"^who ", "that ", text) for text in conditions)


def fitting(lines: Iterable[str], category: str, language: str) -> tuple[str, ...]:
    """The lines that fit the category: no second "for", nothing that contradicts it."""
    _, tail = split_tail(category, language)
    taught = languages_in(category, language)
    opening = tail.split(" ", 1)[0].casefold()
    lacked = {
        term
        for match in _WITHOUT.finditer(category)
        for term in terms(match.group(1) or match.group(2), language)
    }
    return tuple(
        line
        for line in lines
        if not (opening and words(line)[:1] == [opening])
        and (lacked.isdisjoint(terms(line, language)) or _WITHOUT.search(line))
        and not (taught and languages_in(line, language) - taught)
    )


def is_said(condition: str, category: str, language: str) -> bool:
    """Whether the category says it: a "deduplicating" program is one "with deduplication"."""
    held = [word[:_SHARED] for word in words(category) if len(word) >= _SHARED]
    said = terms(condition, language)
    return bool(said) and all(term.startswith(tuple(held)) for term in said)
