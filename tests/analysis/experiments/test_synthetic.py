"""Synthetic control, and what is learned over many experiments, against independent values."""

from __future__ import annotations

import numpy as np
import pytest

from presence.analysis.experiments import (
    chance_of_gain,
    median_effect,
    score_predictions,
    simplex_weights,
    synthetic_control,
)
from presence.analysis.experiments.synthetic import project_to_simplex

DONORS = np.array(
    [
        [0.63, 0.9, 0.78, 0.23],
        [0.3, 0.87, 0.01, 0.82],
        [0.8, 0.47, 0.3, 0.28],
        [0.25, 0.45, 0.5, 0.55],
        [1.0, 0.79, 0.62, 0.99],
        [0.22, 0.16, 0.61, 0.04],
        [0.04, 0.51, 0.47, 0.92],
        [0.63, 0.51, 0.5, 0.25],
    ]
)
TARGET = np.array([0.74, 0.51, 0.65, 0.35, 0.9, 0.2, 0.25, 0.57])


def test_the_weights_are_those_of_a_general_solver() -> None:
    # scipy 1.16, minimize(method="SLSQP", ftol=1e-16)
    expected = [0.5599938138757652, 0.3888320030863865, 0.0402925381861808, 0.0108816448516674]
    assert simplex_weights(DONORS, TARGET) == pytest.approx(expected, abs=1e-8)


def test_weights_are_never_negative_and_add_up_to_one() -> None:
    rng = np.random.default_rng(3)
    for _ in range(50):
        donors, target = rng.uniform(0, 1, (6, 9)), rng.uniform(-1, 2, 6)
        weights = simplex_weights(donors, target)
        assert weights.min() >= 0.0
        assert weights.sum() == pytest.approx(1.0)
        loss = np.sum((donors @ weights - target) ** 2)
        others = rng.dirichlet(np.ones(9), 200)
        assert np.all(np.sum((donors @ others.T - target[:, None]) ** 2, axis=0) >= loss - 1e-9)


def test_donors_that_are_all_the_same_still_have_weights() -> None:
    weights = simplex_weights(np.full((5, 3), 0.4), np.full(5, 0.6))
    assert weights.sum() == pytest.approx(1.0)


def test_a_point_outside_is_projected_onto_the_simplex() -> None:
    assert project_to_simplex(np.array([2.0, 0.0])) == pytest.approx([1.0, 0.0])
    assert project_to_simplex(np.array([0.2, 0.2])) == pytest.approx([0.5, 0.5])


def test_a_planted_jump_is_found_and_outranks_every_placebo() -> None:
    rng = np.random.default_rng(11)
    trend = np.cumsum(rng.normal(0, 0.03, 14))
    donors = [list(0.4 + trend * load + rng.normal(0, 0.005, 14)) for load in np.linspace(0, 1, 21)]
    target = 0.4 + trend * 0.5 + rng.normal(0, 0.005, 14)
    target[10:] += 0.2
    found = synthetic_control(list(target), donors, 10)
    assert found.difference == pytest.approx(0.2, abs=0.02)
    assert found.p_value == pytest.approx(1 / 22)


def test_too_short_a_history_is_an_error() -> None:
    with pytest.raises(ValueError, match="five runs"):
        synthetic_control([0.1] * 6, [[0.1] * 6] * 3, 4)


def test_a_median_has_no_interval_before_six_effects() -> None:
    few = median_effect([1.0, 2.0, 3.0, 4.0, 5.0])
    assert few is not None
    assert (few.median, few.low, few.high) == (3.0, None, None)
    six = median_effect([6.0, 1.0, 2.0, 3.0, 4.0, 5.0])
    assert six is not None
    assert (six.median, six.low, six.high) == (3.5, 1.0, 6.0)


def test_the_interval_of_a_median_is_that_of_the_sign_test() -> None:
    # n = 20: the 6th and the 15th value (Conover, table of the sign test)
    found = median_effect([float(n) for n in range(1, 21)])
    assert found is not None
    assert (found.low, found.high) == (6.0, 15.0)
    assert median_effect([]) is None


def test_predictions_are_scored_by_brier_and_by_fifths() -> None:
    found = score_predictions([(0.9, True), (0.7, True), (0.3, False), (0.1, True)])
    assert found.brier == pytest.approx((0.01 + 0.09 + 0.09 + 0.81) / 4)
    assert [(one.predictions, one.came_true) for one in found.bins] == [
        (1, 1),
        (1, 0),
        (1, 1),
        (1, 1),
    ]
    assert score_predictions([]).brier is None


def test_the_chance_of_a_gain_comes_from_the_interval() -> None:
    assert chance_of_gain(0.0, -4.0, 4.0) == 0.5
    assert chance_of_gain(1.959964, 0.0, 3.919928) == pytest.approx(0.975, abs=1e-6)
    assert chance_of_gain(3.0, 3.0, 3.0) == 1.0
