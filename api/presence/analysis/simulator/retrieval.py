"""Hybrid retrieval over a fixed corpus, with a relevance threshold found per question.

Invariant: a passage is relevant only if it scores above what unrelated pages reach, so at most
one unrelated page in twenty passes; scores are rounded, so equal input ranks equally.
Formula: score = 0.7 x max(cosine, 0) + 0.3 x BM25 share (BM25 share alone without embeddings),
times 0.65 when the question asks for a kind of information that the passage does not give.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from presence.analysis.language import terms
from presence.analysis.ports import Embedder
from presence.analysis.simulator.aspects import ASPECTS, MISSED_ASPECT, aspects_of
from presence.analysis.simulator.background import (
    unrelated_aspects,
    unrelated_pages,
    unrelated_terms,
    unrelated_vectors,
)
from presence.analysis.simulator.lexical import Bm25
from presence.analysis.simulator.query import query_terms
from presence.analysis.simulator.substance import said_once
from presence.analysis.types import Passage

SEMANTIC_WEIGHT = 0.7
HYBRID_FLOOR = 0.27
LEXICAL_FLOOR = 0.14
UNRELATED_QUANTILE = 0.97
EMBEDDED_PASSAGES = 220

Array = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Ranking:
    """Scores of every passage for a question, in corpus order; NaN in `semantic`: not embedded."""

    scores: Array
    lexical: Array
    semantic: Array | None
    threshold: float


class Index:
    """Corpus, inverted index and vectors. Built once; `rank` changes nothing."""

    def __init__(
        self,
        passages: Sequence[Passage],
        embedder: Embedder | None,
        language: str,
        expected: Sequence[str] = (),
    ) -> None:
        self.passages = tuple(passages)
        self._embedder = embedder
        self._language = language
        pages = unrelated_pages()
        known = unrelated_aspects()
        self._page_starts = np.cumsum([0, *(len(page) for page in pages)])[:-1]
        texts = [indexed_text(passage) for passage in passages]
        corpus_terms = [terms(text, language) for text in texts]
        self._bm25 = Bm25([*corpus_terms, *unrelated_terms(language)])
        self._gives = {
            aspect.name: np.array(
                [*(bool(aspect.given.search(text)) for text in texts), *known[aspect.name]]
            )
            for aspect in ASPECTS
        }
        self._vectors: Array | None = None
        if embedder is not None:
            chosen = self._worth_embedding(expected)
            background = unrelated_vectors(embedder)
            self._vectors = np.full(
                (len(texts) + len(background), background.shape[1]), np.nan, "f4"
            )
            self._vectors[chosen] = embedder.embed([texts[i] for i in chosen])
            self._vectors[len(texts) :] = background

    @property
    def embedded(self) -> int:
        """How many corpus passages have a vector."""
        if self._vectors is None:
            return 0
        return int((~np.isnan(self._vectors[: len(self.passages), 0])).sum())

    def rank(self, question: str, locale: str, vector: Array | None = None) -> Ranking:
        """Score every passage. `vector`: the question's embedding when already known."""
        size = len(self.passages)
        lexical = self._bm25.scores(query_terms(question, locale))
        semantic: Array | None = None
        scores = lexical
        floor = LEXICAL_FLOOR
        if self._vectors is not None and self._embedder is not None:
            row = self._embedder.embed([question])[0] if vector is None else vector
            semantic = np.asarray(np.round(self._vectors @ row, 4), dtype=np.float32)
            meaning = np.maximum(np.nan_to_num(semantic, nan=0.0), 0.0)
            scores = SEMANTIC_WEIGHT * meaning + (1 - SEMANTIC_WEIGHT) * lexical
            floor = HYBRID_FLOOR
        for aspect in aspects_of(question):
            scores = np.where(self._gives[aspect.name], scores, MISSED_ASPECT * scores)
        scores = np.asarray(np.round(scores, 4), dtype=np.float32)
        by_page = np.maximum.reduceat(scores[size:], self._page_starts)
        unrelated = float(np.quantile(by_page, UNRELATED_QUANTILE))
        threshold = round(max(floor, unrelated), 4)
        return Ranking(
            scores[:size], lexical[:size], None if semantic is None else semantic[:size], threshold
        )

    def weight(self, term: str) -> float:
        """Rarity of a stem in the corpus and the background."""
        return self._bm25.idf(term)

    def _worth_embedding(self, expected: Sequence[str]) -> list[int]:
        """Corpus positions to embed: all, or the most asked-for of each source in turn."""
        size = len(self.passages)
        if size <= EMBEDDED_PASSAGES:
            return list(range(size))
        asked = np.zeros(size, dtype=np.float32)
        for question in expected:
            asked = np.maximum(
                asked, self._bm25.scores(query_terms(question, self._language))[:size]
            )
        by_source: dict[tuple[str, str], list[int]] = {}
        for index in sorted(range(size), key=lambda i: (-float(asked[i]), i)):
            passage = self.passages[index]
            by_source.setdefault((passage.owner, passage.source), []).append(index)
        turns = sorted(
            (turn, place) for rows in by_source.values() for turn, place in enumerate(rows)
        )
        return sorted(place for _, place in turns[:EMBEDDED_PASSAGES])


def indexed_text(passage: Passage) -> str:
    """What is matched: the heading belongs to its passage; a sentence said twice counts once."""
    heading = passage.heading or passage.title
    text = said_once(passage.text)
    return f"{heading}. {text}" if heading and heading not in text else text
