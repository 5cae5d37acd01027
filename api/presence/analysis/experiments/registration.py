"""What was promised before an experiment began, frozen by a hash.

Invariant: every choice that could bend a verdict is in here, so nobody can make one afterwards.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict, dataclass
from typing import Final, Literal

EXPERIMENT_VERSION: Final = "experiment-1"
Metric = Literal["content", "mentionRate", "citationRate"]
Assignment = Literal["chosen", "by-lot"]


@dataclass(frozen=True, slots=True)
class Registration:
    """One experiment as registered. Times are ISO 8601 in UTC, effects points (0..100).

    `treated` and `controls` are panel keys, `baseline` the runs before. `detectable` is the effect
    seen with four chances in five, None where no size is. `donors` is true where no question is
    left for comparison and untreated series stand in for controls.
    """

    brand: str
    change: str
    page: str
    metric: Metric
    assignment: Assignment
    treated: tuple[str, ...]
    controls: tuple[str, ...]
    donors: bool
    baseline: tuple[str, ...]
    starts_at: str
    ends_at: str
    runs_planned: int
    effect: float
    detectable: float | None
    power: float
    seed: int
    registered_late: bool
    version: str = EXPERIMENT_VERSION


def frozen_hash(registration: Registration) -> str:
    """SHA-256 of the registration as JSON with sorted keys, in hexadecimal."""
    said = json.dumps(
        asdict(registration), sort_keys=True, separators=(",", ":"), ensure_ascii=False
    )
    return hashlib.sha256(said.encode()).hexdigest()
