"""Versions of scores on the wire: re-scoring under way, and old beside new."""

from __future__ import annotations

from datetime import datetime
from typing import Literal
from uuid import UUID

from presence.domains.visibility.schemas.results import Count, Score100
from presence.http.schemas import ApiOut


class RescoreOut(ApiOut):
    """How far reading a brand's stored answers again is, in answers."""

    id: UUID
    brand_id: UUID
    status: Literal["queued", "running", "completed", "failed"]
    done: Count
    total: Count
    failure: str | None
    created_at: datetime
    finished_at: datetime | None


class RevisedScoreOut(ApiOut):
    """A headline score of one revision."""

    value: Score100
    low: Score100
    high: Score100
    n: Count
    model: str


class RevisionOut(ApiOut):
    """One version of a run's scores; `reading` names how its answers were read."""

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
    """Every version of a run's scores, oldest first; `shown` is the number of the shown one."""

    run_id: UUID
    kind: str
    at: datetime
    shown: Count
    revisions: list[RevisionOut]


class BreakOut(ApiOut):
    """A run whose numbers are made otherwise than those of the run before it."""

    at: datetime
    run_id: UUID
    what: Literal["formula", "reading"]
    before: str
    after: str


class RevisionsOut(ApiOut):
    """Versions of a brand's runs, newest run first, and where a chart marks a break."""

    runs: list[RunRevisionsOut]
    breaks: list[BreakOut]
