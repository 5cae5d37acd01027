"""Random histories of two runs for the assurance `causes`, with what was really changed in each.

Invariant: a world knows its causes by construction; nothing here is computed by what it tests.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from presence.analysis.scoring import Observation
from presence.analysis.why import Cause, ModelEffect, Readings, TwoRuns
from tests.analysis.scoring.answered import Pair, answered, engine
from tests.analysis.why.worlds import observed

COMPETITORS = ("c1", "c2", "c3")
FAILED = 0.03
BLAMABLE: tuple[Cause, ...] = (
    "questions", "engines", "reading", "competitors", "model", "answers",
)  # fmt: skip


@dataclass(frozen=True)
class Design:
    """One run before it is drawn: the chance of every question and engine to name the brand."""

    rates: dict[tuple[str, str], float]
    samples: int
    models: dict[str, str]
    weights: dict[str, float]

    @property
    def questions(self) -> list[str]:
        """Its questions."""
        return sorted({question for question, _ in self.rates})

    @property
    def engines(self) -> list[str]:
        """Its engines."""
        return sorted({name for _, name in self.rates})


@dataclass(frozen=True)
class World:
    """Two runs, what was changed between them, and by how much the chances really changed."""

    runs: TwoRuns
    changed: frozenset[Cause]
    shift: float | None = None
    designs: tuple[Design, Design] = field(repr=False, default=())  # type: ignore[assignment]  # set always


def designed(rng: np.random.Generator, questions: int, engines: int, samples: int) -> Design:
    """A panel whose questions differ, and whose engines differ a little."""
    base = rng.beta(1.2, 1.8, questions)
    return Design(
        {
            (f"q{q:03}", f"e{e}"): float(np.clip(base[q] + rng.normal(0.0, 0.08), 0.01, 0.99))
            for q in range(questions)
            for e in range(engines)
        },
        samples,
        {f"e{e}": "m1" for e in range(engines)},
        {},
    )


def drawn(rng: np.random.Generator, design: Design, failed: float = FAILED) -> list[Observation]:
    """The answers of a run; an answer that fails is not there."""
    pairs: list[Pair] = []
    for (question, name), rate in design.rates.items():
        for sample in range(design.samples):
            if rng.random() >= failed:
                pairs.append(_answer(rng, design, question, name, sample, rate))
    return observed(pairs)


def _answer(
    rng: np.random.Generator, design: Design, question: str, name: str, sample: int, rate: float
) -> Pair:
    others = [c for c in COMPETITORS if rng.random() < 0.35]
    brand = ["brand"] if rng.random() < rate else []
    order = list(rng.permutation([*brand, *others]))
    return answered(
        question,
        sample,
        positions={str(entity): rank for rank, entity in enumerate(order, 1)},
        by=engine(name, "assistants", design.models[name]),
        cited_owned=None if rng.random() < 0.1 else bool(rng.random() < rate),
        recommended=bool(brand) and bool(rng.random() < 0.4),
        topic=f"t{int(question[1:]) % 4}",
    )


def reread(
    rng: np.random.Generator, observations: Sequence[Observation], gained: float, dropped: str
) -> list[Observation]:
    """The same answers read so that more name the brand, or without one competitor."""
    return [
        replace(o, extraction=replace(o.extraction, positions=_ranks(rng, o, gained, dropped)))
        for o in observations
    ]


def _ranks(
    rng: np.random.Generator, o: Observation, gained: float, dropped: str
) -> tuple[tuple[str, int], ...]:
    named = [entity for entity, _ in o.extraction.positions if entity != dropped]
    if "brand" not in named and rng.random() < gained:
        named = ["brand", *named]
    return tuple((entity, rank) for rank, entity in enumerate(named, 1))


def histories(rng: np.random.Generator, count: int) -> Iterator[World]:
    """Worlds in which any number of things changed at once, small panels and large ones."""
    for _ in range(count):
        yield history(rng)


def history(rng: np.random.Generator) -> World:
    """One such world; each thing changes with an even chance."""
    old = designed(rng, int(rng.integers(1, 13)), int(rng.integers(1, 4)), int(rng.integers(1, 4)))
    changed = frozenset(cause for cause in BLAMABLE if rng.random() < 0.5)
    new = _next(rng, old, changed)
    if rng.random() < 0.3:
        new = replace(new, samples=int(rng.integers(1, 5)))
    stored = drawn(rng, old, failed=0.1)
    readings = _readings(rng, stored, changed)
    later = drawn(rng, new, failed=0.1)
    models = _effects(rng, new, changed)
    runs = TwoRuns(
        readings,
        later,
        reported={},
        models=dict.fromkeys(("content", "mentionRate"), models),
        old_weights=old.weights or None,
        new_weights=new.weights or None,
        asked=(old.questions, new.questions),
    )
    return World(runs, changed, designs=(old, new))


def _next(rng: np.random.Generator, old: Design, changed: frozenset[Cause]) -> Design:
    rates, models, weights = dict(old.rates), dict(old.models), dict(old.weights)
    if "answers" in changed:
        rates = {at: float(np.clip(r + rng.normal(0, 0.3), 0.0, 1.0)) for at, r in rates.items()}
    if "questions" in changed:
        gone = set(rng.choice(old.questions, int(rng.integers(0, len(old.questions) + 1)), False))
        rates = {at: r for at, r in rates.items() if at[0] not in gone}
        for q in range(int(rng.integers(0 if rates else 1, 6))):
            rates |= {(f"q9{q:02}", name): float(rng.random()) for name in old.engines}
        weights = {q: float(rng.choice([0.0, 0.5, 1.0, 2.0])) for q, _ in rates}
    if "engines" in changed:
        gone = set(rng.choice(old.engines, int(rng.integers(0, len(old.engines) + 1)), False))
        rates = {at: r for at, r in rates.items() if at[1] not in gone}
        questions = sorted({q for q, _ in rates}) or old.questions
        if not rates or rng.random() < 0.5:
            rates |= {(q, "e9"): float(rng.random()) for q in questions}
            models["e9"] = "m1"
    if "model" in changed:
        models["e0"] = "m2"
    return Design(rates, old.samples, models, weights)


def _readings(
    rng: np.random.Generator, stored: list[Observation], changed: frozenset[Cause]
) -> Readings:
    gained = 0.3 if "reading" in changed else 0.0
    dropped = "c1" if "competitors" in changed else ""
    if not gained and not dropped:
        return Readings.unchanged(stored)
    renamed = reread(rng, stored, gained, "") if gained else stored
    current = reread(rng, renamed, 0.0, dropped) if dropped else renamed
    relisted = reread(rng, stored, 0.0, dropped) if dropped else stored
    return Readings(stored, renamed, None if rng.random() < 0.3 and gained else relisted, current)


def _effects(
    rng: np.random.Generator, new: Design, changed: frozenset[Cause]
) -> tuple[ModelEffect, ...]:
    if "model" not in changed or rng.random() < 0.3:
        return ()
    points = float(rng.normal(0.0, 5.0))
    return (ModelEffect("e0", points, points - 2.0, points + 2.0),)


def planted(rng: np.random.Generator, cause: Cause) -> World:
    """A world in which one thing changed, by 10 to 20 points, beside chance and failed answers."""
    old = designed(rng, int(rng.integers(60, 121)), int(rng.integers(3, 5)), 2)
    rates = {at: 0.15 + 0.5 * rate for at, rate in old.rates.items()}
    old = replace(old, rates=rates)
    up = float(rng.uniform(0.10, 0.20))
    stored = drawn(rng, old)
    new, readings = old, Readings.unchanged(stored)
    models: tuple[ModelEffect, ...] = ()
    later_reading = (0.0, "")
    if cause == "questions":
        new = _other_questions(old, up)
    elif cause == "engines":
        new = _another_engine(old, up)
    elif cause == "answers":
        new = replace(old, rates={at: rate + up for at, rate in rates.items()})
    elif cause == "model":
        moved = {at: rate + up * (at[1] == "e0") * len(old.engines) for at, rate in rates.items()}
        new = replace(old, models=old.models | {"e0": "m2"}, rates=moved)
        seen = 100.0 * up + float(rng.normal(0.0, 1.5))
        models = (ModelEffect("e0", seen, seen - 3.0, seen + 3.0),)
    elif cause == "reading":
        later_reading = (up / (1.0 - float(np.mean(list(rates.values())))), "")
        readings = _read_again(rng, stored, later_reading)
    elif cause == "competitors":
        later_reading = (0.0, "c1")
        readings = _read_again(rng, stored, later_reading, relisted=True)
    later = drawn(rng, new)
    if any(later_reading):
        later = reread(rng, later, *later_reading)
    metric = "shareOfVoice" if cause == "competitors" else "mentionRate"
    runs = TwoRuns(readings, later, models={metric: models}, asked=(old.questions, new.questions))
    shift = 100.0 * up if cause == "answers" else None
    return World(runs, frozenset({cause}), shift, (old, new))


def _read_again(
    rng: np.random.Generator,
    stored: list[Observation],
    reading: tuple[float, str],
    relisted: bool = False,
) -> Readings:
    current = reread(rng, stored, *reading)
    if relisted:
        return Readings(stored, stored, current, current)
    return Readings(stored, current, stored, current)


def _other_questions(old: Design, up: float) -> Design:
    """Half of the questions are replaced by ones that name the brand more often."""
    half = set(old.questions[: len(old.questions) // 2])
    return replace(
        old,
        rates={
            (f"q9{at[0][1:]}" if at[0] in half else at[0], at[1]): min(rate + 2 * up, 0.99)
            if at[0] in half
            else rate
            for at, rate in old.rates.items()
        },
    )


def _another_engine(old: Design, up: float) -> Design:
    """One engine is replaced by one that names the brand more often."""
    more = up * len(old.engines)
    return replace(
        old,
        rates={
            (at[0], "e9" if at[1] == "e0" else at[1]): min(rate + more * (at[1] == "e0"), 0.99)
            for at, rate in old.rates.items()
        },
        models=old.models | {"e9": "m1"},
    )
