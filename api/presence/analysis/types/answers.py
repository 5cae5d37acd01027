"""What was asked, what was answered, and what was read out of the answer.

All character offsets are into `Answer.text` exactly as stored, half open [start, end).
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from presence.analysis.types.offer import Ask, RefusedQuestion

Intent = Literal["discovery", "comparison", "problem", "how-to", "branded"]
Basis = Literal["assistants", "simulator", "imported"]
AnswerStatus = Literal["completed", "refused", "failed"]
Stance = Literal["affirmative", "negated", "uncertain"]
Sentiment = Literal["positive", "neutral", "negative"]
SourceClass = Literal["owned", "competitor", "editorial", "community", "reference", "institutional"]


@dataclass(frozen=True, slots=True)
class PanelPrompt:
    """A question a customer would ask. `id` is stable for equal text, intent and locale."""

    id: str
    text: str
    intent: Intent
    topic: str
    locale: str = "en-US"
    branded: bool = False
    version: int = 1


@dataclass(frozen=True, slots=True)
class Panel:
    """The prompts of one run and the generator version that made them.

    `ask` is what has to be known before there can be questions; there are none then. `refused`
    are the questions that did not pass the gate, in the order they were tried.
    """

    prompts: tuple[PanelPrompt, ...]
    version: str
    ask: Ask | None = None
    refused: tuple[RefusedQuestion, ...] = ()


@dataclass(frozen=True, slots=True)
class EngineSpec:
    """Something that answers. `surface` is shown with every answer it gave."""

    id: str
    name: str
    provider: str
    model: str
    surface: Literal["API with web search", "API", "local model", "simulator", "imported"]
    basis: Basis
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Question:
    """One (prompt, sample) put to one engine. `text` is all that the engine receives.

    `key` is the answer's idempotency key, sent to providers that honour one.
    """

    prompt_id: str
    text: str
    locale: str
    sample: int
    seed: int
    key: str = ""


@dataclass(frozen=True, slots=True)
class Citation:
    """A source of an answer. `number` is its [n] in the text where there is one."""

    url: str
    title: str = ""
    domain: str = ""
    kind: Literal["cited", "retrieved"] = "cited"
    number: int | None = None
    start: int | None = None
    end: int | None = None
    owner: str | None = None
    source_class: SourceClass | None = None


@dataclass(frozen=True, slots=True)
class RetrievedPassage:
    """A passage the simulator considered, with its scores, whether or not it was cited."""

    passage_id: str
    source: str
    owner: str
    text: str
    score: float
    lexical: float
    semantic: float | None
    cited: bool


@dataclass(frozen=True, slots=True)
class RawAnswer:
    """What an engine port returns. `citations` None means the engine gave no citation data.

    `error` is a sentence for people; `error_code` one of rate-limited, overloaded, unreachable,
    server-error, timeout, disconnected, unauthorized, no-credit, bad-request, refused, truncated,
    empty, malformed, budget-exhausted, circuit-open, unknown, or empty. `retry_after_s` is what the
    provider asked. `begun`: a response came, so asking again would be paid for again.
    `searches` counts web searches as the provider reports them (some bill them apart from tokens);
    None where it says nothing. A failed answer keeps the tokens and searches it was billed for.
    """

    status: AnswerStatus
    text: str
    model: str
    citations: tuple[Citation, ...] | None = None
    search_queries: tuple[str, ...] = ()
    passages: tuple[RetrievedPassage, ...] = ()
    latency_ms: float = 0.0
    input_tokens: int | None = None
    output_tokens: int | None = None
    cost_usd: float | None = None
    raw: str = ""
    error: str = ""
    error_code: str = ""
    retry_after_s: float | None = None
    searches: int | None = None
    begun: bool = False


@dataclass(frozen=True, slots=True)
class Answer:
    """A stored answer: valid when completed (a refusal or failure leaves the denominator)."""

    id: str
    prompt: PanelPrompt
    engine: EngineSpec
    sample: int
    answered_at: datetime
    raw: RawAnswer

    @property
    def valid(self) -> bool:
        """Whether the answer counts in a denominator."""
        return self.raw.status == "completed"

    @property
    def text(self) -> str:
        """Verbatim answer text."""
        return self.raw.text


@dataclass(frozen=True, slots=True)
class Mention:
    """One occurrence of an entity: "brand" or a competitor id, with its span and reading."""

    entity: str
    name: str
    start: int
    end: int
    stance: Stance
    sentiment: Sentiment | None = None
    recommended: bool = False


@dataclass(frozen=True, slots=True)
class ReviewItem:
    """A possible mention of an ordinary-word name that did not count; a person decides."""

    entity: str
    start: int
    end: int
    text: str
    reason: str


@dataclass(frozen=True, slots=True)
class Highlight:
    """A span to mark when the answer is shown."""

    start: int
    end: int
    kind: Literal["brand", "competitor", "citation", "review"]
    entity: str | None = None


@dataclass(frozen=True, slots=True)
class Extraction:
    """What one answer says about the entity set.

    `positions` maps entity to rank (1 = first named affirmatively); entities not named are
    absent. `sentiment` and `recommended` are the brand's. `cited_owned` None = unknown.
    """

    answer_id: str
    mentions: tuple[Mention, ...]
    positions: tuple[tuple[str, int], ...]
    citations: tuple[Citation, ...] | None
    review: tuple[ReviewItem, ...]
    sentiment: Sentiment | None
    recommended: bool
    cited_owned: bool | None
    version: str

    def position_of(self, entity: str) -> int | None:
        """Rank of an entity among those named, or None."""
        return next((rank for name, rank in self.positions if name == entity), None)

    @property
    def brand_named(self) -> bool:
        """Whether the brand is affirmatively named."""
        return self.position_of("brand") is not None
