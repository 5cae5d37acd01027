"""Every question that could be asked of a brand, per intent, in the order they should be tried.

Invariant: no candidate gives the brand away, none occurs twice, and the order depends on profile,
topics and seed alone. Heavier topics come round more often, and early questions name the market.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from presence.analysis.language import base_language
from presence.analysis.panel.audience_words import audience_needs, audience_segments
from presence.analysis.panel.frames import Frame, frames_for, general_segments, market_name
from presence.analysis.panel.leakage import Leakage
from presence.analysis.types import BrandProfile, Intent, Topic

# From this weight on a topic comes in every round; below, in every second or third.
EVERY_ROUND, SECOND_ROUND = 0.5, 0.2
LOCAL: tuple[Intent, ...] = ("discovery", "comparison")


@dataclass(frozen=True, slots=True)
class Candidate:
    """A question before it is chosen; `local` ones name the market."""

    text: str
    intent: Intent
    topic: str
    local: bool = False


def supply_of(
    profile: BrandProfile, topics: Sequence[Topic], intents: Sequence[Intent], seed: int
) -> dict[Intent, list[Candidate]]:
    """Candidates per intent, best first, leaks and repeats removed."""
    language = base_language(profile.language)
    leakage = Leakage(profile, own_words=". ".join(topic.phrase for topic in topics))
    fillers = _Fillers(profile, topics, random.Random(seed))  # noqa: S311 - reproducible choice
    frames = [f for f in frames_for(language) if "market" not in f.slots or fillers.market]
    supply: dict[Intent, list[Candidate]] = {}
    for intent in intents:
        unique = {c.text: c for c in _candidates(intent, frames, topics, fillers)}
        supply[intent] = [c for c in unique.values() if not leakage.leaks(c.text)]
        if intent in LOCAL:
            _name_market_early(supply[intent])
    return supply


def _name_market_early(candidates: list[Candidate]) -> None:
    """Put a question about the market second, unless one of the first two is."""
    if any(candidate.local for candidate in candidates[:2]):
        return
    first = next((candidate for candidate in candidates if candidate.local), None)
    if first is not None:
        candidates.remove(first)
        candidates.insert(1, first)


class _Fillers:
    """What goes into the audience, market and need slots, own words before general ones."""

    def __init__(self, profile: BrandProfile, topics: Sequence[Topic], rng: random.Random) -> None:
        language = base_language(profile.language)
        own_words = [profile.description, profile.audience, *(t.phrase for t in topics)]
        general = list(general_segments(language, " ".join(own_words)))
        rng.shuffle(general)
        self.own = audience_segments(profile.audience, language)
        self.segments = (*self.own, *general)
        self.needs = audience_needs(profile.audience, language)
        self.market = market_name(profile.market, language)
        self.offset = rng.randrange(1_000)


def _candidates(
    intent: Intent, frames: Sequence[Frame], topics: Sequence[Topic], fillers: _Fillers
) -> Iterator[Candidate]:
    """Rounds over topics; each round moves a topic to its next frame, list questions first."""
    own = [frame for frame in frames if frame.intent == intent]
    ordered = [f for f in own if f.listing] + [f for f in own if not f.listing]
    for need in fillers.needs:
        for frame in ordered:
            if "need" in frame.slots:
                yield Candidate(frame.fill({"need": need}), intent, need)
    usable = [frame for frame in ordered if "need" not in frame.slots]
    width, count = len(fillers.segments), len(usable)
    phrasings = max((len(frame.phrasings) for frame in usable), default=0)
    for phrasing in range(phrasings):
        for place, topic, turn in _turns(topics, count * width):
            frame = usable[(turn + place + fillers.offset) % count]
            if "audience" in frame.slots and turn < count and not fillers.own:
                continue
            shift = 0 if turn < count else place
            values = {
                "topic": topic.phrase,
                "audience": fillers.segments[(turn // count + shift) % width],
                "market": fillers.market or "",
            }
            local = "market" in frame.slots
            yield Candidate(frame.fill(values, phrasing), intent, topic.phrase, local)


def _turns(topics: Sequence[Topic], rounds: int) -> Iterator[tuple[int, Topic, int]]:
    """(place, topic, its own turn); a light topic sits out rounds."""
    for number in range(rounds):
        for place, topic in enumerate(topics):
            stride = 1 if topic.weight >= EVERY_ROUND else 2 if topic.weight >= SECOND_ROUND else 3
            if number % stride == 0:
                yield place, topic, number // stride
