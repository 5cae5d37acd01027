""" "Re-check now": checks one finding again and closes or keeps it, with the result.

Invariant: the fetches are made with no transaction open, in the isolated process for sites, and
obey robots.txt; what could not be read closes nothing.
"""

from __future__ import annotations

import asyncio
import logging
import math
from dataclasses import dataclass
from datetime import timedelta
from uuid import UUID

from sqlalchemy import func
from sqlalchemy.ext.asyncio import AsyncSession

from presence.analysis.audit import audit
from presence.analysis.types import BrandProfile, FetchProblem, Finding, SiteCrawl
from presence.core.errors import Conflict, RateLimited
from presence.db.tenancy import binding_of
from presence.domains.findings.models import TechnicalFinding
from presence.domains.findings.queries import advice as stored
from presence.domains.findings.queries import advice_site as rechecks
from presence.domains.findings.schemas.conclusions import FindingRowOut
from presence.domains.findings.service.decisions import one, visible
from presence.domains.findings.service.lists import shown_of
from presence.domains.findings.service.rows import finding_row
from presence.domains.runs.queries import evidence, runs
from presence.domains.runs.queries.shown_results import refresh
from presence.domains.runs.service.codec import load
from presence.domains.runs.service.rows import crawl_of
from presence.domains.runs.service.work import PROFILE
from presence.domains.workspaces.service import quotas
from presence.http.events import publish
from presence.jobs.context import JobContext
from presence.jobs.queue import enqueue

log = logging.getLogger(__name__)

JOB = "visibility.recheck"
EVENT = "finding.updated"
PAUSE_S = 20
PER_HOUR = 30
_HOUR = timedelta(hours=1)
CLOSED = "Closed — no longer found when checked again"
STILL_OPEN = "Still open"
OUTDATED = "A newer analysis has replaced this finding."
FAULT = "The check stopped because of a fault on our side. Please try again."
_RENEWED = ("page", "pages", "issue", "impact", "impact_value", "action", "fix", "evidence", "bots")


@dataclass(frozen=True, slots=True)
class Checked:
    """The outcome of a re-check; `finding` is the new version if the problem still exists."""

    outcome: str
    detail: str
    finding: Finding | None = None


async def request(
    session: AsyncSession, brand_id: UUID, finding_id: UUID, user_id: UUID
) -> FindingRowOut:
    """Request a re-check of a finding; returns a pending one unchanged.

    Raises NotFound, Conflict for a finding of an earlier run, RateLimited (one per finding in 20
    seconds, 30 per brand and hour, 120 pages per person and hour).
    """
    (row,) = await visible(session, brand_id, "finding", (finding_id,))
    shown = await shown_of(session, brand_id)
    if row.run_id != shown.technical:
        raise Conflict("This finding is from an earlier analysis.")
    await rechecks.lock_finding(session, finding_id)
    last = await rechecks.last_recheck(session, finding_id)
    if last is not None and last.status == "queued":
        return await one(session, brand_id, FindingRowOut, finding_id)
    count, first, now = await rechecks.rechecks_since(session, brand_id, _HOUR)
    if last is not None and now - last.created_at < timedelta(seconds=PAUSE_S):
        raise _limited(PAUSE_S - (now - last.created_at).total_seconds())
    if count >= PER_HOUR and first is not None:
        raise _limited((first + _HOUR - now).total_seconds())
    await quotas.use_up(session, quotas.SITE_READS, user_id)
    recheck_id = await rechecks.add_recheck(session, brand_id, finding_id, user_id)
    workspace_id = binding_of(session).workspace_id
    if workspace_id is None:
        raise Conflict("Finish setting up your business first.")
    await enqueue(session, JOB, {"recheck_id": recheck_id}, workspace_id=workspace_id)
    return await one(session, brand_id, FindingRowOut, finding_id)


def _limited(wait_s: float) -> RateLimited:
    wait = max(1, math.ceil(wait_s))
    return RateLimited(
        "This was checked a moment ago. Please wait before you check again.",
        headers={"Retry-After": str(wait)},
    )


async def recheck(context: JobContext, recheck_id: UUID) -> None:
    """Job `visibility.recheck`: fetch, check, store. Safe to run again."""
    async with context.transaction() as session:
        waiting = await rechecks.waiting_recheck(session, recheck_id)
        if waiting is None:
            return
        _, row = waiting
        shown = await shown_of(session, row.brand_id)
        loaded = await _inputs(session, row) if shown.technical == row.run_id else None
    try:
        checked = Checked("outdated", OUTDATED)
        if loaded is not None:
            checked = await _check(context, row, *loaded)
    except Exception:
        if not context.last_attempt:
            raise
        log.exception("Re-check %s failed.", recheck_id)
        checked = Checked("unreachable", FAULT)
    async with context.transaction() as session:
        if await rechecks.waiting_recheck(session, recheck_id) is not None:
            await _store(session, recheck_id, row, checked)


async def _inputs(
    session: AsyncSession, row: TechnicalFinding
) -> tuple[SiteCrawl, BrandProfile, int] | None:
    """The crawl, the profile and the seed with which the finding was made."""
    run = await runs.get_run(session, row.run_id)
    profile = (await evidence.inputs(session, row.run_id)).get(PROFILE)
    crawl = (await evidence.crawls(session, row.run_id)).get("brand")
    if run is None or profile is None or crawl is None:
        return None
    return crawl_of(*crawl), load(BrandProfile, profile), run.seed


async def _check(
    context: JobContext, row: TechnicalFinding, crawl: SiteCrawl, profile: BrandProfile, seed: int
) -> Checked:
    """Check the site as it is now; the finding is matched by its key."""
    before = await asyncio.to_thread(audit, crawl, profile, seed)
    old = next((finding for finding in before.findings if finding.key == row.key), None)
    if old is None:
        return Checked("outdated", OUTDATED)
    found = await context.resources.sites.refetch(crawl, old)
    if isinstance(found, FetchProblem):
        return Checked("unreachable", found.message)
    after = await asyncio.to_thread(audit, found, profile, seed)
    now = next((finding for finding in after.findings if finding.key == row.key), None)
    if now is None:
        return Checked("closed", CLOSED)
    return Checked("still-open", STILL_OPEN, now)


async def _store(
    session: AsyncSession, recheck_id: UUID, row: TechnicalFinding, checked: Checked
) -> None:
    await rechecks.end_recheck(session, recheck_id, checked.outcome, checked.detail[:300])
    status = row.status
    if checked.outcome == "closed":
        status = await _close(session, row)
    elif checked.finding is not None:
        renewed = finding_row(checked.finding, row.brand_id)
        await rechecks.change_finding(session, row.id, {name: renewed[name] for name in _RENEWED})
        if status == "done":
            status = await _reopen(session, row)
    await refresh(session, row.brand_id)
    news = {
        "findingId": str(row.id),
        "brandId": str(row.brand_id),
        "status": status,
        "outcome": checked.outcome,
    }
    await publish(session, EVENT, news, row.run_id)


async def _close(session: AsyncSession, row: TechnicalFinding) -> str:
    """Close the finding, and its recommendation if it was the last one with its code."""
    await _verified(session, row, "finding", row.key, "closed", CLOSED, "done")
    await rechecks.change_finding(session, row.id, {})
    if not await rechecks.open_findings(session, row.run_id, row.code):
        key = f"finding:{row.code}"
        await _verified(session, row, "recommendation", key, "closed", CLOSED, "done")
    return "done"


async def _reopen(session: AsyncSession, row: TechnicalFinding) -> str:
    await _verified(session, row, "finding", row.key, "open", STILL_OPEN, "open")
    return "open"


async def _verified(
    session: AsyncSession,
    row: TechnicalFinding,
    kind: str,
    key: str,
    verdict: str,
    sentence: str,
    status: str,
) -> None:
    decision = await stored.locked_decision(session, row.brand_id, kind, key)
    values = {
        "status": status,
        "verified": verdict,
        "verified_text": sentence,
        "verified_at": func.now(),
        "decided_at": func.now(),
        "before": None,
    }
    await stored.change_decision(session, decision.id, values)
    await stored.set_status(session, kind, (row.run_id,), key, status)
