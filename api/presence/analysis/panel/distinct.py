"""Tells whether a question says something the chosen ones do not say yet.

Invariant: order of admission decides; the same order gives the same choice.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from presence.analysis.language import terms
from presence.analysis.ports import Embedder


class Distinct:
    """Admits texts by distance in meaning: embedding cosine, or Jaccard of terms without."""

    def __init__(self, embedder: Embedder | None, language: str) -> None:
        self._embedder = embedder
        self._language = language
        self._known: dict[str, NDArray[np.float32]] = {}
        self._rows: list[NDArray[np.float32]] = []
        self._sets: list[frozenset[str]] = []
        self._texts: set[str] = set()

    def prepare(self, texts: Sequence[str]) -> None:
        """Embed in one batch what is about to be asked for."""
        fresh = [text for text in dict.fromkeys(texts) if text not in self._known]
        if self._embedder is not None and fresh:
            vectors = self._embedder.embed(fresh)
            self._known |= {text: vectors[i] for i, text in enumerate(fresh)}

    def admit(self, text: str, limit: float) -> bool:
        """Take the text unless a taken one is at least `limit` similar; exact repeats never."""
        if text in self._texts:
            return False
        if self._embedder is not None and limit <= 1:
            self.prepare([text])
            row = self._known[text]
            if self._rows and float((np.stack(self._rows) @ row).max()) >= limit:
                return False
        elif limit <= 1 and self._lexically_near(text, limit):
            return False
        self._remember(text)
        return True

    def _lexically_near(self, text: str, limit: float) -> bool:
        own = frozenset(terms(text, self._language))
        return any(len(own & seen) / max(len(own | seen), 1) >= limit for seen in self._sets)

    def _remember(self, text: str) -> None:
        self._texts.add(text)
        self._sets.append(frozenset(terms(text, self._language)))
        if text in self._known:
            self._rows.append(self._known[text])
