"""Candidate noun phrases of a text, without a tagger.

Invariant: a candidate is one to four neighbouring words of one sentence, in its own spelling,
that neither starts nor ends with a word which cannot stand there.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Literal

from presence.analysis.language import stop_words
from presence.analysis.language.stopwords import word_set
from presence.analysis.panel.vocabulary import (
    ADJECTIVES,
    BREAKERS,
    FOREIGN_BREAKERS,
    FURNITURE,
    ING_NOUNS,
    JOINED_HEADS,
    LEADERS,
    NOT_HEADS,
    PARTICIPLES,
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
_AND = frozenset({"and", "or", "und", "oder", "et", "ou", "y", "o", ","})
_ARTICLES = word_set(
    "a an the our your some all also both de des du le la les un une el los las unos unas ein "
    "eine einen die der das unsere unser"
)
BRAND_MARK = "\u00a7"
_SUBJECTS = word_set(f"{BRAND_MARK} we it wir nous nosotros")
_OFFERING = word_set(
    """is are make makes sell sells offer offers build builds provide provides design designs
    install installs repair repairs rent rents teach teaches bake bakes roast roasts produce
    produces create creates brew brews manufacture manufactures deliver delivers develop develops
    publish publishes specialise specialises specialize specializes ist sind macht machen verkauft
    verkaufen bietet bieten fertigt fertigen backt backen entwickelt entwickeln liefert liefern est
    sommes fabrique fabriquons propose proposons vend vendons offre offrons crée créons es somos
    vende vendemos ofrece ofrecemos fabrica fabricamos hace hacemos"""
)
_OWN = word_set("our unsere unser nos notre nuestros nuestras nuestro nuestra")
_BEFORE_VERB = word_set("i you we they it he she who can will must may should would cannot don't")
_BEFORE_NOUN = word_set("a an the our your their its this these every each no of per")

Role = Literal["offered", "own", "plain", "aside"]


def verbs_in(text: str) -> frozenset[str]:
    """English words that this text uses as verbs: after a pronoun or modal, never as nouns."""
    tokens = [token.lower() for token in _TOKEN.findall(text)]
    after = {b for a, b in pairwise(tokens) if a in _BEFORE_VERB}
    nouns = {b for a, b in pairwise(tokens) if a in _BEFORE_NOUN}
    return frozenset(after - nouns)


def candidates(
    text: str, language: str, verbs: frozenset[str] = frozenset(), *, opening: bool = False
) -> Iterator[tuple[str, Role]]:
    """(phrase, role) in order of appearance, repeats included.

    `language` is a primary subtag; `verbs` also end a phrase. Roles: "offered" follows "we make",
    "{brand} is a" or the like; "own" follows "our"; "aside" follows "for", "in" or the like and
    says for whom or where, not what. BRAND_MARK in the text stands for the brand's name. With
    `opening` the text begins with the offer ("{brand}: bookkeeping for cafés").
    """
    for run, role in _runs(text, language, verbs, opening):
        phrases = _head_first if language in _CONNECTORS else _head_last
        yield from ((phrase, role) for phrase in phrases(run, language))


def _runs(
    text: str, language: str, verbs: frozenset[str], opening: bool
) -> Iterator[tuple[list[str], Role]]:
    """Maximal runs of words that may stand inside a noun phrase, with their role.

    Offers and asides last over "and", commas and articles, until other punctuation or a function
    word.
    """
    stops = stop_words(language) - _CONNECTORS.get(language, frozenset())
    asides = _ASIDES.get(language, _ASIDES["en"])
    run: list[str] = []
    role: Role = "offered" if opening else "plain"
    before = ""
    waiting = opening
    for token in _TOKEN.findall(text):
        word = token.replace("’", "'")
        lower = word.lower().removesuffix("'s")
        if word[0].isalnum() and not _breaks(lower, stops, language) and lower not in verbs:
            run.append(word)
            before, waiting = lower, False
            continue
        if waiting and (not lower.isalnum() or lower in _ARTICLES):
            before = lower
            continue
        waiting = False
        if run:
            yield run, role
            run = []
        role = _role_after(lower, before, role, asides)
        before = lower
    if run:
        yield run, role


def _role_after(lower: str, before: str, role: Role, asides: frozenset[str]) -> Role:
    """The role of what follows a breaking word."""
    if lower in asides:
        return "aside"
    if lower in _OFFERING and before in _SUBJECTS:
        return "offered"
    if lower in _AND or (lower in _ARTICLES and role in {"offered", "aside"}):
        return role
    return "own" if lower in _OWN else "plain"


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
    vague = len(phrase) == 1 and (len(first) < 4 or head in JOINED_HEADS)
    return not _is_leader(first, language) and not vague


def _is_leader(word: str, language: str) -> bool:
    """Whether a word cannot open a subject: praise, counting words, a German verb."""
    if language == "de":
        return word[0].islower() and not word.endswith(("e", "er", "es"))
    lower = word.lower()
    took_part = language == "en" and lower.endswith("ed") and len(lower) > 4
    return lower in LEADERS or (took_part and lower not in PARTICIPLES)


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
