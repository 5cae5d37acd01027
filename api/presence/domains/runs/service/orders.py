"""Decides what a run will ask: kind, engines, samples, and the answers to reserve for it.

Invariant: a run never asks an engine for more than was planned here, because that is what its
budget was reserved for.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from presence.analysis.simulator import PHRASINGS
from presence.analysis.types import EngineSpec
from presence.core.errors import ValidationFailed
from presence.core.settings import Settings
from presence.domains.billing.service import current_plan
from presence.domains.brands.records import StoredPrompt
from presence.domains.brands.service import active_prompts, panel_size
from presence.domains.engines.service import (
    affordable_samples,
    engines_for_run,
    waiting_for_confirmation,
)
from presence.domains.runs.service.engines import Entry, entry_of
from presence.domains.runs.service.run_kinds import Kind, pipeline_of
from presence.domains.runs.service.schedule.calendar import Cadence
from presence.domains.workspaces.service.examples import is_example

LEFT_OUT = "Left out of this analysis."
RUNS_PER_MONTH: dict[Cadence, float] = {"monthly": 1.0, "weekly": 365.25 / 12 / 7}


@dataclass(frozen=True, slots=True)
class Order:
    """What somebody wants analysed; `prompt_ids` belongs to kind prompt alone.

    `confirmed`: a first analysis asks engines at once instead of holding them back. `questions`
    asks at most so many of the panel's first questions, `engines` those assistants alone.
    """

    kind: Kind = "full"
    prompt_ids: tuple[UUID, ...] = ()
    confirmed: bool = False
    questions: int | None = None
    engines: tuple[str, ...] = ()

    @property
    def is_smaller(self) -> bool:
        """Whether it asks less than the whole panel of every assistant."""
        return self.questions is not None or bool(self.engines)


@dataclass(frozen=True, slots=True)
class RunPlan:
    """How the order will be carried out.

    `panel_size` is the maximum number of questions the run may choose, `questions` the expected
    number; `prompts` are the chosen ones of a prompt run.
    """

    panel_size: int
    samples: int
    entries: tuple[Entry, ...]
    prompts: tuple[StoredPrompt, ...] = ()
    questions: int = 0

    @property
    def assistants(self) -> tuple[str, ...]:
        """The engines that are connected, whether or not they may be asked now."""
        return tuple(e["name"] for e in self.entries if e["basis"] == "assistants")

    @property
    def wanted(self) -> dict[str, int]:
        """Answers to reserve, by engine."""
        return {
            entry["id"]: entry["planned"]
            for entry in self.entries
            if entry["basis"] == "assistants" and entry["planned"]
        }

    def without_assistants(self, reason: str) -> RunPlan:
        """The plan with the simulator alone; each engine states why it is not asked."""
        return replace(self, entries=tuple(_unasked(entry, reason) for entry in self.entries))


def _unasked(entry: Entry, reason: str) -> Entry:
    if entry["basis"] != "assistants" or not entry["planned"]:
        return entry
    return {**entry, "planned": 0, "status": "not-asked", "reason": reason}


async def plan_run(
    session: AsyncSession, settings: Settings, brand_id: UUID, order: Order
) -> RunPlan:
    """Engines, samples, planned answers.

    Raises ValidationFailed for prompts and engines that cannot be asked. A full or content run asks
    the panel, which leaves one of the plan's prompts for the neutral question about the brand.
    Before there is a panel, a new brand's share of them is planned, and all of it is asked. A
    smaller run asks each question as often as the whole one.
    """
    limits = (await current_plan(session)).limits
    most = max(_number(limits.value("prompts.max")) - 1, 1)
    if not pipeline_of(order.kind).asks:
        return RunPlan(most, 1, ())
    stored = await active_prompts(session, brand_id)
    most = most if stored else min(most, panel_size(limits))
    chosen = _chosen(stored, order) if order.kind == "prompt" else ()
    panel = len(chosen) or min(len(stored) or most, most)
    specs = await engines_for_run(session, settings)
    if await is_example(session):  # guard: examples.no-assistants
        specs = tuple(spec for spec in specs if spec.basis == "simulator")
    left_out = _left_out(specs, order.engines)
    samples = await affordable_samples(
        session,
        settings,
        {spec.id: panel for spec in specs if spec.basis == "assistants"},
        _number(limits.value("samples.max")),
        RUNS_PER_MONTH[limits.cadence],
    )
    if stored and not chosen and order.questions is not None:
        most = min(most, order.questions)
        panel = min(panel, most)
    neutral = 0 if chosen else 1
    waiting = {**left_out, **await waiting_for_confirmation(session, settings)}
    entries = (
        entry_of(
            spec,
            0 if spec.id in waiting else panel * repeats(spec, samples) + neutral,
            waiting.get(spec.id, ""),
        )
        for spec in specs
    )
    return RunPlan(len(chosen) or most, samples, tuple(entries), chosen, panel)


def repeats(spec: EngineSpec, samples: int) -> int:
    """How often an engine is asked each question: the simulator in all its phrasings."""
    return max(samples, PHRASINGS) if spec.basis == "simulator" else samples


def _left_out(specs: tuple[EngineSpec, ...], wanted: tuple[str, ...]) -> dict[str, str]:
    """The assistants that are not among the wanted ones, with the reason; without a wish none."""
    known = {spec.id for spec in specs if spec.basis == "assistants"}
    if not wanted:
        return {}
    if not known.issuperset(wanted):
        sentence = "One of these assistants is not connected."
        raise ValidationFailed.at("/engines", sentence)
    return dict.fromkeys(known.difference(wanted), LEFT_OUT)


def _chosen(stored: tuple[StoredPrompt, ...], order: Order) -> tuple[StoredPrompt, ...]:
    wanted = set(order.prompt_ids)
    chosen = tuple(prompt for prompt in stored if prompt.id in wanted)
    if not wanted or len(chosen) < len(wanted):
        sentence = (
            "One of these questions is not asked for this brand."
            if wanted
            else "Choose at least one question."
        )
        raise ValidationFailed.at("/promptIds", sentence)
    return chosen


def _number(limit: Any) -> int:
    if not limit:
        raise ValueError("Every plan allows at least one.")
    return int(limit)
