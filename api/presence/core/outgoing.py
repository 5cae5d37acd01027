"""The port for sending a message to an external server, and the outcome.

Invariant: a poster never raises because of what the other side does; it ends within its deadline.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Posted:
    """The outcome of one POST.

    `status` is None without a response, and `problem` then states the reason in a sentence.
    `answer` is the beginning of the response, `retry_after_s` how long the server asks us to wait.
    """

    status: int | None
    problem: str
    answer: str
    duration_ms: int
    retry_after_s: int | None = None


class Poster(Protocol):
    """Posts to addresses entered by customers."""

    async def post(self, url: str, body: bytes, headers: Mapping[str, str]) -> Posted:
        """POST once; a redirect counts as the response and is not followed."""
        ...
