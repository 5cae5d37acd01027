"""A rate's confidence sequence: an interval that holds however often it is looked at.

Invariant: over all looks together the true rate leaves the interval with at most the error told,
so sampling may stop at any look for any reason.
"""

from __future__ import annotations

import math
from typing import Final

ERROR: Final = 0.05
_STEPS: Final = 200


def rate_sequence(hits: int, n: int, error: float = ERROR) -> tuple[float, float]:
    """Bounds (0..1) after `hits` of `n` independent answers, valid at every n at once.

    The rates p with B(hits + 1, n - hits + 1) / (p^hits (1 - p)^(n - hits)) < 1 / error: Ville's
    inequality on the likelihood mixed over a uniform prior (Robbins 1970). Raises ValueError unless
    0 <= hits <= n and 0 < error < 1.
    """
    if not 0 <= hits <= n or not 0.0 < error < 1.0:
        raise ValueError("rate_sequence needs 0 <= hits <= n and 0 < error < 1")
    if n == 0:
        return 0.0, 1.0
    mixed = math.lgamma(hits + 1) + math.lgamma(n - hits + 1) - math.lgamma(n + 2)
    least = mixed + math.log(error)
    top = hits / n
    low = 0.0 if hits == 0 else _crossing(hits, n, least, 0.0, top)
    high = 1.0 if hits == n else _crossing(hits, n, least, 1.0, top)
    return low, high


def _crossing(hits: int, n: int, least: float, outside: float, inside: float) -> float:
    """Where the log likelihood falls to `least` between the maximum and an end, by bisection."""
    for _ in range(_STEPS):
        middle = 0.5 * (outside + inside)
        if middle in (outside, inside):
            break
        if hits * math.log(middle) + (n - hits) * math.log1p(-middle) > least:
            inside = middle
        else:
            outside = middle
    return inside
