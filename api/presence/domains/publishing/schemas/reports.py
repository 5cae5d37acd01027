"""Reports on the wire."""

from __future__ import annotations

from datetime import date, datetime
from typing import Annotated, ClassVar, Literal, get_args
from uuid import UUID

from pydantic import Field, model_validator
from pydantic_core import PydanticCustomError

from presence.domains.results.service.ranges import order_problem
from presence.http.schemas import ApiIn, ApiOut, unit

Format = Literal["pdf", "docx", "csv"]
Section = Literal[
    "summary", "trends", "engines", "prompts", "competitors", "gaps", "technical",
    "recommendations", "method",
]  # fmt: skip
Status = Literal["queued", "running", "ready", "failed", "canceled", "expired"]
SECTIONS: tuple[Section, ...] = get_args(Section)


class ReportIn(ApiIn):
    """The report to create; all sections and the last 90 days by default."""

    sentences: ClassVar[dict[str, str]] = {
        "format": "Choose PDF, Word or CSV",
        "sections": "Choose at least one section of the report",
        "locale": "Reports are written in English",
        "first": "Give the first day as YYYY-MM-DD",
        "last": "Give the last day as YYYY-MM-DD",
    }

    format: Format
    first: date | None = Field(None, alias="from")
    last: date | None = Field(None, alias="to")
    sections: Annotated[
        list[Section], Field(default_factory=lambda: list(SECTIONS), min_length=1, max_length=9)
    ]
    locale: Literal["en"] = "en"

    @model_validator(mode="after")
    def _in_order(self) -> ReportIn:
        if problem := order_problem(self.first, self.last):
            raise PydanticCustomError("range", problem)
        return self


class ReportOut(ApiOut):
    """A report; its file can be downloaded while `status` is ready, until `expiresAt`.

    With a `gapId`, it is the brief for that content gap and has no days or sections.
    """

    id: UUID
    brand_id: UUID
    gap_id: UUID | None
    format: Format
    status: Status
    sections: list[Section]
    locale: str
    first: date | None = Field(alias="from")
    last: date | None = Field(alias="to")
    size: int | None = unit("bytes")
    failure: str
    created_at: datetime
    ready_at: datetime | None
    expires_at: datetime | None
