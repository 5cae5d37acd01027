"""No two places show different numbers, whatever was measured, edited, filtered or paid for.

Random brands live through random steps; after each, every pair of places in `PAIRS` is read through
the API and compared. Invariant: a violation is a number, so one wrong in five places counts five.
"""

from __future__ import annotations

import sys
from collections import Counter
from dataclasses import dataclass, field

from tests.assurance.contradictions_pair import Contradiction
from tests.assurance.contradictions_pairs import PAIRS, contradictions
from tests.assurance.contradictions_reads import read
from tests.assurance.contradictions_scene import stage
from tests.assurance.frame import Deadline, Outcome
from tests.conftest import Place

COVERS = (
    "api/presence/domains/analytics",
    "api/presence/domains/findings",
    "api/presence/domains/measurement",
    "api/presence/domains/publishing",
    "api/presence/domains/results",
    "api/presence/domains/runs",
)
_SEED_STEP = 1_000_003  # no two brands of nearby seeds are alike


@dataclass(frozen=True)
class Scale:
    """How many brands, and how many steps each lives through."""

    brands: int
    steps: int


QUICK = Scale(brands=4, steps=6)
FULL = Scale(brands=50, steps=10)


@dataclass
class _Seen:
    states: int = 0
    numbers: int = 0
    by_pair: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)

    def add(self, seed: int, steps: list[str], compared: int, found: list[Contradiction]) -> None:
        """One state; what differs is told with how to get there again."""
        self.states += 1
        self.numbers += compared
        for one in found:
            self.by_pair[one.pair.what] += 1
            self.wrong.append(f"seed {seed} after {'; '.join(steps)}: {one}")


async def full(place: Place, seed: int, deadline: Deadline) -> Outcome:
    """500 states of 50 brands."""
    return await run(place, FULL, seed, deadline)


async def run(place: Place, scale: Scale, seed: int, deadline: Deadline) -> Outcome:
    """Let brands live and compare after each step."""
    seen = await walk(place, scale, seed, deadline)
    for line in seen.wrong[:20]:
        sys.stderr.write(f"{line}\n")
    return Outcome(
        {
            "states": seen.states,
            "brands": scale.brands,
            "pairs": len(PAIRS),
            "numbersCompared": seen.numbers,
            **{f"wrong.{name}": count for name, count in sorted(seen.by_pair.items())},
        },
        len(seen.wrong),
        complete=seen.states == scale.brands * scale.steps,
    )


async def walk(place: Place, scale: Scale, seed: int, deadline: Deadline) -> _Seen:
    """What was seen in every state, in order."""
    seen = _Seen()
    async with stage(place) as opened:
        for number in range(scale.brands):
            own = seed + number * _SEED_STEP
            scene = await opened(own)
            for _ in range(scale.steps):
                if deadline.passed:
                    return seen
                await scene.step()
                seen.add(own, scene.done, *contradictions(await read(scene)))
    return seen
