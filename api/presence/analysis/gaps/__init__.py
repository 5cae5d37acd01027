"""Content gaps: questions where competitors are present and the brand is not, or nothing answers.

Invariant: each gap points at a stored answer and quotes it verbatim.
"""

from presence.analysis.gaps.category import CATEGORIES
from presence.analysis.gaps.closing import LOOKS, OpenGap, is_early
from presence.analysis.gaps.find import NO_COMPETITOR, NO_SOURCE, content_gaps
from presence.analysis.gaps.group import brand_presence

__all__ = [
    "CATEGORIES",
    "LOOKS",
    "NO_COMPETITOR",
    "NO_SOURCE",
    "OpenGap",
    "brand_presence",
    "content_gaps",
    "is_early",
]
