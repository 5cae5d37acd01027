"""Analytics on the wire. Each reading names its unit; null means too little data for a number."""

from __future__ import annotations

from datetime import date, datetime
from typing import Annotated, Literal
from uuid import UUID

from pydantic import Field

from presence.analysis.types import Verdict
from presence.domains.results.schemas.results import (
    Count,
    Millis,
    Percent,
    Rank,
    Score100,
)
from presence.domains.runs.schemas.runs import RunBasis
from presence.http.schemas import ApiOut

MetricName = Literal[
    "content", "overall", "technical", "audienceFit", "mentionRate", "promptCoverage",
    "avgPosition", "shareOfVoice", "citationRate", "ghostRate", "informativeRate", "sentiment",
    "recommendationRate",
]  # fmt: skip
# What one reading counts is said by its own `unit`.
Measured = Annotated[float, Field(json_schema_extra={"x-unit": "by-unit"})]


class SpanOut(ApiOut):
    """A range of days, inclusive, in the workspace's time zone."""

    from_: Annotated[date, Field(alias="from")]
    to: date
    time_zone: str


class MovementOut(ApiOut):
    """The change over the prompt and engine pairs both ranges have, in the unit of the value.

    For the mention rate of a single prompt, `points` is the change that is likely to last: smaller
    than the counted difference, because part of that is chance.
    """

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
    """A value and its change since the compared range."""

    delta: MovementOut | None


class AskedPromptOut(ApiOut):
    """The prompt behind a group of answers."""

    id: UUID
    text: str
    topic: str
    intent: str
    locale: str
    status: str


class NamedCompetitorOut(ApiOut):
    """A tracked competitor and the number of answers that name it."""

    id: str
    name: str
    answers: Count


class TonesOut(ApiOut):
    """How many answers that name the brand speak well of it, neutrally, or badly."""

    positive: Count
    neutral: Count
    negative: Count


class GroupOut(ApiOut):
    """One row of a table: an engine, prompt, topic, competitor, or the total.

    `rivals`, the most named first, is only set when requested. `lastAskedAt` is the time of the
    newest run. `tones` counts the answers behind `sentiment`; null for a competitor.
    """

    key: str
    label: str
    prompt: AskedPromptOut | None
    values: dict[MetricName, ReadingOut | None]
    answers: Count
    failed: Count
    tones: TonesOut | None
    rivals: list[NamedCompetitorOut] | None
    last_asked_at: datetime | None


class PointOut(PointReadingOut):
    """A point of a chart; `models` lists model changes by vendors at this point."""

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
    """Metrics for a range of days within the plan's history, which begins on `historyFrom`.

    `clipped` and `compareClipped` are true when the requested days, or the days to compare with,
    begin earlier and were cut. `compare` is null when the whole comparison lies before the history.
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
    """The overall score and its change since the previous run."""

    value: Score100
    low: Score100
    high: Score100
    n: Count
    delta: MovementOut | None
    stands_for: Literal["coverage", "technical-only"] | None = None


GrowthVerdict = Literal[
    "moved", "probably moving", "within noise", "not enough data", "model changed", "new"
]


class GrowthOut(ApiOut):
    """The growth over a month; a null value is explained by the verdict."""

    value: Percent | None
    verdict: GrowthVerdict
    since: datetime | None


class ResponseTimeOut(ApiOut):
    """The median time to first byte of the brand's pages."""

    value: Millis
    pages: Count


class TilesOut(ApiOut):
    """The key figures above the charts, of the newest run in the requested days.

    `newestAt` is when the newest run of all began, whether or not it is in those days.
    """

    as_of: datetime | None
    run_id: UUID | None
    newest_at: datetime | None
    basis: RunBasis | None
    overall: TileScoreOut | None
    growth: GrowthOut | None
    response_time: ResponseTimeOut | None


class NamedOut(ApiOut):
    """How many answers name the brand or a tracked competitor.

    `place` is its median position among the names in an answer, null if no answer names it.
    """

    key: str
    name: str
    rate: PointReadingOut
    place: Rank | None


class NotCountedOut(ApiOut):
    """A competitor that was tracked after these answers were counted: they are being recounted."""

    key: str
    name: str


class UntrackedNameOut(ApiOut):
    """A name that answers suggest as an alternative but that is not tracked."""

    id: UUID
    name: str
    answers: Count


class NamedInRunOut(ApiOut):
    """Who is named in the answers of the analysis shown, the most named first.

    `brand` is null, and the lists are empty, until answers have been scored. `notCounted` are
    tracked competitors that the answers have not been counted for yet.
    """

    run_id: UUID | None
    basis: RunBasis | None
    answers: Count
    brand: NamedOut | None
    competitors: list[NamedOut]
    not_counted: list[NotCountedOut]
    untracked: list[UntrackedNameOut]
