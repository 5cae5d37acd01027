"""Tables: scores, their revisions, sums of answers, and what the dashboard shows."""

from presence.domains.results.models.cells import RunCell, RunEntity, RunSource
from presence.domains.results.models.results import StoredBrandResults, StoredScore
from presence.domains.results.models.revisions import Rescore, RunRevision

__all__ = [
    "Rescore",
    "RunCell",
    "RunEntity",
    "RunRevision",
    "RunSource",
    "StoredBrandResults",
    "StoredScore",
]
