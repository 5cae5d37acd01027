"""Whether a run fits into what is left of a budget, and what smaller ones do where it does not.

Invariant: an offer is an order that starting would accept now, because it is tried by the same
rule; a whole run is never offered as a smaller one.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from sqlalchemy.ext.asyncio import AsyncSession

from presence.core.ids import new_id
from presence.core.settings import Settings
from presence.domains.brands.records import BrandRef
from presence.domains.engines.errors import BudgetExhausted
from presence.domains.engines.service import reserve
from presence.domains.runs.service.lifecycle import start_refusal
from presence.domains.runs.service.orders import Order, RunPlan, plan_run
from presence.domains.runs.service.run_kinds import pipeline_of

Reduction = Literal["fewer-questions", "fewer-assistants", "website"]


@dataclass(frozen=True, slots=True)
class SmallerRun:
    """An order that fits, and by what means it is smaller."""

    means: Reduction
    order: Order
    plan: RunPlan


async def budget_refusal(
    session: AsyncSession, settings: Settings, plan: RunPlan
) -> BudgetExhausted | None:
    """Try to reserve, then undo it: this applies the rule itself rather than a copy of it."""
    attempt = await session.begin_nested()
    try:
        await reserve(session, settings, new_id(), plan.wanted)
    except BudgetExhausted as exhausted:
        return exhausted
    finally:
        await attempt.rollback()
    return None


async def smaller_runs(
    session: AsyncSession, settings: Settings, brand: BrandRef, order: Order, plan: RunPlan
) -> tuple[SmallerRun, ...]:
    """What can be started although `plan` cannot: the most of each means, the fullest first.

    Before there is a panel, there are no fewer questions to choose from.
    """
    if order.kind not in ("full", "content"):
        return ()
    found: list[SmallerRun | None] = []
    if await start_refusal(session, settings, brand.id, order.kind) is None:
        trial = _Trial(session, settings, brand, order)
        found = [await trial.fewer_questions(plan), await trial.fewer_assistants(plan)]
    if brand.website_url is not None and pipeline_of(order.kind).crawls:
        website = Order("technical")
        if await start_refusal(session, settings, brand.id, website.kind) is None:
            found.append(SmallerRun("website", website, RunPlan(plan.panel_size, 1, ())))
    return tuple(run for run in found if run is not None)


@dataclass(frozen=True, slots=True)
class _Trial:
    session: AsyncSession
    settings: Settings
    brand: BrandRef
    order: Order

    async def fewer_questions(self, whole: RunPlan) -> SmallerRun | None:
        """The largest part of the panel that fits, found by halving."""
        low, high, best = 1, whole.questions - 1, None
        while low <= high:
            middle = (low + high) // 2
            run = await self._fits("fewer-questions", replace(self.order, questions=middle))
            if run is None or run.plan.questions != middle:
                high = middle - 1
            else:
                best, low = run, middle + 1
        return best

    async def fewer_assistants(self, whole: RunPlan) -> SmallerRun | None:
        """One assistant after the other, in their order, each that still fits beside the others."""
        best: SmallerRun | None = None
        for engine in sorted(whole.wanted, key=[entry["id"] for entry in whole.entries].index):
            chosen = (*(best.order.engines if best else ()), engine)
            run = await self._fits("fewer-assistants", replace(self.order, engines=chosen))
            best = run or best
        return best

    async def _fits(self, means: Reduction, order: Order) -> SmallerRun | None:
        plan = await plan_run(self.session, self.settings, self.brand.id, order)
        refused = await budget_refusal(self.session, self.settings, plan)
        return SmallerRun(means, order, plan) if refused is None else None
