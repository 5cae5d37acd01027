"""Answers people saw elsewhere and bring along: pasted text, CSV or JSON.

Rooms: `parse` picks the format · `decoding` bytes to text · `tables` CSV · `records` fields to an
answer · `plain` pasted text. Invariant: a file is taken whole or refused with sentences that name
their places; nothing in it is guessed.
"""

from presence.analysis.imported.model import ImportedAnswer, ImportRefused, as_raw
from presence.analysis.imported.parse import parse

__all__ = ["ImportRefused", "ImportedAnswer", "as_raw", "parse"]
