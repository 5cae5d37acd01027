"""Limits for the wording of a question, and when two questions are the same.

Invariant: to a customer, two questions with equal folded text are the same question.
"""

from __future__ import annotations

from presence.analysis.language import words

SHORTEST, LONGEST, LONGEST_TOPIC = 3, 500, 200
MOST_ROWS = 10_000
TOO_SHORT = f"Write a question of {SHORTEST} to {LONGEST} characters"
TOO_LONG = f"A question can have at most {LONGEST} characters"
TOPIC_TOO_LONG = f"A topic can have at most {LONGEST_TOPIC} characters"


def fold(text: str) -> str:
    """The case-folded words of a question, in order; the trimmed text itself if it has no words."""
    return " ".join(words(text)) or text.strip().casefold()
