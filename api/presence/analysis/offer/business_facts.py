"""What is known about a whole business, against which each category candidate is checked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from presence.analysis.offer.category_evidence import Weighed
from presence.analysis.offer.evidence import Evidence
from presence.analysis.offer.phrases import Grammar
from presence.analysis.ports import Embedder
from presence.analysis.types import BrandProfile, PageFacts
from presence.analysis.types.offer import OfferKind


@dataclass(frozen=True, slots=True)
class Known:
    """What is known of a brand; `pages` without furniture, `kinds` with the cues of each kind."""

    profile: BrandProfile
    pages: Sequence[PageFacts]
    language: str
    grammar: Grammar
    likely: Sequence[Weighed]
    named: Mapping[str, Evidence]
    kinds: Counter[OfferKind]
    embedder: Embedder | None
