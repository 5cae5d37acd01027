"""The planner promises only what the verdict keeps."""

from __future__ import annotations

from datetime import UTC, datetime

import numpy as np

from presence.analysis.changes import (
    COLUMNS,
    CountedRun,
    MetricHistory,
    Visible,
    coming_history,
    coming_series,
    samples_to_see,
    shared_series,
    smallest_visible,
)
from presence.analysis.types import Verdict


def history(weeks: int, samples: int, questions: int = 20) -> MetricHistory:
    rng = np.random.default_rng(7)
    rates = rng.beta(1.5, 2.0, (questions, 1))
    among = np.full((questions, weeks), float(samples))
    hits = rng.binomial(samples, np.repeat(rates, weeks, axis=1)).astype(np.float64)
    return MetricHistory(
        hits, among, np.arange(questions), 7.0 * np.arange(weeks, dtype=np.float64)
    )


def points(weeks: int, samples: int) -> float:
    series = shared_series(history(weeks, samples))
    assert series is not None
    found = smallest_visible(series, 7.0, seed=1).points
    return 100.0 if found is None else found


def test_more_quiet_weeks_show_smaller_changes() -> None:
    assert points(20, 12) < points(6, 12) < points(2, 12)


def test_more_answers_show_smaller_changes() -> None:
    assert points(12, 24) < points(12, 3)


def test_the_same_seed_names_the_same_change() -> None:
    assert points(8, 6) == points(8, 6)


def test_what_cannot_be_seen_is_not_promised() -> None:
    assert "cannot yet tell a lasting change" in Visible(None).sentence
    seen = "this analysis can see a change of 12 points or more with four chances in five."
    assert Visible(11.2).sentence.endswith(seen)


def test_one_run_alone_promises_less_than_two() -> None:
    first = coming_series(history(1, 12))
    assert first is not None
    alone = smallest_visible(first, 7.0, seed=1).points
    assert alone is not None
    assert alone >= points(2, 12)


def test_a_run_of_five_questions_promises_nothing() -> None:
    assert coming_series(history(1, 12, questions=5)) is None


def test_answers_given_once_are_not_taken_for_certain() -> None:
    once, often = coming_series(history(1, 1)), coming_series(history(1, 100))
    assert once is not None
    assert often is not None
    assert once.variances[0] > 10.0 * often.variances[0]


def test_the_samples_named_let_that_change_be_seen() -> None:
    series = coming_series(history(20, 2))
    assert series is not None
    wanted = points(20, 2) / 1.1
    samples = samples_to_see(series, wanted, 7.0, 1, samples=2, most=25)
    assert samples is not None
    assert samples > 2
    found = smallest_visible(series, 7.0, 1, samples / 2).points
    assert found is not None
    assert found <= wanted * 1.05


def test_where_days_differ_no_number_of_samples_is_named() -> None:
    series = coming_series(history(2, 12))
    assert series is not None
    assert samples_to_see(series, 3.0, 7.0, 1, samples=12, most=25) is None


def run_on(day: int, engines: tuple[str, ...], model: str = "m", verdict: str = "") -> CountedRun:
    cells = tuple((f"q{number}", engine) for number in range(8) for engine in engines)
    counts = np.ones((len(cells), len(COLUMNS)))
    verdicts: dict[str, Verdict] = {"content": "moved"} if verdict else {}
    at = datetime(2026, 3, day, tzinfo=UTC)
    models = dict.fromkeys(engines, model)
    return CountedRun(str(day), at, cells, counts, "assistants", models, "", verdicts)


def test_only_what_the_coming_run_asks_again_counts() -> None:
    runs = [run_on(1, ("a", "b")), run_on(8, ("a", "b"))]
    found = coming_history(runs, run_on(15, ("b",)), "content")
    assert found is not None
    assert found.hits.shape == (8, 2)


def test_a_coming_run_starts_anew_where_the_newest_one_moved() -> None:
    runs = [run_on(1, ("a",)), run_on(8, ("a",), verdict="moved")]
    found = coming_history(runs, run_on(15, ("a",)), "content")
    assert found is not None
    assert found.hits.shape == (8, 1)


def test_a_coming_run_of_another_model_is_compared_with_nothing() -> None:
    assert coming_history([run_on(1, ("a",))], run_on(8, ("a",), model="n"), "content") is None
