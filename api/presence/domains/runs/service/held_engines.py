"""Engines that a brand's first analysis holds back until its understanding is confirmed.

Invariant: they are asked once, on confirmation or on a date, whichever comes first: starting their
run and ending the hold are one transaction under the brand's lock. What cannot start yet (address,
budget, pause) stays held and is retried.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from presence.core.errors import AppError, Conflict, NotFound
from presence.core.settings import Settings
from presence.domains.brands.service import get_brand
from presence.domains.engines.errors import BudgetExhausted, address_unconfirmed, plan_helps
from presence.domains.identity.errors import EmailUnconfirmed
from presence.domains.runs.errors import RunActive
from presence.domains.runs.queries import runs, schedules
from presence.domains.runs.service.lifecycle import FULL, start_run
from presence.domains.runs.service.orders import RunPlan, plan_run
from presence.domains.runs.service.smaller_runs import budget_refusal

ASKED = "The assistants have been asked already."
NOBODY = "No assistant is connected."
PAUSED_RETRY, ADDRESS_RETRY = timedelta(hours=1), timedelta(days=1)
SPREAD_S = 3_600  # those refused for the same reason are not all retried at once


@dataclass(frozen=True, slots=True)
class Held:
    """Which engines are held, how many answers they would give, and when they start by themselves.

    `refusal` says why they could not be asked now, `plan_helps` whether another plan would allow
    it.
    """

    until: datetime
    assistants: tuple[str, ...]
    answers: int
    refusal: str | None
    plan_helps: bool


async def held_assistants(session: AsyncSession, settings: Settings, brand_id: UUID) -> Held | None:
    """What the first analysis holds back; None if nothing is held. Raises NotFound."""
    await get_brand(session, brand_id)
    row = await schedules.find_schedule(session, brand_id)
    if row is None or row.held_until is None:
        return None
    plan = await plan_run(session, settings, brand_id, FULL)
    refused = await _refusal(session, settings, plan)
    return Held(
        row.held_until,
        plan.assistants,
        sum(plan.wanted.values()),
        None if refused is None else refused.message,
        plan_helps(refused),
    )


async def is_held(session: AsyncSession, brand_id: UUID) -> bool:
    """Whether engines are waiting for a confirmation."""
    row = await schedules.find_schedule(session, brand_id)
    return row is not None and row.held_until is not None


async def confirm(session: AsyncSession, settings: Settings, brand_id: UUID) -> UUID:
    """Ask the held engines; returns the run that does so, or the first one while it is running.

    In that case they are asked by themselves when it ends. Raises NotFound, Conflict if nothing is
    held or something is paused, BudgetExhausted and EmailUnconfirmed if they cannot be asked now.
    """
    await get_brand(session, brand_id)
    await runs.lock_brand(session, brand_id)
    row = await schedules.locked(session, brand_id)
    if row is None or row.held_until is None:
        raise Conflict(ASKED)
    active = await runs.active_run(session, brand_id, FULL.kind)
    if active is None:
        return await _start(session, settings, brand_id)
    plan = await plan_run(session, settings, brand_id, FULL)
    if (refused := await _refusal(session, settings, plan)) is not None:
        raise refused
    await schedules.update_schedule(session, brand_id, {"held_until": datetime.now(UTC)})
    return active


async def use_hold(
    session: AsyncSession, settings: Settings, brand_id: UUID, now: datetime
) -> UUID | None:
    """Ask the held engines if due, or record when to retry; returns the run if one started.

    While another run of the brand is active, they wait for its end.
    """
    await runs.lock_brand(session, brand_id)
    row = await schedules.locked(session, brand_id)
    if row is None or row.held_until is None or row.held_until > now:
        return None
    try:
        async with session.begin_nested():
            return await _start(session, settings, brand_id)
    except RunActive:
        return None
    except BudgetExhausted as exhausted:
        again = datetime.fromisoformat(str(exhausted.extra["resetsAt"]))
        again += timedelta(seconds=brand_id.int % SPREAD_S)
    except EmailUnconfirmed:
        again = now + ADDRESS_RETRY
    except (Conflict, NotFound):
        again = now + PAUSED_RETRY
    await schedules.update_schedule(session, brand_id, {"held_until": again})
    return None


async def wake(session: AsyncSession, settings: Settings, now: datetime) -> None:
    """Retry everything in the workspace that could not start when it was due: something changed."""
    wait = timedelta(seconds=settings.analysis.confirm_within_s)
    for brand_id in await schedules.held_brands(session):
        row = await schedules.locked(session, brand_id)
        if row is None or row.held_until is None:
            continue
        due = max(row.anchor_at + wait, now)
        if row.held_until > due:
            await schedules.update_schedule(session, brand_id, {"held_until": due})


async def _start(session: AsyncSession, settings: Settings, brand_id: UUID) -> UUID:
    plan = await plan_run(session, settings, brand_id, FULL)
    if not plan.wanted and (refused := await _refusal(session, settings, plan)) is not None:
        raise refused
    return await start_run(session, settings, brand_id, "confirmed")


async def _refusal(session: AsyncSession, settings: Settings, plan: RunPlan) -> AppError | None:
    """Why the plan's engines could not be asked now, if so."""
    if not plan.assistants:
        return Conflict(NOBODY)
    if not plan.wanted:
        return address_unconfirmed(plan.assistants)
    return await budget_refusal(session, settings, plan)
