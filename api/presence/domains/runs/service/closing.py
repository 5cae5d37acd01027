"""How a run ends: completed, partial with the reason, or failed.

Invariant: a score that could not be measured is missing, never zero, and the run says why.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from presence.analysis.types import Answer, Scores, SiteCrawl
from presence.analysis.types.offer import Ask, AskReason
from presence.domains.materials.records import WebsiteOutcome
from presence.domains.runs.service.engines import VALID_SHARE, Entry, unheard
from presence.domains.runs.service.work import RunFailed

_ASKS: Mapping[AskReason, tuple[str, str]] = {
    "offer": (
        "offer-unknown",
        "No questions were asked, because it is not clear what you sell. "
        "What would a customer search for to find you?",
    ),
    "language": (
        "language-unsupported",
        "No questions were asked, because we have none in the language of this brand yet. "
        "Add your own, and they will be asked.",
    ),
}
_UNCOUNTED = (
    "answers-uncounted",
    "No answer counts towards your scores: the questions left name your brand, and are asked only "
    "to see what assistants know about it. Add questions that do not name it.",
)


@dataclass(frozen=True, slots=True)
class Ending:
    """Final status and, unless completed, the reason."""

    status: Literal["completed", "partial"]
    failure: dict[str, str] | None = None


def ending_of(
    crawl: SiteCrawl | None,
    scores: Scores,
    answers: Sequence[Answer],
    engines: Sequence[Entry] = (),
    ask: Ask | None = None,
) -> Ending:
    """How the run ends. Raises RunFailed if nothing could be measured at all.

    A run that asked nothing because something must be known first (`ask`) is partial, and says
    what.

    With less than 80 % valid answers on the headline's basis a run is partial and changes no delta,
    as it is if assistants were asked but none could be counted.
    """
    reason = crawl.unreachable if crawl is not None and not crawl.pages else None
    uncounted = scores.basis is None and any(answer.valid for answer in answers)
    if scores.content is None and scores.technical is None:
        if reason is not None:
            raise RunFailed("site-unreachable", reason.message)
        if ask is not None:
            raise RunFailed(*_ASKS[ask.reason])
        if uncounted:
            raise RunFailed(*_UNCOUNTED)
        raise RunFailed("nothing-to-measure", "No question was answered and no page could be read.")
    if reason is not None:
        return Ending("partial", {"code": "site-unreachable", "message": reason.message})
    if ask is not None:
        code, message = _ASKS[ask.reason]
        return Ending("partial", {"code": code, "message": message})
    if uncounted:
        code, message = _UNCOUNTED
        return Ending("partial", {"code": code, "message": message})
    basis = [answer for answer in answers if answer.engine.basis == scores.basis]
    valid = sum(answer.valid for answer in basis)
    silent = unheard(engines)
    if silent and scores.basis == "simulator":
        message = f"No assistant gave enough answers, so the scores are simulated. {_why(silent)}"
        return Ending("partial", {"code": "assistants-failed", "message": message.strip()})
    if valid < VALID_SHARE * len(basis):
        message = f"{len(basis) - valid} of {len(basis)} answers failed and are not counted."
        failure = {"code": "answers-incomplete", "message": f"{message} {_why(silent)}".strip()}
        return Ending("partial", failure)
    return Ending("completed")


def unscored_ending(answers: Sequence[Answer], engines: Sequence[Entry]) -> Ending:
    """The end of a run that only stores answers: completed if enough of them are valid."""
    valid = sum(answer.valid for answer in answers)
    if valid >= VALID_SHARE * len(answers):
        return Ending("completed")
    message = f"{len(answers) - valid} of {len(answers)} answers failed."
    why = _why(unheard(engines))
    return Ending("partial", {"code": "answers-incomplete", "message": f"{message} {why}".strip()})


def _why(silent: Sequence[Entry]) -> str:
    """One sentence per assistant that could not be counted."""
    return " ".join(f"{entry['name']}: {entry['reason']}" for entry in silent if entry["reason"])


def website_outcome(crawl: SiteCrawl | None) -> WebsiteOutcome | None:
    """What the brand's website material shows of a crawl; None if there was none."""
    if crawl is None:
        return None
    if crawl.unreachable is not None and not crawl.pages:
        return WebsiteOutcome(failure=crawl.unreachable.message)
    title = crawl.pages[0].title if crawl.pages else ""
    return WebsiteOutcome(title=title, word_count=sum(page.word_count for page in crawl.pages))
