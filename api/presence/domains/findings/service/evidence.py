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
from presence.analysis.scoring.observations import headline_engines
from presence.analysis.types import Extraction
from presence.core.errors import NotFound
from presence.domains.billing.service import current_plan
from presence.domains.findings.queries import score_evidence
from presence.domains.findings.schemas.evidence import (
    AnswerOut,
    DetectorErrorOut,
    EvidenceOut,
    InputOut,
    PositionOut,
)
from presence.domains.results.models import StoredScore
from presence.domains.results.queries import stored_scores
from presence.domains.results.schemas.results import Metric, ScoreOut
from presence.domains.results.service.score_rows import shown_values
from presence.domains.runs.models import Run
from presence.domains.runs.queries import runs
from presence.domains.runs.service.codec import load
from presence.domains.runs.service.other_part import other_part
from presence.domains.runs.service.run_kinds import Part, pipeline_of
from presence.domains.runs.service.run_views import no_run

MAX_ANSWERS = 1_000
_HEADLINE = {"overall": ("content", "technical"), "technical": (), "audienceFit": ()}


async def evidence(session: AsyncSession, run_id: UUID, metric: Metric) -> EvidenceOut:
    """Everything behind one metric of a run. Raises NotFound for a foreign run."""
    run = await runs.get_run(session, run_id)
    if run is None:
        raise no_run()
    scores = await _scores(session, run)
    own = scores.get(metric)
    asked = run if metric == "content" else await _measuring(session, run, "content")
    audited = run if metric == "technical" else await _measuring(session, run, "technical")
    if metric == "overall":
        scores = {**await _scores(session, asked), **await _scores(session, audited), **scores}
    technical = metric in {"technical", "overall"}
    audit = scores.get("technical") if technical else None
    return EvidenceOut.from_row(
        run,
        metric=metric,
        label=LABELS[metric],
        formula=FORMULAS[metric],
        model=own.model if own else None,
        score=_score(own) if own else None,
        inputs=_inputs(metric, scores),
        answers=await _answers(session, asked) if metric in {"content", "overall"} else [],
        findings=await _findings(session, audited) if technical else [],
        fit_items=own.detail.get("items", []) if own and metric == "audienceFit" else [],
        checks=audit.detail.get("checks", []) if audit else [],
        detector=_detector(own) if own and metric in {"content", "overall"} else None,
    )


async def _measuring(session: AsyncSession, run: Run, part: Part) -> Run | None:
    """The run whose part this one's overall score is based on: itself if it measured it."""
    if part in pipeline_of(run.kind).measures:
        return run
    return await other_part(session, run)


async def _scores(session: AsyncSession, run: Run | None) -> dict[str, StoredScore]:
    rows = [] if run is None else await stored_scores.scores(session, run.id)
    return {row.metric: row for row in rows}


async def _answers(session: AsyncSession, run: Run | None) -> list[Any]:
    """The answers that a run's headline counts, no others."""
    if run is None:
        return []
    engines = headline_engines(await score_evidence.answer_counts(session, run.id))
    return await score_evidence.scored_briefs(session, run.id, engines, MAX_ANSWERS)


async def _findings(session: AsyncSession, run: Run | None) -> list[Any]:
    if run is None:
        return []
    limit = (await current_plan(session)).limits.rows("gaps.technical")
    return await score_evidence.technical_findings(session, run.id, limit)


def _detector(own: StoredScore) -> DetectorErrorOut | None:
    """How much the error of name detection may move the score; None if it was not measured."""
    error = detector_error()
    if error is None:
        return None
    return DetectorErrorOut(
        version=error.version,
        precision=100.0 * error.precision.value,
        recall=100.0 * error.recall.value,
        points=round(error.points(own.value), 1),
    )


def _inputs(metric: str, scores: dict[str, StoredScore]) -> list[InputOut]:
    """Components of a content score; the two scores behind the overall one; a fit's readings."""
    if metric == "audienceFit":
        return _readings(scores[metric]) if metric in scores else []
    if metric == "content":
        rows = [row for row in scores.values() if row.detail.get("component")]
    else:
        rows = [scores[name] for name in _HEADLINE[metric] if name in scores]
    return [InputOut.from_row(row, name=row.metric) for row in rows]


def _readings(fit: StoredScore) -> list[InputOut]:
    readings = (("relevance", "relevance"), ("toneMatch", "tone_match"))
    return [
        InputOut.from_row(fit, name=name, value=fit.detail.get(key), low=None, high=None)
        for name, key in readings
    ]


def _score(row: StoredScore) -> ScoreOut:
    return ScoreOut.from_row(
        row,
        **shown_values(row),
        band=row.band or None,
        stands_for=row.detail.get("stands_for"),
    )


async def answer_document(session: AsyncSession, answer_id: UUID) -> AnswerOut:
    """One answer with spans, citations and passages. Raises NotFound."""
    row = await score_evidence.answer(session, answer_id)
    if row is None:
        raise NotFound("We could not find that answer.")
    reading = load(Extraction, row.reading) if row.reading else None
    return AnswerOut.from_row(
        row,
        prompt=row.prompt_text,
        highlights=highlights(row.text, reading) if reading else [],
        mentions=reading.mentions if reading else [],
        positions=_positions(reading) if reading else [],
        review=reading.review if reading else [],
        citations=reading.citations if reading else row.citations,
    )


def _positions(reading: Extraction) -> list[PositionOut]:
    names: dict[str, str] = {}
    for mention in reading.mentions:
        names.setdefault(mention.entity, mention.name)
    return [
        PositionOut(entity=entity, name=names.get(entity, entity), position=rank)
        for entity, rank in reading.positions
    ]
