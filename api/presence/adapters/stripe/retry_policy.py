"""How long a call may take: by itself, and with the others that the same person waits for.

Invariant: the common time begins with the first question, so waiting for anything else is not
held against the provider; once it is over nothing more is asked.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from math import inf

from presence.adapters.stripe.failures import down


class RetryPolicy:
    """`each_s` for one call; `all_s` for all of them together."""

    def __init__(
        self, each_s: float, all_s: float = inf, monotonic: Callable[[], float] = time.monotonic
    ) -> None:
        self._each_s, self._all_s, self._monotonic = each_s, all_s, monotonic
        self._ends: float | None = None

    def left(self) -> float:
        """Seconds the next call may take; PaymentsDown when none are left."""
        now = self._monotonic()
        if self._ends is None:
            self._ends = now + self._all_s
        if now >= self._ends:
            raise down()
        return min(self._each_s, self._ends - now)
