"""What the brands slice hands to others: frozen values, never rows."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Literal
from uuid import UUID

from presence.analysis.types import PanelPrompt

Source = Literal["website", "document", "description"]


@dataclass(frozen=True, slots=True)
class BrandIn:
    """What a brand is made from. `website_url` is absolute; `market` ISO 3166-1 alpha-2."""

    name: str
    source: Source
    description: str = ""
    website_url: str | None = None
    target_audience: str = ""
    aliases: tuple[str, ...] = ()
    market: str = "US"
    language: str = "en"
    is_primary: bool = False


@dataclass(frozen=True, slots=True)
class BrandRef:
    """A brand as other slices know it. Scores 0-100 are those of its latest scored run."""

    id: UUID
    name: str
    website_url: str | None
    source: Source
    target_audience: str
    is_primary: bool
    status: Literal["active", "paused"]
    overall: int | None
    audience: int | None
    created_at: datetime


@dataclass(frozen=True, slots=True)
class BrandDetail:
    """A brand with everything that describes it; `ref` is the part a list shows."""

    ref: BrandRef
    description: str
    aliases: tuple[str, ...]
    owned_prefixes: tuple[str, ...]
    market: str
    language: str
    tone: str | None
    is_common_word: bool | None


@dataclass(frozen=True, slots=True)
class StoredPrompt:
    """A prompt and the key of its row, for answers to refer to."""

    id: UUID
    prompt: PanelPrompt
