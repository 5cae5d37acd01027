"""Decides whose question is next when several engines share the slots in flight.

Invariant: among engines that still have questions, the one with the fewest in flight goes next, so
a slow engine holds no more than its share while a faster one still has something to ask.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping
from typing import Generic, TypeVar

T = TypeVar("T")


class FairQueue(Generic[T]):
    """Questions by engine. Used from a single event loop; nothing here waits."""

    def __init__(self, waiting: Mapping[str, Iterable[T]]) -> None:
        self._waiting = {engine: deque(items) for engine, items in waiting.items()}
        self._flying = dict.fromkeys(waiting, 0)

    def next(self) -> tuple[str, T] | None:
        """The next (engine, question), in flight from now on; None if all are taken."""
        open_ = [engine for engine, items in self._waiting.items() if items]
        if not open_:
            return None
        engine = min(open_, key=lambda name: self._flying[name])
        self._flying[engine] += 1
        return engine, self._waiting[engine].popleft()

    def done(self, engine: str) -> None:
        """Record that a question of the engine was answered and stored."""
        self._flying[engine] -= 1
