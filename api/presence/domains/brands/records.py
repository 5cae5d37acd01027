"""The values the brands slice exposes to other slices: frozen dataclasses, never rows."""

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
# "answers-only": never asked here; its answers were imported from another system.
PromptStatus = Literal[
    "active", "paused", "suggested", "dismissed", "superseded", "deleted", "answers-only"
]
PromptOrigin = Literal["generated", "added", "imported", "tracked"]
CompetitorStatus = Literal["tracked", "suggested", "dismissed", "removed"]


@dataclass(frozen=True, slots=True)
class NewBrand:
    """The input for creating a brand. `website_url` is absolute, `market` is ISO 3166-1 alpha-2."""

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
    """A brand as other slices see it. Scores (0-100) are those of its latest scored run.

    A paused brand can be read but is neither scheduled nor asked about; `pause_reason` says who
    paused it.
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
    """A brand with all its descriptive fields; `ref` is the part shown in lists.

    `question_language` is the language its questions are asked in: English if we have no questions
    in the brand's own language.
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
    """A deleted brand, and until when it can be restored."""

    id: UUID
    name: str
    website_url: str | None
    deleted_at: datetime
    restorable_until: datetime


@dataclass(frozen=True, slots=True)
class StoredPrompt:
    """A prompt and the id of its row, which answers refer to."""

    id: UUID
    prompt: PanelPrompt


@dataclass(frozen=True, slots=True)
class PromptDetail:
    """A question as shown to the customer; `version` counts from 1 within its lineage."""

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
    """A question to add; a missing intent or topic is derived from the text."""

    text: str
    intent: Intent | None = None
    topic: str | None = None


@dataclass(frozen=True, slots=True)
class FoundName:
    """A name that a run's answers gave as an alternative.

    Counts the answers, prompts and engines it appeared in, and gives one example: a half-open range
    of code points in that answer's text.
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
    """A competitor as shown to the customer; counts and example are evidence for a suggestion."""

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
    """The offer of a brand as shown to a person; `said` names the slots they corrected.

    `read` is what the brand's own texts say, extracted at `read_at`; None before the first reading.
    `suggestions` are categories to choose from while there is none.
    """

    offer: Offer
    read: Offer | None
    said: tuple[str, ...]
    suggestions: tuple[str, ...]
    read_at: datetime | None
