"""The planner promises only what the verdict keeps."""

from __future__ import annotations

import numpy as np

from presence.analysis.changes import MetricHistory, Visible, shared_series, smallest_visible


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
    assert "no change yet" in Visible(None).sentence
    assert Visible(11.6).sentence == "Can see a change of 12 points with four chances in five."
