"""Chooses the category: the person's own words for it before what their pages speak of.

Invariant: without a noun phrase, enough evidence or a near meaning there is no category.
"""

from __future__ import annotations

from collections.abc import Sequence

from presence.analysis.offer.categories import Category, catalogue
from presence.analysis.offer.evidence import DESCRIPTION, Evidence
from presence.analysis.offer.recognition import entry_named
from presence.analysis.ports import Embedder
from presence.analysis.types.offer import Quote, Slot

LEAST_SCORE = 3.5  # of evidence, below which it is chance
_KIN = 0.55  # cosine from which a phrase is taken for a name of the catalogue


def choose_category(
    phrases: Sequence[str],
    ranked: Sequence[tuple[Category, Evidence]],
    language: str,
    embedder: Embedder | None,
    description: str,
) -> tuple[Category | None, Slot[str] | None]:
    """The entry of the catalogue and the words for it: the person's own where they name a thing."""
    for phrase in phrases:
        entry = entry_named(phrase, language, forgiving=True)
        if entry is not None:
            return entry, Slot(phrase, 0.95, (Quote(phrase, DESCRIPTION),))
    best, evidence = ranked[0] if ranked else (None, Evidence())
    if phrases:
        near = nearest_entry(phrases[0], language, embedder)
        return near, Slot(phrases[0], 0.8 if near else 0.6, (Quote(phrases[0], DESCRIPTION),))
    if best is not None and evidence.score >= LEAST_SCORE:
        rest = ranked[1][1].score if len(ranked) > 1 else 0.0
        confidence = round(evidence.score / (evidence.score + rest + 1.0), 2)
        return best, Slot(best.wordings[language].name, confidence, tuple(evidence.quotes))
    near = nearest_entry(description, language, embedder)
    if near is not None:
        name = near.wordings[language].name
        return near, Slot(name, 0.5, (Quote(description, DESCRIPTION),))
    return None, None


def nearest_entry(text: str, language: str, embedder: Embedder | None) -> Category | None:
    """The entry whose name means nearly the same; English only, as the embedding knows English."""
    if embedder is None or language != "en" or not text.strip():
        return None
    entries = [entry for entry in catalogue().values() if "en" in entry.wordings]
    if not entries:
        return None
    rows = embedder.embed([text, *(entry.wordings["en"].name for entry in entries)])
    near = rows[1:] @ rows[0]
    place = int(near.argmax())
    return entries[place] if near[place] >= _KIN else None
