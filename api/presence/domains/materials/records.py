"""What the materials slice hands to others: frozen values, never rows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal
from uuid import UUID

INVALID_URL = "Invalid URL format"
Robots = Literal["allowed", "disallowed", "missing"]


@dataclass(frozen=True, slots=True)
class SiteResult:
    """What a look at an address found. `reason` is one sentence when something is in the way."""

    reachable: bool
    final_url: str | None = None
    title: str | None = None
    favicon: str | None = None
    robots: Robots | None = None
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class SiteCheckRef:
    """A requested look; `result` None while it is under way."""

    id: UUID
    url: str
    result: SiteResult | None = None


@dataclass(frozen=True, slots=True)
class WebsiteOutcome:
    """What a run learnt of the brand's website, or in one sentence why it could not be read."""

    title: str = ""
    word_count: int = 0
    failure: str | None = None
