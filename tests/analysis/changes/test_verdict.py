"""What the verdict says of histories written by somebody who wants it to be wrong."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import numpy as np
import pytest

from presence.analysis.changes import COLUMNS, CountedRun, judge_run
from presence.analysis.types import ScoreChange, Verdict

START = datetime(2026, 1, 5, tzinfo=UTC)
ENGINES = ("chatgpt", "gemini", "claude")
SAMPLES = 4


def run(
    week: float,
    rates: dict[str, float] | float,
    prompts: int = 20,
    engines: tuple[str, ...] = ENGINES,
    samples: int = SAMPLES,
) -> CountedRun:
    """A run in which each engine names the brand in its rate of answers, evenly over questions."""
    cells, rows = [], []
    for number, engine in enumerate(engines):
        rate = rates if isinstance(rates, float) else rates[engine]
        for prompt in range(prompts):
            before, after = (int(rate * samples * k + 0.5) for k in (prompt, prompt + 1))
            named = after - before
            cells.append((f"p{prompt:03}", engine))
            rows.append([samples, named, 0.9 * named, 0, samples, 0, named + number + samples])
    at = START + timedelta(weeks=week)
    counts = np.array(rows, dtype=np.float64).reshape(-1, len(COLUMNS))
    models = dict.fromkeys(engines, "m1")
    return CountedRun(f"r{week}", at, tuple(cells), counts, "assistants", models, "v1")


def content(*runs: CountedRun) -> ScoreChange:
    return judge_run(runs)["content"]


def test_a_first_run_is_compared_with_nothing() -> None:
    assert judge_run([run(0, 0.3)]) == {}


def test_the_same_answers_again_show_no_change() -> None:
    found = judge_run([run(0, 0.3), run(1, 0.3)])
    assert {change.verdict for change in found.values()} == {"within noise"}
    assert found["content"].points == pytest.approx(0.0)


def test_five_shared_questions_are_not_enough_even_from_none_to_all() -> None:
    assert content(run(0, 0.0, prompts=5), run(1, 1.0, prompts=5)).verdict == "not enough data"


def test_six_shared_questions_are_enough() -> None:
    assert content(run(0, 0.0, prompts=6), run(1, 1.0, prompts=6)).verdict == "moved"


def test_half_of_all_answers_lost_in_one_week_is_not_yet_called_moved() -> None:
    # With one earlier week nobody knows how far a day can go.
    assert content(run(0, 0.5), run(1, 0.25)).verdict == "within noise"


def test_newest_runs_that_agree_are_probably_moving_before_they_moved() -> None:
    weeks = [run(week, 0.3 + 0.02 * (week % 2)) for week in range(8)]
    assert content(*weeks, run(8, 0.46), run(9, 0.45)).verdict == "probably moving"


def test_a_lasting_change_after_quiet_weeks_moved() -> None:
    weeks = [run(week, 0.3 + 0.02 * (week % 2)) for week in range(12)]
    found = content(*weeks, *(run(12 + week, 0.55) for week in range(3)))
    assert found.verdict == "moved"
    assert found.points == pytest.approx(0.9 * 24.0, abs=1.5)


def test_a_brand_as_restless_as_its_change_has_not_moved() -> None:
    rng = np.random.default_rng(3)
    weeks = [run(week, float(rng.uniform(0.1, 0.6))) for week in range(14)]
    assert content(*weeks, run(14, 0.62)).verdict == "within noise"


def test_a_missing_engine_moves_nothing() -> None:
    rates = {"chatgpt": 0.9, "gemini": 0.1, "claude": 0.1}
    weeks = [run(week, rates) for week in range(8)]
    found = content(*weeks, run(8, rates, engines=ENGINES[1:]))
    assert found.verdict == "within noise"
    assert found.points == pytest.approx(0.0, abs=1e-6)


def test_an_engine_that_was_missing_moves_nothing_when_it_returns() -> None:
    rates = {"chatgpt": 0.9, "gemini": 0.1, "claude": 0.1}
    weeks = [run(week, rates, engines=ENGINES[week % 2 :]) for week in range(8)]
    found = content(*weeks, run(8, rates))
    assert found.verdict == "within noise"
    assert found.points == pytest.approx(0.0, abs=1e-6)


def test_questions_added_to_the_panel_move_nothing() -> None:
    old = [run(week, 0.0, prompts=20) for week in range(8)]
    grown = run(8, 1.0, prompts=40)
    counts = grown.counts.copy()
    counts[[int(prompt[1:]) < 20 for prompt, _ in grown.cells]] = old[0].counts
    found = content(*old, replace(grown, counts=counts))
    assert found.verdict == "within noise"
    assert found.points == pytest.approx(0.0)


def test_other_numbers_of_samples_move_nothing() -> None:
    weeks = [run(week, 0.25, samples=4 if week % 2 else 8) for week in range(10)]
    assert {c.verdict for c in judge_run(weeks).values()} == {"within noise"}


def test_a_panel_replaced_as_a_whole_cannot_be_compared() -> None:
    new = run(4, 1.0)
    other = replace(new, cells=tuple((f"new-{p}", e) for p, e in new.cells))
    assert content(*(run(week, 0.0) for week in range(4)), other).verdict == "not enough data"


@pytest.mark.parametrize(
    "changed",
    [
        {"models": dict.fromkeys(ENGINES, "m2")},
        {"basis": "simulator"},
        {"reading": "v2"},
    ],
)
def test_another_model_basis_or_reading_is_said_and_not_compared(changed: dict[str, str]) -> None:
    found = judge_run([run(0, 0.1), replace(run(1, 0.9), **changed)])  # type: ignore[arg-type]
    assert {(c.verdict, c.points) for c in found.values()} == {("model changed", None)}


def test_after_another_model_only_its_own_runs_are_compared() -> None:
    new = {"models": dict.fromkeys(ENGINES, "m2")}
    weeks = [run(week, 0.1) for week in range(6)]
    weeks += [replace(run(week, 0.9), **new) for week in (6, 7)]  # type: ignore[arg-type]
    found = content(*weeks)
    assert found.verdict == "within noise"
    assert found.points == pytest.approx(0.0)
    assert found.since == weeks[6].at


def test_runs_are_compared_with_the_last_that_moved() -> None:
    told: dict[str, Verdict] = {"content": "moved"}
    weeks = [*(run(week, 0.1) for week in range(6)), replace(run(6, 0.6), verdicts=told)]
    found = judge_run([*weeks, run(7, 0.6)])
    assert found["content"].verdict == "within noise"
    assert found["content"].since == weeks[6].at
    assert found["mentionRate"].since == weeks[0].at


def test_runs_of_one_day_are_one_observation() -> None:
    quiet = [run(week, 0.3 + 0.02 * (week % 2)) for week in range(4)]
    hour = 1.0 / 24 / 7
    burst = [run(4 + hour * number, 0.5) for number in range(8)]
    assert content(*quiet, *burst).verdict != "moved"


def test_looking_again_at_once_spends_no_error() -> None:
    weeks = [run(week, 0.3 + 0.02 * (week % 2)) for week in range(12)]
    again = [run(12 + day / 7 / 1440, 0.55) for day in range(3)]
    assert content(*weeks, *again).verdict != "moved"


def test_a_brand_never_named_shows_no_change() -> None:
    found = judge_run([run(week, 0.0) for week in range(9)])
    assert found["content"].verdict == "within noise"


def test_one_answer_more_than_never_is_no_change() -> None:
    weeks = [run(week, 0.0) for week in range(30)]
    last = weeks[-1].counts.copy()
    last[0, :3] = [SAMPLES, 1, 0.9]
    assert content(*weeks[:-1], replace(weeks[-1], counts=last)).verdict == "within noise"


def test_a_metric_that_was_not_measured_has_no_change() -> None:
    runs = [run(0, 0.3), run(1, 0.3)]
    for item in runs:
        item.counts[:, COLUMNS.index("cited_known")] = 0.0
    assert "citationRate" not in judge_run(runs)


def test_the_order_of_cells_changes_nothing() -> None:
    runs = [run(week, 0.3 + 0.05 * (week % 3)) for week in range(7)]
    order = np.random.default_rng(1).permutation(len(runs[-1].cells))
    turned = replace(
        runs[-1],
        cells=tuple(runs[-1].cells[i] for i in order),
        counts=runs[-1].counts[order],
    )
    assert judge_run([*runs[:-1], turned])["content"].points == pytest.approx(
        judge_run(runs)["content"].points
    )
