"""What handing a message to somebody else's server means: the port, and what came of it.

Invariant: a poster never raises for what the other side does; it ends within its deadline.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Posted:
    """What became of one POST.

    `status` is None without an answer, and `problem` then says why in a sentence. `answer` is the
    beginning of what came back, `retry_after_s` how long the other side asks to wait.
    """

    status: int | None
    problem: str
    answer: str
    duration_ms: int
    retry_after_s: int | None = None


class Poster(Protocol):
    """Posts to addresses that customers typed."""

    async def post(self, url: str, body: bytes, headers: Mapping[str, str]) -> Posted:
        """POST once; a redirect is an answer and not followed."""
        ...
