"""How often each question is put to each assistant, so that the same money tells more.

Rooms: `spread` how uncertain the next answer of a cell is · `allocation` the samples of each cell ·
`weights` what an answer counts once cells were not asked equally often. Formulas and sources:
ops/docs/statistics.md.

Invariant: every cell is asked at least once and a plan never makes more calls, or costs more, than
asking all cells equally often would.
"""

from presence.analysis.sampling.allocation import MOST_SAMPLES, allocate
from presence.analysis.sampling.spread import (
    HISTORY_RUNS,
    LEAST_RUNS,
    CellHistory,
    answer_variances,
)
from presence.analysis.sampling.weights import effective_size, inverse_weights

__all__ = [
    "HISTORY_RUNS",
    "LEAST_RUNS",
    "MOST_SAMPLES",
    "CellHistory",
    "allocate",
    "answer_variances",
    "effective_size",
    "inverse_weights",
]
