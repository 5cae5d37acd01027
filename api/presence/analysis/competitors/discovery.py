"""Names that several answers of a run put forward: suggestions for new competitors.

Invariant: one answer to one prompt is not enough evidence.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from presence.analysis.competitors.naming import also_named
from presence.analysis.competitors.spans import squeezed
from presence.analysis.extraction.sources import class_of
from presence.analysis.extraction.wordlist import is_common_word
from presence.analysis.types import Answer, BrandProfile, Extraction

LEAST: Final = 2  # answers or prompts a name must occur in
_ADDRESSES: Final = ("www.", "http:", "https:")
_ORDINARY_LEAST: Final = 3  # prompts a name of several ordinary words must occur under


@dataclass(frozen=True, slots=True)
class DiscoveredName:
    """A name put forward where the brand could be.

    `answers`, `prompts` and `engines` count where it occurs; [start, end) is one such place, in
    code points of the text of `answer_id`.
    """

    name: str
    answers: int
    prompts: int
    answer_id: str
    start: int
    end: int
    engines: int = 1


@dataclass(frozen=True, slots=True)
class _Place:
    name: str
    answer: Answer
    start: int
    end: int


def discover(
    answers: Sequence[tuple[Answer, Extraction]], profile: BrandProfile
) -> tuple[DiscoveredName, ...]:
    """Names put forward in at least two answers or to two prompts.

    An ordinary word needs two prompts, several of them ("Health Coaching") three. Most answers
    first, then by name. Failed answers, tracked names and addresses of sources are left out.
    """
    seen: dict[str, list[_Place]] = {}
    for answer, extraction in answers:
        if not answer.valid:
            continue
        for named in also_named(answer.text, profile, extraction):
            if _in_own_words(answer, named.end) or _is_address(named.name):
                continue
            place = _Place(named.name, answer, named.start, named.end)
            seen.setdefault(squeezed(named.name), []).append(place)
    found = [name for places in seen.values() if (name := _counted(places)) is not None]
    return tuple(sorted(found, key=lambda d: (-d.answers, -d.prompts, d.name)))


def _is_address(name: str) -> bool:
    """Whether a name is the address of a source; "Booking.com" is the name of a company."""
    address = name.lower()
    if address.startswith(_ADDRESSES):
        return True
    host, _, path = address.partition("/")
    is_host = "." in host and " " not in host
    return is_host and class_of(host, f"/{path}") != "editorial"


def _in_own_words(answer: Answer, end: int) -> bool:
    """Whether the simulator quotes the brand's own page there, which puts nobody else forward."""
    if answer.engine.basis != "simulator":
        return False
    marks = [c for c in answer.raw.citations or () if c.start is not None and c.start >= end]
    quoted = min(marks, key=lambda citation: citation.start or 0, default=None)
    return quoted is not None and quoted.owner == "brand"


def _counted(places: Sequence[_Place]) -> DiscoveredName | None:
    answers = len({place.answer.id for place in places})
    prompts = len({place.answer.prompt.id for place in places})
    spellings = [place.name for place in places]
    name = max(spellings, key=lambda spelling: (spellings.count(spelling), spelling))
    enough = max(answers, prompts) >= LEAST
    if is_common_word(name):
        enough = prompts >= (_ORDINARY_LEAST if " " in name else LEAST)
    if not enough:
        return None
    first = next(place for place in places if place.name == name)
    engines = len({place.answer.engine.id for place in places})
    return DiscoveredName(name, answers, prompts, first.answer.id, first.start, first.end, engines)
