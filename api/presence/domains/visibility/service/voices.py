"""Who is named how often: shares, rates and ranks of every tracked entity.

Invariant: rates are over the same answers for everybody, so the entities of a table compare.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from uuid import UUID

from presence.analysis.analytics import EntityCell, Reading, rank_reading, rate_reading, voice_of
from presence.analysis.extraction import BRAND


@dataclass(frozen=True, slots=True)
class Voices:
    """Entity cells with the run each belongs to."""

    named: tuple[tuple[UUID, EntityCell], ...]

    def of_runs(self, runs: Collection[UUID]) -> Voices:
        """Those of some runs."""
        return Voices(tuple(pair for pair in self.named if pair[0] in runs))

    def among(self, prompts: Collection[str], entity: str = BRAND) -> Reading | None:
        """Share of voice over some prompts; None when nobody is named."""
        return voice_of([cell for _, cell in self.named if cell.prompt_id in prompts], entity)

    def readings(self, entity: str, answers: Mapping[str, int]) -> dict[str, Reading | None]:
        """Metrics of one entity; `answers` is prompt to valid answers, the denominator of rates."""
        named: dict[str, int] = defaultdict(int)
        ranks: dict[str, int] = defaultdict(int)
        picks: dict[str, int] = defaultdict(int)
        for _, cell in self.named:
            if cell.entity == entity:
                named[cell.prompt_id] += cell.mentions
                ranks[cell.prompt_id] += cell.position_sum
                picks[cell.prompt_id] += cell.recommended
        keys = sorted(answers)
        return {
            "mentionRate": rate_reading([(named[key], answers[key]) for key in keys]),
            "recommendationRate": rate_reading([(picks[key], answers[key]) for key in keys]),
            "avgPosition": rank_reading([(ranks[key], named[key]) for key in keys]),
            "shareOfVoice": self.among(answers.keys(), entity),
        }
