"""Everybody an answer names where the brand could stand, tracked or not.

Invariant: who is named is decided without looking at how they are spoken of; whether they are
recommended is read by the extractor, as for tracked competitors.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from presence.analysis.competitors.options import known_names, listed_names
from presence.analysis.competitors.prose import Verdict, prose_names
from presence.analysis.competitors.spans import Span, squeezed
from presence.analysis.extraction.entities import EntitySet
from presence.analysis.extraction.extract import extract
from presence.analysis.types import BrandProfile, Competitor, Extraction, Mention


@dataclass(frozen=True, slots=True)
class AlsoNamed:
    """Somebody named who is neither the brand nor tracked; code points of the answer."""

    name: str
    start: int
    end: int
    recommended: bool


def also_named(text: str, profile: BrandProfile, found: Extraction) -> tuple[AlsoNamed, ...]:
    """Names an answer puts forward, or warns against, beside the brand and those tracked.

    `found` is what the extractor read for the profile. In order of the answer, each once.
    """
    spellings = [profile.name, *profile.aliases]
    spellings += [s for c in profile.competitors for s in (c.name, *c.aliases)]
    known = known_names(spellings)
    language = profile.language or "en"
    tracked = [Span(m.start, m.end) for m in found.mentions]
    listed = listed_names(text, language, known)

    def read(names: Iterable[str]) -> list[tuple[Span, Verdict]]:
        return [(Span(m.start, m.end), _verdict(m)) for m in _read(text, names, profile)]

    prose = prose_names(text, language, [*tracked, *listed], read, len(listed) > 1)
    names = _distinct(text, sorted([*listed, *prose]), tracked, known)
    picks = {
        squeezed(mention.name)
        for mention in _read(text, [name for name, _ in names], profile)
        if mention.recommended
    }
    return tuple(
        AlsoNamed(name, span.start, span.end, squeezed(name) in picks) for name, span in names
    )


def _distinct(
    text: str, spans: Iterable[Span], tracked: Iterable[Span], known: frozenset[str]
) -> list[tuple[str, Span]]:
    """Each name once, the shortest spelling of a name and its longer forms."""
    kept: list[tuple[str, Span]] = []
    taken: set[str] = set()
    for span in spans:
        name = text[span.start : span.end]
        key = squeezed(name)
        if not key or any(key == k or (len(k) > 3 and key.startswith(k)) for k in known):
            continue
        if any(span.start < t.end and t.start < span.end for t in tracked):
            continue
        if any(key.startswith(k) or k.startswith(key) for k in taken if min(len(k), len(key)) > 3):
            continue
        if key not in taken:
            taken.add(key)
            kept.append((name, span))
    return kept


def _verdict(mention: Mention) -> Verdict:
    if mention.recommended:
        return "pick"
    return "verdict" if mention.sentiment in ("positive", "negative") else "plain"


def _read(text: str, names: Iterable[str], profile: BrandProfile) -> list[Mention]:
    """How the answer speaks of names, read as if they were tracked; denied ones are left out."""
    more = tuple(
        Competitor(f"also-{number}", name, is_common_word=False)
        for number, name in enumerate(names)
    )
    if not more:
        return []
    wider = replace(profile, competitors=(*profile.competitors, *more), decided=())
    mentions = extract("also", text, EntitySet.of(wider), None).mentions
    return [m for m in mentions if m.entity.startswith("also-") and m.stance == "affirmative"]
