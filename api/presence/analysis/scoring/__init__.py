"""Turns readings of answers into numbers that carry their uncertainty.

Invariant: everything here is deterministic for a seed, and nothing is scored that was not
answered.
"""

from presence.analysis.scoring import intervals, metrics
from presence.analysis.scoring.change import (
    Change,
    benjamini_hochberg,
    compare_content,
    compare_runs,
    paired_permutation,
)
from presence.analysis.scoring.combine import combine, overall_score, score_run, verdict_of
from presence.analysis.scoring.content import SCORE_MODEL, score_content
from presence.analysis.scoring.observations import (
    Observation,
    headline_basis,
    headline_observations,
    pair_up,
)

__all__ = [
    "SCORE_MODEL",
    "Change",
    "Observation",
    "benjamini_hochberg",
    "combine",
    "compare_content",
    "compare_runs",
    "headline_basis",
    "headline_observations",
    "intervals",
    "metrics",
    "overall_score",
    "pair_up",
    "paired_permutation",
    "score_content",
    "score_run",
    "verdict_of",
]
