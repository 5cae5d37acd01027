"""A pair of places that show the same number, and two of them that do not."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from tests.assurance.contradictions_reads import Places

Same = tuple[str, Any, Any]
Compare = Callable[[Places], Iterator[Same]]


@dataclass(frozen=True)
class Pair:
    """Two places, what they have in common, and how to read it."""

    what: str
    here: str
    there: str
    read: Compare


@dataclass(frozen=True)
class Contradiction:
    """Two places that show different numbers."""

    pair: Pair
    which: str
    here: Any
    there: Any

    def __str__(self) -> str:
        where = f"{self.pair.what}: {self.pair.here} / {self.pair.there}"
        return f"{where} [{self.which}] {self.here} != {self.there}"
