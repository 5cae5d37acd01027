"""Finds the places where the name of an entity occurs as a name of its own.

Invariant: occurrences never overlap. Where several names fit at one place, the longest wins, and a
place that belongs to a longer, different name yields nothing.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from presence.analysis.extraction.addresses import named_addresses
from presence.analysis.extraction.boundaries import ends_word, starts_word
from presence.analysis.extraction.entities import EntitySet, Name
from presence.analysis.extraction.folding import Folded, plain
from presence.analysis.extraction.languages import language
from presence.analysis.extraction.misspelt import misspellings
from presence.analysis.extraction.wordlists import word_list

_AFTER = re.compile(r"[^\S\n]+([^\W\d_]+)")
# A capitalised organisation noun right behind a name makes it somebody else's name.
_OTHER_ORGANISATION: Final = frozenset(word_list("other organisations"))

# From the beginning of a word and without a way back, so that each word before is read once.
_BEFORE = re.compile(r"(?<![^\W\d_])((?:[^\W\d_]|[\u0300-\u036f])++)\.?[^\S\n]++$")
_WINDOW: Final = 24
_TITLES: Final = frozenset(plain(word) for word in word_list("titles"))
_OTHER_SENSES: Final = frozenset(word_list("other senses"))
_PLACES: Final = frozenset(word_list("also places"))
_PLACE_WORDS: Final = frozenset(word_list("place words"))
_FIRST_NAMES: Final = frozenset(word_list("first names"))
_PERSON_WORDS: Final = frozenset(word_list("person words"))
_PERSON_VERBS: Final = frozenset(word_list("person verbs"))
_ARTICLES: Final = frozenset({"the", "el", "la", "le", "il", "der", "die", "o", "a"})
_PRODUCTS: Final = language("en").words("product nouns")
_OTHER_THINGS: Final = frozenset(word_list("other things"))


@dataclass(frozen=True, slots=True)
class Occurrence:
    """One name at one place: folded span [start, end)."""

    name: Name
    start: int
    end: int


def occurrences(
    folded: Folded, entities: EntitySet, polish: bool = False
) -> tuple[Occurrence, ...]:
    """Every place where an entity is named, in order; ordinary words are not evaluated here.

    Latin names are looked for in inflected forms only if the answer is `polish`.
    """
    text = folded.text
    found: list[Occurrence] = []
    for name in entities.names:
        if name.inflects == "polish" and not polish:
            continue
        at = text.find(name.needle)
        while at >= 0:
            end = _end_of(name, folded, at)
            if end is not None and _stands_alone(folded, at, end, entities):
                found.append(Occurrence(name, at, end))
            at = text.find(name.needle, at + 1)
    right = frozenset(item.name.entity for item in found)
    found += [Occurrence(*address) for address in named_addresses(folded, entities.names)]
    found += [Occurrence(*slip) for slip in misspellings(folded, entities.names, right)]
    return _longest(found, folded, entities)


def _end_of(name: Name, folded: Folded, at: int) -> int | None:
    if name.pattern is None:
        return at + len(name.needle)
    match = name.pattern.match(folded.text, at)
    if match is None:
        return None
    if name.inflects:
        capital = folded.char(at).isupper() or not name.written[:1].isupper()
        return match.end() if capital else None
    said, written = match.group().split(), name.folded.split()
    if len(said) == len(written) and said != written and not _spelled_as_name(name, folded, match):
        return None
    closed = len(said) < len(written) and len(match.group()) < len(name.folded)
    return match.end() if not closed or _closed_up(folded, at, match.end()) else None


def _spelled_as_name(name: Name, folded: Folded, match: re.Match[str]) -> bool:
    """Whether a name with another word for "and" is spelled like a name: "Salt and Marsh".

    "Bring salt and marsh maps" mentions two things, so each part needs the capital that it has in
    the original name.
    """
    parts = zip(name.written.split(), re.finditer(r"\S+", match.group()), strict=False)
    return all(
        folded.char(match.start() + part.start()).isupper()
        for written, part in parts
        if written[:1].isupper()
    )


def _closed_up(folded: Folded, start: int, end: int) -> bool:
    """A name of several words written as one: in a hashtag, a handle, or with inner capitals."""
    if start > 0 and folded.text[start - 1] in "#@":
        return True
    spelled = "".join(folded.char(i) for i in range(start, end))
    return any(char.isupper() for char in spelled[1:]) and not spelled.isupper()


def _stands_alone(folded: Folded, start: int, end: int, entities: EntitySet) -> bool:
    text = folded.text
    return starts_word(text, start) and ends_word(text, end, entities.language)


def _longest(
    found: list[Occurrence], folded: Folded, entities: EntitySet
) -> tuple[Occurrence, ...]:
    kept: list[Occurrence] = []
    reach = 0
    for item in sorted(found, key=lambda o: (o.start, -o.end, o.name.entity)):
        if item.start < reach:
            continue
        reach = item.end
        if not _part_of_other_name(item, folded, entities):
            kept.append(item)
    return tuple(kept)


def _part_of_other_name(item: Occurrence, folded: Folded, entities: EntitySet) -> bool:
    """Whether the place belongs to a longer name: "Mercury Insurance", "General Leclerc"."""
    if _titled(item, folded) or _is_a_place(item, folded) or _is_a_person(item, folded):
        return True
    match = _AFTER.match(folded.text, item.end)
    if match is None:
        return False
    word = match.group(1)
    if word in _OTHER_THINGS:
        return word not in entities.context
    if word not in _OTHER_ORGANISATION or not folded.char(match.start(1)).isupper():
        return False
    trade = entities.context | entities.own_nouns
    return word not in trade and word.rstrip("s") not in trade


def _titled(item: Occurrence, folded: Folded) -> bool:
    """Whether a title, or the word for another kind of thing, precedes it.

    "Général Leclerc", "Dr Sarah Leclerc", "the village of Leclerc".
    """
    low = max(0, item.start - _WINDOW)
    match = _BEFORE.search(folded.text, low, item.start)
    if match is None:
        return False
    word = plain(match.group(1))
    if word in _TITLES or word in _OTHER_SENSES:
        return True
    before = _BEFORE.search(folded.text, low, match.start(1))
    if before is None:
        return False
    first = plain(before.group(1))
    if word == "of":
        return first in _OTHER_SENSES
    return first in _TITLES and folded.char(match.start(1)).isupper()


def _is_a_place(item: Occurrence, folded: Folded) -> bool:
    """Whether a name that is also a place is used as one: "the Amazon", "Amazon parrots"."""
    if item.name.folded not in _PLACES:
        return False
    after = _AFTER.match(folded.text, item.end)
    if after is not None and after.group(1) in _PLACE_WORDS:
        return True
    before = _BEFORE.search(folded.text, max(0, item.start - _WINDOW), item.start)
    article = before is not None and plain(before.group(1)) in _ARTICLES
    return article and (after is None or after.group(1) not in _PRODUCTS)


def _is_a_person(item: Occurrence, folded: Folded) -> bool:
    """Whether a name that is also a first name is used as one: "ask Robin", "Oscar told"."""
    if item.name.folded not in _FIRST_NAMES:
        return False
    after = _AFTER.match(folded.text, item.end)
    if after is not None and after.group(1) in _PERSON_VERBS:
        return True
    before = _BEFORE.search(folded.text, max(0, item.start - _WINDOW), item.start)
    return before is not None and before.group(1) in _PERSON_WORDS
