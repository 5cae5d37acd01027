"""What a key fact is, and how much each kind weighs when an answer is held against it.

Invariant: a fact quotes where it stands; a quote is verbatim text of its source. `WEIGHTS` and
`LEAST` are fixed constants of the match score: changing one changes `FACTS_VERSION`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal, get_args

FactKind = Literal["category", "offering", "audience", "place", "priceRange", "founded", "url"]
KINDS: Final[tuple[FactKind, ...]] = get_args(FactKind)
FACTS_VERSION: Final = "facts-2"
LEAST: Final = 3
# What the brand is and offers says most about whether an engine knows it; place tells namesakes
# apart. A kind with several facts (offering) shares its weight among them.
WEIGHTS: Final[Mapping[FactKind, float]] = {
    "category": 2.0,
    "offering": 2.0,
    "audience": 1.0,
    "place": 1.5,
    "priceRange": 1.0,
    "founded": 1.0,
    "url": 1.0,
}
MOST: Final[Mapping[FactKind, int]] = {**dict.fromkeys(KINDS, 1), "offering": 5}
DESCRIPTION, AUDIENCE, WEBSITE = "profile:description", "profile:audience", "profile:website"
MAX_VALUE: Final = 200
MAX_QUOTE: Final = 400
READ: Final = 20_000  # characters of an answer that are judged; what follows is not read


@dataclass(frozen=True, slots=True)
class Fact:
    """One thing that is true of a brand.

    `source` is a page's URL, `document:NAME` or one of the `profile:` constants; `quote` stands
    there word for word.
    """

    kind: FactKind
    value: str
    source: str = ""
    quote: str = ""
