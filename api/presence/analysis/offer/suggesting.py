"""Categories a person may choose from where none could be read.

Invariant: three names of the catalogue in the brand's language, the likeliest first, or none.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from presence.analysis.offer.categories import Category, catalogue
from presence.analysis.ports import Embedder
from presence.analysis.types.offer import OfferKind

SUGGESTED = 3
# Where nothing speaks for anything: one of each of these kinds, the usual first.
_USUAL: tuple[OfferKind, ...] = ("professional-service", "software", "local-service", "trade")


def suggested_names(
    ranked: Iterable[Category], text: str, language: str, embedder: Embedder | None
) -> tuple[str, ...]:
    """Names of what the words speak of a little, then of what is near in meaning, then usual ones.

    `text` is what the brand says first of itself; meaning counts in English alone.
    """
    spoken = [entry for entry in catalogue().values() if language in entry.wordings]
    found: dict[str, str] = {}
    for entry in _in_order(ranked, text, language, embedder, spoken):
        if language in entry.wordings:
            found.setdefault(entry.id, entry.wordings[language].name)
        if len(found) == SUGGESTED:
            break
    return tuple(found.values())


def _in_order(
    ranked: Iterable[Category],
    text: str,
    language: str,
    embedder: Embedder | None,
    spoken: Sequence[Category],
) -> Iterator[Category]:
    yield from islice(ranked, SUGGESTED)
    if embedder is not None and language == "en" and text.strip() and spoken:
        rows = embedder.embed([text, *(entry.wordings[language].name for entry in spoken)])
        order = (rows[1:] @ rows[0]).argsort()[::-1]
        yield from (spoken[int(place)] for place in order[:SUGGESTED])
    for kind in _USUAL:
        yield from islice((entry for entry in spoken if entry.kind == kind), 1)
