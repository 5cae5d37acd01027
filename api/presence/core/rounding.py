"""How a number is rounded wherever it is shown: halves go up, as browsers and SQL round decimals.

Invariant: fifteen digits decide, so the noise of binary fractions moves no half; `score_out` and
`shown_results` do the same in SQL by casting to numeric.
"""

from __future__ import annotations

from decimal import ROUND_HALF_UP, Decimal


def half_up(value: float, digits: int = 0) -> Decimal:
    """The value with so many decimals; halves go away from zero."""
    return Decimal(f"{value:.15g}").quantize(Decimal(1).scaleb(-digits), ROUND_HALF_UP)


def whole(value: float) -> int:
    """The value as a whole number."""
    return int(half_up(value))


def tenth(value: float) -> float:
    """The value with one decimal."""
    return float(half_up(value, 1))
