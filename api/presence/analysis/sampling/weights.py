"""What an answer counts once cells were not asked equally often.

Invariant: the weights of a cell's answers sum to what the cell counts, however often it was asked,
so asking an uncertain cell more often moves no estimate towards it.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


def inverse_weights(samples: Sequence[int]) -> tuple[float, ...]:
    """What one answer of each cell counts: the mean samples of a cell by those of its own.

    The inverse of how likely a call is to be of that cell (Horvitz and Thompson 1952): every cell
    counts the same in a sum over answers, and where all were asked equally often each counts 1.
    Raises ValueError for a cell without a sample.
    """
    if not samples:
        return ()
    if min(samples) < 1:
        raise ValueError("inverse_weights needs at least one sample of every cell")
    mean = sum(samples) / len(samples)
    return tuple(mean / n for n in samples)


def effective_size(weights: Sequence[float] | Floats) -> float:
    """How many equally weighted answers tell as much: (sum w)^2 / sum w^2 (Kish 1965).

    0 without a weight above 0. Raises ValueError for a negative weight.
    """
    array = np.asarray(weights, dtype=np.float64)
    if bool((array < 0.0).any()):
        raise ValueError("effective_size needs weights of at least 0")
    squares = float((array**2).sum())
    return float(array.sum()) ** 2 / squares if squares > 0.0 else 0.0
