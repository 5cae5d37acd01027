"""How the numbers of an interpretation card are made, in the words shown beside them.

Invariant: weights and limits are read from where they are used, never written down again.
"""

from __future__ import annotations

from typing import Final

from presence.analysis.facts.interpretation import AUDIENCE_MATCHES, TONE_MATCHES
from presence.analysis.facts.kinds import LEAST, WEIGHTS
from presence.analysis.scoring.formulas import Metric

_NONE: Final = "None: one stored answer is judged"
_WEIGHTS: Final = ", ".join(f"{kind} {weight:g}" for kind, weight in WEIGHTS.items())

CARD_METRICS: Final = (
    Metric(
        "matchScore",
        "Match score",
        "100 × (weights of key facts stated correctly − weights of those contradicted) ÷ weights of"
        f" all key facts, at least 0. Weights: {_WEIGHTS}; several facts of a kind share its"
        f" weight. Below {LEAST} facts: not enough data.",
        "score100",
        _NONE,
    ),
    Metric(
        "toneMatch",
        "Tone match",
        "Passages whose tone fits the brand's tone ÷ passages assessed. A card is ticked from"
        f" {TONE_MATCHES:g} % on; its audience match from a relevance of {AUDIENCE_MATCHES:g} on.",
        "percent",
        _NONE,
    ),
)
