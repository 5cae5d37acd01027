"""Counts runs for the metrics.

Invariant: each function is called after the commit that makes its count true.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from presence.core import metrics
from presence.domains.runs.models import Run


def first_score(waited: tuple[timedelta, timedelta | None] | None) -> None:
    """Count a run's first score, as `queries.runs.mark_first_score` returned it."""
    if waited is None:
        return
    since_run, since_workspace = waited
    metrics.run_first_score.observe(since_run.total_seconds())
    if since_workspace is not None:
        metrics.first_value.observe(since_workspace.total_seconds())


def ended(run: Run, status: str, now: datetime) -> None:
    """Count a run that reached its end, and the time since it was requested."""
    metrics.run_ended.labels(run.kind, status).inc()
    if not run.round:  # a resumed run was requested long ago
        metrics.run_duration.labels(run.kind).observe((now - run.created_at).total_seconds())


def cut_short(kind: str, status: str) -> None:
    """Count a run that ended without results."""
    metrics.run_ended.labels(kind, status).inc()
