"""Adding and changing a brand on the wire, with the sentences of the add-brand screen."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar
from urllib.parse import urlsplit
from uuid import UUID

from pydantic import AfterValidator, Field, StringConstraints

from presence.analysis.types import Tone
from presence.analysis.types.offer import OfferKind
from presence.domains.brands.naming import ALIASES, INVALID_URL, Aliases, Blank, Prefixes, website
from presence.domains.brands.schemas.brands import BrandDetailOut
from presence.domains.onboarding.schemas import (
    AUDIENCE_SHORT,
    DESCRIPTION_SHORT,
    LANGUAGE,
    NAME_SHORT,
    Audience,
    BusinessName,
    Description,
    Language,
    Market,
)
from presence.http.schemas import ApiIn, ApiOut, unit

MARKET = "Market must be a country code such as US or GB"
TONE = "Tone must be Friendly, Formal, Expert, Playful or Plain"
PREFIXES = "Give up to 20 addresses such as example.com/shop"
KIND = "Choose a kind of business from the list"
CATEGORY = "Write what a customer would search for, in 2 to 120 characters"
PLACE = "Write where you work in at most 120 characters"
LINES = "Give up to 10 lines of 2 to 120 characters each"
_HERE = ("localhost", "127.0.0.1", "::1")


def full_address(text: str) -> str:
    """An address written with https://; a site on this computer may do without a certificate."""
    written = text.strip()
    parts = urlsplit(written)
    local = parts.scheme == "http" and parts.hostname in _HERE
    if parts.scheme != "https" and not local:
        raise ValueError(INVALID_URL)
    return website(written)


FullAddress = Annotated[Annotated[str, AfterValidator(full_address)] | None, Blank]


class BrandIn(ApiIn):
    """A brand to add, with a website, a document or a description.

    With `confirm`, its first run asks the engines immediately. Otherwise they are asked once the
    brand's profile is confirmed, or after fifteen minutes.
    """

    sentences: ClassVar[dict[str, str]] = {
        "brand_name": NAME_SHORT,
        "website_url": INVALID_URL,
        "target_audience": AUDIENCE_SHORT,
        "description": DESCRIPTION_SHORT,
        "aliases": ALIASES,
        "market": MARKET,
        "language": LANGUAGE,
    }

    brand_name: BusinessName
    website_url: FullAddress = None
    target_audience: Audience = None
    description: Description = None
    aliases: Aliases = Field(default_factory=list)
    market: Annotated[Market | None, Blank] = None
    language: Annotated[Language | None, Blank] = None
    confirm: bool = False


class BrandChangeIn(ApiIn):
    """Changes to a brand; omitted fields are unchanged, null clears optional ones.

    A new website sets `ownedPrefixes` unless they are sent. With null, `isCommonWord` is determined
    automatically again.
    """

    sentences: ClassVar[dict[str, str]] = {
        "name": NAME_SHORT,
        "tone": TONE,
        "owned_prefixes": PREFIXES,
        **{k: v for k, v in BrandIn.sentences.items() if k != "brand_name"},
    }

    name: BusinessName | None = None
    aliases: Aliases | None = None
    description: Description = None
    target_audience: Audience = None
    market: Market | None = None
    language: Language | None = None
    tone: Annotated[Tone | None, Blank] = None
    website_url: FullAddress = None
    owned_prefixes: Prefixes | None = None
    is_common_word: bool | None = None

    def changes(self) -> dict[str, Any]:
        """Columns to change, "" for a text that was taken away."""
        sent = self.model_dump(exclude_unset=True)
        for name in ("description", "target_audience"):
            if name in sent:
                sent[name] = sent[name] or ""
        kept = ("name", "aliases", "market", "language", "owned_prefixes")
        return {key: value for key, value in sent.items() if value is not None or key not in kept}


Phrase = Annotated[str, StringConstraints(strip_whitespace=True, min_length=2, max_length=120)]
Phrases = Annotated[list[Phrase], Field(max_length=10)]


class OfferChangeIn(ApiIn):
    """Corrections to a brand's offer; null withdraws a correction.

    An empty place or list states that there is none. `audience` sets the brand's `targetAudience`.
    """

    sentences: ClassVar[dict[str, str]] = {
        "kind": KIND,
        "category": CATEGORY,
        "more_categories": LINES,
        "audience": AUDIENCE_SHORT,
        "place": PLACE,
        "jobs": LINES,
        "qualities": LINES,
    }

    kind: OfferKind | None = None
    category: Phrase | None = None
    more_categories: Phrases | None = None
    audience: Audience = None
    place: Annotated[str, StringConstraints(strip_whitespace=True, max_length=120)] | None = None
    jobs: Phrases | None = None
    qualities: Phrases | None = None

    def changes(self) -> dict[str, Any]:
        """What was said, by slot; None for what is taken back."""
        return self.model_dump(exclude_unset=True)


class BrandAddedOut(BrandDetailOut):
    """The new brand and the id of its first run."""

    run_id: UUID


class StepsDoneOut(ApiOut):
    """Which steps are done.

    Competitors tracked, prompts reviewed, an issue closed, a second member invited, a digest turned
    on.
    """

    competitors: bool
    prompts: bool
    issue: bool
    team: bool
    report: bool


class FirstStepsOut(ApiOut):
    """Steps that improve the first results; `seats` is the plan's limit, null when unlimited."""

    done: StepsDoneOut
    seats: int | None = unit("count")
