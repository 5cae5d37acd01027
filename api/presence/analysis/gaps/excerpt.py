"""Cuts a verbatim excerpt out of an answer.

Invariant: the excerpt is a slice of the text, at most 240 characters, cut at word edges.
"""

from __future__ import annotations

from typing import Final

LONGEST_EXCERPT: Final = 240


def excerpt(text: str, around: int = 0, limit: int = LONGEST_EXCERPT) -> str:
    """Slice of at most `limit` characters that begins with the sentence holding `around`."""
    if len(text) <= limit:
        return text.strip()
    start = max(
        (
            text.rfind(mark, 0, around) + len(mark)
            for mark in (". ", "! ", "? ", "\n")
            if text.rfind(mark, 0, around) >= 0
        ),
        default=0,
    )
    if around - start > limit // 2:
        start = text.rfind(" ", 0, max(around - limit // 4, 0)) + 1
    end = min(start + limit, len(text))
    if end < len(text):
        space = text.rfind(" ", start + limit // 2, end)
        end = space if space > 0 else end
    return text[start:end].strip()
