"""Why a number changed between two runs, on the wire."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any, Literal
from uuid import UUID

from pydantic import Field

from presence.domains.results.schemas.results import Count, DeltaOut, Percent
from presence.http.schemas import ApiOut

WhyMetric = Literal[
    "content", "overall", "mentionRate", "shareOfVoice", "citationRate", "recommendationRate"
]
WhyCause = Literal["questions", "engines", "reading", "competitors", "model", "website", "answers"]
Unexplained = Literal["first_run", "not_measured", "basis_changed"]


def _points() -> Any:
    return Field(json_schema_extra={"x-unit": "points"})


Points = Annotated[float, _points()]


class WhyPartOut(ApiOut):
    """One cause and the points it accounts for; `low` and `high` bound an estimate at 95 %.

    `questions`: questions were added, removed or weighted differently. `engines`: other assistants
    answered, or fewer of their answers arrived. `reading`: the brand's names, corrections, the
    detection or the formula changed. `competitors`: the list of competitors changed. `model`: an
    assistant answers with a new model, as far as its effect could be measured. `website`: the
    technical score, in the overall score only. `answers`: the same questions were answered
    differently; this is the real movement. `details` names what changed.
    """

    cause: WhyCause
    points: Points
    low: Points | None
    high: Points | None
    details: list[str]


class WhyRowOut(ApiOut):
    """The real movement in one topic, question, assistant or competitor.

    `points` is what it adds to the number; for a competitor, how much more often the same answers
    name it. `before` and `after` are its own values. `answersBefore` and `answersAfter` are ids of
    answers, at most 20 each, of the `countBefore` and `countAfter` behind them.
    """

    kind: Literal["topic", "question", "engine", "competitor"]
    key: str
    label: str
    points: Points
    before: Percent | None
    after: Percent | None
    count_before: Count
    count_after: Count
    answers_before: list[UUID]
    answers_after: list[UUID]


class WhyNumberOut(ApiOut):
    """A number before and after, split into parts whose points add up to the difference.

    `before` is the number as the earlier run reported it. `noiseShare` is the percentage of the
    real movement that chance alone can account for, null if no question was asked in both runs.
    `delta` is the verdict shown beside the score. Movement lists the largest rows of each kind.
    """

    before: Percent
    after: Percent
    points: Points
    delta: DeltaOut | None
    summary: str
    parts: list[WhyPartOut]
    noise_share: Percent | None
    shared_questions: Count
    movement: list[WhyRowOut]


class WhyOut(ApiOut):
    """Why a number changed since the run before.

    `number` is null if there is nothing to explain, and `unexplained` says why: there is no earlier
    run, one of the two did not measure this number, or they asked different kinds of assistants.
    """

    metric: WhyMetric
    run_id: UUID
    at: datetime
    before_run_id: UUID | None
    before_at: datetime | None
    unexplained: Unexplained | None
    number: WhyNumberOut | None
