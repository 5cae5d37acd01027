"""What a run would ask, cost and be able to show, before it starts.

Invariant: the numbers come from the same plan that starting would carry out, and a detectable
change is stated only from observed variance.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from presence.analysis.scoring import (
    Look,
    Observation,
    SamplePlan,
    Spread,
    detectable_points,
    look_at,
    observed_spread,
    plan_for,
)
from presence.core.settings import Settings
from presence.domains.brands.service import get_brand
from presence.domains.engines.errors import plan_helps
from presence.domains.engines.service import estimate
from presence.domains.engines.service.usage import UsageReport, usage_report
from presence.domains.runs.queries import runs
from presence.domains.runs.schemas.runs import RunBudgetOut
from presence.domains.runs.service.engines import Entry, spec_of
from presence.domains.runs.service.observations import stored_observations
from presence.domains.runs.service.orders import Order, RunPlan, plan_run, repeats
from presence.domains.runs.service.smaller_runs import SmallerRun, budget_refusal, smaller_runs

LOW, HIGH = Decimal("0.5"), Decimal(2)  # lengths and searches of answers vary by about this factor


@dataclass(frozen=True, slots=True)
class EngineEstimate:
    """The answers one engine would give and their expected cost in USD."""

    entry: Entry
    expected: Decimal


@dataclass(frozen=True, slots=True)
class Goal:
    """What it takes to detect a change of a given size, and what more samples would achieve."""

    plan: SamplePlan
    look: Look


@dataclass(frozen=True, slots=True)
class Measured:
    """What the newest run that asked reveals about the panel; `samples` are per prompt."""

    spread: Spread
    seen: tuple[Observation, ...]
    prompts: int
    samples: int


@dataclass(frozen=True, slots=True)
class Estimate:
    """A run before it starts. `detectable` is in points, None if no variance is known.

    `refusal` is the sentence with which starting would be refused for lack of budget; `plan_helps`
    says whether another plan would allow it to start, `smaller` what could start instead.
    """

    order: Order
    plan: RunPlan
    engines: tuple[EngineEstimate, ...]
    usage: UsageReport
    refusal: str | None
    plan_helps: bool
    detectable: float | None
    goal: Goal | None = None
    smaller: tuple[SmallerRun, ...] = ()

    @property
    def answers(self) -> int:
        """Answers across all engines."""
        return sum(item.entry["planned"] for item in self.engines)

    @property
    def cost(self) -> Decimal:
        """Expected cost in USD."""
        return sum((item.expected for item in self.engines), Decimal(0))

    @property
    def budget(self) -> RunBudgetOut:
        """The plan's budget for the current period; USD as plain numbers."""
        plan = self.usage.plan
        return RunBudgetOut(
            answers_limit=plan.allowance.answers,
            answers_used=plan.spending.used,
            answers_reserved=plan.spending.reserved,
            usd_limit=None if plan.allowance.usd is None else float(plan.allowance.usd),
            usd_used=float(plan.spending.used_usd),
            usd_reserved=float(plan.spending.reserved_usd),
            resets_at=self.usage.period.end,
        )

    @property
    def sentence(self) -> str:
        """What such a run can show, as a sentence."""
        if not self.answers:
            return "This analysis asks no questions."
        if self.detectable is None:
            return "How small a change can be seen is known once repeated answers differ."
        return f"This analysis can detect a change of {self.detectable:.1f} points or more."


async def estimate_run(
    session: AsyncSession,
    settings: Settings,
    brand_id: UUID,
    order: Order,
    detect: float | None = None,
) -> Estimate:
    """Plan the run without starting it, and what it takes to detect ± `detect` points.

    Raises NotFound and ValidationFailed as starting does.
    """
    brand = await get_brand(session, brand_id)
    plan = await plan_run(session, settings, brand_id, order)
    engines = tuple(
        EngineEstimate(entry, estimate(settings, spec_of(entry), entry["planned"]))
        for entry in plan.entries
    )
    measured = await _measured(session, brand_id, plan)
    refused = await budget_refusal(session, settings, plan)
    return Estimate(
        order,
        plan,
        engines,
        await usage_report(session, settings, {}),
        None if refused is None else refused.message,
        plan_helps(refused),
        _detectable(measured),
        None if measured is None or detect is None else _goal(measured, engines, detect),
        () if refused is None else await smaller_runs(session, settings, brand, order, plan),
    )


async def _measured(session: AsyncSession, brand_id: UUID, plan: RunPlan) -> Measured | None:
    """Taken from the newest run that asked; None if its repeated samples did not differ."""
    run = await runs.newest_asked(session, brand_id)
    specs = [spec_of(entry) for entry in plan.entries if entry["planned"]]
    if run is None or not specs:
        return None
    basis = "assistants" if plan.wanted else "simulator"
    seen = await stored_observations(session, run)
    spread = await asyncio.to_thread(observed_spread, seen)
    prompts = len({observation.prompt_id for observation in seen})
    samples = sum(repeats(spec, plan.samples) for spec in specs if spec.basis == basis)
    if spread is None or not spread.within or run.basis != basis or not samples:
        return None
    return Measured(spread, seen, prompts, samples)


def _detectable(measured: Measured | None) -> float | None:
    if measured is None:
        return None
    return detectable_points(measured.spread, measured.prompts, measured.samples)


def _goal(measured: Measured, engines: Sequence[EngineEstimate], points: float) -> Goal:
    """The cheapest plan, and whether more samples of this panel would narrow its interval.

    The look is the first of as many as the plan has rounds, so its interval accounts for the looks
    still to come.
    """
    paid = [item for item in engines if item.entry["basis"] == "assistants"] or list(engines)
    answers = sum(item.entry["planned"] for item in paid)
    cost = sum((item.expected for item in paid), Decimal(0)) / answers if answers else None
    asked = len([item for item in paid if item.entry["planned"]]) or 1
    plan = plan_for(measured.spread, points, measured.prompts, asked, cost)
    return Goal(plan, look_at(measured.seen, points, 1, max(2, plan.samples)))
