"""SQL statements for the run row: creation, lease, progress, end.

Invariant: a worker changes a run only while it holds the newest lease of a running run; every
statement a worker uses has this condition in its WHERE clause.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from sqlalchemy import ColumnElement, exists, func, insert, literal_column, select, text, update
from sqlalchemy.ext.asyncio import AsyncSession

from presence.domains.runs.models import Run

ACTIVE = ("queued", "running")
ENDED = ("completed", "partial")
PAGES_KEEP = timedelta(hours=1)  # a site read within this time is not read again
_HAS_JOB = text(
    "SELECT EXISTS (SELECT FROM procrastinate_jobs WHERE id = :job AND status IN ('todo', 'doing'))"
)
_RUN_AGE: ColumnElement[timedelta] = literal_column("now() - run.created_at")
_WORKSPACE_AGE: ColumnElement[timedelta] = literal_column(
    "(SELECT now() - w.created_at FROM workspace w WHERE w.id = run.workspace_id)"
)
_LOCK_BRAND = text("SELECT pg_advisory_xact_lock(hashtextextended('run:' || :brand, 0))")


async def lock_brand(session: AsyncSession, brand_id: UUID) -> None:
    """Make finding an active run and creating one a single step across all processes."""
    await session.execute(_LOCK_BRAND, {"brand": str(brand_id)})


async def insert_run(session: AsyncSession, values: Mapping[str, Any]) -> UUID:
    """Create a run; the partial unique index prevents a second active one for the brand."""
    created: UUID = (
        await session.execute(insert(Run).values(**values).returning(Run.id))
    ).scalar_one()
    return created


async def active_run(session: AsyncSession, brand_id: UUID, kind: str) -> UUID | None:
    """The queued or running run of this kind for the brand."""
    return await session.scalar(
        select(Run.id).where(Run.brand_id == brand_id, Run.kind == kind, Run.status.in_(ACTIVE))
    )


async def newer_run(session: AsyncSession, run: Run) -> bool:
    """Whether the brand has a later run of the same kind with results."""
    return bool(
        await session.scalar(
            select(
                exists().where(
                    Run.brand_id == run.brand_id,
                    Run.kind == run.kind,
                    Run.created_at > run.created_at,
                    Run.status.in_(ENDED),
                )
            )
        )
    )


async def earlier_run(session: AsyncSession, run: Run, part: str) -> Run | None:
    """The newest run with results, other than this one, that measured `part`."""
    return await session.scalar(
        select(Run)
        .where(
            Run.brand_id == run.brand_id,
            Run.id != run.id,
            Run.kind.in_(("full", part)),
            Run.status.in_(ENDED),
        )
        .order_by(Run.created_at.desc())
        .limit(1)
    )


async def run_before(session: AsyncSession, run: Run, part: str) -> Run | None:
    """The newest run with results that began before this one and measured `part`."""
    return await session.scalar(
        select(Run)
        .where(
            Run.brand_id == run.brand_id,
            Run.created_at < run.created_at,
            Run.kind.in_(("full", part)),
            Run.status.in_(ENDED),
        )
        .order_by(Run.created_at.desc())
        .limit(1)
    )


async def newest_asked(session: AsyncSession, brand_id: UUID) -> Run | None:
    """The newest run with results that asked the panel."""
    return await session.scalar(
        select(Run)
        .where(
            Run.brand_id == brand_id,
            Run.kind.in_(("full", "content")),
            Run.status.in_(ENDED),
        )
        .order_by(Run.created_at.desc())
        .limit(1)
    )


async def read_lately(session: AsyncSession, brand_id: UUID, at: datetime) -> UUID | None:
    """The run with results that read the brand's pages within the hour before `at`."""
    return await session.scalar(
        select(Run.id)
        .where(
            Run.brand_id == brand_id,
            Run.kind == "full",
            Run.status.in_(ENDED),
            Run.finished_at > at - PAGES_KEEP,
            Run.finished_at <= at,
        )
        .order_by(Run.created_at.desc())
        .limit(1)
    )


async def has_job(session: AsyncSession, job_id: int | None) -> bool:
    """Whether that job is queued or running."""
    return bool(await session.scalar(_HAS_JOB, {"job": job_id}))


async def set_values(session: AsyncSession, run_id: UUID, values: Mapping[str, Any]) -> None:
    """Update columns of a run that no worker is writing."""
    await session.execute(update(Run).where(Run.id == run_id).values(**values))


async def reopen(session: AsyncSession, run_id: UUID, ended: Mapping[str, Any]) -> None:
    """Queue an ended run again; `ended` is how it had ended."""
    await session.execute(
        update(Run)
        .where(Run.id == run_id)
        .values(
            status="queued",
            round=Run.round + 1,
            ended_as=ended,
            failure=None,
            finished_at=None,
        )
    )


async def get_run(session: AsyncSession, run_id: UUID) -> Run | None:
    """The run row."""
    return (await session.execute(select(Run).where(Run.id == run_id))).scalar_one_or_none()


async def claim(session: AsyncSession, run_id: UUID) -> Run | None:
    """Take the next lease of a queued or running run; None if the run has ended."""
    return (
        await session.execute(
            update(Run)
            .where(Run.id == run_id, Run.status.in_(ACTIVE))
            .values(
                lease=Run.lease + 1,
                status="running",
                started_at=func.coalesce(Run.started_at, func.now()),
                heartbeat_at=func.now(),
            )
            .returning(Run)
        )
    ).scalar_one_or_none()


async def hold(session: AsyncSession, run_id: UUID, lease: int) -> bool:
    """Lock the run row for this transaction if the lease is still valid."""
    return await update_run(session, run_id, lease, {"heartbeat_at": func.now()})


async def hold_shared(session: AsyncSession, run_id: UUID, lease: int) -> bool:
    """If the run is ours, prevent others from claiming or ending it during this transaction.

    Several of these may run concurrently; none may change the run row.
    """
    held = await session.scalar(
        select(Run.id)
        .where(Run.id == run_id, Run.lease == lease, Run.status == "running")
        .with_for_update(read=True)
    )
    return held is not None


async def update_run(
    session: AsyncSession, run_id: UUID, lease: int, values: Mapping[str, Any]
) -> bool:
    """Update the run under its lease; False if another worker has it or it has ended."""
    changed = await session.execute(
        update(Run)
        .where(Run.id == run_id, Run.lease == lease, Run.status == "running")
        .values(**values)
        .returning(Run.id)
    )
    return changed.scalar_one_or_none() is not None


async def mark_first_score(
    session: AsyncSession, run_id: UUID
) -> tuple[timedelta, timedelta | None] | None:
    """Record when the run's first number was available; None if there already was one.

    Returns the time since the run was requested and, for a brand's first one, since the workspace
    was created.
    """
    marked = await session.execute(
        update(Run)
        .where(Run.id == run_id, Run.first_score_at.is_(None))
        .values(first_score_at=func.now())
        .returning(_RUN_AGE, Run.trigger, _WORKSPACE_AGE)
    )
    row = marked.one_or_none()
    return None if row is None else (row[0], row[2] if row[1] == "initial" else None)


async def end_active(session: AsyncSession, run_id: UUID, values: Mapping[str, Any]) -> bool:
    """End an active run, whoever holds it; False if it had already ended."""
    changed = await session.execute(
        update(Run)
        .where(Run.id == run_id, Run.status.in_(ACTIVE))
        .values(**values, finished_at=func.now())
        .returning(Run.id)
    )
    return changed.scalar_one_or_none() is not None


async def previous_run(session: AsyncSession, run: Run) -> Run | None:
    """The brand's newest completed run before this one, which deltas are computed against."""
    return (
        await session.execute(
            select(Run)
            .where(
                Run.brand_id == run.brand_id,
                Run.kind == run.kind,
                Run.status == "completed",
                Run.created_at < run.created_at,
            )
            .order_by(Run.created_at.desc())
            .limit(1)
        )
    ).scalar_one_or_none()


async def ended_between(
    session: AsyncSession, brand_id: UUID, since: datetime, until: datetime
) -> Sequence[Run]:
    """Runs with results that ended after `since` and up to `until`, oldest first."""
    return (
        await session.scalars(
            select(Run)
            .where(
                Run.brand_id == brand_id,
                Run.kind.in_(("full", "content", "technical")),
                Run.status.in_(ENDED),
                Run.finished_at > since,
                Run.finished_at <= until,
            )
            .order_by(Run.finished_at)
        )
    ).all()


_CRAWLED = text("""
SELECT r.id FROM run r WHERE r.brand_id = :brand
   AND EXISTS (SELECT FROM crawl c WHERE c.workspace_id = r.workspace_id AND c.run_id = r.id)
 ORDER BY r.created_at DESC LIMIT 1
""")


async def crawled_run(session: AsyncSession, brand_id: UUID) -> UUID | None:
    """The newest run of the brand that stored any page."""
    found = await session.execute(_CRAWLED, {"brand": brand_id})
    return found.scalar_one_or_none()


_PROVISIONAL = text("DELETE FROM score WHERE run_id = :run AND provisional")
_FOUND = text("DELETE FROM technical_finding WHERE run_id = :run")


async def delete_unfinished(session: AsyncSession, run_id: UUID, *, findings: bool) -> None:
    """Delete provisional scores, and on request `findings`: an interrupted count is no result."""
    await session.execute(_PROVISIONAL, {"run": run_id})
    if findings:
        await session.execute(_FOUND, {"run": run_id})
