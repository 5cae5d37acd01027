"""Finds whom an answer names, how it speaks of them and what it cites.

Invariant: every span is in code points of the stored text, so whatever was counted can be shown
verbatim.
"""

from presence.analysis.extraction.entities import BRAND, EntitySet
from presence.analysis.extraction.extract import extract, extract_answer, highlights
from presence.analysis.extraction.ownership import owner_of, source_class
from presence.analysis.extraction.version import EXTRACTOR_VERSION, extraction_version
from presence.analysis.extraction.wordlist import is_common_word

__all__ = [
    "BRAND",
    "EXTRACTOR_VERSION",
    "EntitySet",
    "extract",
    "extract_answer",
    "extraction_version",
    "highlights",
    "is_common_word",
    "owner_of",
    "source_class",
]
