"""The sentence on why a number changed: what happened, the largest part, and what answers add."""

from __future__ import annotations

import pytest

from presence.analysis.why import Explanation, Part, why_in_words

NONE = ("questions", "engines", "reading", "competitors", "model")


def explanation(before: float, shared: int = 10, **points: float) -> Explanation:
    real = points.pop("answers", 0.0)
    bounds = (real - 3.0, real + 3.0) if shared else (None, None)
    parts = (
        *(Part(cause, points.get(cause, 0.0)) for cause in NONE),  # type: ignore[arg-type]  # of NONE
        Part("answers", real, *bounds),
    )
    after = before + sum(part.points for part in parts)
    return Explanation("content", before, after, parts, 0.5, shared)


@pytest.mark.parametrize(
    ("found", "sentence"),
    [
        (
            explanation(40.0, answers=0.2),
            "Content AI Visibility stayed at 40: nothing changed by half a point or more.",
        ),
        (
            explanation(40.0, answers=8.0),
            "Content AI Visibility rose from 40 to 48. Most of it, +8.0, is because assistants"
            " answered the same questions differently (likely between +5.0 and +11.0).",
        ),
        (
            explanation(40.0, questions=-9.0, answers=2.0),
            "Content AI Visibility fell from 40 to 33. Most of it, −9.0, is because the questions"
            " being asked have changed. Answers to the same questions account for +2.0 (likely"
            " between −1.0 and +5.0, which includes no change).",
        ),
        (
            explanation(40.0, engines=6.0, answers=-6.0),
            "Content AI Visibility stayed at 40, while parts of it moved against each other. The"
            " largest part, +6.0, is because other assistants answered, or fewer of their answers"
            " arrived. Answers to the same questions account for −6.0 (likely between −9.0 and"
            " −3.0).",
        ),
        (
            explanation(40.0, shared=0, questions=9.0),
            "Content AI Visibility rose from 40 to 49. Most of it, +9.0, is because the questions"
            " being asked have changed. No question was asked in both analyses, so answers cannot"
            " be compared.",
        ),
    ],
)
def test_a_change_is_put_into_words(found: Explanation, sentence: str) -> None:
    assert why_in_words(found) == sentence
