"""What the materials slice hands to others: frozen values, never rows."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Literal
from uuid import UUID

from presence.analysis.types import AudienceFit, SiteLook

INVALID_URL = "Invalid URL format"
Kind = Literal["website", "document"]
Status = Literal["queued", "fetching", "analysing", "ready", "failed"]


@dataclass(frozen=True, slots=True)
class SiteCheckRef:
    """A requested look; `result` None while it is under way."""

    id: UUID
    url: str
    result: SiteLook | None = None


@dataclass(frozen=True, slots=True)
class WebsiteOutcome:
    """What a run learnt of the brand's website, or in one sentence why it could not be read."""

    title: str = ""
    word_count: int = 0
    failure: str | None = None


@dataclass(frozen=True, slots=True)
class MaterialRef:
    """A website or document as lists show it; `failure` is a sentence.

    The primary material is what the brand was made from; its audience fit is the brand's.
    """

    id: UUID
    brand_id: UUID
    kind: Kind
    is_primary: bool
    title: str
    url: str | None
    description: str
    status: Status
    failure: str | None
    word_count: int
    language: str
    audience_fit: int | None
    created_at: datetime
    analysed_at: datetime | None


@dataclass(frozen=True, slots=True)
class MaterialDetail:
    """A material with what was read of it; `excerpt` is its beginning, word for word."""

    ref: MaterialRef
    file_name: str | None
    file_size: int | None
    excerpt: str
    fit: AudienceFit | None


@dataclass(frozen=True, slots=True)
class MaterialIn:
    """What a material is called; without a title it takes its own."""

    title: str = ""
    description: str = ""
