"""Everybody an answer names where the brand could stand, tracked or not.

Invariant: whether somebody is recommended is read by the extractor, as for tracked competitors.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from presence.analysis.competitors.candidate_rating import (
    RatedCandidate,
    Reader,
    described,
    distinct,
    rate_candidates,
)
from presence.analysis.competitors.spans import Span, known_names, squeezed
from presence.analysis.competitors.wording import Verdict
from presence.analysis.extraction.entities import EntitySet
from presence.analysis.extraction.extract import extract
from presence.analysis.types import BrandProfile, Competitor, Extraction, Mention

_VERDICTS: dict[str, Verdict] = {"positive": "good", "negative": "bad"}


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
    known, tracked = _known(profile, found)
    rated = rate_candidates(text, profile.language or "en", known, tracked, _reader(text, profile))
    cases = distinct(rated)
    picks = {
        squeezed(mention.name)
        for mention in _read(text, [case.name for case in cases], profile)
        if mention.recommended
    }
    return tuple(
        AlsoNamed(case.name, case.first.span.start, case.first.span.end, case.key in picks)
        for case in cases
    )


def candidates_of(text: str, profile: BrandProfile) -> list[RatedCandidate]:
    """Everything in an answer that might be a name, with its properties; nothing is decided yet."""
    found = extract("also", text, EntitySet.of(profile), None)
    known, tracked = _known(profile, found)
    return described(text, profile.language or "en", known, tracked, _reader(text, profile))


def _known(profile: BrandProfile, found: Extraction) -> tuple[frozenset[str], list[Span]]:
    spellings = [profile.name, *profile.aliases]
    spellings += [s for c in profile.competitors for s in (c.name, *c.aliases)]
    return known_names(spellings), sorted(Span(m.start, m.end) for m in found.mentions)


def _reader(text: str, profile: BrandProfile) -> Reader:
    """Reads names as if they were tracked."""

    def read(names: Iterable[str]) -> list[tuple[Span, Verdict]]:
        return [(Span(m.start, m.end), _verdict(m)) for m in _read(text, names, profile)]

    return read


def _verdict(mention: Mention) -> Verdict:
    if mention.recommended:
        return "pick"
    return _VERDICTS.get(mention.sentiment or "", "plain")


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
