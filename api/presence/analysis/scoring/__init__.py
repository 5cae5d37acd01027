"""Turns extractions from answers into numbers that carry their uncertainty.

Invariant: everything here is deterministic for a seed, and only what was answered is scored.
"""

from presence.analysis.scoring import intervals, metrics
from presence.analysis.scoring.change import (
    Change,
    change_verdict,
    paired_permutation,
)
from presence.analysis.scoring.combine import (
    combine,
    overall_change,
    overall_score,
    score_observed,
    score_run,
    verdict_of,
)
from presence.analysis.scoring.content import (
    SCORE_MODEL,
    EngineScore,
    by_engine,
    engine_scores,
    score_content,
)
from presence.analysis.scoring.observations import (
    Observation,
    headline_basis,
    headline_observations,
    headline_of,
    observe,
    pair_up,
    slim,
)
from presence.analysis.scoring.prompts import (
    PromptReading,
    prompt_readings,
)
from presence.analysis.scoring.sequential import Look, look, look_at
from presence.analysis.scoring.stability import Stability, stability, stability_over

__all__ = [
    "SCORE_MODEL",
    "Change",
    "EngineScore",
    "Look",
    "Observation",
    "PromptReading",
    "Stability",
    "by_engine",
    "change_verdict",
    "combine",
    "engine_scores",
    "headline_basis",
    "headline_observations",
    "headline_of",
    "intervals",
    "look",
    "look_at",
    "metrics",
    "observe",
    "overall_change",
    "overall_score",
    "pair_up",
    "paired_permutation",
    "prompt_readings",
    "score_content",
    "score_observed",
    "score_run",
    "slim",
    "stability",
    "stability_over",
    "verdict_of",
]
