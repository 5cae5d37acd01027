"""What a brand was told of its changes over a span of days.

Invariant: nothing is tested here; the verdicts are those that each run was given, see
`presence.domains.results.service.comparison`.
"""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy.ext.asyncio import AsyncSession

from presence.domains.results.queries import cells as queries
from presence.domains.results.queries.cells import RunRow
from presence.domains.results.schemas.results import DeltaOut
from presence.domains.results.service.comparison import change_over


async def changes_over(
    session: AsyncSession, runs: Sequence[RunRow], metrics: Sequence[str]
) -> dict[str, DeltaOut | None]:
    """The change of each metric over these runs, oldest first; None where none was told."""
    found = await queries.scores(session, runs, metrics)
    made: dict[str, DeltaOut | None] = {}
    for metric in metrics:
        rows = [found[run.id, metric] for run in runs if (run.id, metric) in found]
        made[metric] = change_over([DeltaOut.model_validate(r.delta) for r in rows if r.delta])
    return made
