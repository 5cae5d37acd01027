"""Exports of a view on the wire."""

from __future__ import annotations

from datetime import date, datetime
from typing import Annotated, ClassVar, Literal, get_args
from uuid import UUID

from pydantic import ConfigDict, Field, model_validator
from pydantic.alias_generators import to_camel
from pydantic_core import PydanticCustomError

from presence.domains.analytics.schemas.analytics import MetricName
from presence.domains.analytics.schemas.answers import SourceClass
from presence.domains.results.schemas.results import AnswerStatus
from presence.domains.results.service.ranges import (
    Compare,
    Comparison,
    Match,
    comparison_problem,
    order_problem,
)
from presence.domains.runs.schemas.runs import RunBasis
from presence.http.schemas import ApiIn, ApiOut, unit

SheetName = Literal[
    "course", "engines", "competitors", "prompts", "topics", "sources", "answers",
    "content-gaps", "technical-gaps", "recommendations",
]  # fmt: skip
ExportResource = SheetName | Literal["analytics", "gaps"]
ExportFormat = Literal["csv", "json", "zip"]
ExportStatus = Literal["queued", "running", "ready", "failed", "canceled", "expired"]
SHEETS: tuple[SheetName, ...] = get_args(SheetName)
BUNDLES: dict[str, tuple[SheetName, ...]] = {
    "analytics": ("course", "engines", "competitors", "prompts", "topics", "sources", "answers"),
    "gaps": ("content-gaps", "technical-gaps", "recommendations"),
}
Text = Annotated[str, Field(max_length=200)]
_ZIP = "Several tables come as a ZIP"


class ViewFilters(ApiIn):
    """The filters of the screen, named like the query parameters of its calls.

    `where` holds the `filter[…]` parameters of gaps and recommendations.
    """

    model_config = ConfigDict(alias_generator=to_camel, populate_by_name=True, extra="forbid")
    as_given: ClassVar[frozenset[str]] = frozenset({"topic"})

    first: date | None = Field(None, alias="from")
    last: date | None = Field(None, alias="to")
    compare: Compare = "previous"
    compare_from: date | None = None
    compare_to: date | None = None
    match: Match | None = None
    interval: Literal["day", "week", "month"] = "day"
    metric: MetricName = "content"
    engine: Annotated[list[Text], Field(max_length=100)] = Field(default_factory=list)
    topic: Annotated[list[Text], Field(max_length=100)] = Field(default_factory=list)
    intent: Annotated[list[Text], Field(max_length=100)] = Field(default_factory=list)
    market: Annotated[list[Text], Field(max_length=100)] = Field(default_factory=list)
    prompt: Annotated[list[UUID], Field(max_length=100)] = Field(default_factory=list)
    group: Literal["domain", "url"] = "domain"
    source_class: Annotated[list[SourceClass], Field(max_length=20)] = Field(
        default_factory=list, alias="class"
    )
    basis: Annotated[list[RunBasis], Field(max_length=5)] = Field(default_factory=list)
    status: Annotated[list[AnswerStatus], Field(max_length=5)] = Field(default_factory=list)
    mentioned: bool | None = None
    counted: bool = False
    sentiment: Literal["positive", "neutral", "negative"] | None = None
    entity: Text | None = None
    domain: Text | None = None
    q: Text = ""
    where: Annotated[dict[Text, Text], Field(max_length=10)] = Field(default_factory=dict)
    sort: Text | None = None

    @model_validator(mode="after")
    def _in_order(self) -> ViewFilters:
        compared = Comparison(self.compare, (self.compare_from, self.compare_to))
        problem = order_problem(self.first, self.last) or comparison_problem(compared)
        if problem is not None:
            raise PydanticCustomError("range", problem)
        return self


class ViewExportIn(ApiIn):
    """The table or set of tables to export, and the brand."""

    sentences: ClassVar[dict[str, str]] = {
        "resource": "Choose a table from the list",
        "format": "Choose CSV, JSON or ZIP",
        "brand_id": "Name the brand",
    }

    brand_id: UUID
    resource: ExportResource
    format: ExportFormat
    filters: ViewFilters = Field(default_factory=lambda: ViewFilters.model_validate({}))

    @model_validator(mode="after")
    def _bundled(self) -> ViewExportIn:
        if self.resource in BUNDLES and self.format != "zip":
            raise PydanticCustomError("format", _ZIP)
        return self


class ViewExportOut(ApiOut):
    """An export; its file is available until `expiresAt`."""

    id: UUID
    brand_id: UUID
    resource: ExportResource
    format: ExportFormat
    status: ExportStatus
    done: int = unit("count")
    total: int | None = unit("count")
    size: int | None = unit("bytes")
    failure: str
    created_at: datetime
    ready_at: datetime | None
    expires_at: datetime | None
