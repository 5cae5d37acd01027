"""Corrects typing errors in a person's text: a letter omitted, doubled, swapped or replaced.

The site's own spelling takes precedence, then the catalogue's, then frequent words. Invariant: a
word known to the site, the catalogue or the language is never changed, nor is a name.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache

from presence.analysis.language import base_language
from presence.analysis.language.frequent_words import frequent_words, is_frequent
from presence.analysis.language.stopwords import word_set
from presence.analysis.offer.categories import SPOKEN, catalogue

_WORD = re.compile(r"[^\W\d_]+")
_SHORTEST = 5  # letters: shorter words are too similar to correct
_REPLACED = 7  # letters: minimum for correcting a replaced letter
_MOST_WORDS = 60_000
_ENDINGS = {
    "en": word_set(
        "s i ian es ed ing er ers ly ness ment ments able ful less y ish ier iest est ies"
    )
    | {""},
    "de": word_set(
        "e en em es n s er ern chen lein in innen ung ungen lich liche lichen ig ige igen ste sten "
        "te ten t st nd nde nden"
    )
    | {""},
}
_BEGINNINGS = {
    "en": ("un", "re", "pre", "non", "over", "out", "under", "mis", "super", "micro", "mini"),
    "de": ("ge", "be", "ver", "un", "ent", "zer", "über", "unter", "vor", "aus", "auf", "ab", "an"),
}
_HALF = 4  # letters: minimum for one half of a compound


def mended(text: str, name: str, site: str, language: str) -> str:
    """The text with misspelled words corrected to the site's or the language's spelling."""
    base = base_language(language)
    if base not in SPOKEN or not text:
        return text
    written = frozenset(_WORD.findall(site)[:_MOST_WORDS])
    known = frozenset(word.casefold() for word in written)
    own = frozenset(word.casefold() for word in _WORD.findall(name))

    def fixed(match: re.Match[str]) -> str:
        word = match.group()
        if word.islower() and word.upper() in written and word not in written:
            return word.upper()  # "hdb" where the site writes HDB alone
        if not _may_be_wrong(word, match.start() == 0, base) or word.casefold() in own | known:
            return word
        found = _nearest(word.casefold(), known, base)
        return _cased(found, word) if found else word

    return _WORD.sub(fixed, text)


def _may_be_wrong(word: str, first: bool, language: str) -> bool:
    if len(word) < _SHORTEST or word.isupper() or not word[1:].islower():
        return False
    if language == "en" and word[0].isupper() and not first:
        return False  # a name
    low = word.casefold()
    whole = (low, *(low.removeprefix(begin) for begin in _BEGINNINGS[language]))
    inflected = any(
        form in _catalogue_words(language) or is_frequent(form, language)
        for word in dict.fromkeys(whole)
        if len(word) >= _HALF
        for form in _forms(word, language)
    )
    return not inflected and not _joins_known(low, language)


def _forms(word: str, language: str) -> set[str]:
    """What a word may be an inflection of: "fliers" of "fly", "potters" of "pot"."""
    stems = {word.removesuffix(end) for end in _ENDINGS[language]}
    short = {stem for stem in stems if len(stem) > 2}
    forms = {f"{stem}{end}" for stem in short for end in ("", "e", "en")}
    if language == "en":
        forms |= {f"{stem[:-1]}y" for stem in short if stem.endswith("i")}
        forms |= {stem[:-1] for stem in short if stem[-1] == stem[-2] and stem != word}
    return forms


def _joins_known(word: str, language: str) -> bool:
    """Whether it is a compound: in German of a catalogue word, else of two frequent words."""
    halves = range(_HALF, len(word) - _HALF + 1)
    if any(
        is_frequent(word[:cut], language) and is_frequent(word[cut:], language) for cut in halves
    ):
        return True
    if language != "de":
        return False
    listed = _catalogue_words(language)
    cuts = range(_SHORTEST, len(word) - _SHORTEST + 1)
    return any(word[:cut] in listed or word[cut:] in listed for cut in cuts)


def _nearest(word: str, site: frozenset[str], language: str) -> str:
    sources = (site, _catalogue_words(language), frequent_words(language))
    for place, source in enumerate(sources):
        for found in _changed(word):
            if len(found) >= _SHORTEST - 1 and found in source and _plausible(word, found, place):
                return found
    return ""


def _plausible(word: str, found: str, place: int) -> bool:
    """Whether a correction is plausible.

    Replacing a letter yields another real word more often than it fixes an error, so it requires a
    long word that the site or the catalogue contains.
    """
    if len(found) != len(word) or sorted(found) == sorted(word):
        return True
    return len(word) >= _REPLACED and place < 2


def _changed(word: str) -> Iterator[str]:
    """Every word one typing error away: letters swapped, omitted, doubled or replaced.

    The first letter is kept.
    """
    letters = "abcdefghijklmnopqrstuvwxyzäöüß"
    cuts = range(1, len(word) + 1)
    yield from (word[:i] + word[i + 1] + word[i] + word[i + 2 :] for i in cuts if i + 1 < len(word))
    yield from (word[:i] + letter + word[i:] for i in cuts for letter in letters)
    yield from (word[:i] + word[i + 1 :] for i in cuts if i < len(word))
    yield from (
        word[:i] + letter + word[i + 1 :] for i in cuts if i < len(word) for letter in letters
    )


def _cased(word: str, like: str) -> str:
    return word[0].upper() + word[1:] if like[0].isupper() else word


@lru_cache(maxsize=2)
def _catalogue_words(language: str) -> frozenset[str]:
    return frozenset(_all_words(language))


def _all_words(language: str) -> Iterator[str]:
    for entry in catalogue().values():
        wording = entry.wordings[language]
        texts: Iterable[str] = (*wording.names, wording.plural, *wording.signs, *wording.jobs)
        for text in texts:
            yield from (word.casefold() for word in _WORD.findall(text))
