"""Identifiers: UUID version 7 (RFC 9562), so that keys sort by creation and index well.

Invariant: ids of one process are strictly increasing, also within a millisecond, so that paging by
id never swaps rows that were made together.
"""

from __future__ import annotations

import secrets
import threading
import time
from uuid import UUID

_FRACTION_BITS = 12
_NS_PER_MS = 1_000_000


class _Ticks:
    """Time in 1/4096 ms, never the same twice and never backwards (RFC 9562, 6.2 method 3)."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._last = 0

    def next(self) -> int:
        """The current tick, or one past the last when the clock has not moved on."""
        now = (time.time_ns() << _FRACTION_BITS) // _NS_PER_MS
        with self._lock:
            self._last = max(now, self._last + 1)
            return self._last


_ticks = _Ticks()


def new_id() -> UUID:
    """A fresh UUIDv7: 48 bits of Unix milliseconds, 12 of their fraction, 62 random bits."""
    ticks = _ticks.next()
    millis, fraction = ticks >> _FRACTION_BITS, ticks & ((1 << _FRACTION_BITS) - 1)
    stamp = (millis & ((1 << 48) - 1)) << 80 | 0x7 << 76 | fraction << 64
    return UUID(int=stamp | 0b10 << 62 | secrets.randbits(62))
