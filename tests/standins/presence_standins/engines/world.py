"""The small world the stand-in engines know: brands, how strongly each is favoured, and sources.

Invariant: an engine's answer depends on the world, the engine and the question alone (with `vary`,
also on how often it was asked), so a trial can be repeated.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any


@dataclass(frozen=True)
class Source:
    """A page an engine may cite."""

    url: str
    title: str


@dataclass(frozen=True)
class KnownBrand:
    """A brand as the engines know it. `strength` is the chance of being named, 0 to 1.

    `engines` overrides the strength for single engines; `about` completes "Name offers …"; a
    question that holds one of the `topics` is about this brand's trade.
    """

    name: str
    site: str
    about: str
    strength: float = 0.5
    engines: Mapping[str, float] = field(default_factory=dict)
    doubt: str = ""
    topics: Sequence[str] = ()

    def strength_at(self, engine: str) -> float:
        """Chance that this engine names the brand in a list."""
        return self.engines.get(engine, self.strength)


@dataclass(frozen=True)
class World:
    """Everything the stand-ins can talk about."""

    brands: tuple[KnownBrand, ...]
    sources: tuple[Source, ...]
    seed: int = 1
    vary: bool = False

    def of_trade(self, question: str) -> list[KnownBrand]:
        """Brands of the trade a question is about; all where it is about none of them."""
        folded = question.casefold()
        fitting = [b for b in self.brands if any(t.casefold() in folded for t in b.topics)]
        return fitting or list(self.brands)

    def with_brand(self, brand: KnownBrand) -> World:
        """The world with a brand added, or replaced where the name is known."""
        others = tuple(b for b in self.brands if b.name != brand.name)
        return replace(self, brands=(*others, brand))


_FURNITURE = ("furniture", "table", "bench", "desk", "chair", "shel", "bookcase", "oak", "wood")
_BOOKS = ("bookkeeping", "accounting", "invoice", "vat", "till", "café", "cafe", "restaurant")

DEFAULT_WORLD = World(
    brands=(
        KnownBrand(
            "Harrow Oak", "https://harrow-oak.example", "solid oak tables made to measure", 0.5,
            {"chatgpt": 0.7, "gemini": 0.35}, "delivery takes six weeks", _FURNITURE,
        ),
        KnownBrand(
            "Marlow Tables", "https://marlow-tables.example", "extending tables within a week",
            0.65, {"perplexity": 0.85}, "nothing is made to measure", _FURNITURE,
        ),
        KnownBrand(
            "Oak & Iron", "https://oakandiron.example", "oak furniture with steel legs", 0.6,
            {"claude": 0.8}, "", _FURNITURE,
        ),
        KnownBrand(
            "Studio Lind", "https://studiolind.example", "designer furniture for small rooms",
            0.4, {"gemini": 0.65}, "prices are high", _FURNITURE,
        ),
        KnownBrand(
            "Ledgerly", "https://ledgerly.example", "bookkeeping software for cafés", 0.45,
            {"claude": 0.6}, "there is no payroll", _BOOKS,
        ),
        KnownBrand(
            "Tallybean", "https://tallybean.example", "accounting for food businesses", 0.7,
            {}, "support is slow", _BOOKS,
        ),
        KnownBrand(
            "Kettle & Count", "https://kettleandcount.example", "tills with accounts built in",
            0.5, {"gemini": 0.75}, "", _BOOKS,
        ),
    ),
    sources=(
        Source("https://www.buyerstests.example/best-of-2026", "The best of 2026, tested"),
        Source("https://en.wikipedia.org/wiki/Consumer_organization", "Consumer organization"),
        Source("https://www.reddit.com/r/BuyItForLife/comments/1abc/advice/", "Advice wanted"),
        Source("https://guides.example/what-to-look-for", "What to look for: a guide"),
        Source("https://www.consumer.example/tests", "Consumer tests"),
    ),
)  # fmt: skip


def load_world(path: Path) -> World:
    """A world from a JSON file: {"brands": [...], "sources": [...], "seed": 1, "vary": false}.

    Fields are those of the classes above. Raises ValueError naming what is wrong.
    """
    document: Any = json.loads(path.read_text(encoding="utf-8"))
    try:
        return World(
            brands=tuple(KnownBrand(**brand) for brand in document["brands"]),
            sources=tuple(Source(**source) for source in document.get("sources", [])),
            seed=int(document.get("seed", 1)),
            vary=bool(document.get("vary", False)),
        )
    except (KeyError, TypeError) as error:
        raise ValueError(f"{path.name} does not describe a world: {error}") from error
