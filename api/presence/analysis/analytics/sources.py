"""Which pages a run's answers stand on.

Invariant: a page counts once per answer, as cited when any of its citations there is one; an
answer without citation data counts nowhere (unknown is not zero).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from presence.analysis.extraction import BRAND
from presence.analysis.scoring import pair_up
from presence.analysis.types import Answer, Citation, Extraction


@dataclass(frozen=True, slots=True)
class SourceCount:
    """One page as one engine used it: `cited` and `retrieved` count answers.

    `without_brand` of the citing answers name a competitor and not the brand.
    """

    engine: str
    url: str
    domain: str
    title: str
    source_class: str | None
    owner: str | None
    cited: int
    retrieved: int
    without_brand: int


def sources_of(
    answers: Sequence[Answer], extractions: Sequence[Extraction]
) -> tuple[SourceCount, ...]:
    """Pages of the non-branded prompts' valid answers by engine, the most cited first."""
    pages: dict[tuple[str, str], Citation] = {}
    counts: dict[tuple[str, str], list[int]] = defaultdict(lambda: [0, 0, 0])
    for o in pair_up(answers, extractions):
        if o.answer.prompt.branded:
            continue
        used: dict[str, bool] = {}
        for citation in o.extraction.citations or ():
            key = (o.engine_id, citation.url)
            pages.setdefault(key, citation)
            used[citation.url] = used.get(citation.url, False) or citation.kind == "cited"
        lost = not o.extraction.brand_named and any(
            entity != BRAND for entity, _ in o.extraction.positions
        )
        for url, cited in used.items():
            count = counts[o.engine_id, url]
            count[0 if cited else 1] += 1
            count[2] += cited and lost
    ranked = sorted(counts, key=lambda key: (-counts[key][0], -counts[key][1], key))
    return tuple(_count(key[0], pages[key], counts[key]) for key in ranked)


def _count(engine: str, page: Citation, counts: Sequence[int]) -> SourceCount:
    cited, retrieved, without_brand = counts
    return SourceCount(
        engine,
        page.url,
        page.domain,
        page.title,
        page.source_class,
        page.owner,
        cited,
        retrieved,
        without_brand,
    )
