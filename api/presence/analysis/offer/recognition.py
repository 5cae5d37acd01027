"""Recognises which catalogue categories a text names.

Invariant: a category is recognised only by its names, whole words in order; if one name contains
another, the longer one counts.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from presence.analysis.language import base_language, words
from presence.analysis.language.words import stem
from presence.analysis.offer.categories import Category, catalogue
from presence.analysis.offer.taught_languages import of_any_language

_LONGEST = 6  # words of a name
_UNSPACED = frozenset({"ja", "zh", "th"})
# Words after the thing that add nothing: „Dachdecker Meisterbetrieb“.
_TRAILERS = frozenset(
    {"meisterbetrieb", "fachbetrieb", "betrieb", "firma", "team", "experts", "specialists", "ltd"}
)
_HEAD_LAST = frozenset({"en", "de", "nl"})  # "cloud payroll software": the thing comes last
_TAIL = frozenset({"for", "in", "with", "from", "für", "mit", "aus", "voor", "met"})
_OF = {"nl": frozenset({"van"}), "de": frozenset({"von", "vom"})}  # "of" before what is treated
_CORRECTED = 6  # letters: shorter words are too similar to correct


@dataclass(frozen=True, slots=True)
class Recognised:
    """A name found in a text; `words` is its number of words."""

    entry: Category
    name: str
    words: int


def recognise(text: str, language: str, *, forgiving: bool = False) -> Iterator[Recognised]:
    """Every name in the text, in order, with repeats. `forgiving` accepts one wrong letter."""
    base = base_language(language)
    if base in _UNSPACED:
        yield from _within(text, base)
        return
    index = _index(base)
    folded = _folded(text, base)
    if forgiving:
        folded = [_corrected(word, base) for word in folded]
    at = 0
    while at < len(folded):
        found = None
        for size in range(min(_LONGEST, len(folded) - at), 0, -1):
            found = index.get(tuple(folded[at : at + size]))
            if found is not None:
                yield Recognised(*found, size)
                at += size
                break
        if found is None:
            at += 1


def entry_named(category: str, language: str, *, forgiving: bool = False) -> Category | None:
    """The catalogue entry that a noun phrase names, whatever else describes it.

    "payroll software for cafes" is payroll software; "hotel booking software" is not a hotel.
    """
    base = base_language(language)
    if base in _UNSPACED:
        hits = sorted(recognise(category, language), key=lambda hit: -hit.words)
        return hits[0].entry if hits else None
    spelt = [part for word in words(category) for part in word.split("-") if part]
    if base in _HEAD_LAST:
        tail = _TAIL | _OF.get(base, frozenset())
        end = next((at for at, word in enumerate(spelt) if at and word in tail), len(spelt))
        while end > 1 and spelt[end - 1] in _TRAILERS:
            end -= 1
        parts = [spelt[start:end] for start in range(end)]
    else:
        parts = [spelt[:end] for end in range(len(spelt), 0, -1)]
    for part in parts:
        hit = next(recognise(" ".join(part), language, forgiving=forgiving), None)
        if hit is not None and hit.words == len(part):
            return hit.entry
    of_any = of_any_language(category, base)  # "Welsh lessons" are language lessons
    return None if of_any == category else entry_named(of_any, language, forgiving=forgiving)


def _folded(text: str, language: str) -> list[str]:
    """Stems in order; a hyphen counts as a space: "e-commerce", "co-working space"."""
    return [stem(part, language) for word in words(text) for part in word.split("-") if part]


def _within(text: str, language: str) -> Iterator[Recognised]:
    names = sorted(_names(language), key=lambda pair: -len(pair[1]))
    taken = text
    for entry, name in names:
        count = taken.count(name)
        taken = taken.replace(name, "\n")
        for _ in range(count):
            yield Recognised(entry, name, max(1, len(name) // 2))


def _names(language: str) -> list[tuple[Category, str]]:
    return [
        (entry, name)
        for entry in catalogue().values()
        if language in entry.wordings
        for name in (*entry.wordings[language].names, entry.wordings[language].plural)
        if name
    ]


@lru_cache(maxsize=16)
def _index(language: str) -> Mapping[tuple[str, ...], tuple[Category, str]]:
    found: dict[tuple[str, ...], tuple[Category, str]] = {}
    for entry, name in _names(language):
        key = tuple(_folded(name, language))
        if key:
            found.setdefault(key, (entry, name))
    return found


@lru_cache(maxsize=16)
def _misspelled(language: str) -> tuple[frozenset[str], Mapping[str, str]]:
    """Words of all names, and each of them with one letter omitted."""
    vocabulary = frozenset(word for key in _index(language) for word in key)
    shorter: dict[str, str] = {}
    for word in sorted(vocabulary):
        if len(word) >= _CORRECTED:
            for place in range(len(word)):
                shorter.setdefault(word[:place] + word[place + 1 :], word)
    return vocabulary, shorter


def _corrected(word: str, language: str) -> str:
    vocabulary, shorter = _misspelled(language)
    if word in vocabulary or len(word) < _CORRECTED - 1:
        return word
    for cut in (word, *(word[:place] + word[place + 1 :] for place in range(1, len(word)))):
        found = cut if cut in vocabulary else shorter.get(cut, "")
        # People omit, double or swap letters; a replaced letter makes another word: "winter" is not
        # a misspelled "linter", nor „Fachdienst“ a „Fahrdienst“.
        replaced = len(found) == len(word) and sorted(found) != sorted(word)
        if len(cut) >= _CORRECTED - 1 and found[:1] == word[0] and not replaced:
            return found
    return word
