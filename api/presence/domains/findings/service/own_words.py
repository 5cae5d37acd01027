"""The brand's own texts as stored: documents of a run, and the newest pages read.

Invariant: they are verbatim what an analysis could read, without competitors' pages.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from presence.analysis.extraction import BRAND
from presence.analysis.pipeline import corpus
from presence.analysis.types import BrandProfile, DocumentText, Passage
from presence.domains.runs.queries import evidence
from presence.domains.runs.queries.runs import crawled_run
from presence.domains.runs.service.codec import load
from presence.domains.runs.service.stored_crawls import ingested_of
from presence.domains.runs.service.work import DOCUMENT_TEXTS, DOCUMENTS, PROFILE


@dataclass(frozen=True, slots=True)
class StoredWords:
    """What was stored; `crawls` holds the brand's crawl and its pages.

    `read_now` says whether the run itself read them.
    """

    profile: BrandProfile
    documents: tuple[DocumentText, ...]
    crawls: Mapping[str, tuple[Any, list[Any]]]
    read_now: bool

    def passages(self) -> tuple[Passage, ...]:
        """Everything of the brand that can be quoted. CPU-bound: call it in a thread."""
        return corpus(self.profile, ingested_of(self.crawls, self.profile), self.documents)


async def own_words(session: AsyncSession, brand_id: UUID, run_id: UUID) -> StoredWords | None:
    """The stored texts; None if the run stored no profile."""
    stored = await evidence.inputs(session, run_id)
    if PROFILE not in stored:
        return None
    crawled = await crawled_run(session, brand_id)
    crawls = await evidence.crawls(session, crawled) if crawled else {}
    return StoredWords(
        load(BrandProfile, stored[PROFILE]),
        load(DOCUMENTS, stored.get(DOCUMENT_TEXTS, [])),
        {owner: pages for owner, pages in crawls.items() if owner == BRAND},
        crawled == run_id,
    )
