"""The evidence behind a number, and one answer in full.

Invariant: evidence is read from what the run stored, never recomputed, except for the marked spans,
which are a pure function of the stored text and extraction.
"""

from __future__ import annotations

from typing import Any
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from presence.analysis.extraction import highlights
from presence.analysis.scoring.detector import detector_error
from presence.analysis.scoring.formulas import FORMULAS, LABELS
from presence.analysis.types import Extraction
from presence.core.errors import NotFound
from presence.domains.billing.service import current_plan
from presence.domains.visibility.models import StoredScore
from presence.domains.visibility.queries import results, runs, views
from presence.domains.visibility.service.codec import load
from presence.domains.visibility.service.reading import no_run

MAX_ANSWERS = 1_000
_HEADLINE = {"overall": ("content", "technical"), "technical": (), "audienceFit": ()}


async def evidence(session: AsyncSession, run_id: UUID, metric: str) -> dict[str, Any]:
    """Everything behind one metric of a run. Raises NotFound for a foreign run."""
    run = await runs.get_run(session, run_id)
    if run is None:
        raise no_run()
    scores = {row.metric: row for row in await results.scores(session, run_id)}
    own = scores.get(metric)
    detail = own.detail if own else {}
    limit = (await current_plan(session)).limits.rows("gaps.technical")
    technical = metric in {"technical", "overall"}
    answered = metric != "technical"
    return {
        "metric": metric,
        "label": LABELS[metric],
        "formula": FORMULAS[metric],
        "model": own.model if own else None,
        "score": _score(own),
        "basis": run.basis,
        "inputs": _inputs(metric, scores),
        "answers": await views.scored_briefs(session, run_id, MAX_ANSWERS) if answered else [],
        "findings": await views.technical_findings(session, run_id, limit) if technical else [],
        "fitItems": detail.get("items", []) if metric == "audienceFit" else [],
        "checks": _checks(scores.get("technical")) if technical else [],
        "detector": _detector(own) if metric in {"content", "overall"} else None,
    }


def _detector(own: StoredScore | None) -> dict[str, Any] | None:
    """How much the error of name detection may move the score; None if it was not measured."""
    error = detector_error()
    if error is None or own is None:
        return None
    return {
        "version": error.version,
        "precision": 100.0 * error.precision.value,
        "recall": 100.0 * error.recall.value,
        "points": round(error.points(own.value), 1),
    }


def _inputs(metric: str, scores: dict[str, StoredScore]) -> list[dict[str, Any]]:
    """Components of a content score; the two scores behind the overall one; a fit's readings."""
    if metric == "audienceFit":
        own = scores.get(metric)
        return _readings(own) if own else []
    if metric == "content":
        rows = [row for row in scores.values() if row.detail.get("component")]
    else:
        rows = [scores[name] for name in _HEADLINE[metric] if name in scores]
    return [
        {
            "name": row.metric,
            "value": row.value,
            "low": row.low,
            "high": row.high,
            "n": row.n,
            "unit": row.unit,
        }
        for row in rows
    ]


def _readings(fit: StoredScore) -> list[dict[str, Any]]:
    readings = (("relevance", "relevance"), ("toneMatch", "tone_match"))
    return [
        {
            "name": name,
            "value": fit.detail.get(key),
            "low": None,
            "high": None,
            "n": fit.n,
            "unit": fit.unit,
        }
        for name, key in readings
    ]


def _checks(technical: StoredScore | None) -> list[dict[str, Any]]:
    if technical is None:
        return []
    kept = ("code", "group", "weight", "applicable", "passed")
    return [{key: check[key] for key in kept} for check in technical.detail.get("checks", [])]


def _score(row: StoredScore | None) -> dict[str, Any] | None:
    if row is None:
        return None
    return {
        "value": round(row.value),
        "low": round(row.low, 1),
        "high": round(row.high, 1),
        **{name: getattr(row, name) for name in ("n", "unit", "model", "exploratory", "delta")},
        "band": row.band or None,
        "standsFor": row.detail.get("stands_for"),
    }


async def answer_document(session: AsyncSession, answer_id: UUID) -> dict[str, Any]:
    """One answer with spans, citations and passages. Raises NotFound."""
    row = await views.answer(session, answer_id)
    if row is None:
        raise NotFound("We could not find that answer.")
    reading = load(Extraction, row.reading) if row.reading else None
    return {
        **_identity(row),
        "highlights": list(highlights(row.text, reading)) if reading else [],
        "mentions": list(reading.mentions) if reading else [],
        "positions": _positions(reading),
        "review": list(reading.review) if reading else [],
        "citations": _citations(row, reading),
        "searchQueries": row.search_queries,
        "passages": row.passages,
    }


def _identity(row: Any) -> dict[str, Any]:
    same = (
        "id",
        "question",
        "intent",
        "topic",
        "status",
        "text",
        "engine",
        "model",
        "surface",
        "basis",
        "locale",
        "sample",
    )
    return {
        **{name: getattr(row, name) for name in same},
        "runId": row.run_id,
        "brandId": row.brand_id,
        "prompt": row.prompt_text,
        "engineName": row.engine_name,
        "latencyMs": row.latency_ms,
        "costUsd": row.cost_usd,
        "answeredAt": row.answered_at,
    }


def _positions(reading: Extraction | None) -> list[dict[str, Any]]:
    if reading is None:
        return []
    names: dict[str, str] = {}
    for mention in reading.mentions:
        names.setdefault(mention.entity, mention.name)
    return [
        {"entity": entity, "name": names.get(entity, entity), "position": rank}
        for entity, rank in reading.positions
    ]


def _citations(row: Any, reading: Extraction | None) -> list[Any] | None:
    """As classified by the extractor; None if the engine gave no citation data."""
    if reading is not None:
        return None if reading.citations is None else list(reading.citations)
    found: list[Any] | None = row.citations
    return found
