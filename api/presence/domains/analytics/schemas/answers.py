"""Lists of answers, their sources, and people's corrections of them, on the wire."""

from __future__ import annotations

from typing import Annotated, Literal
from uuid import UUID

from pydantic import Field

from presence.domains.analytics.schemas.analytics import SpanOut
from presence.domains.results.schemas.results import Count, Percent
from presence.domains.runs.schemas.runs import RunBasis
from presence.http.schemas import ApiIn, ApiOut

SourceClass = Literal["owned", "competitor", "editorial", "community", "reference", "institutional"]


class SourceOut(ApiOut):
    """A page or domain; `cited`, `retrieved` and `withoutBrand` count answers.

    `gap` is true when at least half of the answers citing it name a competitor but not the brand.
    """

    key: str
    domain: str
    title: str
    source_class: SourceClass | None
    owner: str | None
    cited: Count
    retrieved: Count
    without_brand: Count
    pages: Count
    engines: list[str]
    gap: bool


class StabilityOut(ApiOut):
    """How similar the cited domains of consecutive runs are; 100 means identical shares.

    Null for fewer than `shownFromRuns` runs with citations; `early` while it may still change a
    lot.
    """

    value: Percent | None
    low: Percent | None
    high: Percent | None
    runs: Count
    shown_from_runs: Count
    early: bool


class SourcesOut(ApiOut):
    """Sources in a range of days; `total` includes those not returned."""

    range: SpanOut
    basis: RunBasis | None
    runs: Count
    citations: Count
    total: Count
    stability: StabilityOut
    data: list[SourceOut]


class CorrectionIn(ApiIn):
    """A wrong detection in an answer; offsets are characters of its text."""

    kind: Literal["not-this-brand", "missed", "wrong-stance", "wrong-sentiment"]
    entity: Annotated[str, Field(max_length=64)] = "brand"
    start: Annotated[int, Field(ge=0)]
    end: Annotated[int, Field(ge=1)]
    note: Annotated[str, Field(max_length=1000)] = ""


class CorrectionOut(ApiOut):
    """A stored correction; `rescoring` is true when the brand's answers are analyzed again."""

    id: UUID
    rescoring: bool


class ReviewItemOut(ApiOut):
    """An ambiguous word in its context; offsets refer to the excerpt."""

    id: UUID
    answer_id: UUID
    entity: str
    name: str
    engine_name: str
    excerpt: str
    start: int
    end: int
    matched: str
    reason: str


class DecisionIn(ApiIn):
    """Whether the word is a mention."""

    is_brand: bool
