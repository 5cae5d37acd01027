"""The accounts behind our own keys, accessed only through these functions."""

from __future__ import annotations

import json
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from typing import Any
from uuid import UUID

from sqlalchemy import DateTime, Numeric, Row, bindparam, text
from sqlalchemy.ext.asyncio import AsyncSession

_PAYER = text("SELECT user_id, email, confirmed FROM workspace_payer()")
_TAKE = text(
    "SELECT what, allowed, spent FROM take_spending(CAST(:run AS uuid), CAST(:person AS bytea),"
    " CAST(:address AS bytea), :period, CAST(:answers AS integer), CAST(:usd AS numeric),"
    " CAST(:lines AS jsonb), CAST(:total AS numeric), :now)"
).bindparams(
    bindparam("period", type_=DateTime(timezone=True)),
    bindparam("now", type_=DateTime(timezone=True)),
    bindparam("usd", type_=Numeric()),
    bindparam("total", type_=Numeric()),
)
_TAKE_SHARE = text(
    "SELECT what, allowed, spent FROM take_share(CAST(:run AS uuid), CAST(:payers AS bytea[]),"
    " CAST(:lines AS jsonb), CAST(:total AS numeric), CAST(:share AS numeric), :now)"
).bindparams(
    bindparam("total", type_=Numeric()),
    bindparam("share", type_=Numeric()),
    bindparam("now", type_=DateTime(timezone=True)),
)
_CHARGE = text(
    "SELECT settle_spending(CAST(:run AS uuid), CAST(:engine AS text), CAST(:asked AS integer),"
    " CAST(:completed AS integer), CAST(:spent AS numeric), CAST(:person AS bytea),"
    " CAST(:address AS bytea), :period, :now)"
).bindparams(
    bindparam("period", type_=DateTime(timezone=True)),
    bindparam("now", type_=DateTime(timezone=True)),
    bindparam("spent", type_=Numeric()),
)
_RELEASE = text("SELECT release_spending(CAST(:runs AS uuid[]), CAST(NULL AS timestamptz))")
_RELEASE_LOST = text("SELECT sweep_spending(:before)").bindparams(
    bindparam("before", type_=DateTime(timezone=True))
)
_OF = text(
    "SELECT used, reserved, used_usd, reserved_usd"
    " FROM spending_of(CAST(:person AS bytea), CAST(:address AS bytea), :period)"
).bindparams(bindparam("period", type_=DateTime(timezone=True)))
_CEILINGS = text("SELECT engine, used_usd, reserved_usd FROM ceilings_of(CAST(:day AS date))")


@dataclass(frozen=True, slots=True)
class Subjects:
    """Whose accounts are charged: a person's id and the keyed hash of their address.

    Neither is set if a paid plan pays; `period` is when the calendar month began.
    """

    period: datetime
    person: bytes | None = None
    address: bytes | None = None


@dataclass(frozen=True, slots=True)
class SpendingLine:
    """A number of one engine's answers on our key, their price and the engine's ceiling in USD."""

    engine: str
    answers: int
    unit_usd: Decimal
    ceiling: Decimal


async def payer(session: AsyncSession) -> Row[UUID, str, bool] | None:
    """(user_id, email, confirmed) of the bound workspace's payer; None if there is none."""
    return (await session.execute(_PAYER)).one_or_none()


async def take(
    session: AsyncSession,
    run_id: UUID,
    subjects: Subjects,
    limit: tuple[int | None, Decimal | None],
    lines: Sequence[SpendingLine],
    total: Decimal,
    now: datetime,
) -> Row[str, Decimal, Decimal] | None:
    """Hold `lines` for a run, or take nothing and return (what, allowed, spent) of what is short.

    `limit` is what each subject may spend in the month, in answers and USD; `total` is the day's
    ceiling across all engines.
    """
    values = {
        "run": run_id,
        "person": subjects.person,
        "address": subjects.address,
        "period": subjects.period,
        "answers": limit[0],
        "usd": limit[1],
        "lines": _written(lines),
        "total": total,
        "now": now,
    }
    return (await session.execute(_TAKE, values)).one_or_none()


async def take_share(
    session: AsyncSession,
    run_id: UUID,
    payers: Sequence[bytes],
    lines: Sequence[SpendingLine],
    total: Decimal,
    share: Decimal,
    now: datetime,
) -> Row[str, Decimal, Decimal] | None:
    """Count what `take` held towards the `payers`' daily share, or return (what, allowed, spent).

    `share` (0 to 1) of each ceiling is what one payer may spend; the caller rolls `take` back if
    this returns a row.
    """
    values = {
        "run": run_id,
        "payers": list(payers),
        "lines": _written(lines),
        "total": total,
        "share": share,
        "now": now,
    }
    return (await session.execute(_TAKE_SHARE, values)).one_or_none()


def _written(lines: Sequence[SpendingLine]) -> str:
    return json.dumps(
        [
            {
                "engine": line.engine,
                "answers": line.answers,
                "unit_usd": str(line.unit_usd),
                "ceiling": str(line.ceiling),
            }
            for line in lines
        ]
    )


async def charge_answers(
    session: AsyncSession,
    run_id: UUID | None,
    engine: str,
    *,
    asked: int,
    completed: int,
    spent: Decimal,
    otherwise: Subjects | None,
    now: datetime,
) -> None:
    """Charge answers to what the run holds, or to `otherwise` if it holds nothing."""
    values = {
        "run": run_id,
        "engine": engine,
        "asked": asked,
        "completed": completed,
        "spent": spent,
        "person": otherwise.person if otherwise else None,
        "address": otherwise.address if otherwise else None,
        "period": otherwise.period if otherwise else None,
        "now": now,
    }
    await session.execute(_CHARGE, values)


async def release(session: AsyncSession, run_ids: Collection[UUID]) -> None:
    """Return what the runs still hold."""
    await session.execute(_RELEASE, {"runs": list(run_ids)})


async def release_lost(session: AsyncSession, before: datetime) -> int:
    """Return what ended or deleted runs untouched since `before` hold; returns how many."""
    return int(await session.scalar(_RELEASE_LOST, {"before": before}) or 0)


async def account(session: AsyncSession, subjects: Subjects) -> Row[int, int, Decimal, Decimal]:
    """(used, reserved, used_usd, reserved_usd): the fuller of a person's two accounts."""
    values = {
        "person": subjects.person,
        "address": subjects.address,
        "period": subjects.period,
    }
    return (await session.execute(_OF, values)).one()


async def ceilings(session: AsyncSession, day: date) -> dict[str, Row[Any]]:
    """(used_usd, reserved_usd) of a day by engine; "*" is all of them."""
    return {row.engine: row for row in await session.execute(_CEILINGS, {"day": day})}
