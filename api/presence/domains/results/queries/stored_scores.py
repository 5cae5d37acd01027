"""SQL statements for the scores of a run.

Invariant: a stored final score is never changed; a later conclusion is a new revision beside it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from uuid import UUID

from sqlalchemy import ColumnElement, delete, select, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession

from presence.analysis.types import ScoreChange
from presence.core.ids import new_id
from presence.domains.results.models import StoredScore
from presence.domains.results.schemas.results import DeltaOut
from presence.domains.runs.models import Run
from presence.domains.runs.queries.evidence import Row, column_of


async def put_scores(session: AsyncSession, run_id: UUID, rows: Sequence[Row]) -> None:
    """Replace the run's provisional scores; a stored final score is never changed.

    A later conclusion of the same run is a new revision beside the old one.
    """
    await session.execute(
        delete(StoredScore).where(StoredScore.run_id == run_id, StoredScore.provisional)
    )
    if rows:
        await session.execute(
            insert(StoredScore).on_conflict_do_nothing(
                index_elements=["workspace_id", "run_id", "revision", "metric", "engine"]
            ),
            [{"id": new_id(), **row} for row in rows],
        )


async def set_deltas(
    session: AsyncSession, run_id: UUID, deltas: Mapping[str, ScoreChange]
) -> None:
    """Record each metric's change in the shown revision, written as every place shows it."""
    for metric, delta in deltas.items():
        await session.execute(
            update(StoredScore)
            .where(
                StoredScore.run_id == run_id,
                StoredScore.metric == metric,
                StoredScore.engine == "",
                StoredScore.revision == column_of(run_id, Run.revision),
            )
            .values(delta=DeltaOut.model_validate(delta).model_dump(mode="json"))
        )


async def scores(session: AsyncSession, run_id: UUID) -> Sequence[StoredScore]:
    """Scores of a run across the engines of its headline, in the revision shown."""
    return await _scores(session, run_id, StoredScore.engine == "")


async def engine_scores(session: AsyncSession, run_id: UUID) -> Sequence[StoredScore]:
    """Scores of single engines of a run, in the revision shown."""
    return await _scores(session, run_id, StoredScore.engine != "")


async def _scores(
    session: AsyncSession, run_id: UUID, which: ColumnElement[bool]
) -> Sequence[StoredScore]:
    rows = await session.execute(
        select(StoredScore)
        .where(
            StoredScore.run_id == run_id,
            StoredScore.revision == column_of(run_id, Run.revision),
            which,
        )
        .order_by(StoredScore.engine, StoredScore.metric)
    )
    return rows.scalars().all()
