"""Brands on the wire."""

from __future__ import annotations

from datetime import datetime
from typing import Literal
from uuid import UUID

from presence.domains.brands.records import BrandDetail, Source
from presence.http.schemas import ApiOut


class BrandOut(ApiOut):
    """A brand in a list; `overall` (M-13) and `audience` (M-12) are 0-100, null before a run."""

    id: UUID
    name: str
    website_url: str | None
    source: Source
    is_primary: bool
    status: Literal["active", "paused"]
    target_audience: str
    overall: int | None
    audience: int | None
    created_at: datetime


class BrandDetailOut(BrandOut):
    """A brand with everything that describes it."""

    description: str
    aliases: tuple[str, ...]
    owned_prefixes: tuple[str, ...]
    market: str
    language: str
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
            tone=brand.tone,
            is_common_word=brand.is_common_word,
        )
