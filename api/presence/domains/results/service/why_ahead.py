"""Reads answers ahead in the ways that explaining a change needs, so that asking is quick.

Invariant: chunk by chunk, each stored as it is read, so a killed job goes on where it stopped; what
was read before is not read again.
"""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from presence.analysis.provenance import reading_version
from presence.analysis.types import BrandProfile, Extraction
from presence.db.tenancy import binding_of
from presence.domains.results.queries import why as queries
from presence.domains.results.service.comparison import comparable_run
from presence.domains.results.service.rereading import reread
from presence.domains.results.service.why_runs import revision_of, ways_of
from presence.domains.runs.queries import runs
from presence.jobs.context import JobContext
from presence.jobs.queue import enqueue

JOB = "results.read_ahead"
MOST_RUNS = 12  # the newest ones


async def request_reading(session: AsyncSession, brand_id: UUID) -> None:
    """Have the brand's newest runs read ahead; one that waits already is enough."""
    await enqueue(
        session,
        JOB,
        {"brand_id": brand_id},
        workspace_id=binding_of(session).workspace_id,
        unique=f"{JOB}:{brand_id}",
    )


async def read_ahead(context: JobContext, brand_id: UUID) -> None:
    """Job `results.read_ahead`. Safe to call again at any time."""
    async with context.transaction() as session:
        newest = await queries.ended_runs(session, brand_id, MOST_RUNS)
    for run_id in newest:
        async with context.transaction() as session:
            wanted = await _unread(session, run_id)
        for of_run, profile in wanted:
            await reread(context.transaction, of_run, profile, _keep)


async def _unread(session: AsyncSession, run_id: UUID) -> list[tuple[UUID, BrandProfile]]:
    """Runs and for whom they are still to be read, to explain how one run changed."""
    run = await runs.get_run(session, run_id)
    previous = None if run is None else await comparable_run(session, run)
    if run is None or previous is None:
        return []
    before = await revision_of(session, previous, reported=True)
    after = await revision_of(session, run, reported=False)
    if before is None or after is None:
        return []
    ways = await ways_of(session, previous, before, after)
    wanted = {(previous.id, reading_version(profile)): profile for profile in ways}
    wanted[run.id, reading_version(after.profile)] = after.profile
    return [
        (of_run, profile)
        for (of_run, reading), profile in wanted.items()
        if await queries.has_unread(session, of_run, reading)
    ]


async def _keep(session: AsyncSession, answers: int, fresh: Sequence[Extraction]) -> None:
    """Store what was extracted; nothing else follows from it."""
