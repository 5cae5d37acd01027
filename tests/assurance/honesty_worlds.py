"""Simulated brands for the assurance `honesty`, written by one who wants the verdict to fail.

A brand has questions that differ as much as questions do (some are never answered with its name,
some always), engines of unlike generosity, rivals with days of their own, and a day that moves
every answer at once on the logit scale. Engines drop out, panels are edited, samples change.
Invariant: nothing here knows how a verdict is reached; a world is what answers would count.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
WEEKS: Final = 52
METRICS: Final = ("mentionRate", "shareOfVoice", "citationRate", "recommendationRate", "content")


@dataclass(frozen=True, slots=True)
class WorldKind:
    """What a brand lives through; `day` is the sd of the day on the logit scale.

    `likeness` is the correlation of a question's answers, `moment` the sd by which a question
    differs from itself from day to day. `spoilt` are (missing engines, edited panel, samples).
    """

    rate: float
    day: float
    likeness: float
    questions: int
    engines: int
    samples: int
    moment: float = 0.0
    missing: bool = False
    edited: bool = False
    changing: bool = False


@dataclass(frozen=True, slots=True)
class World:
    """Counts of a brand: `hits` and `among` by metric, shape (cells, weeks), 0 where not asked."""

    kind: WorldKind
    hits: dict[str, Floats]
    among: dict[str, Floats]
    questions: NDArray[np.int64]
    days: Floats


@dataclass(frozen=True, slots=True)
class Planted:
    """A sustained change of `points` (0..100) in the rate of being named, from `week` on."""

    week: int
    points: float


def draw_kind(rng: np.random.Generator) -> WorldKind:
    """A brand as customers have them: small and large panels, rare and common names.

    Days have a standard deviation of .1 to .5; rates, likeness and sizes are drawn evenly, so no
    brand stands on a point of a grid that anything could have been tuned on.
    """
    return WorldKind(
        rate=float(_expit(np.array(rng.uniform(-3.9, 2.9)))),
        day=float(rng.uniform(0.1, 0.5)),
        likeness=float(rng.uniform(0.1, 0.8)),
        questions=int(rng.integers(8, 91)),
        engines=int(rng.integers(1, 5)),
        samples=int(rng.integers(1, 4)),
        moment=float(rng.uniform(0.0, 0.5)),
        missing=bool(rng.random() < 0.5),
        edited=bool(rng.random() < 0.5),
        changing=bool(rng.random() < 0.5),
    )


def make_world(
    kind: WorldKind, rng: np.random.Generator, planted: Planted | None = None, weeks: int = WEEKS
) -> World:
    """A year of weekly counts of one brand; without `planted` nothing about it ever changes."""
    asked = _asked(kind, rng, weeks)
    cells = len(asked)
    day, rivals_day = _days(kind, rng, weeks)
    base, questions = _bases(kind, rng, cells)
    moment = kind.moment * rng.standard_normal((cells // kind.engines, weeks))[questions]
    named_at = _moved(base, planted, weeks)
    chance = _expit(_logit(named_at) + day + moment)
    named = rng.binomial(asked.astype(np.int64), chance).astype(np.float64)
    recommended = rng.binomial(named.astype(np.int64), 0.57).astype(float)
    known = asked * (rng.random((cells, 1)) < 0.9)
    cited_chance = _expit(_logit(0.6 * named_at + 0.02) + day + moment)
    cited = rng.binomial(known.astype(np.int64), cited_chance).astype(np.float64)
    rank = rng.integers(1, 6, (cells, 1)).astype(np.float64)
    visible = named / (1.0 + 0.1 * (rank - 1.0))
    rivals = _rivals(asked, rivals_day, rng)
    return World(
        kind,
        {
            "mentionRate": named,
            "shareOfVoice": named,
            "citationRate": cited,
            "recommendationRate": recommended,
            "content": visible,
        },
        {
            "mentionRate": asked,
            "shareOfVoice": named + rivals,
            "citationRate": known,
            "recommendationRate": asked,
            "content": asked,
        },
        questions,
        7.0 * np.arange(weeks, dtype=np.float64),
    )


def _asked(kind: WorldKind, rng: np.random.Generator, weeks: int) -> Floats:
    """Valid answers by (cell, week). Replacements of edited questions have rows of their own."""
    lives = [(0, weeks)] * kind.questions
    for edit in sorted(rng.integers(4, weeks, 3)) if kind.edited else ():
        for at in rng.choice(kind.questions, max(1, kind.questions // 5), replace=False):
            born, died = lives[at]
            if born < edit < died:
                lives[at] = (born, int(edit))
                lives.append((int(edit), weeks))
    alive = np.zeros((len(lives), weeks))
    for row, (born, died) in enumerate(lives):
        alive[row, born:died] = 1.0
    samples = rng.integers(1, 6, weeks) if kind.changing else np.full(weeks, kind.samples)
    answered = (rng.random((kind.engines, weeks)) >= 0.1) if kind.missing else None
    if answered is None or kind.engines == 1:
        answered = np.ones((kind.engines, weeks), dtype=bool)
    answered[0, ~answered.any(axis=0)] = True
    table = alive[:, None, :] * answered[None, :, :] * samples
    flat: Floats = table.reshape(len(lives) * kind.engines, weeks).astype(np.float64)
    return flat


def _days(kind: WorldKind, rng: np.random.Generator, weeks: int) -> tuple[Floats, Floats]:
    return kind.day * rng.standard_normal(weeks), kind.day * rng.standard_normal((4, weeks))


def _bases(
    kind: WorldKind, rng: np.random.Generator, cells: int
) -> tuple[Floats, NDArray[np.int64]]:
    """The chance of being named by cell, and the question of each cell."""
    questions = cells // kind.engines
    spread = (1.0 - kind.likeness) / kind.likeness
    by_question = rng.beta(kind.rate * spread, (1.0 - kind.rate) * spread, questions)
    logits = _logit(np.clip(by_question, 1e-4, 1.0 - 1e-4))[:, None]
    shifted = _expit(logits + 0.3 * rng.standard_normal((1, kind.engines)))
    index = np.repeat(np.arange(questions), kind.engines)
    return shifted.reshape(-1), index


def _moved(base: Floats, planted: Planted | None, weeks: int) -> Floats:
    """Chances by week; a planted change moves every question by one amount on the logit scale."""
    table = np.repeat(base[:, None], weeks, axis=1)
    if planted is None:
        return table
    wanted = float(base.mean()) + planted.points / 100.0
    low, high = -12.0, 12.0
    for _ in range(60):
        middle = 0.5 * (low + high)
        if float(_expit(_logit(base) + middle).mean()) < wanted:
            low = middle
        else:
            high = middle
    table[:, planted.week :] = _expit(_logit(base) + low)[:, None]
    return table


def _rivals(asked: Floats, days: Floats, rng: np.random.Generator) -> Floats:
    """Mentions of four rivals, each with days of its own."""
    total = np.zeros_like(asked)
    for day in days:
        chance = _expit(rng.normal(-0.8, 1.2, (len(asked), 1)) + day)
        total += rng.binomial(asked.astype(np.int64), chance)
    return total


def _logit(p: Floats) -> Floats:
    inside = np.clip(p, 1e-6, 1.0 - 1e-6)
    value: Floats = np.log(inside / (1.0 - inside))
    return value


def _expit(x: Floats) -> Floats:
    value: Floats = 1.0 / (1.0 + np.exp(-x))
    return value
