"""Places and phrases in an answer: said in the same words, or in other words for the same.

Invariant: two phrases say the same when the answer holds three quarters of the fact's content
words in one sentence; with embeddings also half of them at a cosine of 0.45, or none at 0.60.
What "NAME is a …" says of the category is compared phrase with phrase: from 0.50 on it says the
same; below 0.25, with no word shared, it contradicts; between, nothing is decided and the fact
counts as not stated. These figures are fixed and held by tests/analysis/facts/test_phrases.py.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from presence.analysis.facts.naming import Sentence, definition
from presence.analysis.facts.places import contradicts
from presence.analysis.facts.verdicts import FactCheck, at
from presence.analysis.facts.wording import FactPatterns
from presence.analysis.language import base_language, terms, words
from presence.analysis.ports import Embedder

SAME_WORDS: Final = 0.75
HALF_WORDS: Final = 0.5
NEAR: Final = 0.45
ALIKE: Final = 0.60
SAME_KIND: Final = 0.50
UNLIKE: Final = 0.25
REACH: Final = 5  # words between a negation and what it denies
_CLAUSE = re.compile(r"[,;:()–—]|\s-\s|\n")


def placed(value: str, wording: FactPatterns, sentences: Sequence[Sentence]) -> FactCheck | None:
    """The place, named anywhere; another place of the same kind where a seat is stated."""
    towns = [part.strip() for part in re.split(r"[,/]", value) if part.strip()]
    pattern = re.compile(
        "|".join(rf"(?<!\w){re.escape(town)}(?!\w)" for town in towns[:1]), re.IGNORECASE
    )
    for sentence in sentences:
        if towns and pattern.search(sentence.plain):
            return at(sentence, True)
    for sentence in sentences:
        match = wording.place.search(sentence.plain)
        if match and towns and all(contradicts(town, match["place"]) for town in towns):
            return at(sentence, False)
    return None


class Sense:
    """Phrases of an answer, embedded once."""

    def __init__(
        self,
        names: tuple[str, ...],
        wording: FactPatterns,
        language: str,
        sentences: Sequence[Sentence],
        embedder: Embedder | None,
    ) -> None:
        self._wording = wording
        self._language = base_language(language)
        self._sentences = sentences
        self._embedder = embedder
        self._stems = [set(terms(s.plain, self._language)) for s in sentences]
        self._named: tuple[Sentence, str] | None = None
        for sentence in sentences:
            found = definition(names, wording, sentence.plain)
            if found is not None:
                self._named = sentence, found[0]
                break

    def verdict(self, value: str, *, category: bool) -> FactCheck | None:
        """Whether the phrase is said, denied, or (a category) something else is said instead."""
        wanted = set(terms(value, self._language))
        if not wanted:
            return None
        closeness = self._closeness(value)
        best: tuple[float, Sentence] | None = None
        for sentence, stems, cosine in zip(self._sentences, self._stems, closeness, strict=True):
            share = len(wanted & stems) / len(wanted)
            said = share >= SAME_WORDS or (share >= HALF_WORDS and cosine >= NEAR)
            if (said or cosine >= ALIKE) and (best is None or share + cosine > best[0]):
                best = share + cosine, sentence
        if best is not None:
            return at(best[1], not self._denied(best[1], wanted))
        return self._kind(value, wanted) if category else None

    def _closeness(self, value: str) -> list[float]:
        """Cosine of the phrase to each sentence: to the whole or its closest clause."""
        if self._embedder is None or not self._sentences:
            return [0.0] * len(self._sentences)
        pieces, owner = [], []
        for number, sentence in enumerate(self._sentences):
            clauses = [part.strip() for part in _CLAUSE.split(sentence.plain)]
            for piece in {sentence.plain.strip(), *(c for c in clauses if len(c) > 2)}:
                pieces.append(piece)
                owner.append(number)
        rows = self._embedder.embed([value, *pieces])
        best = [0.0] * len(self._sentences)
        for number, cosine in zip(owner, rows[1:] @ rows[0], strict=True):
            best[number] = max(best[number], round(float(cosine), 4))
        return best

    def _denied(self, sentence: Sentence, wanted: set[str]) -> bool:
        """Whether a negation stands shortly before the first of the words."""
        tokens = words(sentence.plain)
        for number, token in enumerate(tokens):
            if wanted & set(terms(token, self._language)):
                before = tokens[max(0, number - REACH) : number]
                return any(
                    word in self._wording.negators or word.endswith("n't") for word in before
                )
        return False

    def _kind(self, value: str, wanted: set[str]) -> FactCheck | None:
        """What the answer says the brand is; without embeddings other words decide nothing."""
        if self._named is None or self._embedder is None:
            return None
        sentence, phrase = self._named
        rows = self._embedder.embed([value, phrase])
        cosine = round(float(rows[0] @ rows[1]), 4)
        if cosine >= SAME_KIND:
            return at(sentence, True)
        shared = wanted & set(terms(phrase, self._language))
        return at(sentence, False) if cosine < UNLIKE and not shared else None
