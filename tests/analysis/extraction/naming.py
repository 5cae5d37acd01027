"""Short-hand of the extraction tests: one brand, one text, what was read."""

from __future__ import annotations

from presence.analysis.extraction import EntitySet, extract
from presence.analysis.types import BrandProfile, Citation, Competitor, Extraction, Mention


def competitors_named(*names: str) -> tuple[Competitor, ...]:
    """Competitors whose id is their name in lower case."""
    return tuple(Competitor(id=name.lower(), name=name) for name in names)


def read(
    brand: str | BrandProfile,
    text: str,
    *,
    aliases: tuple[str, ...] = (),
    competitors: tuple[str, ...] = (),
    citations: tuple[Citation, ...] | None = None,
    language: str = "en",
) -> Extraction:
    """Extraction of a text for a brand given by name or profile."""
    if isinstance(brand, str):
        brand = BrandProfile(
            name=brand,
            aliases=aliases,
            competitors=competitors_named(*competitors),
            language=language,
        )
    return extract("answer-1", text, EntitySet.of(brand), citations)


def own(extraction: Extraction) -> tuple[Mention, ...]:
    """The brand's affirmative mentions."""
    return tuple(
        m for m in extraction.mentions if m.entity == "brand" and m.stance == "affirmative"
    )
