"""Scores, gaps and recommendations: provisional while answers arrive, final at the end.

Invariant: a final score carries the hash of everything it was computed from, and its run ends in
the transaction that stores it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from presence.analysis.pipeline import (
    Ingested,
    corpus,
    score_stage,
    versions_of,
)
from presence.analysis.provenance import answer_digest, inputs_hash, reading_version
from presence.analysis.scoring import EngineScore, by_engine, score_run
from presence.analysis.types import (
    COVERAGE,
    Answer,
    AudienceFit,
    AuditReport,
    Extraction,
    Score,
    ScoreChange,
    Scores,
    SiteCrawl,
    StandsFor,
)
from presence.domains.analytics.service.ambiguous_mentions import store_ambiguous_mentions
from presence.domains.brands.service import brand_profile
from presence.domains.findings.service.run_advice import Advice, AdvisedRun, advise, store_advice
from presence.domains.results.queries import stored_scores
from presence.domains.results.schemas.results import ScoreEvent, ScoreOut
from presence.domains.results.service.cells import Sums, store_sums, sums_of
from presence.domains.results.service.requests import request_rescore
from presence.domains.results.service.revisions import RevisionInputs, store_revision
from presence.domains.results.service.score_rows import (
    engine_rows,
    own_rows,
    score_rows,
    shown_values,
)
from presence.domains.runs.queries import evidence, runs
from presence.domains.runs.service import counted_runs
from presence.domains.runs.service.answers.extractions import extractions_of
from presence.domains.runs.service.panels import Prompts
from presence.domains.runs.service.rows import Row, extraction_row
from presence.domains.runs.service.work import Work


@dataclass(frozen=True, slots=True)
class Conclusions:
    """Everything a run concludes, before it is stored."""

    scores: Scores
    fit: AudienceFit | None
    audit: AuditReport | None
    advice: Advice
    crawl: SiteCrawl | None
    answers: tuple[Answer, ...]
    extractions: tuple[Extraction, ...]
    versions: dict[str, str]
    inputs_hash: str
    engines: tuple[EngineScore, ...]
    sums: Sums


def score_event(
    scores: Scores, deltas: Mapping[str, ScoreChange] | None = None, *, provisional: bool
) -> ScoreEvent:
    """The four headline scores as an event announces them."""
    headline = {
        "content": scores.content,
        "technical": scores.technical,
        "audienceFit": scores.audience_fit,
        "overall": scores.overall,
    }
    known = deltas or {}
    shown = {
        name: _shown(score, known.get(name), scores.stands_for(name)) if score else None
        for name, score in headline.items()
    }
    return ScoreEvent(provisional=provisional, scores=shown)


def _shown(score: Score, delta: ScoreChange | None, stands_for: StandsFor | None) -> ScoreOut:
    return ScoreOut.from_row(
        score,
        **shown_values(score),
        band=None if stands_for == COVERAGE else score.band,
        stands_for=stands_for,
        delta=delta,
    )


async def score_so_far(
    work: Work, answers: Sequence[Answer], audit: AuditReport | None
) -> Scores | None:
    """Provisional scores from what is available; None while there is nothing to score."""
    extractions = await extractions_of(work.lease.transaction, work.profile, answers)
    scores = await asyncio.to_thread(
        lambda: score_run(work.profile, answers, extractions, audit, None, work.seed)
    )
    if scores.content is None and scores.technical is None:
        return None
    rows = _provisional(work, score_rows(scores, audit, None))
    async with work.lease.transaction() as session:
        await stored_scores.put_scores(session, work.run.id, rows)
        first = await runs.mark_first_score(session, work.run.id)
        await work.lease.update(session, {"verdict": scores.verdict})
        await work.lease.announce(
            session, "run.score", score_event(scores, provisional=True).model_dump(mode="json")
        )
    counted_runs.first_score(first)
    return scores


async def conclude(
    work: Work, ingested: Ingested, answers: Sequence[Answer], audit: AuditReport | None
) -> Conclusions:
    """Stages `score` and `recommend`, computed in threads and not yet stored."""
    embedder = await work.embedder()
    await work.lease.begin("score")
    extractions = await extractions_of(work.lease.transaction, work.profile, answers)
    scores, fit = await asyncio.to_thread(
        lambda: score_stage(
            work.profile,
            corpus(work.profile, ingested, work.documents),
            answers,
            extractions,
            audit,
            embedder,
            work.seed,
        )
    )
    await work.lease.end("score", 1, 1)
    await work.lease.begin("recommend")
    advice = await advise(run_for_advice(work), answers, extractions, audit, fit)
    advised = len(advice.recommendations)
    await work.lease.end("recommend", advised, advised)
    versions = dict(versions_of(audit, fit, embedder))
    has_competitors = bool(work.profile.competitors)
    return Conclusions(
        scores=scores,
        fit=fit,
        audit=audit,
        advice=advice,
        crawl=ingested.crawl,
        answers=tuple(answers),
        extractions=extractions,
        versions=versions,
        inputs_hash=await asyncio.to_thread(lambda: _inputs_hash(work, answers, audit, versions)),
        engines=await asyncio.to_thread(
            lambda: by_engine(answers, extractions, work.seed, has_competitors)
        ),
        sums=await asyncio.to_thread(lambda: sums_of(answers, extractions)),
    )


def run_for_advice(work: Work) -> AdvisedRun:
    """A worker's run in the form that advice is computed from."""
    return AdvisedRun(work.run, work.profile, work.lease.transaction)


def _inputs_hash(
    work: Work, answers: Sequence[Answer], audit: AuditReport | None, versions: dict[str, str]
) -> str:
    checks = None if audit is None else audit.checks
    return inputs_hash(work.profile, map(answer_digest, answers), checks, work.seed, versions)


async def store_conclusions(work: Work, prompts: Prompts, found: Conclusions, session: Any) -> None:
    """Store final scores, gaps and recommendations in the caller's transaction."""
    brand = work.run.brand_id
    reading = reading_version(work.profile)
    made = RevisionInputs(
        reason="run" if work.run.reading is None else "retry",
        reading=reading,
        versions=found.versions,
        profile=work.profile,
        inputs_hash=found.inputs_hash,
        answers=len(found.answers),
    )
    rows = own_rows(work.pipeline, score_rows(found.scores, found.audit, found.fit))
    asked = "content" in work.pipeline.measures
    rows += engine_rows(found.engines) if asked else []
    await evidence.put_extractions(session, [extraction_row(e, reading) for e in found.extractions])
    await store_revision(session, work.run.id, brand, made, rows)
    if reading_version(await brand_profile(session, brand)) != reading:
        await request_rescore(session, brand)  # a name changed while the run was in progress
    await store_advice(session, run_for_advice(work), prompts.ids, found.advice, found.audit)
    if asked:
        await store_sums(session, work.run.id, found.sums, prompts.ids)
        await store_ambiguous_mentions(session, brand, found.extractions)


def _provisional(work: Work, rows: Sequence[Row]) -> list[Row]:
    return [
        {
            **row,
            "run_id": work.run.id,
            "brand_id": work.run.brand_id,
            "inputs_hash": "provisional",
            "reading": reading_version(work.profile),
            "revision": work.run.revision,
            "provisional": True,
        }
        for row in own_rows(work.pipeline, rows)
    ]
