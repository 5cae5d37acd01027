"""Answers of cells that were asked more often count less each."""

from __future__ import annotations

import numpy as np
import pytest

from presence.analysis.sampling import allocate, effective_size, inverse_weights


def test_cells_count_the_same_however_often_they_were_asked() -> None:
    samples = (1, 5, 3, 3)
    weights = inverse_weights(samples)
    assert weights == pytest.approx((3.0, 0.6, 1.0, 1.0))
    assert [w * n for w, n in zip(weights, samples, strict=True)] == pytest.approx([3.0] * 4)


def test_answers_of_an_equal_plan_count_one_each() -> None:
    assert inverse_weights((3, 3, 3)) == (1.0, 1.0, 1.0)


def test_weighted_rates_of_unequal_plans_are_unbiased() -> None:
    rng = np.random.default_rng(4)
    rates = rng.beta(0.4, 0.6, 60)
    samples = np.array(allocate(rates * (1.0 - rates), 3, seed=2))
    weights = np.array(inverse_weights([int(n) for n in samples]))
    hits = rng.binomial(samples, rates, (20_000, 60))
    weighted = (hits * weights).sum(axis=1) / (samples * weights).sum()
    assert weighted.mean() == pytest.approx(rates.mean(), abs=0.0006)
    plain = hits.sum(axis=1) / samples.sum()
    assert abs(plain.mean() - rates.mean()) > 0.01


def test_the_effective_size_is_kishs() -> None:
    assert effective_size([1.0, 1.0, 2.0]) == pytest.approx(16.0 / 6.0)
    assert effective_size([0.3] * 7) == pytest.approx(7.0)
    assert effective_size([]) == 0.0


def test_negative_weights_and_cells_never_asked_are_refused() -> None:
    with pytest.raises(ValueError, match="at least 0"):
        effective_size([1.0, -1.0])
    with pytest.raises(ValueError, match="at least one sample"):
        inverse_weights((2, 0))
    assert inverse_weights(()) == ()
