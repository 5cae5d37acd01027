"""How many connections are open, in all and by the address at the other end.

Invariant: each connection that entered leaves once, so a count of 0 means that nobody is there.
"""

from __future__ import annotations

from collections import Counter

from presence.http.client import throttle_key


class Connections:
    """Counts open connections; 0 is no limit."""

    def __init__(self, most: int, most_per_address: int) -> None:
        self._most, self._most_per_address = most, most_per_address
        self._of: Counter[str] = Counter()
        self._total = 0

    def enter(self, address: str) -> bool:
        """Count one more; False, and not counted, when there are too many already."""
        key = throttle_key(address)
        if 0 < self._most <= self._total or 0 < self._most_per_address <= self._of[key]:
            return False
        self._total += 1
        self._of[key] += 1
        return True

    def leave(self, address: str) -> None:
        """Count one less."""
        key = throttle_key(address)
        self._total -= 1
        self._of[key] -= 1
        if self._of[key] <= 0:
            del self._of[key]
