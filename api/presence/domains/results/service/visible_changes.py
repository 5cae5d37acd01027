"""The smallest change that a coming run can show: the one owner of that number.

Invariant: it is that of the rule that calls a score moved (`presence.analysis.changes`), on the
runs this rule will compare the coming one with, and on the questions and engines both have.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final
from uuid import UUID

import numpy as np
from sqlalchemy.ext.asyncio import AsyncSession

from presence.analysis.changes import (
    COLUMNS,
    CountedRun,
    coming_history,
    coming_series,
    samples_to_see,
    smallest_visible,
)
from presence.analysis.changes.history import SharedSeries
from presence.domains.brands.service import active_prompts
from presence.domains.results.queries.counted_runs import counted_runs, models
from presence.domains.results.queries.engine_breaks import engine_breaks, marked_models
from presence.domains.runs.service.engines import spec_of
from presence.domains.runs.service.orders import RUNS_PER_MONTH, RunPlan, repeats
from presence.domains.runs.service.schedule.dates import cadence_of

MAX_SAMPLES: Final = 25
_METRIC: Final = "content"
_MONTH_DAYS: Final = 365.25 / 12


@dataclass(frozen=True, slots=True)
class Coming:
    """What a planned run will be compared with, and how often it asks.

    `samples` are the answers of a question on an engine in the coming run, `before` in the newest;
    `questions` are those of the coming run.
    """

    series: SharedSeries
    gap_days: float
    seed: int
    samples: float
    before: float
    questions: int

    async def smallest(self) -> float | None:
        """The smallest change in points seen within four runs with four chances in five."""

        def found() -> float | None:
            factor = self.samples / self.before
            return smallest_visible(self.series, self.gap_days, self.seed, factor).points

        return await asyncio.to_thread(found)

    async def samples_for(self, points: float) -> int | None:
        """Samples per question and engine that show `points`; None if no number does yet."""
        return await asyncio.to_thread(
            samples_to_see,
            self.series,
            points,
            self.gap_days,
            self.seed,
            self.before,
            MAX_SAMPLES,
        )


async def coming_run(
    session: AsyncSession, brand_id: UUID, plan: RunPlan, now: datetime
) -> Coming | None:
    """What the planned run can be compared with; None if nothing, or if no score counts it.

    The next runs are taken to come as often as the plan has brands analyzed.
    """
    basis = "assistants" if plan.wanted else "simulator"
    specs = [spec_of(entry) for entry in plan.entries if entry["planned"]]
    asked = {spec.id: repeats(spec, plan.samples) for spec in specs if spec.basis == basis}
    if plan.prompts or not asked:
        return None
    runs = await counted_runs(session, brand_id, now)
    if not runs:
        return None
    breaks = await engine_breaks(session)
    answered = await models(session, UUID(runs[-1].id))
    prompts = (await active_prompts(session, brand_id))[: plan.questions]
    cells = tuple((stored.prompt.id, engine) for stored in prompts for engine in asked)
    coming = CountedRun(
        "",
        now,
        cells,
        np.zeros((len(cells), len(COLUMNS))),
        basis,
        marked_models({engine: answered.get(engine, "") for engine in asked}, now, breaks),
        "",
    )
    gap_days = _MONTH_DAYS / RUNS_PER_MONTH[await cadence_of(session)]
    series = await asyncio.to_thread(_series, runs, coming)
    answers = {
        cell: count
        for cell, count in zip(runs[-1].cells, runs[-1].counts[:, 0], strict=True)
        if count and cell in cells
    }
    if series is None or not answers:
        return None
    return Coming(
        series,
        gap_days,
        brand_id.int % 2**32,
        float(np.mean([asked[engine] for _, engine in answers])),
        float(np.mean(list(answers.values()))),
        plan.questions,
    )


def _series(runs: Sequence[CountedRun], coming: CountedRun) -> SharedSeries | None:
    history = coming_history(runs, coming, _METRIC)
    return None if history is None else coming_series(history)
