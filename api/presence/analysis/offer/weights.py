"""The weight of each property of a candidate and of each doubt: data, learned from businesses.

Written by `tests/analysis/offer/learning`; never edited by hand.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from importlib.resources import files
from typing import Literal

Weights = Mapping[str, float]


@lru_cache(maxsize=1)
def _learned() -> Mapping[str, Weights]:
    file = files("presence.analysis.offer") / "weights.json"
    learned: dict[str, Weights] = json.loads(file.read_text(encoding="utf-8"))
    return learned


def weights(of: Literal["which", "asking", "certain"]) -> Weights:
    """The weights for choosing a candidate, for asking instead, or of how certain a choice is."""
    return _learned()[of]
