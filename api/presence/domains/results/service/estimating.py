"""What a run would ask, cost and be able to show, before it starts.

Invariant: the numbers come from the same plan that starting would carry out, and a change is
promised only as far as the rule that judges changes would see it (`visible_changes`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from presence.analysis.changes import Visible
from presence.analysis.scoring import Look, look_at
from presence.core.settings import Settings
from presence.domains.brands.service import get_brand
from presence.domains.engines.errors import plan_helps
from presence.domains.engines.service import estimate
from presence.domains.engines.service.usage import UsageReport, usage_report
from presence.domains.results.service.visible_changes import MAX_SAMPLES, Coming, coming_run
from presence.domains.runs.queries import runs
from presence.domains.runs.schemas.runs import RunBudgetOut
from presence.domains.runs.service.engines import Entry, spec_of
from presence.domains.runs.service.observations import stored_observations
from presence.domains.runs.service.orders import Order, RunPlan, plan_run
from presence.domains.runs.service.smaller_runs import SmallerRun, budget_refusal, smaller_runs

LOW, HIGH = Decimal("0.5"), Decimal(2)  # lengths and searches of answers vary by about this factor


@dataclass(frozen=True, slots=True)
class EngineEstimate:
    """The answers one engine would give and their expected cost in USD."""

    entry: Entry
    expected: Decimal


@dataclass(frozen=True, slots=True)
class Goal:
    """What it takes to see a change of ± `points` with four chances in five.

    `samples` per question and engine, `answers` and `cost` (USD) are None if no number of answers
    shows it yet; `look` is what more samples of the newest run's questions would achieve.
    """

    points: float
    samples: int | None
    prompts: int
    engines: int
    answers: int | None
    cost: Decimal | None
    look: Look

    @property
    def sentence(self) -> str:
        """The goal as a sentence."""
        points = f"{self.points:g} point{'' if self.points == 1 else 's'}"
        if self.samples is None:
            return (
                f"No number of answers shows a change of {points} with four chances in five yet."
                " The answers still differ too much from day to day, or there are too few days."
            )
        questions = f"{self.prompts} question{'' if self.prompts == 1 else 's'}"
        times = "once each" if self.samples == 1 else f"{self.samples} times each"
        return (
            f"To see a change of {points} with four chances in five, ask each assistant"
            f" {questions}, {times}, in this analysis and the three after it."
        )


@dataclass(frozen=True, slots=True)
class Estimate:
    """A run before it starts. `detectable` is in points, None if no change can be seen yet.

    `compared` says whether there is something to compare it with.

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
    compared: bool
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
        if self.order.kind == "prompt":
            return "The answers to these questions are not part of any score."
        if not self.compared:
            return "There is nothing to compare this analysis with yet."
        return Visible(self.detectable).sentence


async def estimate_run(
    session: AsyncSession,
    settings: Settings,
    brand_id: UUID,
    order: Order,
    now: datetime,
    detect: float | None = None,
) -> Estimate:
    """Plan the run without starting it, and what it takes to see ± `detect` points.

    Raises NotFound and ValidationFailed as starting does.
    """
    brand = await get_brand(session, brand_id)
    plan = await plan_run(session, settings, brand_id, order)
    engines = tuple(
        EngineEstimate(entry, estimate(settings, spec_of(entry), entry["planned"]))
        for entry in plan.entries
    )
    coming = await coming_run(session, brand_id, plan, now)
    refused = await budget_refusal(session, settings, plan)
    return Estimate(
        order,
        plan,
        engines,
        await usage_report(session, settings, {}),
        None if refused is None else refused.message,
        plan_helps(refused),
        None if coming is None else await coming.smallest(),
        coming is not None,
        None if detect is None else await _goal(session, brand_id, coming, engines, detect),
        () if refused is None else await smaller_runs(session, settings, brand, order, plan),
    )


async def _goal(
    session: AsyncSession,
    brand_id: UUID,
    coming: Coming | None,
    engines: Sequence[EngineEstimate],
    points: float,
) -> Goal | None:
    """The cheapest plan, and whether more samples of this panel would narrow its interval.

    The look is the first of as many as the plan has rounds, so its interval accounts for the looks
    still to come. None where there is nothing to compare with or nobody to ask.
    """
    run = await runs.newest_asked(session, brand_id)
    if coming is None or run is None:
        return None
    seen = await stored_observations(session, run)
    samples = await coming.samples_for(points)
    planning = [item for item in engines if item.entry["planned"]]
    paid = [item for item in planning if item.entry["basis"] == "assistants"]
    asked = paid or planning
    if not asked:
        return None
    planned = sum(item.entry["planned"] for item in asked)
    each = sum((item.expected for item in asked), Decimal(0)) / planned
    answers = None if samples is None else samples * coming.questions * len(asked)
    return Goal(
        points,
        samples,
        coming.questions,
        len(asked),
        answers,
        None if answers is None else each * answers,
        look_at(seen, points, 1, max(2, samples or MAX_SAMPLES)),
    )
