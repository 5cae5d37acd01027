"""Computes an experiment from a stored analysis, and compares old ones with a new analysis.

Invariant: a prediction is compared once, with the first analysis that finds its text published.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any, cast
from uuid import UUID

from sqlalchemy import func
from sqlalchemy.ext.asyncio import AsyncSession

from presence.analysis.analytics import mean_change
from presence.analysis.pipeline import Ingested, corpus
from presence.analysis.types import BrandProfile, DocumentText
from presence.analysis.whatif import Edit, EditRefused, applied_share, apply_edits, experiment
from presence.domains.experiments.models import WhatIf
from presence.domains.experiments.queries import what_if as queries
from presence.domains.results.queries import cells
from presence.domains.runs.models import Run
from presence.domains.runs.queries import evidence, runs
from presence.domains.runs.schemas.runs import RunBasis
from presence.domains.runs.service.codec import dump, load
from presence.domains.runs.service.panels import PANEL, Prompts, load_panel
from presence.domains.runs.service.stored_crawls import ingested_of
from presence.domains.runs.service.work import DOCUMENT_TEXTS, DOCUMENTS, PROFILE
from presence.http.events import publish
from presence.jobs.context import JobContext

log = logging.getLogger(__name__)
PUBLISHED = 0.8  # of an edit's words found: the rest is headings, menus and late changes
FAULT = "The experiment stopped because of a fault on our side. Please try again."
_NO_PANEL = "The newest analysis asked no question that could be asked again."


@dataclass(frozen=True, slots=True)
class _Base:
    """What the analysis behind an experiment read and asked."""

    run: Run
    profile: BrandProfile
    documents: tuple[DocumentText, ...]
    ingested: Ingested
    prompts: Prompts


async def perform(context: JobContext, what_if_id: UUID) -> None:
    """Job `visibility.what_if`. Safe to call again: the outcome depends only on stored data."""
    async with context.transaction() as session:
        row = await queries.find_what_if(session, what_if_id)
        if row is None or row.status in {"done", "failed"}:
            return
        await queries.update_what_if(session, what_if_id, {"status": "running"})
        edits = tuple(Edit(**edit) for edit in row.edits)
        base = await _load(session, row)
    try:
        values = await _outcome(context, base, edits)
    except EditRefused as refused:
        values = {"status": "failed", "failure": str(refused)}
    except Exception:
        if not context.last_attempt:
            raise
        log.exception("Experiment %s failed.", what_if_id)
        values = {"status": "failed", "failure": FAULT}
    async with context.transaction() as session:
        await queries.update_what_if(session, what_if_id, {**values, "finished_at": func.now()})
        news = {"whatIfId": str(what_if_id), "status": values["status"]}
        await publish(session, "what-if.updated", news)


async def _load(session: AsyncSession, row: WhatIf) -> _Base:
    run = await runs.get_run(session, row.run_id)
    stored = await evidence.inputs(session, row.run_id)
    crawled = await runs.crawled_run(session, row.brand_id)
    crawls = await evidence.crawls(session, crawled) if crawled else {}
    if run is None or PROFILE not in stored:
        raise LookupError(f"Run {row.run_id} stored no profile.")
    profile = load(BrandProfile, stored[PROFILE])
    documents = load(DOCUMENTS, stored.get(DOCUMENT_TEXTS, []))
    ingested = await asyncio.to_thread(lambda: ingested_of(crawls, profile))
    return _Base(run, profile, documents, ingested, load_panel(stored.get(PANEL)))


async def _outcome(context: JobContext, base: _Base, edits: Sequence[Edit]) -> dict[str, Any]:
    if all(prompt.branded for prompt in base.prompts.panel.prompts):
        raise EditRefused(_NO_PANEL)
    embedder = await asyncio.to_thread(context.resources.embedder)
    before = corpus(base.profile, base.ingested, base.documents)
    after = await asyncio.to_thread(lambda: apply_edits(before, edits, base.profile.name))
    found = await experiment(
        base.profile, before, after, base.prompts.panel, base.run.samples, base.run.seed, embedder
    )
    return {
        "status": "done",
        "verdict": found.verdict,
        **{name: getattr(found, name) for name in ("before", "after", "points", "low", "high")},
        "result": {
            "answers": found.answers,
            "prompts": [asdict(row) for row in found.prompts],
            "versions": dump(found.versions, tuple[str, ...]),
            "pValue": found.p_value,
        },
    }


async def verify(context: JobContext, run_id: UUID) -> None:
    """Job `visibility.verify`: compare the brand's open predictions with this analysis."""
    async with context.transaction() as session:
        run = await runs.get_run(session, run_id)
        if run is None or run.status != "completed" or run.basis is None:
            return
        open_ = [w for w in await queries.unverified(session, run.brand_id) if w.run_id != run_id]
        if not open_:
            return
        crawled = await evidence.crawls(session, run_id)
        stored = await evidence.inputs(session, run_id)
    texts = await asyncio.to_thread(lambda: _texts(crawled, stored))
    for prediction in open_:
        shares = [applied_share(Edit(**edit), texts) for edit in prediction.edits]
        if min(shares) < PUBLISHED:
            continue
        async with context.transaction() as session:
            actual = await _actual(session, prediction, run, min(shares))
            if actual is not None:
                now: datetime = context.resources.clock.now()
                values = {"actual": actual, "verified_at": now}
                await queries.update_what_if(session, prediction.id, values)


def _texts(crawls: dict[str, tuple[Any, list[Any]]], stored: dict[str, Any]) -> list[str]:
    """All own texts this analysis read: whole pages, documents block by block."""
    pages = crawls.get("brand", (None, []))[1]
    documents = load(DOCUMENTS, stored.get(DOCUMENT_TEXTS, []))
    return [
        *(str(facts.get("main_text", "")) for facts in pages),
        *(" ".join(text for _, text in document.blocks) for document in documents),
    ]


async def _actual(
    session: AsyncSession, prediction: WhatIf, run: Run, share: float
) -> dict[str, Any] | None:
    """The change measured between the analysis used for the prediction and this one."""
    before = await runs.get_run(session, prediction.run_id)
    if before is None or before.basis != run.basis or run.basis is None:
        return None
    basis = cast("RunBasis", run.basis)
    both = [
        cells.RunRow(r.id, r.kind, r.created_at, r.status, basis, r.seed, {}, {})
        for r in (before, run)
    ]
    found = await cells.cells(session, both, basis)
    sides = [[row.cell for row in found if row.run_id == r.id] for r in both]
    change = await asyncio.to_thread(lambda: mean_change("content", sides[0], sides[1], run.seed))
    if change.points is None:
        return None
    return {
        "runId": str(run.id),
        "basis": run.basis,
        "points": change.points,
        "verdict": change.verdict,
        "prompts": change.prompts,
        "published": share,
    }
