"""How much of the brand's words speak for each category of the catalogue.

The person's description speaks before titles, titles before headings, headings before body text.
Invariant: a word that stands a hundred times on a page counts little more than one that stands
six times, so no page outweighs the others by repetition.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from presence.analysis.offer.categories import Category, catalogue
from presence.analysis.offer.recognition import recognise
from presence.analysis.types import BrandProfile, DocumentText, PageFacts
from presence.analysis.types.offer import Quote

DESCRIPTION = "description"
_DESCRIPTION_WEIGHT = 8.0
_TITLE_WEIGHT = 2.5
_META_WEIGHT = 3.0
_HEADING_WEIGHT = 1.0
_BODY_WEIGHT = 0.4
_START_PAGE = 2.0  # what the start page says counts twice
_MOST_BODY = 6


@dataclass(slots=True)
class Evidence:
    """What speaks for one category."""

    score: float = 0.0
    quotes: list[Quote] = field(default_factory=list)


def ranked_categories(
    profile: BrandProfile,
    pages: Sequence[PageFacts],
    documents: Sequence[DocumentText],
    language: str,
) -> list[tuple[Category, Evidence]]:
    """Categories by how much of the brand's words speak for them, best first."""
    found: dict[str, Evidence] = defaultdict(Evidence)
    for weight, text, source in _texts(profile, pages, documents):
        counts: dict[str, int] = defaultdict(int)
        for hit in recognise(text, language, forgiving=source == DESCRIPTION):
            counts[hit.entry.id] += 1
            if counts[hit.entry.id] > _MOST_BODY:
                continue
            evidence = found[hit.entry.id]
            evidence.score += weight * (0.6 + 0.4 * min(hit.words, 3)) / counts[hit.entry.id]
            if len(evidence.quotes) < 3:
                evidence.quotes.append(Quote(hit.name, source))
    entries = catalogue()
    pairs = [(entries[key], evidence) for key, evidence in found.items()]
    return sorted(pairs, key=lambda pair: -pair[1].score)


def _texts(
    profile: BrandProfile, pages: Sequence[PageFacts], documents: Sequence[DocumentText]
) -> Iterator[tuple[float, str, str]]:
    """(weight, text, source) of everything the brand says of itself."""
    yield _DESCRIPTION_WEIGHT, profile.description, DESCRIPTION
    for place, page in enumerate(pages):
        times = _START_PAGE if place == 0 else 1.0
        yield times * _TITLE_WEIGHT, page.title, page.final_url
        yield times * _META_WEIGHT, page.description, page.final_url
        yield times * _HEADING_WEIGHT, "\n".join(h for _, h in page.headings), page.final_url
        yield times * _BODY_WEIGHT, page.main_text, page.final_url
    for document in documents:
        yield _TITLE_WEIGHT, document.title, document.source
        for level, text in document.blocks:
            yield _HEADING_WEIGHT if level else _BODY_WEIGHT, text, document.source
