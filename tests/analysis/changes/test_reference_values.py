"""The published and derived reference values of ops/docs/statistics.md, to the digits given."""

from __future__ import annotations

import pytest

from presence.analysis.changes import (
    MeasuredReader,
    corrected_rate,
    fit_prior,
    rate_sequence,
    shrinkage,
    shrunken_means,
)

X = [0, 1, 2, 5, 6, 3, 0, 4]
N = [6] * 8
BATTERS = [
    0.400, 0.378, 0.356, 0.333, 0.311, 0.311, 0.289, 0.267, 0.244, 0.244, 0.222, 0.222, 0.222,
    0.222, 0.222, 0.200, 0.178, 0.156,
]  # fmt: skip


@pytest.mark.parametrize(
    ("hits", "n", "low", "high"),
    [
        (3, 10, 0.036640, 0.733259),
        (6, 20, 0.075428, 0.626931),
        (30, 100, 0.169446, 0.457246),
        (300, 1000, 0.250338, 0.353015),
        (0, 20, 0.0, 0.260671),
    ],
)
def test_a_rate_watched_over_time_has_the_mixture_interval(
    hits: int, n: int, low: float, high: float
) -> None:
    assert rate_sequence(hits, n) == pytest.approx((low, high), abs=5e-7)


def test_all_answers_naming_mirrors_none_naming() -> None:
    assert rate_sequence(20, 20)[0] == pytest.approx(1.0 - 0.260671, abs=1e-6)


def test_nothing_asked_leaves_everything_possible() -> None:
    assert rate_sequence(0, 0) == (0.0, 1.0)


@pytest.mark.parametrize(("hits", "n"), [(-1, 3), (4, 3)])
def test_impossible_counts_are_refused(hits: int, n: int) -> None:
    with pytest.raises(ValueError, match="hits"):
        rate_sequence(hits, n)


def test_small_cells_shrink_by_the_share_of_chance() -> None:
    assert shrinkage(X, N) == pytest.approx(0.170732, abs=5e-7)
    prior = fit_prior(X, N)
    assert prior is not None
    assert prior.mean == pytest.approx(0.4375)
    assert prior.posterior_mean(0, 6) == pytest.approx(0.0747, abs=5e-5)
    assert prior.posterior_mean(6, 6) == pytest.approx(0.9040, abs=5e-5)


def test_the_eighteen_batters_of_efron_and_morris() -> None:
    mean = sum(BATTERS) / len(BATTERS)
    keep, shrunk = shrunken_means(BATTERS, mean * (1.0 - mean) / 45)
    assert mean == pytest.approx(0.26539, abs=5e-6)
    assert keep == pytest.approx(0.2124, abs=5e-5)
    assert (shrunk[0], shrunk[-1]) == pytest.approx((0.294, 0.242), abs=5e-4)


def test_a_rate_without_the_readers_errors_is_rogan_and_gladens() -> None:
    reader = MeasuredReader(specificity=0.95, unnamed=100, sensitivity=0.90, named=100)
    found = corrected_rate(0.40, 0.40 * 0.60 / 600, reader)
    assert found is not None
    assert found.value == pytest.approx(0.411765, abs=5e-7)
    assert found.error == pytest.approx(0.031501, abs=5e-7)


def test_a_rare_brand_is_not_made_commoner_by_the_correction() -> None:
    # Truly 2 %: sensitivity .98 and specificity .99 count 2.94 %; precision alone said 2.97 %.
    reader = MeasuredReader(specificity=0.99, unnamed=500, sensitivity=0.98, named=500)
    found = corrected_rate(0.02 * 0.98 + 0.98 * 0.01, 0.0, reader)
    assert found is not None
    assert found.value == pytest.approx(0.02)


def test_a_reader_no_better_than_chance_corrects_nothing() -> None:
    assert corrected_rate(0.4, 0.001, MeasuredReader(0.5, 10, 0.5, 10)) is None
