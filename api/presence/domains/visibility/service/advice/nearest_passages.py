"""Which of the brand's own words come closest to the question of a gap.

Invariant: the words are those the analysis that found the gap could read, word for word, ranked as
the built-in simulator ranks them by words alone; whether one is near enough is its threshold.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from presence.analysis.simulator.retrieval import Index
from presence.analysis.types import Passage
from presence.core.errors import NotFound
from presence.domains.visibility.queries import advice
from presence.domains.visibility.service.advice.own_words import own_words

MOST = 3


@dataclass(frozen=True, slots=True)
class Closest:
    """A passage of the brand; `near` when it is close enough for an answer to rest on it.

    `source` is a page's address or `document:NAME`.
    """

    source: str
    title: str
    heading: str
    text: str
    near: bool


async def closest_passages(
    session: AsyncSession, brand_id: UUID, gap_id: UUID, locale: str
) -> tuple[Closest, ...]:
    """The nearest first, at most three; none of which shares no word. Raises NotFound."""
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
) -> tuple[Closest, ...]:
    if not passages:
        return ()
    ranking = Index(passages, None, language).rank(question, locale)
    order = sorted(range(len(passages)), key=lambda at: (-float(ranking.scores[at]), at))[:MOST]
    return tuple(
        Closest(
            passages[at].source,
            passages[at].title,
            passages[at].heading,
            passages[at].text,
            float(ranking.scores[at]) >= ranking.threshold,
        )
        for at in order
        if ranking.scores[at] > 0
    )
