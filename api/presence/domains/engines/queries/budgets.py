"""SQL statements for accounts and what runs hold of them.

Locks are always taken in one order: reservations by run and engine, then budgets by account and
period. Invariant: a budget changes only while its row is locked.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from decimal import Decimal
from typing import Any
from uuid import UUID

from sqlalchemy import Row, delete, select, text, tuple_, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession

from presence.domains.engines.models import Budget, Reservation

# A run is over when it has ended or is gone; one that was only just reserved for may not be
# committed yet. The status words are the run's own.
_ENDED = text(
    "SELECT DISTINCT r.run_id FROM engine_reservation r LEFT JOIN run ON run.id = r.run_id"
    " WHERE run.status NOT IN ('queued', 'running')"
    " OR (run.id IS NULL AND r.touched_at < :before)"
)


async def ended_runs(session: AsyncSession, before: datetime) -> Sequence[UUID]:
    """Runs that hold a reservation although they have ended, or vanished before `before`."""
    return (await session.scalars(_ENDED, {"before": before})).all()


async def make_reservations(
    session: AsyncSession, run_id: UUID, rows: Sequence[Mapping[str, Any]]
) -> None:
    """Ensure that each row exists, without changing existing ones."""
    statement = insert(Reservation).values([{"run_id": run_id, **row} for row in rows])
    await session.execute(statement.on_conflict_do_nothing())


async def lock_reservations(
    session: AsyncSession, run_ids: Collection[UUID]
) -> Sequence[Reservation]:
    """The reservations of the runs, locked in the agreed order."""
    statement = (
        select(Reservation)
        .where(Reservation.run_id.in_(run_ids))
        .order_by(Reservation.run_id, Reservation.engine)
        .with_for_update()
        .execution_options(populate_existing=True)
    )
    return (await session.scalars(statement)).all()


async def hold_reservation(
    session: AsyncSession, run_id: UUID, engine: str
) -> Row[str, datetime, Decimal, int] | None:
    """Lock what a run has reserved of an engine; None if there is nothing.

    The row has account, period_start, unit_usd and outstanding, the answers still reserved.
    """
    statement = (
        select(
            Reservation.account,
            Reservation.period_start,
            Reservation.unit_usd,
            Reservation.outstanding,
        )
        .where(Reservation.run_id == run_id, Reservation.engine == engine)
        .with_for_update()
    )
    return (await session.execute(statement)).one_or_none()


async def reserved_account(session: AsyncSession, run_id: UUID, engine: str) -> str | None:
    """Which account pays for a run's answers of an engine; None if none are reserved."""
    return await session.scalar(
        select(Reservation.account).where(
            Reservation.run_id == run_id, Reservation.engine == engine
        )
    )


async def add_reservation(
    session: AsyncSession, run_id: UUID, engine: str, answers: int, now: datetime
) -> None:
    """Allow a run this many more answers; a negative number reduces them."""
    await session.execute(
        update(Reservation)
        .where(Reservation.run_id == run_id, Reservation.engine == engine)
        .values(outstanding=Reservation.outstanding + answers, touched_at=now)
    )


async def delete_reservations(session: AsyncSession, run_ids: Collection[UUID]) -> None:
    """Delete the reservations of runs that have ended."""
    await session.execute(delete(Reservation).where(Reservation.run_id.in_(run_ids)))


async def make_budgets(session: AsyncSession, rows: Sequence[Mapping[str, Any]]) -> None:
    """Ensure that each account has its row for the period."""
    if rows:
        ordered = sorted(rows, key=lambda row: (row["account"], row["period_start"]))
        await session.execute(insert(Budget).values(ordered).on_conflict_do_nothing())


async def lock_budgets(
    session: AsyncSession, keys: Collection[tuple[str, datetime]]
) -> dict[tuple[str, datetime], Budget]:
    """The accounts' rows, locked in the agreed order."""
    statement = (
        select(Budget)
        .where(tuple_(Budget.account, Budget.period_start).in_(keys))
        .order_by(Budget.account, Budget.period_start)
        .with_for_update(key_share=True)  # a reservation just inserted holds its budget's key
        .execution_options(populate_existing=True)
    )
    return {(row.account, row.period_start): row for row in await session.scalars(statement)}


async def change_budget(
    session: AsyncSession,
    key: tuple[str, datetime],
    *,
    used: int = 0,
    reserved: int = 0,
    used_usd: Decimal = Decimal(0),
    reserved_usd: Decimal = Decimal(0),
) -> None:
    """Add to an account's row; negative numbers return."""
    await session.execute(
        update(Budget)
        .where(Budget.account == key[0], Budget.period_start == key[1])
        .values(
            used=Budget.used + used,
            reserved=Budget.reserved + reserved,
            used_usd=Budget.used_usd + used_usd,
            reserved_usd=Budget.reserved_usd + reserved_usd,
        )
        .execution_options(synchronize_session=False)
    )


async def budget(session: AsyncSession, key: tuple[str, datetime]) -> Budget | None:
    """An account's row of a period, not locked."""
    return await session.scalar(
        select(Budget).where(Budget.account == key[0], Budget.period_start == key[1])
    )
