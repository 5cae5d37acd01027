"""The built-in engine: a small, honest retrieval-augmented assistant that runs in process.

Invariant: for one corpus, profile and seed, the same question always gets the same answer; it says
only what its sources say, and says so if it has none.
"""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from presence.analysis.language import base_language, terms
from presence.analysis.ports import Embedder
from presence.analysis.simulator.composer import compose, owner_name
from presence.analysis.simulator.query import query_terms, sub_query
from presence.analysis.simulator.retrieval import Index, Ranking
from presence.analysis.simulator.substance import (
    adds_information,
    news_of,
    substantial_passages,
    without_echoes,
)
from presence.analysis.types import (
    BrandProfile,
    EngineSpec,
    Passage,
    Question,
    RawAnswer,
    RetrievedPassage,
)

SIMULATOR_VERSION = "simulator-3"
SOURCES = 5
CONSIDERED = 8
JITTER = 0.03


class Simulator:
    """Implements AssistantEngine over passages of the brand, its competitors and references."""

    def __init__(
        self,
        passages: Sequence[Passage],
        profile: BrandProfile,
        embedder: Embedder | None,
        seed: int,
    ) -> None:
        distinct = {(p.owner, p.source, p.text): p for p in passages if p.text.strip()}
        language = base_language(profile.language)
        self._passages = substantial_passages(distinct.values(), language)
        self._news: list[frozenset[str] | None] = []
        self._profile = profile
        self._embedder = embedder
        self._seed = seed
        self._index: Index | None = None
        self._vectors: dict[str, NDArray[np.float32]] = {}
        self._lock = threading.Lock()

    @property
    def spec(self) -> EngineSpec:
        """Identity; `detail` names the retrieval method actually in use."""
        if self._embedder is None:
            model = f"{SIMULATOR_VERSION}-lexical"
            detail = "Lexical retrieval alone (BM25), without local embeddings."
        else:
            model = f"{SIMULATOR_VERSION}-hybrid"
            detail = f"Hybrid retrieval: BM25 and local {self._embedder.name} embeddings."
        return EngineSpec(
            "simulator", "Simulator", "presence", model, "simulator", "simulator", detail
        )

    async def prepare(self, questions: Sequence[Question]) -> None:
        """Build the index and embed all questions in one batch, in a thread.

        Optional: `ask` otherwise does so itself, one question at a time.
        """
        await asyncio.to_thread(self._prepare, [question.text for question in questions])

    async def ask(self, question: Question) -> RawAnswer:
        """Answer one question from the corpus; never fails."""
        if self._index is None or (self._embedder and question.text not in self._vectors):
            await self.prepare([question])
        else:
            await asyncio.sleep(0)
        return self._answer(question)

    def _prepare(self, texts: Sequence[str]) -> None:
        with self._lock:
            if self._index is None:
                language = base_language(self._profile.language)
                self._passages = without_echoes(self._passages, texts, language)
                self._news = [news_of(passage, language) for passage in self._passages]
                self._index = Index(
                    self._passages, self._embedder, self._profile.language, expected=texts
                )
            fresh = [text for text in dict.fromkeys(texts) if text not in self._vectors]
            if self._embedder is not None and fresh:
                rows = self._embedder.embed(fresh)
                self._vectors |= {text: rows[i] for i, text in enumerate(fresh)}

    def _answer(self, question: Question) -> RawAnswer:
        assert self._index is not None  # noqa: S101 - `ask` prepares first
        ranking = self._index.rank(question.text, question.locale, self._vectors.get(question.text))
        shaken = self._shaken(ranking, question)
        order = sorted(range(len(self._passages)), key=lambda i: (-float(shaken[i]), i))
        asked = frozenset(terms(question.text, question.locale))
        cited = self._cited(order, shaken, ranking.threshold, asked)
        query = query_terms(question.text, question.locale)
        language = base_language(self._profile.language)
        composed = compose([self._passages[i] for i in cited], query, self._index.weight, language)
        considered = self._considered(order, cited)
        passages = tuple(self._retrieved(i, shaken, ranking, i in cited) for i in considered)
        return RawAnswer(
            status="completed",
            text=composed.text,
            model=self.spec.model,
            citations=composed.citations,
            search_queries=(sub_query(question.text, question.locale),),
            passages=passages,
            raw=self._record(question, query, ranking, passages),
        )

    def _shaken(self, ranking: Ranking, question: Question) -> NDArray[np.float32]:
        """Scores with this sample's jitter: a factor of 1 +- 3 % per passage."""
        rng = np.random.default_rng([self._seed & 0xFFFFFFFF, question.seed & 0xFFFFFFFF])
        noise = 1 + JITTER * rng.standard_normal(len(ranking.scores)).clip(-2, 2)
        return np.asarray(np.round(ranking.scores * noise, 4), dtype=np.float32)

    def _cited(
        self,
        order: Sequence[int],
        scores: NDArray[np.float32],
        threshold: float,
        asked: frozenset[str],
    ) -> list[int]:
        """Best passage of each of the top five sources above the threshold, best first.

        A passage that merely repeats the question is not an answer to it.
        """
        cited: list[int] = []
        seen: set[tuple[str, str]] = set()
        for index in order:
            if float(scores[index]) <= threshold or len(cited) == SOURCES:
                break
            passage = self._passages[index]
            if not adds_information(self._news[index], asked):
                continue
            if (passage.owner, passage.source) not in seen:
                seen.add((passage.owner, passage.source))
                cited.append(index)
        return cited

    def _considered(self, order: Sequence[int], cited: Sequence[int]) -> list[int]:
        """The best passages, all cited ones and the best own one, in rank order."""
        kept = set(order[:CONSIDERED]) | set(cited)
        own = next((i for i in order if self._passages[i].owner == "brand"), None)
        if own is not None:
            kept.add(own)
        return [index for index in order if index in kept]

    def _retrieved(
        self, index: int, scores: NDArray[np.float32], ranking: Ranking, cited: bool
    ) -> RetrievedPassage:
        passage = self._passages[index]
        semantic = None if ranking.semantic is None else float(ranking.semantic[index])
        return RetrievedPassage(
            passage_id=passage.id,
            source=passage.source,
            owner=passage.owner,
            text=passage.text,
            score=round(float(scores[index]), 4),
            lexical=round(float(ranking.lexical[index]), 4),
            semantic=None if semantic is None or np.isnan(semantic) else round(semantic, 4),
            cited=cited,
        )

    def _record(
        self,
        question: Question,
        query: Sequence[str],
        ranking: Ranking,
        passages: Sequence[RetrievedPassage],
    ) -> str:
        """The retrieval as JSON: the query, the threshold and every candidate."""
        names = {p.id: owner_name(p) for p in self._passages}
        return json.dumps(
            {
                "question": question.text,
                "terms": list(query),
                "threshold": ranking.threshold,
                "seed": question.seed,
                "candidates": [
                    {
                        "passage": p.passage_id,
                        "source": p.source,
                        "owner": names[p.passage_id],
                        "score": p.score,
                        "lexical": p.lexical,
                        "semantic": p.semantic,
                        "cited": p.cited,
                    }
                    for p in passages
                ],
            },
            ensure_ascii=False,
        )
