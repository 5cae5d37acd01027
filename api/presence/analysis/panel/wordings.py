"""Limits how many questions of a panel may be rewordings of one another.

Invariant: in a panel that has other questions left, at most a third are such rewordings.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping

from presence.analysis.panel.candidates import QuestionCandidate
from presence.analysis.panel.steps import Step

_USUAL_SIZE = 24
# The request behind a step, and how often it may be asked of the category and of anything else.
_REQUEST: Mapping[Step, str] = {"place": "discovery", "condition": "discovery"}
_OF_CATEGORY: Mapping[str, int] = {"discovery": 4, "how-to": 1, "problem": 1}
_OF_OTHERS: Mapping[str, int] = {"discovery": 2, "how-to": 0, "problem": 0}
_REST = (2, 1)
_ONCE = 1  # the same audience, condition or job, where to get a ware, and one more thing about it


class Wordings:
    """Counts questions by subject, by request and by what else they say."""

    def __init__(self, size: int, category: str) -> None:
        self._scale = max(1.0, size / _USUAL_SIZE)
        self._category = category
        self._counts: Counter[tuple[str, str, str]] = Counter()

    def enough(self, candidate: QuestionCandidate) -> bool:
        """Whether as many questions as allowed already ask this."""
        if candidate.said is None or candidate.competitor:
            return False
        most = math.ceil(self._most(candidate) * self._scale)
        return self._counts[_request(candidate)] >= most

    def count(self, candidate: QuestionCandidate) -> None:
        """Count the question as asked."""
        if candidate.said is not None:
            self._counts[_request(candidate)] += 1

    def _most(self, candidate: QuestionCandidate) -> int:
        if candidate.said or candidate.ware:
            return _ONCE
        of_category = candidate.topic == self._category
        limits = _OF_CATEGORY if of_category else _OF_OTHERS
        return limits.get(_asks(candidate), _REST[0] if of_category else _REST[1])


def _asks(candidate: QuestionCandidate) -> str:
    if candidate.ware and _REQUEST.get(candidate.step, candidate.step) != "discovery":
        return "more"
    return _REQUEST.get(candidate.step, candidate.step)


def _request(candidate: QuestionCandidate) -> tuple[str, str, str]:
    return candidate.topic, _asks(candidate), candidate.said or ""
