"""How a run ends: completed, partial with the reason, or failed.

Invariant: a score that could not be measured is missing, never zero, and the run says why.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from presence.analysis.types import Answer, Scores, SiteCrawl
from presence.domains.materials.records import WebsiteOutcome
from presence.domains.visibility.service.work import RunFailed

VALID_SHARE = 0.8  # below it a run is partial and moves no delta (product U5)


@dataclass(frozen=True, slots=True)
class Ending:
    """Final status and, unless completed, the reason."""

    status: Literal["completed", "partial"]
    failure: dict[str, str] | None = None


def ending_of(crawl: SiteCrawl | None, scores: Scores, answers: Sequence[Answer]) -> Ending:
    """Raises RunFailed when nothing could be measured at all."""
    reason = crawl.unreachable if crawl is not None and not crawl.pages else None
    if scores.content is None and scores.technical is None:
        if reason is not None:
            raise RunFailed("site-unreachable", reason.message)
        raise RunFailed("nothing-to-measure", "No question was answered and no page could be read.")
    if reason is not None:
        return Ending("partial", {"code": "site-unreachable", "message": reason.message})
    valid = sum(answer.valid for answer in answers)
    if valid < VALID_SHARE * len(answers):
        message = f"{len(answers) - valid} of {len(answers)} answers failed and are not counted."
        return Ending("partial", {"code": "answers-incomplete", "message": message})
    return Ending("completed")


def website_outcome(crawl: SiteCrawl | None) -> WebsiteOutcome | None:
    """What the brand's website material shows of a crawl; None when none was made."""
    if crawl is None:
        return None
    if crawl.unreachable is not None and not crawl.pages:
        return WebsiteOutcome(failure=crawl.unreachable.message)
    title = crawl.pages[0].title if crawl.pages else ""
    return WebsiteOutcome(title=title, word_count=sum(page.word_count for page in crawl.pages))
