"""The error of name detection, to be shown beside the interval of what was counted.

Invariant: figures come from a labelled set that nobody tuned on, and only from measurements of the
extractor in use; without them the error is unknown, never zero.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, Final

import presence.analysis.extraction
from presence.analysis.extraction import EXTRACTOR_VERSION

RECORD: Final = "accuracy.json"


@dataclass(frozen=True, slots=True)
class Accuracy:
    """A share measured on the labelled set with its 95 % interval; `n` is the number of cases."""

    value: float
    low: float
    high: float
    n: int


@dataclass(frozen=True, slots=True)
class DetectorError:
    """Precision and recall of mentions, as measured for one extractor version."""

    version: str
    precision: Accuracy
    recall: Accuracy

    def corrected(self, rate: float) -> float:
        """What a rate of mentions (0..100) would be without the detector's average error.

        Of the mentions found, the share `precision` is correct, and these are the share `recall` of
        all there are: found x precision / recall, at most 100.
        """
        return min(100.0, rate * self.precision.value / self.recall.value)

    def points(self, rate: float) -> float:
        """By how many points a rate (0..100) may be off, at the outer ends of both intervals."""
        ends = (
            rate * self.precision.low / self.recall.high,
            rate * self.precision.high / max(self.recall.low, 1e-9),
        )
        return max(abs(min(100.0, end) - rate) for end in ends)


@cache
def recorded_accuracy() -> dict[str, Any] | None:
    """What was measured on the labelled set, for whichever extractor; None without a record."""
    file = files(presence.analysis.extraction).joinpath(RECORD)
    if not file.is_file():
        return None
    found: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    return found


def detector_error(
    record: dict[str, Any] | None = None, version: str = EXTRACTOR_VERSION
) -> DetectorError | None:
    """The error of the extractor in use; None if it was not measured."""
    found = recorded_accuracy() if record is None else record
    if found is None or found["extractorVersion"] != version:
        return None
    figures = found["figures"]
    return DetectorError(
        version, Accuracy(**figures["mentionPrecision"]), Accuracy(**figures["mentionRecall"])
    )
