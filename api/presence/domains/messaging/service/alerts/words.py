"""Explains in a sentence why an alert was sent.

Invariant: the sentence contains the change, the value with its interval, how many answers it was
counted from, and the rule's condition.
"""

from __future__ import annotations

from presence.core.rounding import whole
from presence.domains.messaging.models import AlertEvent
from presence.domains.results.service.score_words import SCORES, STANDS_FOR, rounded

METRICS = SCORES
_ASKED = {
    "falls-by": "a fall of at least {threshold} points",
    "rises-by": "a rise of at least {threshold} points",
    "changes-by": "a change of at least {threshold} points",
    "falls-below": "a fall below {threshold}",
    "rises-above": "a rise above {threshold}",
}


def reason_of(event: AlertEvent) -> str:
    """ "Content AI Visibility fell by 6 points to 58 (52–64), counted from 58 of 60 answers; …" """
    word = "rose" if event.points > 0 else "fell"
    low, high = rounded(event.low), rounded(event.high)
    shown = whole(event.value)  # rounded as on the screens
    value = str(shown) if low == high else f"{shown} ({low}–{high})"
    asked = _ASKED[event.condition].format(threshold=f"{event.threshold:g}")
    moved = f"{what_of(event)} {word} by {rounded(abs(event.points))} points to {value}"
    return f"{moved}{_counted(event)}. The rule asks for {asked}."


def what_of(event: AlertEvent) -> str:
    """The name of the score, or of what it stands for."""
    return STANDS_FOR.get(event.stands_for or "", METRICS[event.metric])


def _counted(event: AlertEvent) -> str:
    """How many answers the value was counted from; nothing for a score without answers."""
    valid, total = event.answers_valid, event.answers_total
    if valid is None or not total:
        return ""
    if valid == total:
        return f", counted from {valid} {'answer' if valid == 1 else 'answers'}"
    return f", counted from {valid} of {total} answers; the others failed"
