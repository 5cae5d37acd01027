"""What is known about one fetch while it is in progress, and the resulting value.

Invariant: whatever goes wrong, `result` gives a complete `Fetched` with everything seen so far.
"""

from __future__ import annotations

from datetime import datetime

from presence.adapters.outbound.decoding import Body
from presence.analysis.ports import Clock
from presence.analysis.types import Fetched, FetchProblem, Hop

Headers = tuple[tuple[str, str], ...]


class Exchange:
    """One fetch, redirects included. Times are the clock's; nothing is counted twice."""

    def __init__(self, url: str, agent: str, clock: Clock) -> None:
        self._url = url
        self._agent = agent
        self._clock = clock
        self._started = clock.monotonic()
        self._started_at: datetime = clock.now()
        self._hop_started = self._started
        self.current = url
        self.hops: list[Hop] = []
        self.status: int | None = None
        self.headers: Headers = ()
        self.body: Body | None = None
        self.problem: FetchProblem | None = None
        self._first_byte_ms: float | None = None

    def ask(self, url: str) -> None:
        """Record that a request to `url` starts now."""
        self.current = url
        self._hop_started = self._clock.monotonic()

    def answered(self, status: int, headers: Headers) -> None:
        """Record that the head of the response to the latest request has arrived."""
        self._first_byte_ms = (self._clock.monotonic() - self._hop_started) * 1_000
        self.status = status
        self.headers = headers

    def redirected(self, location: str) -> None:
        """Record that the latest response is a redirect."""
        self.hops.append(Hop(self.current, self.status or 0, location))

    def result(self) -> Fetched:
        """The resulting value; a problem leaves status None and keeps the body received so far."""
        failed = self.problem is not None
        return Fetched(
            url=self._url,
            final_url=self.current,
            status=None if failed else self.status,
            headers=self.headers,
            body=self.body.value() if self.body else b"",
            hops=tuple(self.hops),
            fetched_at=self._started_at,
            first_byte_ms=self._first_byte_ms,
            total_ms=(self._clock.monotonic() - self._started) * 1_000,
            wire_bytes=self.body.wire_bytes if self.body else 0,
            user_agent=self._agent,
            problem=self.problem,
        )
