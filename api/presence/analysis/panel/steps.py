"""The steps of the buying journey, and the intent under which each is measured.

Invariant: every step has one intent, so a panel that is balanced over intents covers the steps.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, get_args

from presence.analysis.types import Intent

Step = Literal[
    "discovery",
    "condition",
    "place",
    "comparison",
    "alternatives",
    "trust",
    "cost",
    "how-to",
    "problem",
]
STEPS: tuple[Step, ...] = get_args(Step)
WRITTEN: tuple[Step, ...] = STEPS[:-1]  # problems are in the catalogue, not among the sentences
SHARES: tuple[tuple[Intent, float], ...] = (
    ("discovery", 0.4),
    ("comparison", 0.3),
    ("problem", 0.2),
    ("how-to", 0.1),
)
INTENTS: tuple[Intent, ...] = tuple(intent for intent, _ in SHARES)
# The order in which the steps of an intent alternate.
TURNS: Mapping[Intent, tuple[Step, ...]] = {
    "discovery": ("discovery", "place", "condition"),
    "comparison": ("alternatives", "comparison", "trust", "cost"),
    "problem": ("problem",),
    "how-to": ("how-to",),
}
