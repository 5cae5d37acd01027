"""Brands on the wire."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Literal
from uuid import UUID

from presence.domains.brands.records import BrandDetail, PauseReason, ScoreBasis, Source
from presence.http.listing import ListOut
from presence.http.schemas import ApiOut, unit

Score100 = Annotated[int, unit("score100")]
Count = Annotated[int, unit("count")]


class BrandOut(ApiOut):
    """A brand in a list; `overall` and `audience` are null before the first run.

    `basis` says what the scores are based on. Label scores with the basis "simulator" as
    "Simulated".
    """

    id: UUID
    name: str
    website_url: str | None
    source: Source
    is_primary: bool
    status: Literal["active", "paused"]
    pause_reason: PauseReason | None
    target_audience: str
    overall: Score100 | None
    audience: Score100 | None
    basis: ScoreBasis | None
    scored_at: datetime | None
    created_at: datetime


class BrandCountsOut(ApiOut):
    """Number of brands in each tab, regardless of filters.

    `recent`: added in the last 30 days. `high`: overall score of 60 or more. `low`: below 40.
    """

    all: Count
    recent: Count
    high: Count
    low: Count


class BrandListOut(ListOut[BrandOut]):
    """A page of brands, and the number of brands in each tab."""

    counts: BrandCountsOut


class DeletedBrandOut(ApiOut):
    """A deleted brand that can be restored until `restorableUntil`."""

    id: UUID
    name: str
    website_url: str | None
    deleted_at: datetime
    restorable_until: datetime


class DeletedBrandsOut(ApiOut):
    """Brands deleted in the last seven days, most recent first."""

    data: list[DeletedBrandOut]


class BrandDetailOut(BrandOut):
    """A brand with its full profile.

    `questionLanguage` is the language of its prompts: English when none are available in its own.
    """

    description: str
    aliases: tuple[str, ...]
    owned_prefixes: tuple[str, ...]
    market: str
    language: str
    question_language: str
    tone: str | None
    is_common_word: bool | None

    @classmethod
    def of(cls, brand: BrandDetail) -> BrandDetailOut:
        """The wire form of a brand."""
        return cls(
            **BrandOut.model_validate(brand.ref).model_dump(by_alias=False),
            description=brand.description,
            aliases=brand.aliases,
            owned_prefixes=brand.owned_prefixes,
            market=brand.market,
            language=brand.language,
            question_language=brand.question_language,
            tone=brand.tone,
            is_common_word=brand.is_common_word,
        )
