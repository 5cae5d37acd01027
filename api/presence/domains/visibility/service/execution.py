"""A run from claim to end, in the hands of one worker.

Invariant: whatever happens in between, a run that this worker still holds ends in exactly one of
completed, partial, failed or canceled, with a sentence when it is not completed.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from sqlalchemy import func
from sqlalchemy.ext.asyncio import AsyncSession

from presence.analysis.pipeline import Ingested
from presence.analysis.simulator import Simulator
from presence.analysis.types import AuditReport
from presence.domains.brands.service import record_scores
from presence.domains.materials.service import record_run
from presence.domains.visibility.errors import Superseded
from presence.domains.visibility.queries import results, runs
from presence.domains.visibility.queries.summary import refresh
from presence.domains.visibility.service.asking import ask, build_engine, read_answers
from presence.domains.visibility.service.comparison import (
    changes_of,
    comparable_run,
    deltas_of,
    new_and_closed,
    observations,
    stored_observations,
)
from presence.domains.visibility.service.concluding import (
    Conclusions,
    conclude,
    score_so_far,
    scores_out,
    store_conclusions,
)
from presence.domains.visibility.service.gathering import choose_prompts, gather, inspect
from presence.domains.visibility.service.ledger import Ledger
from presence.domains.visibility.service.outcome import Ending, ending_of, website_outcome
from presence.domains.visibility.service.work import Prompts, RunFailed, Work, aside, open_work
from presence.jobs.context import JobContext

log = logging.getLogger(__name__)

MAX_CLAIMS = 8
FIRST_SCORE_ANSWERS = 10
RESCORE_S = 4.0
FAULT = "The analysis stopped because of a fault on our side. Please run it again."
INTERRUPTED = "The analysis was interrupted too often. Please run it again."


async def execute(context: JobContext, run_id: UUID) -> None:
    """Job `visibility.run`: claim the run and take it to its end. Safe to call again."""
    async with context.transaction() as session:
        run = await runs.claim(session, run_id)
        if run is None:
            return
        await refresh(session, run.brand_id)
    ledger = Ledger(context, run)
    try:
        if run.lease > MAX_CLAIMS:
            raise RunFailed("interrupted", INTERRUPTED)
        await _analyse(await open_work(ledger, run))
    except Superseded:
        log.info("Run %s is no longer this worker's.", run_id)
    except RunFailed as failed:
        await _fail(ledger, failed)
    except Exception:
        if not context.last_attempt:
            raise
        log.exception("Run %s failed.", run_id)
        await _fail(ledger, RunFailed("internal", FAULT))


async def _analyse(work: Work) -> None:
    ingested = await gather(work)
    audit = await inspect(work, ingested)
    if audit is not None and work.run.first_score_at is None:
        await score_so_far(work, (), audit)
    prompts = await choose_prompts(work, ingested)
    engine = await build_engine(work, ingested)
    await _ask(work, prompts, engine, audit)
    answers = await work.answers(prompts, engine.spec)
    await read_answers(work, answers)
    await _close_audit(work, ingested, audit)
    found = await conclude(work, ingested, answers, audit)
    await _finish(work, prompts, found, ending_of(ingested.crawl, found.scores, answers))


async def _ask(work: Work, prompts: Prompts, engine: Simulator, audit: AuditReport | None) -> None:
    clock = work.ledger.context.resources.clock
    scored_at: float | None = None

    async def after_batch(done: int, total: int) -> None:
        nonlocal scored_at
        due = scored_at is None or clock.monotonic() - scored_at >= RESCORE_S
        if due and done < total and done >= min(FIRST_SCORE_ANSWERS, total):
            await score_so_far(work, await work.answers(prompts, engine.spec), audit)
            scored_at = clock.monotonic()

    await ask(work, prompts, engine, after_batch)


async def _close_audit(work: Work, ingested: Ingested, audit: AuditReport | None) -> None:
    """The audit was made when the pages came in; its stage is reported in its place."""
    if audit is None or ingested.crawl is None:
        await work.ledger.skip("audit")
    else:
        await work.ledger.end("audit", len(ingested.crawl.pages), len(ingested.crawl.pages))


async def _finish(work: Work, prompts: Prompts, found: Conclusions, ending: Ending) -> None:
    compared = await _compare(work, found) if ending.status == "completed" else Compared({}, [])
    async with work.ledger.transaction() as session:
        await store_conclusions(work, prompts, found, session)
        await results.set_deltas(session, work.run.id, compared.deltas)
        await runs.mark_first_score(session, work.run.id)
        await _record_elsewhere(session, work, found)
        await work.ledger.update(
            session,
            {
                "versions": found.versions,
                "verdict": found.scores.verdict,
                "basis": found.scores.basis,
                "changes": compared.changes,
                **_end(work.ledger, ending.status, ending.failure),
            },
        )
        news = {"provisional": False, "scores": scores_out(found.scores, compared.deltas)}
        await work.ledger.announce(session, "run.score", news)
        await work.ledger.announce(session, "run.completed", {"status": ending.status})


@dataclass(frozen=True, slots=True)
class Compared:
    """Deltas by metric and the lines of Recent Changes."""

    deltas: dict[str, dict[str, Any]]
    changes: list[dict[str, Any]]


async def _compare(work: Work, found: Conclusions) -> Compared:
    """Against the previous completed run, which is loaded first and compared in a thread."""
    async with work.ledger.transaction() as session:
        previous = await comparable_run(session, work.run)
        if previous is None:
            return Compared({}, [])
        before = {row.metric: row for row in await results.scores(session, previous.id)}
        old = await stored_observations(session, previous)
        opened, closed = await new_and_closed(session, previous, work.run)
    new = observations(found.answers, found.extractions)
    deltas = await aside(lambda: deltas_of(before, old, found.scores, new, work.seed))
    now = work.ledger.context.resources.clock.now()
    return Compared(deltas, changes_of(deltas, opened, closed, now, previous.created_at))


async def _record_elsewhere(session: AsyncSession, work: Work, found: Conclusions) -> None:
    """What the lists of brands and materials show of this run."""
    overall, fit = found.scores.overall, found.scores.audience_fit
    audience = None if fit is None else round(fit.value)
    await record_scores(
        session,
        work.run.brand_id,
        overall=None if overall is None else round(overall.value),
        audience=audience,
        scored_at=work.run.created_at,
    )
    await record_run(
        session,
        work.run.brand_id,
        website=website_outcome(found.crawl),
        audience_fit=audience,
        analysed_at=work.ledger.context.resources.clock.now(),
    )


async def _fail(ledger: Ledger, failed: RunFailed) -> None:
    failure = {"code": failed.code, "message": failed.message}
    try:
        async with ledger.transaction() as session:
            await results.put_scores(session, ledger.run_id, ())
            await ledger.update(session, _end(ledger, "failed", failure))
            await ledger.announce(session, "run.failed", {"status": "failed", "failure": failure})
    except Superseded:
        log.info("Run %s was over before it could be marked failed.", ledger.run_id)


def _end(ledger: Ledger, status: str, failure: dict[str, str] | None) -> dict[str, Any]:
    return {
        "status": status,
        "failure": failure,
        "stages": ledger.close_stages(),
        "finished_at": func.now(),
    }
