"""Versions of scores on the wire: re-scoring under way, and old beside new."""

from __future__ import annotations

from datetime import datetime
from typing import Literal
from uuid import UUID

from presence.domains.results.schemas.results import Count, Score100
from presence.http.schemas import ApiOut


class RescoreOut(ApiOut):
    """The progress of a re-scoring, in answers."""

    id: UUID
    brand_id: UUID
    status: Literal["queued", "running", "completed", "failed"]
    done: Count
    total: Count
    failure: str | None
    created_at: datetime
    finished_at: datetime | None


class RevisedScoreOut(ApiOut):
    """A headline score in one version."""

    value: Score100
    low: Score100
    high: Score100
    n: Count
    model: str


class RevisionOut(ApiOut):
    """A version of a run's scores; `reading` identifies how its answers were extracted."""

    number: Count
    reason: Literal["run", "retry", "rescore"]
    reading: str
    score_model: str
    versions: dict[str, str]
    inputs_hash: str
    answers: Count
    at: datetime
    scores: dict[str, RevisedScoreOut]


class RunRevisionsOut(ApiOut):
    """All versions of a run's scores, oldest first; `shown` is the number of the version shown."""

    run_id: UUID
    kind: str
    at: datetime
    shown: Count
    revisions: list[RevisionOut]


class BreakOut(ApiOut):
    """A run whose numbers were computed differently from those of the run before it."""

    at: datetime
    run_id: UUID
    what: Literal["formula", "reading"]
    before: str
    after: str


class RevisionsOut(ApiOut):
    """Versions of the scores by run, newest run first, and where charts have a break."""

    runs: list[RunRevisionsOut]
    breaks: list[BreakOut]
