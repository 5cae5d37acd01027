"""Counts answers for the metrics.

Invariant: an answer counts once, when it is stored.
"""

from __future__ import annotations

from collections.abc import Iterable

from presence.analysis.types import Answer
from presence.core import metrics

_UNUSABLE = frozenset({"malformed", "empty", "truncated"})
_SEARCHING = "API with web search"


def count_answers(stored: Iterable[Answer]) -> None:
    """Count answers that were just stored."""
    for answer in stored:
        engine, raw = answer.engine.id, answer.raw
        metrics.answers.labels(engine, raw.status).inc()
        if raw.error_code in _UNUSABLE:
            metrics.parse_failures.labels(engine, raw.error_code).inc()
        if raw.status == "completed" and answer.engine.surface == _SEARCHING and not raw.citations:
            metrics.citations_missing.labels(engine).inc()
