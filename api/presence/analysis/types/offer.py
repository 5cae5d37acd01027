"""What a brand is and sells, as far as its own texts say so.

Invariant: a slot is None if nothing was found; nothing is guessed without words that show it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, Literal, TypeVar

OfferKind = Literal[
    "software",
    "product",
    "shop",
    "local-service",
    "professional-service",
    "trade",
    "hospitality",
    "education",
    "health",
    "non-profit",
    "open-source",
    "marketplace",
    "media",
    "public-body",
]

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Quote:
    """Words used as evidence.

    `source` is a URL, "description", "audience", "catalogue", "person" for what somebody stated
    about the offer itself, or a document.
    """

    text: str
    source: str


@dataclass(frozen=True, slots=True)
class Slot(Generic[T]):
    """One thing known about the offer. `confidence` is 0..1, 1 for what a person said or chose."""

    value: T
    confidence: float
    evidence: tuple[Quote, ...] = ()


@dataclass(frozen=True, slots=True)
class Offer:
    """The offer of a brand. `entry` is the catalogue's id of the category, None if not in it.

    `category` is what a customer would type to find one: "payroll software", "Zahnarztpraxis".
    `jobs` are verb phrases of the customer, `qualities` what sets the offer apart. `suggestions`
    are categories to choose from if none could be read. `supported` are lines of the entry (jobs,
    conditions, worries, problems) that the brand's own texts mention as well. `wares` are single
    things and services that pages list or price, `answered` the questions that pages answer, both
    verbatim.
    """

    language: str
    kind: Slot[OfferKind] | None = None
    category: Slot[str] | None = None
    more_categories: Slot[tuple[str, ...]] | None = None
    audience: Slot[str] | None = None
    place: Slot[str] | None = None
    jobs: Slot[tuple[str, ...]] | None = None
    qualities: Slot[tuple[str, ...]] | None = None
    price_facts: Slot[tuple[str, ...]] | None = None
    named_competitors: Slot[tuple[str, ...]] | None = None
    entry: str | None = None
    suggestions: tuple[str, ...] = ()
    supported: tuple[str, ...] = ()
    wares: Slot[tuple[str, ...]] | None = None
    answered: Slot[tuple[str, ...]] | None = None

    @property
    def readable(self) -> bool:
        """Whether questions can be asked about it: without a category nothing is known."""
        return self.category is not None

    @property
    def confidence(self) -> float:
        """The lower confidence of kind and category; 0 if one of them is missing."""
        if self.kind is None or self.category is None:
            return 0.0
        return min(self.kind.confidence, self.category.confidence)


@dataclass(frozen=True, slots=True)
class OfferCorrections:
    """A person's corrections of an offer, slot by slot; None if they made none.

    An empty text or tuple states that there is none: a business without a place serves everywhere.
    """

    kind: OfferKind | None = None
    category: str | None = None
    more_categories: tuple[str, ...] | None = None
    audience: str | None = None
    place: str | None = None
    jobs: tuple[str, ...] | None = None
    qualities: tuple[str, ...] | None = None


AskReason = Literal["language", "offer"]
RefusalReason = Literal[
    "brand", "competitor", "grammar", "language", "unobtainable", "off-topic", "near-copy"
]


@dataclass(frozen=True, slots=True)
class Ask:
    """What must be known before questions can be asked.

    "language": we have no sentences in the brand's language. "offer": what the brand sells cannot
    be read; `suggestions` are guesses that a person may choose from.
    """

    reason: AskReason
    suggestions: tuple[str, ...] = ()

    @property
    def question(self) -> str:
        """What to ask the person; "" if no answer would help."""
        return "What would a customer search for to find you?" if self.reason == "offer" else ""


@dataclass(frozen=True, slots=True)
class RefusedQuestion:
    """A question that is not asked, the reason, and where it helps the words at fault."""

    text: str
    reason: RefusalReason
    detail: str = ""
