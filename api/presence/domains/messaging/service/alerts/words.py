"""Explains in a sentence why an alert was sent.

Invariant: the sentence contains the change, the value with its interval, and the rule's condition.
"""

from __future__ import annotations

from presence.domains.messaging.models import AlertEvent
from presence.domains.visibility.service.score_words import SCORES, rounded

METRICS = SCORES
_ASKED = {
    "falls-by": "a fall of at least {threshold} points",
    "rises-by": "a rise of at least {threshold} points",
    "changes-by": "a change of at least {threshold} points",
    "falls-below": "a fall below {threshold}",
    "rises-above": "a rise above {threshold}",
}


def reason_of(event: AlertEvent) -> str:
    """ "Content AI Visibility fell by 6 points to 58 (52–64). The rule asks for …" """
    word = "rose" if event.points > 0 else "fell"
    low, high = rounded(event.low), rounded(event.high)
    shown = round(event.value)  # rounded as on the screens
    value = str(shown) if low == high else f"{shown} ({low}–{high})"
    asked = _ASKED[event.condition].format(threshold=f"{event.threshold:g}")
    moved = f"{METRICS[event.metric]} {word} by {rounded(abs(event.points))} points to {value}"
    return f"{moved}. The rule asks for {asked}."
