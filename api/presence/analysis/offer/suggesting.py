"""Categories for a person to choose from if none could be read.

Invariant: three names in the brand's language, most likely first, or none: what the brand's own
sentence says it does, then catalogue names.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import islice

from presence.analysis.language import terms
from presence.analysis.offer.categories import Category, catalogue
from presence.analysis.offer.name_vectors import name_vectors
from presence.analysis.ports import Embedder
from presence.analysis.types.offer import OfferKind

SUGGESTED = 3
_LEAST_LIKENESS = 2.0  # likeness below which shared words are chance
# If there is no evidence at all: one of each of these kinds, the usual ones first.
_USUAL: tuple[OfferKind, ...] = ("professional-service", "software", "local-service", "trade")


def suggested_names(
    own: str,
    ranked: Iterable[Category],
    text: str,
    site: str,
    language: str,
    embedder: Embedder | None,
) -> tuple[str, ...]:
    """The brand's `own` words, then names with weak evidence, similar meaning, or the usual ones.

    `text` is the brand's most prominent statement, `site` everything it says; meaning counts only
    in English.
    """
    spoken = [entry for entry in catalogue().values() if language in entry.wordings]
    found: dict[str, str] = {"": own} if own else {}
    for entry in _in_order(ranked, text, site, language, embedder, spoken):
        if language in entry.wordings:
            found.setdefault(entry.id, entry.wordings[language].name)
        if len(found) == SUGGESTED:
            break
    return tuple(found.values())


def _by_lines(text: str, spoken: Sequence[Category], language: str) -> Iterator[Category]:
    """Entries whose jobs, worries and problems overlap most with the text."""
    said = frozenset(terms(text, language))
    lines, rare = _vocabulary(language)
    scores = {
        entry.id: sum(rare[term] for term in lines[entry.id] & said)
        / math.sqrt(len(lines[entry.id]))
        for entry in spoken
        if lines.get(entry.id)
    }
    for entry in sorted(spoken, key=lambda entry: -scores.get(entry.id, 0.0)):
        if scores.get(entry.id, 0.0) >= _LEAST_LIKENESS:
            yield entry


@lru_cache(maxsize=4)
def _vocabulary(language: str) -> tuple[Mapping[str, frozenset[str]], Mapping[str, float]]:
    """Terms of each entry's lines, and how rare each term is among the entries."""
    lines: dict[str, frozenset[str]] = {}
    counts: Counter[str] = Counter()
    for entry in catalogue().values():
        wording = entry.wordings.get(language)
        if wording is not None:
            texts = (*wording.names, *wording.jobs, *wording.worries, *wording.problems)
            lines[entry.id] = frozenset(terms(" ".join(texts), language))
            counts.update(lines[entry.id])
    return lines, {term: math.log(len(lines) / count) for term, count in counts.items()}


def _in_order(
    ranked: Iterable[Category],
    text: str,
    site: str,
    language: str,
    embedder: Embedder | None,
    spoken: Sequence[Category],
) -> Iterator[Category]:
    yield from islice(ranked, SUGGESTED)
    yield from islice(_by_lines(site, spoken, language), SUGGESTED)
    if embedder is not None and language == "en" and text.strip() and spoken:
        order = (name_vectors(embedder, 1) @ embedder.embed([text])[0]).argsort()[::-1]
        yield from (spoken[int(place)] for place in order[:SUGGESTED])
    for kind in _USUAL:
        yield from islice((entry for entry in spoken if entry.kind == kind), 1)
