"""How much each property of a candidate counts: data, learned from labelled answers.

Written by `tests/analysis/competitors/learning`; never edited by hand.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from importlib.resources import files

Weights = Mapping[str, float]


@lru_cache(maxsize=1)
def _rounds() -> Mapping[str, Weights]:
    file = files("presence.analysis.competitors") / "weights.json"
    rounds: dict[str, Weights] = json.loads(file.read_text(encoding="utf-8"))
    return rounds


def weights(look: str) -> Weights:
    """The weights of the "first" or the "second" round."""
    return _rounds()[look]
