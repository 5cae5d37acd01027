"""Share links on the wire: what members manage, and what a link shows to anybody."""

from __future__ import annotations

from datetime import date, datetime
from typing import Annotated, ClassVar, Literal, get_args
from uuid import UUID

from pydantic import AwareDatetime, Field, StringConstraints, model_validator
from pydantic_core import PydanticCustomError

from presence.domains.analytics.schemas.analytics import (
    MetricName,
    PointReadingOut,
    ReadingOut,
    SpanOut,
)
from presence.domains.results.schemas.results import Count, Level, ScoresOut
from presence.domains.results.service.ranges import order_problem
from presence.domains.runs.schemas.runs import RunBasis
from presence.http.listing import ListOut
from presence.http.schemas import ApiIn, ApiOut, unit

ShareSection = Literal["trend", "engines", "competitors", "prompts", "gaps", "recommendations"]
ShareState = Literal["open", "expired", "paused"]
SECTIONS: tuple[ShareSection, ...] = get_args(ShareSection)
MOST_DAYS = 730
Name = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=120)]
Secret = Annotated[str, Field(min_length=8, max_length=128)]
Filter = Annotated[list[Annotated[str, Field(max_length=200)]], Field(max_length=20)]
_PERIOD = "Give either a number of days or both the first and the last day"
_SENTENCES = {
    "name": "Give the link a name",
    "password": "The password needs 8 to 128 characters",
    "expires_at": "Give the moment of expiry with its time zone",
    "sections": "Choose sections from the list, each once",
    "days": f"The period is 1 to {MOST_DAYS} days",
    "first": "Give the first day as YYYY-MM-DD",
    "last": "Give the last day as YYYY-MM-DD",
    "engines": "Name at most 20 engines",
    "topics": "Name at most 20 topics",
}


class ShareLinkIn(ApiIn):
    """A new share link; it shows the last 90 days and all sections by default."""

    sentences: ClassVar[dict[str, str]] = _SENTENCES
    as_given: ClassVar[frozenset[str]] = frozenset({"topics"})

    name: Name
    password: Secret | None = None
    expires_at: AwareDatetime | None = None
    sections: Annotated[list[ShareSection], Field(max_length=6)] = Field(
        default_factory=lambda: list(SECTIONS)
    )
    days: Annotated[int, Field(ge=1, le=MOST_DAYS)] | None = None
    first: date | None = Field(None, alias="from")
    last: date | None = Field(None, alias="to")
    engines: Filter = Field(default_factory=list)
    topics: Filter = Field(default_factory=list)

    @model_validator(mode="after")
    def _one_period(self) -> ShareLinkIn:
        if (self.first is None) != (self.last is None) or (self.days and self.first):
            raise PydanticCustomError("period", _PERIOD)
        if problem := order_problem(self.first, self.last):
            raise PydanticCustomError("range", problem)
        return self


class ShareLinkChangeIn(ApiIn):
    """Changes to a share link; omitted fields are unchanged.

    A null password or expiry removes it.
    """

    sentences: ClassVar[dict[str, str]] = _SENTENCES

    name: Name | None = None
    password: Secret | None = None
    expires_at: AwareDatetime | None = None


class ShareLinkOut(ApiOut):
    """A share link; `paused` while the plan does not cover it."""

    id: UUID
    brand_id: UUID
    name: str
    state: ShareState
    protected: bool
    sections: list[ShareSection]
    days: int | None = unit("count")
    first: date | None = Field(alias="from")
    last: date | None = Field(alias="to")
    engines: list[str]
    topics: list[str]
    expires_at: datetime | None
    views: int = unit("count")
    last_viewed_at: datetime | None
    created_at: datetime


class ShareLinkLineOut(ShareLinkOut):
    """A share link with its address.

    `url` is null when it can no longer be read, or when the caller's API key is read-only.
    """

    url: str | None


class ShareLinkListOut(ListOut[ShareLinkLineOut]):
    """Share links, newest first.

    `limit` is how many the plan allows, null when unlimited; `used` is how many count against it.
    """

    limit: int | None = unit("count")
    used: int = unit("count")


class UnlockIn(ApiIn):
    """The password of a share link."""

    sentences: ClassVar[dict[str, str]] = {"password": "Enter the password"}

    password: Annotated[str, Field(min_length=1, max_length=128)]


class SharedBrandOut(ApiOut):
    """The brand whose results are shared."""

    name: str
    website_url: str | None


class SharedPointOut(PointReadingOut):
    """One point of the trend."""

    at: date


class SharedGroupOut(ApiOut):
    """One row of a table."""

    label: str
    values: dict[MetricName, ReadingOut | None]
    answers: Count


class SharedGapOut(ApiOut):
    """A prompt where a competitor is ahead; with `tooEarly`, no longer, but not yet closed."""

    prompt: str
    topic: str
    gap_type: Literal["Major", "Moderate", "Minor"]
    competitor: str
    attack_move: str
    n: Count
    too_early: bool


class SharedAdviceOut(ApiOut):
    """A recommendation."""

    title: str
    description: str
    priority: Literal["High", "Medium", "Low"]
    effort: Level


class SharedMarkOut(ApiOut):
    """A workspace note or an automatic event on a day of the trend."""

    day: date
    text: str


class SharedViewOut(ApiOut):
    """Everything a share link shows; sections it does not include are null."""

    name: str
    shared_by: str
    brand: SharedBrandOut
    basis: RunBasis | None
    as_of: datetime | None
    range: SpanOut | None
    engines_only: list[str]
    topics_only: list[str]
    scores: ScoresOut
    unreadable: str
    unanswered: tuple[str, ...]
    trend: list[SharedPointOut] | None
    marks: list[SharedMarkOut]
    engines: list[SharedGroupOut] | None
    competitors: list[SharedGroupOut] | None
    prompts: list[SharedGroupOut] | None
    gaps: list[SharedGapOut] | None
    recommendations: list[SharedAdviceOut] | None
