"""Analytics on the wire. Each reading names its unit; null means too little to give a number."""

from __future__ import annotations

from datetime import date, datetime
from typing import Annotated, Literal
from uuid import UUID

from pydantic import Field

from presence.domains.visibility.schemas.results import (
    Count,
    Millis,
    Percent,
    Score100,
    Verdict,
)
from presence.domains.visibility.schemas.runs import RunBasis
from presence.http.schemas import ApiOut

MetricName = Literal[
    "content", "overall", "technical", "audienceFit", "mentionRate", "promptCoverage",
    "avgPosition", "shareOfVoice", "citationRate", "ghostRate", "informativeRate", "sentiment",
    "recommendationRate",
]  # fmt: skip
# What one reading counts is said by its own `unit`.
Measured = Annotated[float, Field(json_schema_extra={"x-unit": "by-unit"})]


class SpanOut(ApiOut):
    """Inclusive days in the workspace's time zone."""

    from_: Annotated[date, Field(alias="from")]
    to: date
    time_zone: str


class MovementOut(ApiOut):
    """Change over the (prompt, engine) pairs both spans have, in the reading's unit."""

    points: Measured | None
    verdict: Verdict


class PointReadingOut(ApiOut):
    """A value with its 95 % interval; `hits` of `n` answers count for a rate."""

    unit: Literal["percent", "score100", "rank"]
    value: Measured | None
    low: Measured | None
    high: Measured | None
    n: Count
    prompts: Count | None
    hits: Count | None


class ReadingOut(PointReadingOut):
    """A value and its change against the compared span."""

    delta: MovementOut | None


class AskedPromptOut(ApiOut):
    """The question behind a group of answers."""

    id: UUID
    text: str
    topic: str
    intent: str
    locale: str
    status: str


class RivalOut(ApiOut):
    """A tracked competitor and how many answers name it."""

    id: str
    name: str
    answers: Count


class GroupOut(ApiOut):
    """One row of a table: an engine, prompt, topic, competitor, or everything.

    `rivals`, most named first, only where they were asked for; `lastAskedAt` is the newest run.
    """

    key: str
    label: str
    prompt: AskedPromptOut | None
    values: dict[MetricName, ReadingOut | None]
    answers: Count
    failed: Count
    rivals: list[RivalOut] | None
    last_asked_at: datetime | None


class PointOut(PointReadingOut):
    """One point of a chart; `models` tell when a vendor's model changed under it."""

    at: date
    run_id: UUID
    models: list[str]


class SeriesOut(ApiOut):
    """One line of a chart."""

    key: str
    label: str
    metric: MetricName
    points: list[PointOut]


class MetricsOut(ApiOut):
    """Metrics of a span, all of it inside the plan's history, which begins on `historyFrom`.

    `clipped` and `compareClipped` say that the days asked for, or those they would be compared
    with, begin before it; of a comparison wholly before it nothing is left, and `compare` is null.
    """

    range: SpanOut
    compare: SpanOut | None
    clipped: bool
    compare_clipped: bool
    history_from: date
    as_of: datetime
    basis: RunBasis | None
    runs: Count
    group_by: Literal["engine", "prompt", "topic", "competitor"] | None
    metrics: list[MetricName]
    groups: list[GroupOut]
    series: list[SeriesOut]


class TileScoreOut(ApiOut):
    """The overall score and its change against the run before."""

    value: Score100
    low: Score100
    high: Score100
    n: Count
    delta: MovementOut | None
    stands_for: Literal["coverage", "technical-only"] | None = None


class GrowthOut(ApiOut):
    """Growth over a month; null with the verdict that explains it."""

    value: Percent | None
    verdict: Literal["moved", "within noise", "not enough data", "model changed", "new"]
    since: datetime | None


class ResponseTimeOut(ApiOut):
    """Median time to the first byte of the brand's pages."""

    value: Millis
    pages: Count


class TilesOut(ApiOut):
    """What stands above the charts."""

    as_of: datetime | None
    basis: RunBasis | None
    overall: TileScoreOut | None
    growth: GrowthOut | None
    response_time: ResponseTimeOut | None
