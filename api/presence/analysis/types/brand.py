"""Who is measured: the brand, its competitors and the subjects its own words are about."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

# The name under which a brand's own description is read as a document.
DESCRIPTION: Final = "Brand description"
Tone = Literal["Friendly", "Formal", "Expert", "Playful", "Plain"]


@dataclass(frozen=True, slots=True)
class Competitor:
    """A competitor tracked beside the brand.

    `prefixes` are owned URL prefixes without scheme, lower-case host first
    (`example.com`, `nba.com/kings`); the longest matching prefix owns a URL.
    """

    id: str
    name: str
    aliases: tuple[str, ...] = ()
    website: str | None = None
    prefixes: tuple[str, ...] = ()
    is_common_word: bool | None = None


@dataclass(frozen=True, slots=True)
class Decided:
    """A person's decision whether the characters [start, end) of a stored answer name an entity."""

    answer_id: str
    entity: str
    start: int
    end: int
    is_name: bool


@dataclass(frozen=True, slots=True)
class BrandProfile:
    """What the customer stated about the brand. `market` is ISO 3166-1 alpha-2, `language` BCP 47.

    `is_common_word` None means: derive it from the shipped word list. `decided` holds what people
    said of single places in stored answers; it speaks before any rule.
    """

    name: str
    description: str = ""
    audience: str = ""
    aliases: tuple[str, ...] = ()
    website: str | None = None
    prefixes: tuple[str, ...] = ()
    market: str = "US"
    language: str = "en"
    tone: Tone | None = None
    is_common_word: bool | None = None
    competitors: tuple[Competitor, ...] = ()
    decided: tuple[Decided, ...] = ()
