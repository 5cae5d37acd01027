"""Whose money our own keys spend: the owner's free answers, and the deployment's money of the day.

    a plan that is paid for   → the workspace's allowance (`budget`) and the ceilings of the day
    a free workspace, a trial → those, and the allowance of its owner and of the owner's address
    either                    → the owner's share of the day

Invariant: used + reserved of a person, of an address and of a day never passes what it may when
something is taken, because looking and taking are one step under row locks; what was taken is
known beyond the life of the workspace, so that deleting one gives nothing back but what was left.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta
from decimal import Decimal
from uuid import UUID

from sqlalchemy import Row
from sqlalchemy.ext.asyncio import AsyncSession

from presence.core.addresses import canonical_address
from presence.core.secrets import open_vault
from presence.core.settings import Settings
from presence.domains.engines.errors import (
    BudgetExhausted,
    address_unconfirmed,
    ceiling_reached,
    confirm_first,
    nobody_pays,
    person_exhausted,
    share_reached,
)
from presence.domains.engines.periods import period_of
from presence.domains.engines.pricing import unit_price
from presence.domains.engines.queries import spending as queries
from presence.domains.engines.queries.spending import SpendingLine, Subjects
from presence.domains.engines.records import PLAN, Allowance, Ceiling, Spending
from presence.domains.engines.service.allowances import CurrentAllowances, name_of
from presence.domains.engines.service.connections import connection_settings, connections
from presence.domains.workspaces.service import bound_workspace
from presence.domains.workspaces.service.members import accept_costs

ALL = "*"
_PURPOSE = "address of a person"


@dataclass(frozen=True, slots=True)
class OnOurKey:
    """So many answers of one engine on our key, and what each is expected to cost in USD."""

    engine: str
    answers: int
    unit_usd: Decimal


async def take(
    session: AsyncSession,
    settings: Settings,
    run_id: UUID,
    wanted: Sequence[OnOurKey],
    allowances: CurrentAllowances,
    now: datetime,
) -> None:
    """Hold answers on our keys for a run.

    Raises EmailUnconfirmed, BudgetExhausted and CeilingReached: the caller's transaction, or its
    savepoint, then undoes what was taken.
    """
    await accept_costs(session)
    payers = await _payers(session, settings)
    if not (payers or allowances.paid):  # guard: spending.somebody-pays
        raise nobody_pays(period_of(now).end)
    ours = [i.engine for i in wanted if i.unit_usd > 0 or _keyed(settings, i.engine)]
    if ours and await _unconfirmed(session, settings):  # guard: spending.confirmed-address
        raise address_unconfirmed([name_of(engine) for engine in ours])
    subjects = _subjects(payers, allowances.paid, now)
    limit = (None, None) if allowances.paid else (allowances.plan.answers, allowances.plan.usd)
    lines = [
        SpendingLine(i.engine, i.answers, i.unit_usd, _ceiling(settings, i.engine)) for i in wanted
    ]
    total = settings.engines.daily_ceiling_usd
    short = await queries.take(session, run_id, subjects, limit, lines, total, now)
    if short is not None:
        raise _refusal(short, now)
    whose = payers or (bound_workspace(session).bytes,)
    share = settings.engines.daily_share
    over = await queries.take_share(session, run_id, whose, lines, total, share, now)
    if over is not None:  # guard: spending.share-of-day
        cost = sum(i.answers * i.unit_usd for i in wanted if over.what in (ALL, i.engine))
        raise share_reached(float(over.allowed), float(over.spent), float(cost), next_day(now))


def _refusal(short: Row[str, Decimal, Decimal], now: datetime) -> BudgetExhausted:
    allowed, spent = float(short.allowed), float(short.spent)
    if short.what in ("answers", "usd"):
        return person_exhausted(allowed, spent, short.what, period_of(now).end)
    name = None if short.what == ALL else name_of(short.what)
    return ceiling_reached(name, allowed, spent, next_day(now))


async def subjects_of(
    session: AsyncSession, settings: Settings, paid: bool, now: datetime
) -> Subjects:
    """Whose accounts the bound workspace's answers are charged to."""
    return _subjects(() if paid else await _payers(session, settings), paid, now)


def _subjects(payers: tuple[bytes, ...], paid: bool, now: datetime) -> Subjects:
    month = period_of(now).start
    return Subjects(month) if paid or not payers else Subjects(month, *payers)


async def _payers(session: AsyncSession, settings: Settings) -> tuple[bytes, ...]:
    """The id and the keyed hash of the payer's address; empty if nobody pays."""
    payer = await queries.payer(session)
    if payer is None:
        return ()
    vault = await asyncio.to_thread(open_vault, settings)
    return payer.user_id.bytes, vault.lasting_mark(canonical_address(payer.email), _PURPOSE)


async def person_account(
    session: AsyncSession, settings: Settings, allowances: CurrentAllowances, now: datetime
) -> tuple[Allowance, Spending] | None:
    """What the owner may spend and has spent this month; None where a paid plan pays."""
    subjects = await subjects_of(session, settings, allowances.paid, now)
    if subjects.person is None:
        return None
    row = await queries.account(session, subjects)
    return allowances.plan, Spending(row.used, row.reserved, row.used_usd, row.reserved_usd)


async def waiting_for_confirmation(session: AsyncSession, settings: Settings) -> dict[str, str]:
    """Engines that wait until the owner's address is confirmed, with what to do, by id."""
    if not await _unconfirmed(session, settings):
        return {}
    known = await connections(session, settings)
    return {
        name: confirm_first([name_of(name)])
        for name, connection in known.items()
        if connection.account == PLAN
        and (unit_price(settings, name, connection.model) > 0 or _keyed(settings, name))
    }


async def todays_ceilings(
    session: AsyncSession, settings: Settings, now: datetime
) -> dict[str, Ceiling]:
    """What may be spent on our keys today and has been, by engine; "*" is all of them."""
    rows = await queries.ceilings(session, now.astimezone(UTC).date())
    limits = {ALL: settings.engines.daily_ceiling_usd}
    limits |= {name: _ceiling(settings, name) for name in rows if name != ALL}
    return {
        name: Ceiling(
            limit,
            rows[name].used_usd if name in rows else Decimal(0),
            rows[name].reserved_usd if name in rows else Decimal(0),
        )
        for name, limit in limits.items()
    }


async def hold_one(
    session: AsyncSession, settings: Settings, key: UUID, one: OnOurKey, now: datetime
) -> bool:
    """Reserve today's money for an answer outside any run; False if too little is left.

    `key` names what asks, such as staff's test question; a repeated call holds no more.
    """
    await queries.release(session, [key])
    line = SpendingLine(one.engine, one.answers, one.unit_usd, _ceiling(settings, one.engine))
    total, month = settings.engines.daily_ceiling_usd, Subjects(period_of(now).start)
    short = await queries.take(session, key, month, (None, None), [line], total, now)
    return short is None


async def charge_one(
    session: AsyncSession, key: UUID, engine_id: str, spent: Decimal, now: datetime
) -> None:
    """Count what such an answer cost as spent today, and give back the rest of what was held."""
    await queries.charge_answers(
        session, key, engine_id, asked=1, completed=1, spent=spent, otherwise=None, now=now
    )
    await queries.release(session, [key])


def next_day(now: datetime) -> datetime:
    """The next midnight UTC."""
    tomorrow = now.astimezone(UTC).date() + timedelta(days=1)
    return datetime.combine(tomorrow, time(), UTC)


def _ceiling(settings: Settings, engine_id: str) -> Decimal:
    return connection_settings(settings, engine_id).daily_ceiling_usd


def _keyed(settings: Settings, engine_id: str) -> bool:
    """Whether an engine is asked with a key of ours, whatever its price is said to be."""
    return bool(connection_settings(settings, engine_id).api_key.get_secret_value())


async def _unconfirmed(session: AsyncSession, settings: Settings) -> bool:
    """Whether mail is set up here and the payer has not confirmed their address."""
    if not settings.mail.host:
        return False
    payer = await queries.payer(session)
    return payer is not None and not payer.confirmed
