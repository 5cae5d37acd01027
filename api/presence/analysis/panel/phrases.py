"""Candidate noun phrases of a text, without a tagger.

Invariant: a candidate is one to four neighbouring words of one sentence, in its own spelling,
that neither starts nor ends with a word which cannot stand there.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from presence.analysis.language import stop_words
from presence.analysis.panel.vocabulary import (
    ADJECTIVES,
    BREAKERS,
    FOREIGN_BREAKERS,
    FURNITURE,
    ING_NOUNS,
    JOINED_HEADS,
    LEADERS,
    NOT_HEADS,
)

MAX_WORDS = 4
_TOKEN = re.compile(r"[^\W_]+(?:['’\-][^\W_]+)*|[^\w\s]|\n")
_CONNECTORS = {"fr": frozenset({"de", "en", "à"}), "es": frozenset({"de", "con"})}
_ASIDES = {
    "en": frozenset({"for", "in", "from", "near"}),
    "de": frozenset({"für", "in", "aus", "bei"}),
    "fr": frozenset({"pour", "chez", "dans"}),
    "es": frozenset({"para", "desde"}),
}
_AND = frozenset({"and", "or", "und", "oder", "et", "ou", "y", "o"})


def candidates(text: str, language: str) -> Iterator[tuple[str, bool]]:
    """(phrase, aside) in order of appearance, repeats included.

    `language` is a primary subtag. An aside follows "for", "in" or the like: it says for whom or
    where, not what.
    """
    for run, aside in _runs(text, language):
        phrases = _head_first if language in _CONNECTORS else _head_last
        yield from ((phrase, aside) for phrase in phrases(run, language))


def _runs(text: str, language: str) -> Iterator[tuple[list[str], bool]]:
    """Maximal runs of words that may stand inside a noun phrase; true after an aside's opener.

    An aside lasts over "and" and articles, until punctuation or another function word.
    """
    stops = stop_words(language) - _CONNECTORS.get(language, frozenset())
    asides = _ASIDES.get(language, _ASIDES["en"])
    run: list[str] = []
    aside = False
    for token in _TOKEN.findall(text):
        word = token.replace("’", "'")
        lower = word.lower().removesuffix("'s")
        if word[0].isalnum() and not _breaks(lower, stops, language):
            run.append(word)
            continue
        if run:
            yield run, aside
            run = []
            aside = aside and lower in _AND
        aside = aside or lower in asides
    if run:
        yield run, aside


def _breaks(lower: str, stops: frozenset[str], language: str) -> bool:
    if lower in stops or _is_number(lower):
        return True
    if language == "en":
        return lower in BREAKERS or (lower.endswith("ly") and lower not in {"family", "jelly"})
    return lower in FOREIGN_BREAKERS.get(language, frozenset())


def _head_last(run: list[str], language: str) -> Iterator[str]:
    """English and German: phrases that end where the run ends, and the run's own start."""
    end = len(run)
    while end and not _can_end(run[end - 1], language):
        if end > 1 and run[end - 1].lower() in JOINED_HEADS:
            break
        end -= 1
    start = 0
    while start < end and _is_leader(run[start], language):
        start += 1
    words = run[start:end]
    for size in range(1, min(MAX_WORDS, len(words)) + 1):
        phrase = words[len(words) - size :]
        if _acceptable(phrase, language):
            yield " ".join(phrase)
    if len(words) > MAX_WORDS and _acceptable(words[:3], language):
        yield " ".join(words[:3])


def _head_first(run: list[str], language: str) -> Iterator[str]:
    """French and Spanish: a noun with what follows it, linked by de, en, para."""
    links = _CONNECTORS[language]
    start = 0
    while start < len(run) and run[start].lower() in links:
        start += 1
    words = run[start:]
    for size in range(1, min(MAX_WORDS, len(words)) + 1):
        phrase = words[:size]
        if phrase[-1].lower() not in links and all(
            len(w) > 2 or w.lower() in links for w in phrase
        ):
            yield " ".join(phrase)


def _acceptable(phrase: list[str], language: str) -> bool:
    head = phrase[-1].lower()
    joined = len(phrase) > 1 and head in JOINED_HEADS and phrase[-2].lower() not in ADJECTIVES
    if any(len(word) < 2 for word in phrase) or not (joined or _can_end(head, language)):
        return False
    if language == "de" and not phrase[-1][:1].isupper():
        return False
    first = phrase[0]
    return not _is_leader(first, language) and not (len(phrase) == 1 and len(first) < 4)


def _is_leader(word: str, language: str) -> bool:
    """Whether a word cannot open a subject: praise, counting words, a German verb."""
    if language == "de":
        return word[0].islower() and not word.endswith(("e", "er", "es"))
    return word.lower() in LEADERS


def _can_end(word: str, language: str) -> bool:
    """Whether a word can be the noun of a phrase."""
    lower = word.lower().removesuffix("'s")
    if language != "en":
        return len(lower) > 2
    if lower in FURNITURE or lower in ADJECTIVES or lower in LEADERS or word.endswith("'s"):
        return False
    if lower.endswith("ing"):
        return lower in ING_NOUNS
    return not lower.endswith(NOT_HEADS) and not (lower.endswith("ed") and len(lower) > 4)


def _is_number(word: str) -> bool:
    coded = len(word) > 4 and any(symbol.isdigit() for symbol in word)
    return word[0].isdigit() or coded
