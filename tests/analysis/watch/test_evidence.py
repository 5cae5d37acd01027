"""Whether an engine answers as it did, day after day."""

from __future__ import annotations

import numpy as np
import pytest

from presence.analysis.watch import (
    ALARM,
    FEATURES,
    LAG_DAYS,
    LEAST_REFERENCE,
    DayVerdict,
    WatchSeries,
    day_distances,
    judge_day,
)
from tests.assurance.watch_worlds import EngineKind, Swap, make_year

SWAPPED = 60


def _life(series: WatchSeries) -> list[DayVerdict]:
    evidence, told = 0.0, []
    for day in range(len(series.values)):
        told.append(judge_day(series.days(0, day + 1), evidence))
        evidence = told[-1].evidence
        if told[-1].state == "changed":
            break
    return told


def _year(kind: EngineKind, seed: int, swap: Swap | None = None, days: int = 100) -> WatchSeries:
    return make_year(kind, np.random.default_rng(seed), swap, days)


def _without(series: WatchSeries, day: int, left: int = 0) -> WatchSeries:
    answered = series.answered.copy()
    answered[day, left:] = False
    return WatchSeries(series.values, answered, series.cited)


@pytest.mark.parametrize("seed", range(4))
def test_a_swapped_model_is_found_on_the_second_day_at_the_latest(seed: int) -> None:
    told = _life(_year(EngineKind(dead=0.0, patchy=0.0), seed, Swap(SWAPPED, 2.0)))
    assert told[-1].state == "changed"
    assert len(told) - 1 <= SWAPPED + 1
    assert len(told) - 1 - (told[-1].since or 0) in (SWAPPED - 1, SWAPPED)


def test_other_sources_in_unchanged_words_are_found_within_a_week() -> None:
    kind = EngineKind(dead=0.0, patchy=0.0, churn=0.0)
    told = _life(_year(kind, 1, Swap(SWAPPED, 0.0, sources=1.0)))
    assert told[-1].state == "changed"
    assert SWAPPED <= len(told) - 1 <= SWAPPED + 6


@pytest.mark.parametrize(
    "kind",
    [
        EngineKind(),
        EngineKind(alike=0.7, day=0.4),
        EngineKind(week=0.8),
        EngineKind(heavy=2.1),
        EngineKind(drift=1.0),
        EngineKind(questions=10, patchy=0.3, dead=0.1),
        EngineKind(cites=False),
    ],
    ids=["plain", "days alike", "weekends", "heavy tails", "drift", "few answers", "no sources"],
)
def test_an_engine_that_is_only_restless_has_not_changed(kind: EngineKind) -> None:
    told = _life(_year(kind, 5, days=120))
    assert told[-1].state != "changed", told[-1]


def test_a_dead_day_is_no_change_and_keeps_the_evidence() -> None:
    series = _year(EngineKind(dead=0.0), 2, days=50)
    dead = judge_day(_without(series, 49), 3.5)
    assert (dead.state, dead.evidence, dead.p) == ("no answers", 3.5, None)


def test_a_day_with_a_handful_of_answers_says_nothing() -> None:
    assert (
        judge_day(_without(_year(EngineKind(), 2, days=50), 49, left=7), 0.0).state == "no answers"
    )


def test_a_swap_with_a_dead_day_in_between_is_still_found() -> None:
    series = _year(EngineKind(dead=0.0, patchy=0.0), 3, Swap(SWAPPED, 2.0))
    told = _life(_without(series, SWAPPED + 1))
    assert told[-1].state == "changed"
    assert len(told) - 1 <= SWAPPED + 2


def test_one_wild_answer_a_day_is_no_changed_engine() -> None:
    series = _year(EngineKind(dead=0.0, patchy=0.0), 4, days=70)
    values = series.values.copy()
    values[50:, 0] += 1e6
    told = _life(WatchSeries(values, series.answered, series.cited))
    assert told[-1].state != "changed"


def test_a_model_that_always_answers_alike_is_steady_until_it_is_swapped() -> None:
    values = np.repeat(np.linspace(1.0, 2.0, 20)[None, :, None], len(FEATURES), axis=2)
    series = np.repeat(values, 50, axis=0)
    series[48:] += 1.0
    answered = np.ones((50, 20), dtype=np.bool_)
    told = _life(WatchSeries(series, answered, np.zeros((50, 20, 0), dtype=np.bool_)))
    assert all(day.state in ("learning", "steady") for day in told[:48])
    assert told[-1].state == "changed"
    assert len(told) == 50


def test_one_day_of_nonsense_is_an_incident_and_no_change() -> None:
    series = _year(EngineKind(dead=0.0, patchy=0.0), 10, days=70)
    values = series.values.copy()
    values[50] = 0.0
    told = _life(WatchSeries(values, series.answered, series.cited))
    assert told[-1].state != "changed"
    assert told[50].state == "doubtful"


def test_an_engine_is_learnt_for_five_weeks_before_it_is_judged() -> None:
    told = _life(_year(EngineKind(dead=0.0, patchy=0.0), 6, days=40))
    learnt = LEAST_REFERENCE + LAG_DAYS - 1
    assert {day.state for day in told[:learnt]} == {"learning"}
    assert told[learnt].p is not None


def test_without_any_day_nothing_is_said() -> None:
    series = _year(EngineKind(), 1, days=3)
    assert judge_day(series.days(0, 0), 0.0).state == "no answers"


def test_evidence_of_many_years_stays_a_number() -> None:
    series = _year(EngineKind(dead=0.0, patchy=0.0), 7, Swap(40, 3.0), days=45)
    found = judge_day(series, 1e300)
    assert np.isfinite(found.evidence)
    assert found.evidence >= ALARM


def test_the_distance_is_that_of_its_definition() -> None:
    series = _year(EngineKind(questions=9, cites=False, dead=0.0, patchy=0.0), 8, days=5)
    series = WatchSeries(series.values, np.ones((5, 9), dtype=np.bool_), series.cited)
    away = series.values - np.median(series.values, axis=0)
    scale = np.maximum(1.4826 * np.median(np.abs(away), axis=(0, 1)), list(FEATURES.values()))
    x = np.clip(away / scale, -6.0, 6.0)
    expected = []
    for day in range(5):
        own, rest = x[day], np.delete(x, day, axis=0).reshape(-1, len(FEATURES))
        between = np.abs(own[:, None] - rest[None]).sum(axis=2).mean()
        within = np.abs(own[:, None] - own[None]).sum() / (9 * 8)
        others = np.abs(rest[:, None] - rest[None]).sum() / (36 * 35)
        expected.append((2 * between - within - others) * 9 * 36 / 45)
    assert day_distances(series) == pytest.approx(expected)


def test_days_too_thin_to_compare_are_refused() -> None:
    series = _year(EngineKind(dead=0.0), 9, days=4)
    with pytest.raises(ValueError, match="answers"):
        day_distances(_without(series, 2))
    with pytest.raises(ValueError, match="three days"):
        day_distances(series.days(0, 2))
