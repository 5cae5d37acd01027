"""One thing that questions are about, with its words and the sentences for it.

Invariant: a slot that the words cannot fill correctly is omitted, so no sentence is distorted.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from presence.analysis.offer.categories import Wording
from presence.analysis.panel.sentences import Manner, SentenceTemplate
from presence.analysis.types.offer import OfferKind

# Kinds whose customers look for them nearby.
PLACED: frozenset[OfferKind] = frozenset(
    (
        "local-service",
        "professional-service",
        "trade",
        "hospitality",
        "education",
        "health",
        "public-body",
    )
)


@dataclass(frozen=True, slots=True)
class Subject:
    """One thing on offer: its words, the sentences for it and what customers say about it.

    `kind` is None if unknown. `jobs` and `conditions` are in the order they are asked. `whom` is
    the ending of its words that already names people: "for vets" of "podcast for vets". `manner`
    says which sentences suit its noun, `turn` which of several wares it is.
    """

    kind: OfferKind | None
    wording: Wording
    slots: Mapping[str, str]
    sentences: Sequence[SentenceTemplate]
    jobs: tuple[str, ...] = ()
    conditions: tuple[str, ...] = ()
    entry: str | None = None
    whom: str = ""
    manner: Manner | OfferKind | None = None
    turn: int | None = None

    @property
    def name(self) -> str:
        """The words a customer would type to find one."""
        return self.wording.name

    @property
    def ware(self) -> bool:
        """Whether it is a single product rather than a category."""
        return self.turn is not None

    @property
    def is_local(self) -> bool:
        """Whether customers look for it nearby."""
        return self.kind in PLACED
