"""What a counted rate would be without the reader's errors, and how sure that is.

Invariant: sensitivity and specificity are the reader's own, measured on texts nobody tuned it on;
unlike precision they do not depend on how often the brand is named.
"""

from __future__ import annotations

import math
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class MeasuredReader:
    """Shares the reader got right: `specificity` of `unnamed` texts without the name, `sensitivity`
    of `named` texts with it.
    """

    specificity: float
    unnamed: int
    sensitivity: float
    named: int


@dataclass(frozen=True, slots=True)
class CorrectedRate:
    """A rate (0..1) without the reader's average error, and its standard error."""

    value: float
    error: float


def corrected_rate(p: float, variance: float, reader: MeasuredReader) -> CorrectedRate | None:
    """Rogan and Gladen's estimate (1978) of a counted rate `p` with its sampling `variance`.

    theta = (p + q0 - 1)/(q0 + q1 - 1), kept within 0..1; the variance adds the reader's own:
    [variance + (1 - theta)^2 q0(1 - q0)/m0 + theta^2 q1(1 - q1)/m1]/(q0 + q1 - 1)^2. None for a
    reader no better than chance.
    """
    right = reader.specificity + reader.sensitivity - 1.0
    if right <= 0.0:
        return None
    theta = min(max((p + reader.specificity - 1.0) / right, 0.0), 1.0)
    unnamed = reader.specificity * (1.0 - reader.specificity) / reader.unnamed
    named = reader.sensitivity * (1.0 - reader.sensitivity) / reader.named
    total = variance + (1.0 - theta) ** 2 * unnamed + theta**2 * named
    return CorrectedRate(theta, math.sqrt(total) / right)
