"""Takes a run from claim to end, in one worker.

Invariant: whatever happens in between, a run that this worker still holds ends in exactly one of
completed, partial, failed or canceled, with a sentence if it is not completed.
"""

from __future__ import annotations

import logging
from uuid import UUID

from presence.domains.measurement.service.finishing import fail
from presence.domains.measurement.service.pipeline import run_pipeline
from presence.domains.runs.errors import Superseded
from presence.domains.runs.queries import runs
from presence.domains.runs.queries.shown_results import refresh
from presence.domains.runs.service.held_engines import use_hold
from presence.domains.runs.service.run_lease import RunLease
from presence.domains.runs.service.work import RunFailed, open_work
from presence.jobs.context import JobContext

log = logging.getLogger(__name__)

MAX_CLAIMS = 8
FAULT = "The analysis stopped because of a fault on our side. Please run it again."
INTERRUPTED = "The analysis was interrupted too often. Please run it again."


async def execute(context: JobContext, run_id: UUID) -> None:
    """Job `visibility.run`: claim the run and take it to its end. Safe to call again."""
    async with context.transaction() as session:
        run = await runs.claim(session, run_id)
        if run is None:
            return
        await refresh(session, run.brand_id)
    lease = RunLease(context, run)
    try:
        if run.lease > MAX_CLAIMS * (run.round + 1):
            raise RunFailed("interrupted", INTERRUPTED)
        await run_pipeline(await open_work(lease, run))
    except Superseded:
        log.info("Run %s is no longer this worker's.", run_id)
    except RunFailed as failed:
        await fail(lease, failed)
    except Exception:
        if not context.last_attempt:
            raise
        log.exception("Run %s failed.", run_id)
        await fail(lease, RunFailed("internal", FAULT))
    now = context.resources.clock.now()
    async with context.transaction() as session:
        await use_hold(session, context.resources.settings, run.brand_id, now)
