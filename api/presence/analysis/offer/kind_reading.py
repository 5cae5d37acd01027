"""The kind of the offer: of its category, of its noun, or as the site's cues and statements say.

Invariant: what the brand states of itself, open source or a charity, outweighs its category.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from presence.analysis.language import base_language
from presence.analysis.offer.categories import SPOKEN, Category
from presence.analysis.offer.category_choice import NAME
from presence.analysis.offer.evidence import DESCRIPTION
from presence.analysis.offer.head_nouns import kind_by_head
from presence.analysis.offer.kinds import declared_kind, kind_of, resells, schema_types
from presence.analysis.offer.recognition import entry_named
from presence.analysis.offer.trades_by_language import trade_named
from presence.analysis.types import BrandProfile, PageFacts
from presence.analysis.types.offer import OfferKind, Quote, Slot


def kind_read(
    entry: Category | None,
    category: Slot[str] | None,
    others: Sequence[str],
    pages: Sequence[PageFacts],
    profile: BrandProfile,
) -> Slot[OfferKind] | None:
    """The kind with its evidence; None without a category or a cue."""
    if category is None:
        return None
    language = base_language(profile.language)
    named = entry is not None and entry_named(category.value, language, forgiving=True) is not None
    if entry is not None and (named or not category.evidence):
        return _stated_kind(entry.kind, category, pages, profile)
    trade = trade_named(category.value, language) if language not in SPOKEN else None
    if trade is not None:
        return _stated_kind(trade.kind, category, pages, profile)
    heads = (category.value, *(others if language in SPOKEN else ()))
    kinds = (kind_by_head(text, language) for text in heads)
    head = next((kind for kind in kinds if kind), None)
    near = entry.kind if entry else None
    found = kind_of(pages, profile.description, head, near, category.value)
    if found is None:
        return None
    kind, words, source = found
    slot = Slot(kind, 0.5, (Quote(words, source),))
    return _stated_kind(kind, slot, pages, profile)


def _stated_kind(
    kind: OfferKind, shown: Slot[Any], pages: Sequence[PageFacts], profile: BrandProfile
) -> Slot[OfferKind]:
    """The kind, or a different one that the brand states: open source, a charity."""
    texts = [(DESCRIPTION, profile.description), (NAME, profile.name)]
    for page in pages[:1]:
        types = " ".join(schema_types(page))
        texts.append((page.final_url, f"{page.title}\n{types}\n{page.main_text[:3000]}"))
    if kind == "product" and resells(profile.description):
        return Slot("shop", 0.8, (Quote(profile.description, DESCRIPTION),))
    stated, words, source = declared_kind(kind, texts)
    if words:
        return Slot(stated, 0.8, (Quote(words, source),))
    return Slot(kind, shown.confidence, shown.evidence)
