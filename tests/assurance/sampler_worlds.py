"""Simulated brands for the assurance `sampler`, written by one who wants it to waste its calls.

Questions are of three sorts (never, always and now and then answered with the name), assistants
differ in generosity and each has questions of its own; none of it has the shape of a beta, which
the sampler assumes. Every week moves all answers and every cell a little; in some brands a fifth of
the questions turn round one day, assistants drop out, questions are replaced. Costs differ by up to
sixteen times. Invariant: nothing here knows how samples are given out.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
WEEKS: Final = 26


@dataclass(frozen=True, slots=True)
class WorldKind:
    """What a brand is like; rates and shifts are on the logit scale.

    `sorts` are the shares of questions never and always answered with the name, `own` the sd of a
    question, `pair` that of a question on one assistant, `day` and `moment` those of a week for all
    cells and for each.
    """

    questions: int
    generosity: tuple[float, ...]
    costs: tuple[float, ...]
    level: float
    sorts: tuple[float, float]
    own: float
    pair: float
    day: float
    moment: float
    turns: int | None
    missing: bool
    edited: bool


@dataclass(frozen=True, slots=True)
class World:
    """`rates`, `usual` and `answering` by (cell, week); `question`, `engine`, `cost` by cell.

    `usual` are the rates without what moves a week alone, which nobody can know before it.
    """

    kind: WorldKind
    rates: Floats
    usual: Floats
    answering: NDArray[np.bool_]
    question: NDArray[np.int64]
    engine: NDArray[np.int64]
    cost: Floats
    days: Floats


def draw_kind(rng: np.random.Generator) -> WorldKind:
    """A brand as customers have them, drawn evenly, so no grid could have been tuned on."""
    engines = int(rng.integers(1, 5))
    never, always = rng.uniform(0.0, 0.5), rng.uniform(0.0, 0.3)
    return WorldKind(
        questions=int(rng.integers(8, 121)),
        generosity=tuple(float(g) for g in 0.5 * rng.standard_normal(engines)),
        costs=tuple(float(c) for c in 0.005 * 2.0 ** rng.uniform(0.0, 4.0, engines)),
        level=float(rng.uniform(-2.5, 2.0)),
        sorts=(float(never), float(always)),
        own=float(rng.uniform(0.3, 2.5)),
        pair=float(rng.uniform(0.1, 1.0)),
        day=float(rng.uniform(0.0, 0.4)),
        moment=float(rng.uniform(0.0, 0.5)),
        turns=int(rng.integers(4, WEEKS - 2)) if rng.random() < 0.3 else None,
        missing=bool(rng.random() < 0.5),
        edited=bool(rng.random() < 0.5),
    )


def make_world(kind: WorldKind, rng: np.random.Generator) -> World:
    """Half a year of weekly runs of one brand."""
    engines = len(kind.generosity)
    days = kind.day * rng.standard_normal(WEEKS)
    spans = _spans(kind, rng)
    logits = base_logits(kind, len(spans), rng)
    moved = np.repeat(logits[:, None], WEEKS, axis=1)
    if kind.turns is not None:
        turned = np.repeat(rng.random(len(spans)) < 0.2, engines)
        moved[turned, kind.turns :] = -moved[turned, kind.turns :]
    shaken = moved + days + kind.moment * rng.standard_normal(moved.shape)
    alive = np.zeros((len(spans), 1, WEEKS), dtype=bool)
    for row, (born, died) in enumerate(spans):
        alive[row, 0, born:died] = True
    up = rng.random((engines, WEEKS)) >= (0.1 if kind.missing and engines > 1 else 0.0)
    up[0, ~up.any(axis=0)] = True
    return World(
        kind,
        expit(shaken),
        expit(moved),
        (alive & up[None]).reshape(-1, WEEKS),
        np.repeat(np.arange(len(spans)), engines),
        np.tile(np.arange(engines), len(spans)),
        np.tile(np.array(kind.costs), len(spans)),
        days,
    )


def base_logits(kind: WorldKind, questions: int, rng: np.random.Generator) -> Floats:
    """The logit of each cell of so many questions of this kind, question by question."""
    never, always = kind.sorts
    sort = rng.choice(3, questions, p=[never, always, 1.0 - never - always])
    middle = np.array([-6.0, 5.0, kind.level])[sort]
    own = np.where(sort == 2, kind.own, 0.7) * rng.standard_normal(questions)
    pair = kind.pair * rng.standard_normal((questions, len(kind.generosity)))
    made: Floats = (middle + own)[:, None] + np.array(kind.generosity) + pair
    return made.reshape(-1)


def true_mean(world: World, week: int, rng: np.random.Generator) -> float:
    """The mean rate over all questions such a panel might have asked that week (0..1).

    Only for brands in which no question turned round; the panel is a draw from these questions.
    """
    kind = world.kind
    logits = base_logits(kind, 20_000, rng)
    shaken = logits + world.days[week] + kind.moment * rng.standard_normal(len(logits))
    up = world.answering[:, week]
    answering = np.isin(np.arange(len(kind.generosity)), world.engine[up])
    by_engine = expit(shaken).reshape(-1, len(kind.generosity)).mean(axis=0)
    return float(by_engine[answering].mean())


def _spans(kind: WorldKind, rng: np.random.Generator) -> list[tuple[int, int]]:
    """Weeks of each question, from the first to the one after the last."""
    spans = [(0, WEEKS)] * kind.questions
    for at in sorted(int(week) for week in rng.integers(4, WEEKS, 2)) if kind.edited else ():
        for row in rng.choice(kind.questions, max(1, kind.questions // 6), replace=False):
            born, died = spans[row]
            if born < at < died:
                spans[row] = (born, at)
                spans.append((at, died))
    return spans


def expit(x: Floats) -> Floats:
    """The rate of a logit."""
    value: Floats = 1.0 / (1.0 + np.exp(-x))
    return value
