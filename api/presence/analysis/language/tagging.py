"""Parts of speech, determined by the tagger and the models of the HanTa package.

A word list cannot tell "sails" that are sewn from "sails" as in "the barge sails"; the words around
can. Invariant: a language without a model gives no words, never a guess; spans are those of the
text as given.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final, Literal

Sort = Literal[
    "noun", "name", "verb", "past", "infinitive", "participle", "gerund", "adjective", "adverb",
    "article", "pronoun", "preposition", "conjunction", "number", "sign", "other",
]  # fmt: skip

THINGS: Final[frozenset[Sort]] = frozenset({"noun", "name"})
_MODELS: Final[Mapping[str, str]] = {"en": "morphmodel_en.pgz", "de": "morphmodel_ger.pgz"}
_TOKEN = re.compile(r"[^\W_]+(?:[-'’&][^\W_]+)*|[^\w\s]")
_LONGEST: Final = 60  # tokens of a sentence; longer ones are read in parts
# By the beginning of a tag: BNC's C5 tags in English, those of the TIGER corpus in German.
_ENGLISH: Final[Mapping[str, Sort]] = {
    "NN": "noun", "NP": "name", "VVG": "gerund", "VVN": "participle", "VVI": "infinitive",
    "VVD": "past", "V": "verb", "AJ": "adjective", "AV": "adverb", "AT": "article",
    "DPS": "article", "DT": "article", "PN": "pronoun", "PR": "preposition", "IN": "preposition",
    "TO": "preposition", "CJ": "conjunction", "CRD": "number", "ORD": "adjective", "PU": "sign",
}  # fmt: skip
_GERMAN: Final[Mapping[str, Sort]] = {
    "NNA": "adjective", "NN": "noun", "NE": "name", "VV(PP": "participle", "VV(IN": "infinitive",
    "VV(IZ": "infinitive", "VA(IN": "infinitive", "VM(IN": "infinitive", "V": "verb",
    "ADJ": "adjective", "ADV": "adverb", "ART": "article", "PPOSAT": "article", "PIAT": "article",
    "PDAT": "article", "APP": "preposition", "PTKZU": "preposition", "KO": "conjunction",
    "CARD": "number", "$": "sign", "P": "pronoun", "TRUNC": "noun",
}  # fmt: skip
_SORTS: Final = {"en": _ENGLISH, "de": _GERMAN}


@dataclass(frozen=True, slots=True)
class Word:
    """A word or sign of a text at [start, end), and what sort of word it is there."""

    text: str
    start: int
    end: int
    sort: Sort


@lru_cache(maxsize=4096)
def tagged(sentence: str, language: str) -> tuple[Word, ...]:
    """Words and signs of a sentence in order; () in a language without a model."""
    if language not in _MODELS:
        return ()
    tokens = list(_TOKEN.finditer(sentence))
    found: list[Word] = []
    for at in range(0, len(tokens), _LONGEST):
        part = tokens[at : at + _LONGEST]
        tags = _tagger(language).tag_sent([token.group() for token in part], taglevel=1)
        found += [
            Word(token.group(), *token.span(), _sort(tag, _SORTS[language]))
            for token, (_, _, tag) in zip(part, tags, strict=True)
        ]
    return tuple(found)


@lru_cache(maxsize=1024)
def noun_lemma(word: str, language: str) -> str:
    """The singular of a single noun; "" if it is none the model knows, or without a model."""
    if language not in _MODELS:
        return ""
    lemma, tag = _tagger(language).analyze(word)
    return str(lemma) if tag in ("NN", "NE") else ""


def _sort(tag: str, sorts: Mapping[str, Sort]) -> Sort:
    return next((sort for begin, sort in sorts.items() if tag.startswith(begin)), "other")


@lru_cache(maxsize=2)
def _tagger(language: str) -> Any:
    """The tagger, loaded on first use: loading takes half a second, too long for every start."""
    from HanTa.HanoverTagger import (  # type: ignore[import-untyped] # noqa: PLC0415
        HanoverTagger,
    )

    return HanoverTagger(_MODELS[language])
