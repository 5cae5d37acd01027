"""Draws by lot which questions are treated and which are their controls.

Invariant: the draw depends only on the questions and the seed, so it can be repeated; nobody
chooses a control. Alike means: the brand was named about as often before, and by preference the
same topic and intent.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

CALIPER: Final = 0.25  # of the earlier rate: questions further apart regress differently
MOST_PER_TREATED: Final = 4  # a fifth control hardly narrows the difference
_TOPIC: Final = 0.15
_INTENT: Final = 0.05
_TIE: Final = 0.05


@dataclass(frozen=True, slots=True)
class LotQuestion:
    """A question before the experiment; `rate` 0..1 is its metric over the earlier runs."""

    key: str
    rate: float
    topic: str
    intent: str


@dataclass(frozen=True, slots=True)
class Draw:
    """Keys of both arms, each sorted, and how alike they were before (mean rates 0..1)."""

    treated: tuple[str, ...]
    controls: tuple[str, ...]
    treated_rate: float | None
    control_rate: float | None


def seed_of(*parts: str) -> int:
    """A seed from what an experiment is about: asking again gives the same lot."""
    joined = "\x1f".join(parts).encode()
    return int.from_bytes(hashlib.sha256(joined).digest()[:4])


def draw_controls(treated: Sequence[LotQuestion], pool: Iterable[LotQuestion], seed: int) -> Draw:
    """Controls for chosen questions: up to four alike ones each, by lot among the nearest.

    Questions of the pool that are not alike any treated one are never drawn.
    """
    rng = np.random.default_rng(seed)
    chosen = {one.key for one in treated}
    left = {one.key: one for one in sorted(pool, key=_by_key) if one.key not in chosen}
    ordered = sorted(treated, key=_by_key)
    found: list[LotQuestion] = []
    for _ in range(MOST_PER_TREATED):
        for place in rng.permutation(len(ordered)):
            control = _nearest(ordered[place], left.values(), rng)
            if control is not None:
                found.append(left.pop(control.key))
    return _draw(ordered, found)


def draw_treated(waiting: Sequence[LotQuestion], seed: int) -> Draw:
    """Staggered roll-out: of questions that all wait for a change, half are treated now.

    Pairs of the nearest questions are made first, and one of each is drawn; an odd one is drawn
    by itself.
    """
    rng = np.random.default_rng(seed)
    left = {one.key: one for one in sorted(waiting, key=_by_key)}
    arms: tuple[list[LotQuestion], list[LotQuestion]] = ([], [])
    while left:
        first = left.pop(next(iter(left)))
        coin = int(rng.integers(2))
        arms[coin].append(first)
        if left:
            second = min(left.values(), key=lambda other: (_distance(first, other), other.key))
            arms[1 - coin].append(left.pop(second.key))
    return _draw(arms[0], arms[1])


def _nearest(
    of: LotQuestion, among: Iterable[LotQuestion], rng: np.random.Generator
) -> LotQuestion | None:
    alike = [(_distance(of, one), one) for one in among if abs(of.rate - one.rate) <= CALIPER]
    if not alike:
        return None
    least = min(distance for distance, _ in alike)
    tied = [one for distance, one in alike if distance <= least + _TIE]
    return tied[int(rng.integers(len(tied)))]


def _distance(one: LotQuestion, other: LotQuestion) -> float:
    topic = 0.0 if one.topic == other.topic else _TOPIC
    intent = 0.0 if one.intent == other.intent else _INTENT
    return abs(one.rate - other.rate) + topic + intent


def _draw(treated: Sequence[LotQuestion], controls: Sequence[LotQuestion]) -> Draw:
    return Draw(
        tuple(sorted(one.key for one in treated)),
        tuple(sorted(one.key for one in controls)),
        _mean_rate(treated),
        _mean_rate(controls),
    )


def _mean_rate(arm: Sequence[LotQuestion]) -> float | None:
    return float(np.mean([one.rate for one in arm])) if arm else None


def _by_key(one: LotQuestion) -> str:
    return one.key
