"""Tables: runs, and what each stored on its way."""

from presence.domains.runs.models.evidence import (
    AnswerAttempt,
    Crawl,
    PageSnapshot,
    StoredAnswer,
    StoredExtraction,
)
from presence.domains.runs.models.runs import Run, RunEvent, RunInput, RunSchedule

__all__ = [
    "AnswerAttempt",
    "Crawl",
    "PageSnapshot",
    "Run",
    "RunEvent",
    "RunInput",
    "RunSchedule",
    "StoredAnswer",
    "StoredExtraction",
]
