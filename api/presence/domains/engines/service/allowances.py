"""How much an account may spend in the current period.

Invariant: a plan's answers on the deployment's keys can never cost more than the share of its price
that the settings allow, whatever engines are chosen: the allowance is in answers and money.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from decimal import ROUND_DOWN, Decimal

from sqlalchemy.ext.asyncio import AsyncSession

from presence.analysis.ports import EngineAccess
from presence.core.settings import Settings
from presence.domains.billing import service as billing
from presence.domains.billing.entitlements import FREE as FREE_PLAN
from presence.domains.engines.periods import period_of
from presence.domains.engines.pricing import unit_price
from presence.domains.engines.records import PLAN, Allowance, Cap, Period
from presence.domains.engines.registry import ASSISTANTS, FREE, spec
from presence.domains.engines.service.connections import Connection, connections


@dataclass(frozen=True, slots=True)
class CurrentAllowances:
    """The current period and the most each account may spend in it.

    `paid` says whether somebody has paid for the plan: a free workspace, and one whose plan has not
    been paid for yet, spend what their owner may spend in all of them together.
    """

    period: Period
    plan: Allowance
    caps: Mapping[str, Cap]
    paid: bool = False

    def of(self, account: str) -> Allowance:
        """The allowance of the plan, or of the key of one engine."""
        if account == PLAN:
            return self.plan
        cap = self.caps.get(account)
        if cap is None:
            return Allowance(None, None)
        if cap.unit == "usd":
            return Allowance(None, cap.value)
        return Allowance(int(cap.value.to_integral_value(ROUND_DOWN)), None)


async def current_allowances(
    session: AsyncSession, settings: Settings, now: datetime
) -> CurrentAllowances:
    """What the bound workspace may spend now."""
    plan = await billing.current_plan(session)
    limits = plan.limits
    allowance = Allowance(
        limits.answers_per_month, await plan_money(session, settings, limits.plan_id)
    )
    known = await connections(session, settings)
    caps = {name: c.cap for name, c in known.items() if c.cap is not None}
    return CurrentAllowances(period_of(now, plan.anchor), allowance, caps, plan.paid)


async def plan_money(session: AsyncSession, settings: Settings, plan_id: int) -> Decimal | None:
    """USD that a month of the plan may cost in answers; None for a plan no longer sold."""
    if plan_id == FREE_PLAN:
        return settings.engines.free_allowance_usd
    for plan in await billing.plans_on_sale(session):
        if plan.id == plan_id:
            return Decimal(plan.yearly_per_month) * settings.engines.plan_share
    return None


async def affordable_samples(
    session: AsyncSession,
    settings: Settings,
    per_sample: Mapping[str, int],
    most: int,
    runs_per_month: float,
) -> int:
    """The largest number of samples, from 1 to `most`, whose month of runs the plan pays for.

    `per_sample` counts, by engine id, the answers that one sample of every prompt takes. Answers on
    the workspace's own keys are limited by their caps. 1 if even that is too much.
    """
    known = await connections(session, settings)
    allowances = await current_allowances(session, settings, datetime.now(UTC))
    for samples in range(most, 1, -1):
        if _fits(settings, known, allowances, per_sample, samples * runs_per_month):
            return samples
    return 1


def _fits(
    settings: Settings,
    known: Mapping[str, Connection],
    allowances: CurrentAllowances,
    per_sample: Mapping[str, int],
    times: float,
) -> bool:
    answers: dict[str, int] = {}
    usd: dict[str, Decimal] = {}
    for engine_id, count in per_sample.items():
        if engine_id in FREE or engine_id not in known:
            continue
        account, model = known[engine_id].account, known[engine_id].model
        total = math.ceil(count * times)
        answers[account] = answers.get(account, 0) + total
        cost = unit_price(settings, engine_id, model) * total
        usd[account] = usd.get(account, Decimal(0)) + cost
    return all(_within(allowances.of(account), answers[account], usd[account]) for account in usd)


def _within(limit: Allowance, answers: int, usd: Decimal) -> bool:
    return (limit.answers is None or answers <= limit.answers) and (
        limit.usd is None or usd <= limit.usd
    )


def name_of(engine_id: str) -> str:
    """The display name of an engine."""
    if engine_id in FREE:
        return FREE[engine_id].name
    if engine_id in ASSISTANTS:
        return spec(EngineAccess(engine_id, "", "")).name
    return engine_id
