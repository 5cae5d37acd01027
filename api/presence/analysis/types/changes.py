"""How much a score changed, and whether that is more than chance."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

Verdict = Literal["moved", "probably moving", "within noise", "not enough data", "model changed"]


@dataclass(frozen=True, slots=True)
class ScoreChange:
    """Points a score gained, with the verdict; `exact` if neither has a sampling error.

    `since` is the time of the run it is compared with: the first one, or the last that moved.
    """

    points: float | None
    verdict: Verdict
    exact: bool = False
    since: datetime | None = None
