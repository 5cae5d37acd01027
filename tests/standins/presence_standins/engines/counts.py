"""What a provider would see on its own meters: requests, tokens, idempotency keys.

Invariant: peaks are over any 60 seconds, not over calendar minutes, so nobody hides a burst
between two of them.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

WINDOW_S = 60.0


@dataclass
class Meter:
    """The meters of one engine. `clock` gives seconds."""

    clock: Callable[[], float]
    requests: int = 0
    answered: int = 0
    tokens: int = 0
    under_way: int = 0
    peak_under_way: int = 0
    peak_requests: int = 0
    peak_tokens: int = 0
    statuses: Counter[int] = field(default_factory=Counter)
    keys: Counter[str] = field(default_factory=Counter)
    paid: Counter[str] = field(default_factory=Counter)
    _recent: deque[tuple[float, int, int]] = field(default_factory=deque)

    def arrive(self, key: str) -> int:
        """A request came in; the requests of the last 60 seconds, this one included."""
        self.requests += 1
        self.under_way += 1
        self.peak_under_way = max(self.peak_under_way, self.under_way)
        if key:
            self.keys[key] += 1
        recent, _ = self._note(1, 0)
        self.peak_requests = max(self.peak_requests, recent)
        return recent

    def leave(self, status: int) -> None:
        """A request is over, however it ended."""
        self.under_way -= 1
        self.statuses[status] += 1

    def bill(self, key: str, tokens: int) -> None:
        """An answer was generated and will be paid for."""
        self.answered += 1
        self.tokens += tokens
        if key:
            self.paid[key] += 1
        _, recent = self._note(0, tokens)
        self.peak_tokens = max(self.peak_tokens, recent)

    def read(self) -> dict[str, Any]:
        """All meters as JSON."""
        return {
            "requests": self.requests,
            "answered": self.answered,
            "tokens": self.tokens,
            "peakRequestsPerMinute": self.peak_requests,
            "peakTokensPerMinute": self.peak_tokens,
            "peakUnderWay": self.peak_under_way,
            "statuses": {str(status): n for status, n in sorted(self.statuses.items())},
            "idempotencyKeys": dict(self.keys),
            "paidMoreThanOnce": sorted(key for key, n in self.paid.items() if n > 1),
        }

    def _note(self, requests: int, tokens: int) -> tuple[int, int]:
        now = self.clock()
        self._recent.append((now, requests, tokens))
        while self._recent[0][0] <= now - WINDOW_S:
            self._recent.popleft()
        return sum(r for _, r, _ in self._recent), sum(t for _, _, t in self._recent)
