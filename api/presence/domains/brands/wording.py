"""How a question may read: its limits, and when two are the same.

Invariant: two questions that fold alike are the same question to a customer.
"""

from __future__ import annotations

from presence.analysis.language import words

SHORTEST, LONGEST, LONGEST_TOPIC = 3, 500, 200
MOST_ROWS = 10_000
TOO_SHORT = f"Write a question of {SHORTEST} to {LONGEST} characters"
TOO_LONG = f"A question can have at most {LONGEST} characters"
TOPIC_TOO_LONG = f"A topic can have at most {LONGEST_TOPIC} characters"


def fold(text: str) -> str:
    """Words of a question, case-folded, in order; the trimmed text itself when it has none."""
    return " ".join(words(text)) or text.strip().casefold()
