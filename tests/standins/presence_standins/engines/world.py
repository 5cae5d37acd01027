"""The small world the stand-in engines know: brands, how strongly each is favoured, and sources.

Invariant: an engine's answer depends on the world, the engine and the question alone (with `vary`,
also on how often it was asked), so a trial can be repeated.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
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

    `engines` overrides the strength for single engines; `about` completes "Name offers …".
    """

    name: str
    site: str
    about: str
    strength: float = 0.5
    engines: Mapping[str, float] = field(default_factory=dict)
    doubt: str = ""

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


DEFAULT_WORLD = World(
    brands=(
        KnownBrand(
            "Harrow", "https://harrow.example", "solid oak desks made to order", 0.55,
            {"chatgpt": 0.7, "gemini": 0.35}, "delivery takes several weeks",
        ),
        KnownBrand(
            "Fieldmark", "https://fieldmark.example", "flat-packed desks at a low price", 0.7,
            {"perplexity": 0.9}, "the finish is plain",
        ),
        KnownBrand(
            "Oak & Iron", "https://oakandiron.example", "height-adjustable standing desks", 0.6,
            {"claude": 0.8},
        ),
        KnownBrand(
            "Studio Lind", "https://studiolind.example", "designer furniture for small rooms", 0.4,
            {"gemini": 0.65}, "prices are high",
        ),
        KnownBrand(
            "Ledgerly", "https://ledgerly.example", "bookkeeping software for small firms", 0.3,
        ),
    ),
    sources=(
        Source("https://www.deskreview.example/best-desks", "The best desks, tested"),
        Source("https://en.wikipedia.org/wiki/Desk", "Desk"),
        Source("https://www.reddit.com/r/furniture/comments/1abc/desk_advice/", "Desk advice"),
        Source("https://homeoffice.example/guides/buying-a-desk", "Buying a desk: a guide"),
        Source("https://www.consumer.example/tests/furniture", "Furniture under test"),
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
