"""Recomputes advice after stored answers were extracted again.

Invariant: the gaps and recommendations a brand shows are based on the extraction that its scores
are based on; a run that already has such advice is left alone.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from contextlib import AbstractAsyncContextManager
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from presence.analysis.provenance import reading_version
from presence.analysis.types import AuditReport, BrandProfile
from presence.domains.findings.service.run_advice import AdvisedRun, advise, store_advice
from presence.domains.results.queries import rescoring, stored_scores
from presence.domains.results.service.score_rows import fit_of
from presence.domains.runs.models import Run
from presence.domains.runs.queries import evidence, runs
from presence.domains.runs.queries.shown import shown_runs
from presence.domains.runs.service.answers.extractions import extractions_of
from presence.domains.runs.service.codec import load
from presence.domains.runs.service.engines import spec_of
from presence.domains.runs.service.other_part import other_part
from presence.domains.runs.service.panels import PANEL, answers_of, load_panel
from presence.domains.runs.service.work import AUDIT

Transaction = Callable[[], AbstractAsyncContextManager[AsyncSession]]


async def advise_again(
    transaction: Transaction, brand_id: UUID, profiles: Mapping[UUID, BrandProfile]
) -> None:
    """Recompute the advice of the run whose gaps the brand shows, from the current extraction.

    `profiles` maps runs to the brand, with people's decisions on that run's answers.
    """
    async with transaction() as session:
        shown = await shown_runs(session, brand_id)
        content = None if shown is None else shown.content
        run = None if content is None else await runs.get_run(session, content)
    if run is None or run.id not in profiles:
        return
    if run.advised == reading_version(profiles[run.id]):
        return
    subject = AdvisedRun(run, profiles[run.id], transaction)
    async with transaction() as session:
        inputs = await evidence.inputs(session, run.id)
        rows = await evidence.answers(session, run.id)
        scores = {row.metric: row for row in await stored_scores.scores(session, run.id)}
        audit = await _audit(session, run, inputs)
    prompts = load_panel(inputs.get(PANEL))
    specs = {spec.id: spec for spec in map(spec_of, run.engines)}
    answers = await asyncio.to_thread(lambda: answers_of(rows, prompts, specs))
    extractions = await extractions_of(transaction, subject.profile, answers)
    fit = fit_of(scores.get("audienceFit"))  # depends on pages, not on how answers were extracted
    advice = await advise(subject, answers, extractions, audit, fit)
    async with transaction() as session:
        if await rescoring.hold_ended(session, run.id) is not None:
            await store_advice(session, subject, prompts.ids, advice, None)


async def _audit(
    session: AsyncSession, run: Run, inputs: Mapping[str, object]
) -> AuditReport | None:
    """The audit the run was concluded with: its own, or that of the run chosen for its part."""
    data = inputs.get(AUDIT)
    if data is None and (other := await other_part(session, run)) is not None:
        data = (await evidence.inputs(session, other.id)).get(AUDIT)
    return None if data is None else load(AuditReport, data)
