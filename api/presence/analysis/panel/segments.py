"""The brand's own text, piece by piece, with how much the place of each piece counts.

Invariant: names are replaced by a mark, so no half of a name is left to look like a subject.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from urllib.parse import urlsplit

from presence.analysis.panel.phrases import BRAND_MARK
from presence.analysis.panel.vocabulary import SKIPPED_PATHS
from presence.analysis.types import BrandProfile, DocumentText, PageFacts

DESCRIPTION_WEIGHT = 6.0
TITLE_WEIGHT = 3.0
META_WEIGHT = 2.5
BODY_WEIGHT = 0.6
LESSER_HEADING = 0.8
HEADING_WEIGHTS = {1: 4.0, 2: 2.0, 3: 1.2}
PROMINENT = 2.0
_TITLE_PARTS = re.compile(r"\s+[|–—\-·•]\s+")


@dataclass(frozen=True, slots=True)
class Segment:
    """A piece of the brand's own text with how much its place counts.

    `opening` marks the start page's title and description: what they begin with is the offer.
    """

    text: str
    weight: float
    source: str
    opening: bool = False


def segments_of(
    profile: BrandProfile, pages: Sequence[PageFacts], documents: Sequence[DocumentText]
) -> list[Segment]:
    """Description, pages and documents in that order; legal and account pages are left out."""
    segments = [
        *_described(profile),
        *_of_pages(page for page in pages if not _skipped(page.final_url)),
        *_of_documents(documents),
    ]
    return _nameless(profile, segments)


def _described(profile: BrandProfile) -> list[Segment]:
    return [Segment(profile.description, DESCRIPTION_WEIGHT, "")] if profile.description else []


def _of_pages(pages: Iterable[PageFacts]) -> list[Segment]:
    segments: list[Segment] = []
    for page in pages:
        url, home = page.final_url, page.depth == 0
        segments += [
            Segment(part, TITLE_WEIGHT, url, home) for part in _TITLE_PARTS.split(page.title)
        ]
        segments.append(Segment(page.description, META_WEIGHT, url, home))
        segments += [
            Segment(text, HEADING_WEIGHTS.get(level, LESSER_HEADING), url)
            for level, text in page.headings
        ]
        segments.append(Segment(page.main_text, BODY_WEIGHT, url))
    return [segment for segment in segments if segment.text.strip()]


def _of_documents(documents: Iterable[DocumentText]) -> list[Segment]:
    segments: list[Segment] = []
    for document in documents:
        source = document.source
        segments.append(Segment(document.title, TITLE_WEIGHT, source))
        for level, text in document.blocks:
            weight = HEADING_WEIGHTS.get(level, LESSER_HEADING) if level else BODY_WEIGHT
            segments.append(Segment(text, weight, source))
    return [segment for segment in segments if segment.text.strip()]


def _nameless(profile: BrandProfile, segments: Sequence[Segment]) -> list[Segment]:
    """Segments with the mark in place of the brand's and the competitors' names."""
    names = [profile.name, *profile.aliases, *(c.name for c in profile.competitors)]
    kept = sorted({name for name in names if name.strip()}, key=len, reverse=True)
    if not kept:
        return list(segments)
    pattern = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, kept))})(?!\w)")
    return [replace(s, text=pattern.sub(f" {BRAND_MARK} ", s.text)) for s in segments]


def _skipped(url: str) -> bool:
    path = urlsplit(url).path.lower()
    return any(part in path for part in SKIPPED_PATHS)
