"""Tables of the slice: a run, what it stored on its way, and what it concluded.

Invariant: everything below `run` belongs to exactly one run.
"""

from presence.domains.visibility.models.analytics import (
    AnswerCorrection,
    MentionReview,
    RunCell,
    RunEntity,
    RunSource,
)
from presence.domains.visibility.models.evidence import (
    Crawl,
    PageSnapshot,
    StoredAnswer,
    StoredExtraction,
)
from presence.domains.visibility.models.results import (
    BrandResults,
    StoredGap,
    StoredRecommendation,
    StoredScore,
    TechnicalFinding,
)
from presence.domains.visibility.models.runs import (
    Run,
    RunEvent,
    RunInput,
)

__all__ = [
    "AnswerCorrection",
    "BrandResults",
    "Crawl",
    "MentionReview",
    "PageSnapshot",
    "Run",
    "RunCell",
    "RunEntity",
    "RunEvent",
    "RunInput",
    "RunSource",
    "StoredAnswer",
    "StoredExtraction",
    "StoredGap",
    "StoredRecommendation",
    "StoredScore",
    "TechnicalFinding",
]
