"""Which of the brand's own passages come closest to the question of a gap.

Invariant: the passages are the verbatim texts available to the analysis that found the gap, ranked
as the built-in simulator ranks them by words alone; its threshold decides whether one is close
enough.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from presence.analysis.simulator.retrieval import Index
from presence.analysis.types import Passage
from presence.core.errors import NotFound
from presence.domains.findings.queries import advice
from presence.domains.findings.service.own_words import own_words

MOST = 3


@dataclass(frozen=True, slots=True)
class NearestPassage:
    """A passage of the brand; `near` if it is close enough for an answer to be based on it.

    `source` is a page's address or `document:NAME`.
    """

    source: str
    title: str
    heading: str
    text: str
    near: bool


async def nearest_passages(
    session: AsyncSession, brand_id: UUID, gap_id: UUID, locale: str
) -> tuple[NearestPassage, ...]:
    """The closest passages, at most three; only those that share a word. Raises NotFound."""
    gap = await advice.conclusion(session, "gap", brand_id, gap_id)
    if gap is None:
        raise NotFound("We could not find that content gap.")
    words = await own_words(session, brand_id, gap.run_id)
    if words is None:
        return ()
    question: str = getattr(gap, "prompt", "")
    return await asyncio.to_thread(
        lambda: _ranked(words.passages(), question, words.profile.language, locale)
    )


def _ranked(
    passages: tuple[Passage, ...], question: str, language: str, locale: str
) -> tuple[NearestPassage, ...]:
    if not passages:
        return ()
    ranking = Index(passages, None, language).rank(question, locale)
    order = sorted(range(len(passages)), key=lambda at: (-float(ranking.scores[at]), at))[:MOST]
    return tuple(
        NearestPassage(
            passages[at].source,
            passages[at].title,
            passages[at].heading,
            passages[at].text,
            float(ranking.scores[at]) >= ranking.threshold,
        )
        for at in order
        if ranking.scores[at] > 0
    )
