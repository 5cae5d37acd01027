"""What a break ends, and what it says has changed."""

from __future__ import annotations

from datetime import date

import numpy as np
import pytest

from presence.analysis.watch import (
    FEATURES,
    EngineBreak,
    WatchSeries,
    as_answered,
    break_models,
    feature_shifts,
)

BEGAN = date(2026, 11, 3)
BREAK = EngineBreak("chatgpt", 1, BEGAN, frozenset({"gpt-6-luna"}))


def series(words: float, later: float, days: int = 4) -> WatchSeries:
    """Two questions a day, of which only the number of words changes after the first half."""
    values = np.zeros((days, 2, len(FEATURES)))
    at = list(FEATURES).index("words")
    values[: days // 2, :, at], values[days // 2 :, :, at] = np.log1p(words), np.log1p(later)
    return WatchSeries(values, np.ones((days, 2), dtype=bool), np.zeros((days, 2, 0), dtype=bool))


@pytest.mark.parametrize(
    ("engine", "model", "day", "shown"),
    [
        ("chatgpt", "gpt-6-luna", date(2026, 11, 2), "gpt-6-luna"),
        ("chatgpt", "gpt-6-luna", BEGAN, "gpt-6-luna (since 2026-11-03)"),
        ("chatgpt", "gpt-5 gpt-6-luna", BEGAN, "gpt-5 gpt-6-luna (since 2026-11-03)"),
        ("chatgpt", "gpt-5", BEGAN, "gpt-5"),
        ("claude", "gpt-6-luna", BEGAN, "gpt-6-luna"),
        ("chatgpt", "", BEGAN, ""),
    ],
)
def test_a_break_marks_the_answers_of_its_models_from_its_day_on(
    engine: str, model: str, day: date, shown: str
) -> None:
    assert as_answered(engine, model, day, [BREAK]) == shown


def test_the_newest_break_before_a_day_counts() -> None:
    second = EngineBreak("chatgpt", 2, date(2026, 12, 1), BREAK.models)
    marks = [
        as_answered("chatgpt", "gpt-6-luna", day, [second, BREAK])
        for day in (
            date(2026, 11, 30),
            date(2026, 12, 1),
        )
    ]
    assert marks == ["gpt-6-luna (since 2026-11-03)", "gpt-6-luna (since 2026-12-01)"]


def test_a_break_belongs_to_the_model_asked_for_and_to_those_reported() -> None:
    assert break_models("sonar", ["sonar-2", ""]) == {"sonar", "sonar-2"}


def test_what_changed_most_comes_first_in_plain_numbers() -> None:
    (shift,) = feature_shifts(series(100.0, 40.0), 2)
    assert (shift.feature, round(shift.before), round(shift.after)) == ("words", 100, 40)
    assert shift.scales < 0


def test_nothing_is_said_of_questions_that_only_one_side_answered() -> None:
    lone = series(100.0, 40.0)
    answered = lone.answered.copy()
    answered[:2] = False
    assert feature_shifts(WatchSeries(lone.values, answered, lone.cited), 2) == ()


def test_a_change_without_a_day_before_says_nothing() -> None:
    assert feature_shifts(series(100.0, 40.0), 0) == ()
