"""How a question reads once case, spacing and punctuation are put aside.

Invariant: two questions that fold alike are the same question to a customer.
"""

from __future__ import annotations

from presence.analysis.language import words


def fold(text: str) -> str:
    """Words of a question, case-folded, in order; the trimmed text itself when it has none."""
    return " ".join(words(text)) or text.strip().casefold()
