"""Which run measured the part of an overall score that a run did not measure itself.

Invariant: chosen once, when a run first needs it, and stored with the run; what is computed again
or shown as evidence later is of that run, whichever run began or ended in between.
"""

from __future__ import annotations

from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from presence.domains.runs.models import Run
from presence.domains.runs.queries import evidence, runs
from presence.domains.runs.service.run_kinds import Part, pipeline_of

OTHER_PART = "other-part"


async def choose_other_part(session: AsyncSession, run: Run) -> Run | None:
    """The newest run with results that measured what this one does not; a chosen one stays."""
    part = _left_out(run)
    found = None if part is None else await runs.earlier_run(session, run, part)
    await evidence.put_input(session, run.id, OTHER_PART, None if found is None else str(found.id))
    return await other_part(session, run)


async def other_part(session: AsyncSession, run: Run) -> Run | None:
    """The run chosen; None if there was none, or if the run measured both parts or neither.

    Runs of before the choice was stored count as computed with the run before them.
    """
    part = _left_out(run)
    if part is None:
        return None
    chosen = await evidence.stored_input(session, run.id, OTHER_PART)
    if chosen is None:
        return await runs.run_before(session, run, part)
    return None if chosen.data is None else await runs.get_run(session, UUID(chosen.data))


def _left_out(run: Run) -> Part | None:
    measures = pipeline_of(run.kind).measures
    if len(measures) != 1:
        return None
    return "technical" if "content" in measures else "content"
