"""Tables of the slice: a run, what it stored on its way, and what it concluded.

Invariant: every row below `run` belongs to exactly one run.
"""

from presence.domains.visibility.models.advice import Decision, Recheck
from presence.domains.visibility.models.analytics import AnswerCorrection, MentionReview
from presence.domains.visibility.models.cells import RunCell, RunEntity, RunSource
from presence.domains.visibility.models.evidence import (
    AnswerAttempt,
    Crawl,
    PageSnapshot,
    StoredAnswer,
    StoredExtraction,
)
from presence.domains.visibility.models.facts import BrandFact, StoredInterpretation
from presence.domains.visibility.models.findings import (
    StoredGap,
    StoredRecommendation,
    TechnicalFinding,
)
from presence.domains.visibility.models.results import StoredBrandResults, StoredScore
from presence.domains.visibility.models.revisions import Rescore, RunRevision
from presence.domains.visibility.models.runs import (
    Run,
    RunEvent,
    RunInput,
    RunSchedule,
)
from presence.domains.visibility.models.what_if import WhatIf

__all__ = [
    "AnswerAttempt",
    "AnswerCorrection",
    "BrandFact",
    "Crawl",
    "Decision",
    "MentionReview",
    "PageSnapshot",
    "Recheck",
    "Rescore",
    "Run",
    "RunCell",
    "RunEntity",
    "RunEvent",
    "RunInput",
    "RunRevision",
    "RunSchedule",
    "RunSource",
    "StoredAnswer",
    "StoredBrandResults",
    "StoredExtraction",
    "StoredGap",
    "StoredInterpretation",
    "StoredRecommendation",
    "StoredScore",
    "TechnicalFinding",
    "WhatIf",
]
