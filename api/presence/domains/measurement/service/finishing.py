"""Closes a run: everything it concluded, its end and its events in one transaction.

Invariant: an ended run holds no reservation, and a resumed one that failed ends as it had ended
before.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from sqlalchemy import func
from sqlalchemy.ext.asyncio import AsyncSession

from presence.analysis.competitors import discover
from presence.analysis.provenance import reading_version
from presence.analysis.types import Answer, ScoreChange
from presence.core import metrics
from presence.core.rounding import whole
from presence.domains.brands.records import FoundName
from presence.domains.brands.service import suggest_competitors
from presence.domains.engines.service import release
from presence.domains.experiments.service.what_if import verify_later
from presence.domains.findings.service.new_findings import new_and_closed
from presence.domains.materials.service import record_run
from presence.domains.measurement.service.concluding import (
    Conclusions,
    score_event,
    store_conclusions,
)
from presence.domains.results.queries import stored_scores
from presence.domains.results.schemas.results import ChangeOut
from presence.domains.results.service.comparison import (
    NewConclusions,
    changes_of,
    comparable_run,
    deltas_since,
    measured,
)
from presence.domains.results.service.why_ahead import request_reading
from presence.domains.runs.errors import Superseded
from presence.domains.runs.queries import runs
from presence.domains.runs.service import counted_runs
from presence.domains.runs.service.closing import Ending, unscored_ending, website_outcome
from presence.domains.runs.service.observations import observations
from presence.domains.runs.service.panels import Prompts
from presence.domains.runs.service.run_lease import RunLease
from presence.domains.runs.service.work import RunFailed, Work
from presence.jobs.notify import RUN_ENDED, request_notice

log = logging.getLogger(__name__)


async def finish(work: Work, prompts: Prompts, found: Conclusions, ending: Ending) -> None:
    """Store what the run concluded and end it, in one transaction."""
    compared = await _compare(work, found) if ending.status == "completed" else Compared({}, [])
    suggested = (
        await asyncio.to_thread(lambda: _suggested_competitors(work, found))
        if work.pipeline.asks
        else []
    )
    async with work.lease.transaction() as session:
        await store_conclusions(work, prompts, found, session)
        await stored_scores.set_deltas(session, work.run.id, compared.deltas)
        first = await runs.mark_first_score(session, work.run.id)
        await _update_materials(session, work, found)
        await suggest_competitors(session, work.run.brand_id, work.run.id, suggested)
        await work.lease.update(
            session,
            {
                "versions": found.versions,
                "verdict": found.scores.verdict,
                "basis": found.scores.basis,
                "changes": [
                    {**line.model_dump(), "at": line.at.isoformat()} for line in compared.changes
                ],
                **_end(work.lease, ending.status, ending.failure),
            },
        )
        await release(session, work.run.id)
        await request_notice(session, RUN_ENDED, work.run.id)
        news = score_event(found.scores, compared.deltas, provisional=False).model_dump(mode="json")
        await work.lease.announce(session, "run.score", news)
        await work.lease.announce(session, "run.completed", {"status": ending.status})
        await verify_later(session, work.lease.context.workspace_id, work.run.id)
        await request_reading(session, work.run.brand_id)
    counted_runs.first_score(first)
    metrics.scores_computed.inc()
    counted_runs.ended(work.run, ending.status, work.lease.context.resources.clock.now())


@dataclass(frozen=True, slots=True)
class Compared:
    """Deltas by metric and the lines of Recent Changes."""

    deltas: dict[str, ScoreChange]
    changes: list[ChangeOut]


async def _compare(work: Work, found: Conclusions) -> Compared:
    """Changes since the brand's earlier completed runs, and what they are in words."""
    async with work.lease.transaction() as session:
        previous = await comparable_run(session, work.run)
        if previous is None:
            return Compared({}, [])
        before = {row.metric: row for row in await stored_scores.scores(session, previous.id)}
        opened, closed = await new_and_closed(session, previous, work.run)
        concluded = NewConclusions(
            found.scores,
            observations(found.answers, found.extractions) if work.pipeline.asks else (),
            reading_version(work.profile),
            work.profile,
            found.crawl,
        )
        deltas = await deltas_since(session, work.run, previous, concluded)
    now = work.lease.context.resources.clock.now()
    pairs = measured(before, found.scores)
    return Compared(deltas, changes_of(deltas, pairs, opened, closed, now, previous.created_at))


def _suggested_competitors(work: Work, found: Conclusions) -> list[FoundName]:
    """Names mentioned as alternatives in valid answers."""
    read = list(zip(found.answers, found.extractions, strict=True))
    names = discover(read, work.profile)
    return [
        FoundName(n.name, n.answers, n.prompts, UUID(n.answer_id), n.start, n.end, n.engines)
        for n in names
    ]


async def _update_materials(session: AsyncSession, work: Work, found: Conclusions) -> None:
    """Record what the list of materials shows of this run."""
    fit = found.scores.audience_fit
    audience = None if fit is None else whole(fit.value)
    await record_run(
        session,
        work.run.brand_id,
        website=website_outcome(found.crawl),
        audience_fit=audience,
        fit=found.fit,
        fitted=work.pipeline.keeps("audienceFit"),
        analysed_at=work.lease.context.resources.clock.now(),
    )


async def finish_unscored(work: Work, answers: Sequence[Answer]) -> None:
    """End a run that stores answers without concluding anything."""
    ending = unscored_ending(answers, work.run.engines)
    async with work.lease.transaction() as session:
        end = _end(work.lease, ending.status, ending.failure)
        await work.lease.update(session, {**end, "versions": work.reading_versions})
        await release(session, work.run.id)
        await work.lease.announce(session, "run.completed", {"status": ending.status})
    counted_runs.ended(work.run, ending.status, work.lease.context.resources.clock.now())


async def fail(lease: RunLease, failed: RunFailed) -> None:
    """End the run without results; a resumed one keeps those it had."""
    failure = {"code": failed.code, "message": failed.message}
    try:
        async with lease.transaction() as session:
            await stored_scores.put_scores(session, lease.run_id, ())
            end = _end(lease, "failed", failure)
            if lease.ended_as is not None:
                end |= lease.ended_as
            await lease.update(session, end)
            await release(session, lease.run_id)
            await request_notice(session, RUN_ENDED, lease.run_id)
            await lease.announce(session, "run.failed", {"status": "failed", "failure": failure})
        counted_runs.cut_short(lease.kind, "failed")
    except Superseded:
        log.info("Run %s was over before it could be marked failed.", lease.run_id)


def _end(lease: RunLease, status: str, failure: dict[str, str] | None) -> dict[str, Any]:
    return {
        "status": status,
        "failure": failure,
        "stages": lease.close_stages(),
        "finished_at": func.now(),
    }
