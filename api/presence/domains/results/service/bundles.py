"""A stored run as a bundle: everything is loaded first, then packed without a transaction.

Invariant: the bundle holds what the shown revision was scored from, so scoring it again yields the
scores shown.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from presence.analysis.bundle import Contents, ScoreLine, files_of, pack
from presence.analysis.types import (
    Answer,
    AuditReport,
    BrandProfile,
    EngineSpec,
    Extraction,
    PanelPrompt,
)
from presence.core.errors import Conflict
from presence.db.session import Database
from presence.db.tenancy import TenantBinding
from presence.domains.results.models import RunRevision, StoredScore
from presence.domains.results.queries import bundles, rescoring, stored_scores
from presence.domains.results.service.score_rows import fit_of, score_of
from presence.domains.runs.models import Run, StoredAnswer, StoredExtraction
from presence.domains.runs.queries import evidence, runs
from presence.domains.runs.service.codec import load
from presence.domains.runs.service.rows import answer_of, crawl_of
from presence.domains.runs.service.run_kinds import pipeline_of
from presence.domains.runs.service.run_views import no_run
from presence.domains.runs.service.work import AUDIT, DOCUMENT_TEXTS, DOCUMENTS, PROFILE


@dataclass(frozen=True, slots=True)
class Stored:
    """The rows of a run that go into its bundle."""

    run: Run
    revision: RunRevision
    prompts: Mapping[str, PanelPrompt]
    answers: Sequence[StoredAnswer]
    readings: Sequence[StoredExtraction]
    crawls: Mapping[str, tuple[Any, list[Any]]]
    inputs: Mapping[str, Any]
    scores: Sequence[StoredScore]


async def load_run(session: AsyncSession, run_id: UUID) -> Stored:
    """All data of a run. Raises NotFound, and Conflict while it has no result to show."""
    run = await runs.get_run(session, run_id)
    if run is None:
        raise no_run()
    revision = await rescoring.newest_revision(session, run_id)
    if revision is None:
        raise Conflict("This analysis has no result yet that could be scored again.")
    readings = await evidence.extractions(session, run_id)
    headline = await stored_scores.scores(session, run_id)
    return Stored(
        run,
        revision,
        await bundles.prompts(session, run_id),
        await evidence.answers(session, run_id),
        list(readings.values()),
        await evidence.crawls(session, run_id),
        await evidence.inputs(session, run_id),
        [*headline, *await stored_scores.engine_scores(session, run_id)],
    )


async def bundle_of(stored: Stored) -> bytes:
    """The ZIP file, built in a thread."""
    return await asyncio.to_thread(lambda: pack(files_of(contents_of(stored))))


def contents_of(stored: Stored) -> Contents:
    """The rows as contents of the bundle."""
    run, revision = stored.run, stored.revision
    by_metric = {row.metric: row for row in stored.scores if not row.engine}
    audit = stored.inputs.get(AUDIT)
    return Contents(
        run=_parameters(run, revision, by_metric),
        profile=load(BrandProfile, revision.profile),
        run_profile=load(BrandProfile, stored.inputs.get(PROFILE, revision.profile)),
        versions=revision.versions,
        reading=revision.reading,
        inputs_hash=revision.inputs_hash,
        panel=tuple(stored.prompts.values()),
        answers=[_answer(row, stored.prompts) for row in stored.answers],
        readings=[load(Extraction, row.data) for row in stored.readings],
        crawls=[(owner, crawl_of(*parts)) for owner, parts in sorted(stored.crawls.items())],
        documents=load(DOCUMENTS, stored.inputs.get(DOCUMENT_TEXTS, [])),
        audit=None if audit is None else load(AuditReport, audit),
        fit=fit_of(by_metric.get("audienceFit")),
        scores=[ScoreLine(row.metric, row.engine, score_of(row)) for row in stored.scores],
        recorded=_recorded(run),
    )


async def export(database: Database, run_id: UUID) -> bytes:
    """The bundle of any run, read within its own workspace. Raises NotFound, Conflict."""
    async with database.transaction() as session:
        workspace_id = await bundles.workspace_of(session, run_id)
    if workspace_id is None:
        raise no_run()
    async with database.transaction(TenantBinding(workspace_id)) as session:
        stored = await load_run(session, run_id)
    return await bundle_of(stored)


def _parameters(
    run: Run, revision: RunRevision, scores: Mapping[str, StoredScore]
) -> dict[str, Any]:
    content = scores.get("content")
    return {
        "id": str(run.id),
        "brandId": str(run.brand_id),
        "kind": run.kind,
        "createdAt": run.created_at.isoformat(),
        "seed": run.seed,
        "panelSize": run.panel_size,
        "panelVersion": run.panel_version,
        "samples": run.samples,
        "engines": run.engines,
        "basis": run.basis,
        "verdict": run.verdict,
        "revision": revision.number,
        "reason": revision.reason,
        "exploratory": content is not None and content.exploratory,
    }


def _recorded(run: Run) -> tuple[str, ...]:
    """Metrics computed with another run's answers or pages, which are not in this bundle.

    Audience fit is never recomputed here: it depends on an embedding model.
    """
    measures = pipeline_of(run.kind).measures
    other = () if {"content", "technical"} <= measures else ("overall",)
    lacking = () if "technical" in measures else ("technical",)
    return ("audienceFit", *other, *lacking)


def _answer(row: StoredAnswer, prompts: Mapping[str, PanelPrompt]) -> Answer:
    surface: Any = row.surface
    basis: Any = row.basis
    engine = EngineSpec(row.engine, row.engine_name, "", row.model, surface, basis)
    return answer_of(row, prompts[row.prompt_key], engine)
