"""A paired experiment on the simulator: the same questions and seeds, before and after an edit.

Invariant: nothing but the brand's passages differs between the two sides, so the change is the
edit's; it is never given without its interval, and "no expected change" is a result.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final, Literal

import numpy as np

from presence.analysis.extraction import EntitySet, extract_answer
from presence.analysis.pipeline import questions
from presence.analysis.ports import Embedder
from presence.analysis.scoring import Observation, change_verdict, observe
from presence.analysis.scoring.intervals import cluster_quantile
from presence.analysis.simulator import SIMULATOR_VERSION, Simulator
from presence.analysis.types import Answer, BrandProfile, Panel, PanelPrompt, Passage, Question

WHAT_IF_VERSION: Final = "what-if-1"
# Prompts asked here stand for those that were not: less than five points of spread between them
# is never claimed, so that a panel without any change still has an interval.
LEAST_SPREAD: Final = 0.05
_AT: Final = datetime(2000, 1, 1, tzinfo=UTC)  # simulated answers have no moment of their own

Verdict = Literal["gain", "loss", "no expected change", "not enough data"]


@dataclass(frozen=True, slots=True)
class PromptOutcome:
    """One question before and after: mean visibility 0..100 and the first answer of each side."""

    prompt_id: str
    prompt: str
    before: float
    after: float
    answer_before: str
    answer_after: str


@dataclass(frozen=True, slots=True)
class ExperimentResult:
    """Simulated Content AI Visibility on both sides and the paired change in points.

    `low`..`high` is the 95 % interval of the mean change over prompts (t with prompts - 1 degrees
    of freedom); `verdict` follows the paired permutation test at 5 %.
    """

    before: float
    after: float
    points: float
    low: float
    high: float
    p_value: float | None
    verdict: Verdict
    answers: int
    prompts: tuple[PromptOutcome, ...]
    versions: tuple[str, ...]


async def experiment(
    profile: BrandProfile,
    before: Sequence[Passage],
    after: Sequence[Passage],
    panel: Panel,
    samples: int,
    seed: int,
    embedder: Embedder | None,
) -> ExperimentResult:
    """Ask the panel's neutral prompts on both sides. ValueError without any neutral prompt."""
    neutral = Panel(tuple(p for p in panel.prompts if not p.branded), panel.version)
    if not neutral.prompts:
        raise ValueError("There is no neutral prompt to ask.")
    sides = [
        await _ask(profile, passages, neutral, samples, seed, embedder)
        for passages in (before, after)
    ]
    return _outcome(neutral, sides[0], sides[1], seed)


async def _ask(
    profile: BrandProfile,
    passages: Sequence[Passage],
    panel: Panel,
    samples: int,
    seed: int,
    embedder: Embedder | None,
) -> dict[str, list[Observation]]:
    engine = Simulator(passages, profile, embedder, seed)
    asked = questions(panel, engine.spec, samples, seed)
    await engine.prepare(asked)
    entities = EntitySet.of(profile)
    by_id = {prompt.id: prompt for prompt in panel.prompts}
    groups: dict[str, list[Observation]] = defaultdict(list)
    for question in asked:
        answer = await _answer(engine, by_id[question.prompt_id], question)
        groups[question.prompt_id].append(observe(answer, extract_answer(answer, entities)))
    return groups


async def _answer(engine: Simulator, prompt: PanelPrompt, question: Question) -> Answer:
    raw = await engine.ask(question)
    key = f"{question.prompt_id}/{question.sample}"
    return Answer(key, prompt, engine.spec, question.sample, _AT, raw)


def _outcome(
    panel: Panel,
    before: dict[str, list[Observation]],
    after: dict[str, list[Observation]],
    seed: int,
) -> ExperimentResult:
    rows = tuple(_row(p, before[p.id], after[p.id]) for p in panel.prompts)
    differences = [(row.after - row.before) / 100.0 for row in rows]
    change = change_verdict(differences, seed)
    k = len(rows)
    spread = float(np.std(differences, ddof=1)) if k > 1 else 1.0
    half = 100.0 * cluster_quantile(k) * max(spread, LEAST_SPREAD) / float(np.sqrt(k))
    points = 100.0 * float(np.mean(differences))
    return ExperimentResult(
        before=float(np.mean([row.before for row in rows])),
        after=float(np.mean([row.after for row in rows])),
        points=points,
        low=max(points - half, -100.0),
        high=min(points + half, 100.0),
        p_value=change.p_value,
        verdict=_verdict(change.verdict, points),
        answers=sum(len(group) for side in (before, after) for group in side.values()),
        prompts=rows,
        versions=(WHAT_IF_VERSION, SIMULATOR_VERSION),
    )


def _row(
    prompt: PanelPrompt, before: Sequence[Observation], after: Sequence[Observation]
) -> PromptOutcome:
    means = [100.0 * float(np.mean([o.visibility for o in side])) for side in (before, after)]
    return PromptOutcome(
        prompt.id, prompt.text, means[0], means[1], before[0].answer.text, after[0].answer.text
    )


def _verdict(verdict: str, points: float) -> Verdict:
    if verdict == "moved":
        return "gain" if points > 0 else "loss"
    return "not enough data" if verdict == "not enough data" else "no expected change"
