"""Why a number moved: the parts add up, and the cause that was planted is the one that is blamed.

Random histories change any number of things at once; each metric's parts must add up to its change,
and what did not change must be exactly 0. Planted worlds change one thing, among chance and failed
answers, and the largest part must be its own. Invariant: a violation is a history that does not add
up, a part that is not 0 though nothing of it changed, or a cause that is found too seldom.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from dataclasses import dataclass, field
from math import isfinite

import numpy as np

from presence.analysis.why import CAUSES, EXPLAINED, Cause, Explanation, explain
from tests.assurance.causes_worlds import BLAMABLE, World, histories, planted
from tests.assurance.frame import Deadline, Outcome
from tests.conftest import Place

COVERS = ("api/presence/analysis/scoring", "api/presence/analysis/why")
EXACT = 1e-9
BLAMED_LEAST = 0.95
COVERED_LEAST = 0.93
COVERED_FROM = 100  # worlds; of 20, one in four would be below by chance


@dataclass(frozen=True)
class Scale:
    """How many random histories, and how many planted worlds of each cause."""

    histories: int
    planted: int


QUICK = Scale(histories=150, planted=20)
FULL = Scale(histories=10_000, planted=300)


@dataclass
class Seen:
    """What was compared, and what was wrong."""

    histories: int = 0
    explained: int = 0
    worst: float = 0.0
    wrong: list[str] = field(default_factory=list)
    planted: Counter[Cause] = field(default_factory=Counter)
    blamed: Counter[Cause] = field(default_factory=Counter)
    covered: int = 0

    def history(self, world: World) -> None:
        """Check every metric of a random history."""
        self.histories += 1
        for metric in EXPLAINED:
            found = explain(world.runs, metric)
            if found is not None:
                self.explained += 1
                self._sums(found, f"history {self.histories}, {metric}")
                self._zeros(found, world, f"history {self.histories}, {metric}")

    def _sums(self, found: Explanation, where: str) -> None:
        off = abs(found.points - sum(part.points for part in found.parts))
        self.worst = max(self.worst, off)
        if not isfinite(off) or off > EXACT:
            self.wrong.append(f"{where}: the parts miss {off}")
        movement = found.part("answers").points + found.part("model").points
        for kind in ("topic", "question", "engine"):
            rows = [row.points for row in found.rows if row.kind == kind]
            if rows and abs(sum(rows) - movement) > EXACT:
                self.wrong.append(f"{where}: rows by {kind} miss {sum(rows) - movement}")

    def _zeros(self, found: Explanation, world: World, where: str) -> None:
        # Failed answers change what engines count, and another draw changes answers, in any world.
        for cause in ("questions", "reading", "competitors", "model"):
            points = found.part(cause).points
            if cause not in world.changed and points != 0.0:
                self.wrong.append(f"{where}: {cause} did not change and gets {points}")

    def plant(self, world: World, cause: Cause) -> None:
        """Check who is blamed for a planted change."""
        self.planted[cause] += 1
        found = explain(world.runs, "shareOfVoice" if cause == "competitors" else "mentionRate")
        if found is None:
            return
        self._sums(found, f"planted {cause}")
        largest = max(CAUSES, key=lambda one: abs(found.part(one).points))
        self.blamed[cause] += largest == cause
        real = found.part("answers")
        if world.shift is not None and real.low is not None and real.high is not None:
            self.covered += real.low <= world.shift <= real.high

    def outcome(self, complete: bool) -> Outcome:
        """The counts, with a violation for each cause found too seldom."""
        shares = {c: self.blamed[c] / self.planted[c] for c in BLAMABLE if self.planted[c]}
        covered = self.covered / max(self.planted["answers"], 1)
        seldom = [cause for cause, share in shares.items() if share < BLAMED_LEAST]
        counts: dict[str, float] = {
            "histories": self.histories,
            "explained": self.explained,
            "largestError": self.worst,
            "plantedPerCause": min(self.planted.values(), default=0),
            **{f"blamed.{cause}": round(share, 4) for cause, share in shares.items()},
            "realMovementCovered": round(covered, 4),
        }
        judged = self.planted["answers"] >= COVERED_FROM
        violations = len(self.wrong) + len(seldom) + (judged and covered < COVERED_LEAST)
        return Outcome(counts, violations, complete)


async def full(place: Place, seed: int, deadline: Deadline) -> Outcome:
    """10,000 random histories and 300 planted worlds of each cause; needs no database."""
    return (await asyncio.to_thread(run, FULL, seed, deadline)).outcome(not deadline.passed)


def run(scale: Scale, seed: int, deadline: Deadline) -> Seen:
    """Histories and planted worlds until the counts are reached or the time is over."""
    rng = np.random.default_rng(seed)
    seen = Seen()
    for world in histories(rng, scale.histories):
        if deadline.passed:
            break
        seen.history(world)
    for _ in range(scale.planted):
        if deadline.passed:
            break
        for cause in BLAMABLE:
            seen.plant(planted(rng, cause), cause)
    return seen
