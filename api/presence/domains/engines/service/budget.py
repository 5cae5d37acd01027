"""Reserve before asking, charge after, release at the end: budgets that cannot be overspent.

Invariant: used + reserved never exceeds the allowance of an account at the time of a reservation,
because check and reservation happen under one row lock. Deployment keys draw on the plan's answers
and on the share of its price that may be spent; a workspace's own key draws on its own cap.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from typing import Any
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from presence.analysis.types import RawAnswer
from presence.core import metrics
from presence.core.settings import Settings
from presence.domains.engines.errors import cap_exhausted, not_connected, plan_exhausted
from presence.domains.engines.models import Budget, Reservation
from presence.domains.engines.pricing import price, unit_price
from presence.domains.engines.queries import budgets, ledger
from presence.domains.engines.queries import spending as held_queries
from presence.domains.engines.records import PLAN, Allowance, Period
from presence.domains.engines.registry import FREE
from presence.domains.engines.service import spending
from presence.domains.engines.service.allowances import current_allowances, name_of
from presence.domains.engines.service.connections import Connection, connections
from presence.domains.engines.service.spending import OnOurKey

VANISHED_AFTER = timedelta(minutes=10)
Key = tuple[str, datetime]


@dataclass(frozen=True, slots=True)
class SpendRequest:
    """A number of answers from one engine, and the expected cost of each."""

    engine: str
    account: str
    answers: int
    unit_usd: Decimal


async def reserve(
    session: AsyncSession,
    settings: Settings,
    run_id: UUID,
    wanted: Mapping[str, int],
    *,
    now: datetime | None = None,
) -> None:
    """Reserve `wanted` answers by engine id for a run; repeated calls add to its reservation.

    Free engines are ignored. Raises BudgetExhausted, with nothing reserved, and Conflict for an
    engine without a key. First returns what ended or vanished runs still hold.
    """
    moment = now or datetime.now(UTC)
    requested = _spend_requests(settings, await connections(session, settings), wanted)
    if not requested:
        return
    allowances = await current_allowances(session, settings, moment)
    period = allowances.period
    await budgets.make_budgets(session, [_budget_row(w.account, period) for w in requested])
    await budgets.make_reservations(session, run_id, _rows(requested, period, moment))
    over = set(await budgets.ended_runs(session, moment - VANISHED_AFTER)) - {run_id}
    held, locked = await _give_back(session, over, also=run_id)
    key_of = {row.engine: (row.account, row.period_start) for row in held}
    for key in sorted({key_of[one.engine] for one in requested}):
        paid = [one for one in requested if key_of[one.engine] == key]
        _require(locked[key], paid, allowances.of(key[0]))
    ours = [
        OnOurKey(w.engine, w.answers, w.unit_usd) for w in requested if key_of[w.engine][0] == PLAN
    ]
    if ours:
        held_of = [OnOurKey(w.engine, w.answers, w.unit_usd) for w in ours]
        await spending.take(session, settings, run_id, held_of, allowances, moment)
    for one, row in ((w, r) for w in requested for r in held if r.engine == w.engine):
        await budgets.add_reservation(session, run_id, one.engine, one.answers, moment)
        await budgets.change_budget(
            session,
            key_of[one.engine],
            reserved=one.answers,
            reserved_usd=row.unit_usd * one.answers,
        )


async def charge_usage(
    session: AsyncSession,
    settings: Settings,
    run_id: UUID | None,
    engine_id: str,
    asked: Mapping[str, RawAnswer],
    *,
    now: datetime | None = None,
) -> None:
    """Record the questions asked of one engine in the ledger and deduct them from the reservation.

    Must run in the transaction that stores the answers. Only a completed answer counts as used; a
    failed or refused one returns its reservation, and costs what the provider charged for it. Does
    nothing for a free engine, and nothing twice for one answer key.
    """
    if engine_id in FREE or not asked:
        return
    moment = now or datetime.now(UTC)
    held = await budgets.hold_reservation(session, run_id, engine_id) if run_id else None
    account = held.account if held else await _account_of(session, settings, engine_id)
    source = "deployment" if account == PLAN else "workspace"
    lines = [
        {
            **_line(engine_id, raw, bill(settings, engine_id, raw), moment),
            "run_id": run_id,
            "answer_key": key,
            "key_source": source,
        }
        for key, raw in asked.items()
    ]
    written = await ledger.write_usage(session, lines)
    fresh = [line for line in lines if line["answer_key"] in written]
    if not fresh:
        return
    spent = sum((line["cost_usd"] for line in fresh), Decimal(0))
    metrics.provider_cost.labels(engine_id, source).inc(float(spent))
    returned = 0
    if held is not None and run_id is not None:
        returned = min(held.outstanding, len(fresh))
        await budgets.add_reservation(session, run_id, engine_id, -returned, moment)
    else:
        period = (await current_allowances(session, settings, moment)).period
        await budgets.make_budgets(session, [_budget_row(account, period)])
    await budgets.change_budget(
        session,
        (account, held.period_start if held else period.start),
        used=sum(line["status"] == "completed" for line in fresh),
        used_usd=spent,
        reserved=-returned,
        reserved_usd=-(held.unit_usd * returned if held else Decimal(0)),
    )
    if account == PLAN:
        await _charge(session, settings, run_id, engine_id, fresh, moment, held is None)


async def _charge(
    session: AsyncSession,
    settings: Settings,
    run_id: UUID | None,
    engine_id: str,
    lines: Sequence[Mapping[str, Any]],
    now: datetime,
    nothing_held: bool,
) -> None:
    """Charge answers on our key to the owner and the day; last, because others wait for it."""
    otherwise = None
    if nothing_held:
        paid = (await current_allowances(session, settings, now)).paid
        otherwise = await spending.subjects_of(session, settings, paid, now)
    await held_queries.charge_answers(
        session,
        run_id,
        engine_id,
        asked=len(lines),
        completed=sum(line["status"] == "completed" for line in lines),
        spent=sum((line["cost_usd"] for line in lines), Decimal(0)),
        otherwise=otherwise,
        now=now,
    )


def _line(engine_id: str, raw: RawAnswer, cost: Decimal, now: datetime) -> dict[str, Any]:
    return {
        "engine": engine_id,
        "model": raw.model[:200],
        "status": raw.status,
        "error_code": raw.error_code[:40],
        "input_tokens": raw.input_tokens,
        "output_tokens": raw.output_tokens,
        "searches": raw.searches,
        "cost_usd": cost,
        "asked_at": now,
    }


async def release(session: AsyncSession, run_id: UUID) -> None:
    """Return what the run did not use. Safe to call again."""
    await _give_back(session, {run_id})


async def release_ended(session: AsyncSession, *, now: datetime | None = None) -> int:
    """Return what ended or vanished runs of the workspace still hold; returns how many runs."""
    runs = await budgets.ended_runs(session, (now or datetime.now(UTC)) - VANISHED_AFTER)
    await _give_back(session, set(runs))
    return len(runs)


async def release_lost(session: AsyncSession, *, now: datetime | None = None) -> int:
    """Return what is held by runs that have ended or vanished with their workspace."""
    return await held_queries.release_lost(session, (now or datetime.now(UTC)) - VANISHED_AFTER)


def bill(settings: Settings, engine_id: str, raw: RawAnswer) -> Decimal:
    """USD the provider charges for an answer: by the price table, or as the answer states."""
    billed = raw.status == "completed" or raw.input_tokens or raw.output_tokens or raw.searches
    if raw.cost_usd is not None:
        return Decimal(str(raw.cost_usd)).quantize(Decimal("0.000001"))
    if not billed:
        return Decimal(0)
    searches = raw.searches if raw.searches is not None else len(raw.search_queries)
    return price(settings, engine_id, raw.model, raw.input_tokens, raw.output_tokens, searches)


def _spend_requests(
    settings: Settings, known: Mapping[str, Connection], wanted: Mapping[str, int]
) -> list[SpendRequest]:
    requested = []
    for engine_id in sorted(wanted):
        if engine_id in FREE or wanted[engine_id] <= 0:
            continue
        connection = known.get(engine_id)
        if connection is None:
            raise not_connected(name_of(engine_id))
        unit = unit_price(settings, engine_id, connection.model)
        requested.append(SpendRequest(engine_id, connection.account, wanted[engine_id], unit))
    return requested


async def _account_of(session: AsyncSession, settings: Settings, engine_id: str) -> str:
    connection = (await connections(session, settings)).get(engine_id)
    return connection.account if connection else PLAN


def _budget_row(account: str, period: Period) -> dict[str, object]:
    return {"account": account, "period_start": period.start, "period_end": period.end}


def _rows(
    requested: Sequence[SpendRequest], period: Period, now: datetime
) -> list[dict[str, object]]:
    return [
        {
            "engine": one.engine,
            "account": one.account,
            "period_start": period.start,
            "unit_usd": one.unit_usd,
            "touched_at": now,
        }
        for one in requested
    ]


async def _give_back(
    session: AsyncSession, over: Collection[UUID], *, also: UUID | None = None
) -> tuple[list[Reservation], dict[Key, Budget]]:
    """Release the runs in `over`; returns `also`'s reservations and all its budgets, locked."""
    runs = {*over} if also is None else {*over, also}
    if not runs:
        return [], {}
    rows = await budgets.lock_reservations(session, runs)
    locked = await budgets.lock_budgets(session, {(r.account, r.period_start) for r in rows})
    for row in (r for r in rows if r.run_id in over):
        await budgets.change_budget(
            session,
            (row.account, row.period_start),
            reserved=-row.outstanding,
            reserved_usd=-(row.unit_usd * row.outstanding),
        )
    if over:
        await held_queries.release(session, over)
        await budgets.delete_reservations(session, over)
        locked = await budgets.lock_budgets(session, locked.keys())
    return [row for row in rows if row.run_id not in over], locked


def _require(budget: Budget, requested: Sequence[SpendRequest], limit: Allowance) -> None:
    """Raise unless the account can pay for all of `requested` together."""
    account = budget.account
    answers = budget.used + budget.reserved
    spent = budget.used_usd + budget.reserved_usd
    cost = sum((one.unit_usd * one.answers for one in requested), Decimal(0))
    if limit.answers is not None and answers + sum(w.answers for w in requested) > limit.answers:
        short = (float(limit.answers), float(answers), "answers")
    elif limit.usd is not None and spent + cost > limit.usd:
        short = (float(limit.usd), float(spent), "usd")
    else:
        return
    if account == PLAN:
        raise plan_exhausted(*short, budget.period_end)
    raise cap_exhausted(name_of(account), *short, budget.period_end)
