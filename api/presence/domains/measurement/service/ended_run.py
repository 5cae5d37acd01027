"""What other slices may report about an ended run."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from presence.core.rounding import whole
from presence.domains.findings.queries.advice_trend import trend
from presence.domains.results.queries import stored_scores
from presence.domains.runs.queries import runs


@dataclass(frozen=True, slots=True)
class EndedRun:
    """How a run ended; `moved` counts scores that changed beyond noise, `opened` new issues.

    `overall` is its overall score, 0 to 100, and `stands_for` what it represents if that differs
    from its name. Both counts are 0 without an earlier run to compare with.
    """

    brand_id: UUID
    kind: str
    status: str
    reason: str
    overall: int | None
    stands_for: str | None
    moved: int
    opened: int


async def ended_run(session: AsyncSession, run_id: UUID) -> EndedRun | None:
    """The run; None while it is in progress, or if it is gone."""
    run = await runs.get_run(session, run_id)
    if run is None or run.finished_at is None:
        return None
    scores = {row.metric: row for row in await stored_scores.scores(session, run_id)}
    overall = scores.get("overall")
    return EndedRun(
        brand_id=run.brand_id,
        kind=run.kind,
        status=run.status,
        reason=str((run.failure or {}).get("message", "")),
        overall=None if overall is None else whole(overall.value),
        stands_for=None if overall is None else overall.detail.get("stands_for"),
        moved=sum(change["verdict"] == "moved" for change in run.changes),
        opened=await _opened(session, run.brand_id, run_id),
    )


async def _opened(session: AsyncSession, brand_id: UUID, run_id: UUID) -> int:
    found = 0
    for aspect in ("content", "technical"):
        rows = await trend(session, brand_id, aspect)
        found += sum(row.new or 0 for row in rows if row.id == run_id)
    return found
