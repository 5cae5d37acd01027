"""Who is named how often: shares, rates and ranks of every tracked entity, and their changes.

Invariant: rates are over the same answers for everybody, so the entities in a table are comparable.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from uuid import UUID

from presence.analysis.analytics import (
    Cell,
    EntityCell,
    MetricValue,
    mean_change,
    readings,
    voice_of,
)
from presence.analysis.extraction import BRAND
from presence.analysis.scoring import Change

SHARE = "shareOfVoice"
RATES = ("mentionRate", "recommendationRate", "avgPosition")
Pair = tuple[str, str]


@dataclass(frozen=True, slots=True)
class ShareOfVoice:
    """Entity cells with the run each belongs to; nothing is known of those `not_counted` yet."""

    named: tuple[tuple[UUID, EntityCell], ...]
    not_counted: frozenset[str] = frozenset()

    def of_runs(self, runs: Collection[UUID]) -> ShareOfVoice:
        """The cells of some runs."""
        return replace(self, named=tuple(pair for pair in self.named if pair[0] in runs))

    def of_pairs(self, pairs: Collection[Pair]) -> ShareOfVoice:
        """The cells of some (prompt, engine) pairs."""
        kept = (n for n in self.named if (n[1].prompt_id, n[1].engine) in pairs)
        return replace(self, named=tuple(kept))

    def share(self, entity: str = BRAND) -> MetricValue | None:
        """Share of voice; None if nobody is named."""
        return voice_of([cell for _, cell in self.named], entity)

    def readings(
        self, entity: str, answers: Mapping[Pair, int], seed: int
    ) -> dict[str, MetricValue | None]:
        """Metrics of one entity; `answers` maps (prompt, engine) to valid answers."""
        if entity in self.not_counted:
            return dict.fromkeys((*RATES, SHARE))
        return {**readings(self.cells(entity, answers), RATES, seed), SHARE: self.share(entity)}

    def cells(self, entity: str, answers: Mapping[Pair, int]) -> list[Cell]:
        """Sums as if the entity were the brand."""
        sums = self._sums(entity)
        return [
            Cell(
                *pair,
                "",
                answers=n,
                mentions=sums[pair][0],
                position_sum=sums[pair][1],
                recommended=sums[pair][2],
            )
            for pair, n in sorted(answers.items())
        ]

    def share_cells(self, entity: str) -> list[Cell]:
        """Cells whose mention rate is the entity's share of voice."""
        sums = self._sums(entity)
        every: dict[Pair, int] = defaultdict(int)
        for _, cell in self.named:
            every[cell.prompt_id, cell.engine] += cell.mentions
        return [Cell(*pair, "", answers=n, mentions=sums[pair][0]) for pair, n in every.items()]

    def _sums(self, entity: str) -> dict[Pair, list[int]]:
        sums: dict[Pair, list[int]] = defaultdict(lambda: [0, 0, 0])
        for _, cell in self.named:
            if cell.entity == entity:
                found = sums[cell.prompt_id, cell.engine]
                found[0] += cell.mentions
                found[1] += cell.position_sum
                found[2] += cell.recommended
        return sums


def answers_by_pair(cells: Sequence[Cell]) -> dict[Pair, int]:
    """Valid answers by (prompt, engine), across runs."""
    answers: dict[Pair, int] = defaultdict(int)
    for cell in cells:
        answers[cell.prompt_id, cell.engine] += cell.answers
    return answers


def share_change(entity: str, before: ShareOfVoice, after: ShareOfVoice, seed: int) -> Change:
    """Change of the share of voice across the pairs that both sides have."""
    return mean_change("mentionRate", before.share_cells(entity), after.share_cells(entity), seed)
