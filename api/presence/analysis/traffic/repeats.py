"""Event ids that came before, so that a line sent twice counts once.

Ids are kept as 64-bit hashes in sorted runs, the newest `MOST_KEPT` of them: of two different ids
among ten million, the chance that any are taken for one is under one in 100,000.

Invariant: memory is bounded; an id is recognised unless `MOST_KEPT` others came since.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

MOST_KEPT: Final = 8_000_000
RUN: Final = 65_536
_MASK: Final = 2**64 - 1
Run = NDArray[np.uint64]


class SeenEvents:
    """Tells ids that came before from new ones."""

    def __init__(self) -> None:
        self._recent: set[int] = set()
        self._runs: list[Run] = []  # oldest first

    def repeated(self, events: Sequence[str]) -> list[bool]:
        """For each id, in order, whether it came before; "" never did."""
        hashes = [hash(event) & _MASK if event else None for event in events]
        known = self._in_runs([number for number in hashes if number is not None])
        found: list[bool] = []
        for number in hashes:
            if number is None:
                found.append(False)
                continue
            came = number in self._recent or number in known
            found.append(came)
            if not came:
                self._recent.add(number)
        if len(self._recent) >= RUN:
            self._store()
        return found

    def _in_runs(self, numbers: list[int]) -> set[int]:
        if not self._runs or not numbers:
            return set()
        wanted = np.array(numbers, dtype=np.uint64)
        found: set[int] = set()
        for run in self._runs:
            places = np.minimum(np.searchsorted(run, wanted), len(run) - 1)
            found.update(int(number) for number in wanted[run[places] == wanted])
        return found

    def _store(self) -> None:
        """Makes a run of the recent ids; merges runs while the newer is as long as the older."""
        run = np.fromiter(self._recent, dtype=np.uint64, count=len(self._recent))
        run.sort()
        self._recent = set()
        self._runs.append(run)
        while len(self._runs) > 1 and len(self._runs[-1]) * 2 > len(self._runs[-2]):
            if len(self._runs[-1]) + len(self._runs[-2]) > MOST_KEPT // 4:
                break
            newer, older = self._runs.pop(), self._runs.pop()
            merged = np.concatenate((older, newer))
            merged.sort()
            self._runs.append(merged)
        while sum(map(len, self._runs)) > MOST_KEPT:
            self._runs.pop(0)
