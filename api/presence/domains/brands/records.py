"""What the brands slice hands to others: frozen values, never rows."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Literal
from uuid import UUID

from presence.analysis.types import PanelPrompt
from presence.analysis.types.answers import Intent
from presence.analysis.types.offer import Offer

Source = Literal["website", "document", "description"]
ScoreBasis = Literal["assistants", "simulator"]
PauseReason = Literal["customer", "plan"]
# "answers-only": never asked here; answers to it were imported from elsewhere.
PromptStatus = Literal[
    "active", "paused", "suggested", "dismissed", "superseded", "deleted", "answers-only"
]
PromptOrigin = Literal["generated", "added", "imported", "tracked"]
CompetitorStatus = Literal["tracked", "suggested", "dismissed", "removed"]


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
    """A brand as other slices know it. Scores 0-100 are those of its latest scored run.

    A paused brand is read but neither scheduled nor asked; `pause_reason` says who paused it.
    """

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
    pause_reason: PauseReason | None = None
    basis: ScoreBasis | None = None
    scored_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class BrandDetail:
    """A brand with everything that describes it; `ref` is the part a list shows.

    `question_language` is what its questions are asked in: English where we have no questions in
    the brand's own language.
    """

    ref: BrandRef
    description: str
    aliases: tuple[str, ...]
    owned_prefixes: tuple[str, ...]
    market: str
    language: str
    tone: str | None
    is_common_word: bool | None
    question_language: str


@dataclass(frozen=True, slots=True)
class DeletedBrand:
    """A brand that can be brought back until a moment."""

    id: UUID
    name: str
    website_url: str | None
    deleted_at: datetime
    restorable_until: datetime


@dataclass(frozen=True, slots=True)
class StoredPrompt:
    """A prompt and the key of its row, for answers to refer to."""

    id: UUID
    prompt: PanelPrompt


@dataclass(frozen=True, slots=True)
class PromptDetail:
    """A question as the customer manages it; `version` counts from 1 within its lineage."""

    id: UUID
    text: str
    intent: Intent
    topic: str
    locale: str
    branded: bool
    status: PromptStatus
    origin: PromptOrigin
    version: int
    position: int | None
    created_at: datetime


@dataclass(frozen=True, slots=True)
class NewPrompt:
    """A question to add; without an intent or topic they are read off the text."""

    text: str
    intent: Intent | None = None
    topic: str | None = None


@dataclass(frozen=True, slots=True)
class FoundName:
    """A name that stood as an alternative in a run's answers: in how many of them, over how many
    prompts and engines, and one place to read it at (code points of that answer's text, half open).
    """

    name: str
    answers: int
    prompts: int
    example_answer_id: UUID | None = None
    example_start: int | None = None
    example_end: int | None = None
    engines: int = 1


@dataclass(frozen=True, slots=True)
class CompetitorDetail:
    """A competitor as the customer manages it; counts and example are a suggestion's evidence."""

    id: UUID
    name: str
    aliases: tuple[str, ...]
    website_url: str | None
    prefixes: tuple[str, ...]
    is_common_word: bool | None
    status: CompetitorStatus
    answers: int
    prompts: int
    engines: int
    example_answer_id: UUID | None
    example_start: int | None
    example_end: int | None
    created_at: datetime


@dataclass(frozen=True, slots=True)
class OfferDetail:
    """The offer of a brand as a person sees it; `said` names the slots they spoke of.

    `read` is what its own words say, None before the first reading, made at `read_at`;
    `suggestions` are categories to choose from while there is none.
    """

    offer: Offer
    read: Offer | None
    said: tuple[str, ...]
    suggestions: tuple[str, ...]
    read_at: datetime | None
