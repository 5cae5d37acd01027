"""Decides whether a question says something that the chosen ones do not say yet.

Invariant: the order of admission decides; the same order gives the same selection.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from presence.analysis.language import terms, words
from presence.analysis.language.stopwords import word_set
from presence.analysis.ports import Embedder

EVERYWHERE = ""
# "Where can I buy good honey?" asks what "Where can I buy honey?" asks.
_PRAISE: Final = word_set("good really gut gute guten gutes guter gutem wirklich")


class Distinct:
    """Admits texts by distance in meaning: embedding cosine, or Jaccard of terms without one.

    Texts are compared within their group; texts known from elsewhere belong to every group.
    """

    def __init__(self, embedder: Embedder | None, language: str) -> None:
        self._embedder = embedder
        self._language = language
        self._known: dict[str, NDArray[np.float32]] = {}
        self._taken: dict[str, list[str]] = {}
        self._sets: dict[str, frozenset[str]] = {}
        self._plain: set[tuple[str, ...]] = set()

    def prepare(self, texts: Sequence[str]) -> None:
        """Embed in one batch the texts that are about to be tested."""
        fresh = [text for text in dict.fromkeys(texts) if text not in self._known]
        if self._embedder is not None and fresh:
            vectors = self._embedder.embed(fresh)
            self._known |= {text: vectors[i] for i, text in enumerate(fresh)}

    def know(self, texts: Sequence[str]) -> None:
        """Count texts as admitted in every group, without testing them."""
        self.prepare(texts)
        for text in dict.fromkeys(texts):
            self._remember(text, EVERYWHERE)

    def admit(self, text: str, limit: float, group: str = EVERYWHERE) -> bool:
        """Admit the text unless one admitted in its group is at least `limit` similar.

        Repeats are never admitted, in whatever group, exact or but for a word of praise.
        """
        if text in self._sets or _without_praise(text) in self._plain:
            return False
        taken = [*self._taken.get(group, ()), *self._taken.get(EVERYWHERE, ())]
        if limit <= 1 and taken and self._nearest(text, taken) >= limit:
            return False
        self._remember(text, group)
        return True

    def _nearest(self, text: str, taken: Sequence[str]) -> float:
        if self._embedder is not None:
            self.prepare([text])
            rows = np.stack([self._known[other] for other in taken])
            return float((rows @ self._known[text]).max())
        own = frozenset(terms(text, self._language))
        return max(
            len(own & self._sets[other]) / max(len(own | self._sets[other]), 1) for other in taken
        )

    def _remember(self, text: str, group: str) -> None:
        self.prepare([text])
        self._taken.setdefault(group, []).append(text)
        self._sets[text] = frozenset(terms(text, self._language))
        self._plain.add(_without_praise(text))


def _without_praise(text: str) -> tuple[str, ...]:
    return tuple(word for word in map(str.casefold, words(text)) if word not in _PRAISE)
