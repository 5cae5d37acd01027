"""BM25 over a fixed set of texts, with a score normalised so that thresholds can be shared.

Invariant: a score is the share of the query's attainable BM25 weight that a text reaches, 0..1;
a query without content words scores 0 everywhere.
Formula: Robertson and Zaragoza 2009, k1 = 1.2, b = 0.6 (passages differ little in length), idf of
BM25+ form ln(1 + (N - n + 0.5) / (n + 0.5)), divided by the sum over terms of idf x (k1 + 1).
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

K1 = 1.2
B = 0.6


class Bm25:
    """Inverted index of stemmed terms."""

    def __init__(self, documents: Sequence[Sequence[str]]) -> None:
        self._size = len(documents)
        lengths = np.array([len(d) for d in documents], dtype=np.float32)
        mean = float(lengths.mean()) if self._size else 1.0
        norm = K1 * (1 - B + B * lengths / max(mean, 1.0))
        places: dict[str, list[int]] = defaultdict(list)
        counts: dict[str, list[int]] = defaultdict(list)
        for index, document in enumerate(documents):
            for term, count in Counter(document).items():
                places[term].append(index)
                counts[term].append(count)
        self._postings: dict[str, tuple[NDArray[np.int64], NDArray[np.float32]]] = {}
        for term, found in places.items():
            rows = np.array(found)
            tf = np.array(counts[term], dtype=np.float32)
            weight = (tf * (K1 + 1) / (tf + norm[rows])).astype(np.float32)
            self._postings[term] = (rows, weight)

    def idf(self, term: str) -> float:
        """Rarity of a term; highest for terms no document has."""
        known = self._postings.get(term)
        count = 0 if known is None else len(known[0])
        return float(np.log(1 + (self._size - count + 0.5) / (count + 0.5)))

    def scores(self, query: Sequence[str]) -> NDArray[np.float32]:
        """Normalised score of every document for the distinct terms of a query, 0..1."""
        total = np.zeros(self._size, dtype=np.float32)
        attainable = 0.0
        for term in dict.fromkeys(query):
            idf = self.idf(term)
            attainable += idf * (K1 + 1)
            known = self._postings.get(term)
            if known is not None:
                total[known[0]] += np.float32(idf) * known[1]
        return total / np.float32(attainable) if attainable > 0 else total
