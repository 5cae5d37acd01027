"""Runs, answers, findings, brands and gaps in the catalogue, as the console shows them."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Literal
from uuid import UUID

from presence.domains.runs.service.attention import FigureUnit
from presence.http.adminlists import Document
from presence.http.schemas import ApiOut, unit


class RunRecordOut(ApiOut):
    """A run: its stages, failures and cost."""

    id: UUID
    workspace_id: UUID
    workspace_name: str
    brand_id: UUID
    brand_name: str
    kind: str
    trigger: str
    status: str
    stage: str | None
    done: int
    steps: int
    failure_code: str | None
    failure_message: str | None
    engines: Document
    valid_answers: int = unit("count")
    total_answers: int = unit("count")
    cost: float = unit("usd")
    job_id: int | None
    duration_seconds: float | None = unit("seconds")
    started_at: datetime | None
    finished_at: datetime | None
    created_at: datetime


class AnswerRecordOut(ApiOut):
    """An engine's answer, verbatim."""

    id: UUID
    workspace_id: UUID
    workspace_name: str
    brand_id: UUID
    brand_name: str
    run_id: UUID
    prompt_id: UUID
    question: str
    engine: str
    engine_name: str
    model: str
    surface: str
    sample: int
    status: str
    text: str
    error: str
    error_code: str
    latency_ms: float = unit("ms")
    cost: float | None = unit("usd")
    answered_at: datetime
    created_at: datetime


class FindingRecordOut(ApiOut):
    """A technical problem of a brand's site."""

    id: UUID
    workspace_id: UUID
    workspace_name: str
    brand_id: UUID
    brand_name: str
    run_id: UUID
    code: str
    group: str
    page: str
    issue: str
    impact: str
    effort: str
    action: str
    evidence: Document
    checked_at: datetime | None


class CategoryGapRecordOut(ApiOut):
    """A category entered for a brand that our catalog does not contain."""

    id: UUID
    workspace_id: UUID
    workspace_name: str
    brand_id: UUID
    brand_name: str
    category: str
    language: str
    created_at: datetime


class BrandRecordOut(ApiOut):
    """A brand."""

    id: UUID
    workspace_id: UUID
    workspace_name: str
    name: str
    website_url: str | None
    source: str
    status: str
    pause_reason: str | None
    is_primary: bool
    market: str
    language: str
    basis: str | None
    overall_score: int | None
    scored_at: datetime | None
    prompt_count: int = unit("count")
    last_run_id: UUID | None
    last_run_status: str | None
    next_run_at: datetime | None
    deleted_at: datetime | None
    created_at: datetime


class AttentionItemOut(ApiOut):
    """An item that needs attention, with the list that shows it."""

    kind: str
    severity: Literal["info", "warning", "critical"]
    count: int
    sentence: str
    resource: str
    filter: dict[str, Any]


class AttentionOut(ApiOut):
    """What needs attention, worst first, and today's figures.

    Money is in US dollars; a figure is null while it is unknown.
    """

    items: list[AttentionItemOut]
    figures: dict[str, float | None]
    units: dict[str, FigureUnit]
    as_of: datetime
