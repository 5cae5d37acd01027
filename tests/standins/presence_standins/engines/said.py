"""What a stand-in engine says to a question, before any provider's wire format.

Invariant: the text of an answer is the concatenation of its segments, so every dialect can compute
its own offsets from them.
"""

from __future__ import annotations

import hashlib
import random
from dataclasses import dataclass

from presence_standins.engines.world import KnownBrand, Source, World

_HOW_TO = ("how ", "how do", "wie ", "cómo", "comment ")
_WHAT_IS = ("what is ", "who is ", "tell me about ")


@dataclass(frozen=True)
class Segment:
    """A stretch of the answer and the sources (by index) it rests on."""

    text: str
    sources: tuple[int, ...] = ()


@dataclass(frozen=True)
class Said:
    """One answer: its words, its sources in order, what was searched for."""

    segments: tuple[Segment, ...]
    sources: tuple[Source, ...] = ()
    queries: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """The whole answer."""
        return "".join(segment.text for segment in self.segments)


def say(world: World, engine: str, question: str, repeat: int = 0) -> Said:
    """The engine's answer to a question; `repeat` counts earlier times where the world varies."""
    seed = f"{world.seed}|{engine}|{question}|{repeat if world.vary else 0}"
    rng = random.Random(hashlib.sha256(seed.encode()).digest())  # noqa: S311 - repeatable on purpose
    folded = question.casefold()
    asked = [b for b in world.brands if b.name.casefold() in folded]
    queries = _queries(question, rng)
    if asked and folded.startswith(_WHAT_IS):
        return _describe(world, engine, asked[0], queries, rng)
    if folded.startswith(_HOW_TO) and rng.random() < 0.8:
        return _explain(world, queries, rng)
    return _compare(world, engine, asked, queries, rng)


def _queries(question: str, rng: random.Random) -> tuple[str, ...]:
    words = question.rstrip("?!. ").lower()
    more = rng.choice(("reviews", "2026", "comparison", "prices"))
    return (words, f"{words} {more}")[: rng.choice((1, 2))]


def _compare(
    world: World, engine: str, asked: list[KnownBrand], queries: tuple[str, ...], rng: random.Random
) -> Said:
    """A list of options, the way assistants answer a question for one."""
    others = [b for b in world.of_trade(" ".join(queries)) if b not in asked]
    named = asked + [b for b in others if rng.random() < b.strength_at(engine)]
    named.sort(key=lambda b: b.strength_at(engine) + rng.uniform(-0.25, 0.25), reverse=True)
    if not named:
        return _explain(world, queries, rng)
    outside = rng.sample(world.sources, min(2, len(world.sources)))
    sources = tuple(outside) + tuple(Source(b.site + "/", b.name) for b in named)
    segments = [
        Segment("Several names come up again and again", (0,) if outside else ()),
        Segment(":\n\n"),
    ]
    for place, brand in enumerate(named, start=1):
        line = f"{place}. **{brand.name}** offers {brand.about}."
        if brand.doubt and rng.random() < 0.4:
            line += f" One drawback: {brand.doubt}."
        own = len(outside) + place - 1
        cited = (own,) if rng.random() < 0.7 else ((1,) if len(outside) > 1 else ())
        segments += [Segment(line, cited), Segment("\n")]
    segments.append(Segment(f"\nFor most people {named[0].name} is the pick to start with."))
    return Said(tuple(segments), sources, queries)


def _describe(
    world: World, engine: str, brand: KnownBrand, queries: tuple[str, ...], rng: random.Random
) -> Said:
    """What an engine knows of one brand, which may be nothing."""
    if brand.strength_at(engine) < 0.1:
        return Said((Segment(f"I couldn't find any information about {brand.name}."),), (), queries)
    sources = (Source(brand.site + "/about", brand.name), *rng.sample(world.sources, 1))
    segments = (
        Segment(f"{brand.name} is a company that offers {brand.about}.", (0,)),
        Segment(" Reviewers describe it as reliable."),
        Segment(f" One point of criticism: {brand.doubt}." if brand.doubt else "", (1,)),
    )
    return Said(tuple(s for s in segments if s.text), sources, queries)


def _explain(world: World, queries: tuple[str, ...], rng: random.Random) -> Said:
    """Advice that names nobody."""
    sources = tuple(rng.sample(world.sources, min(2, len(world.sources))))
    cited = tuple(range(len(sources)))[:1]
    return Said(
        (
            Segment("Start from what you need and what you can spend.", cited),
            Segment(" Measure first, compare at least three offers, and read recent tests."),
        ),
        sources,
        queries,
    )
