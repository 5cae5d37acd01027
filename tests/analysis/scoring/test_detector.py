"""The detector's own error beside the interval of what it counted."""

from __future__ import annotations

from typing import Any

import pytest

from presence.analysis.scoring.detector import detector_error


def record(precision: float, recall: float, version: str = "x-1") -> dict[str, Any]:
    def figure(value: float) -> dict[str, Any]:
        return {"value": value, "low": value - 0.02, "high": min(1.0, value + 0.02), "n": 400}

    figures = {"mentionPrecision": figure(precision), "mentionRecall": figure(recall)}
    return {"extractorVersion": version, "figures": figures}


def test_missed_names_mean_that_the_true_rate_is_higher() -> None:
    error = detector_error(record(1.0, 0.8), "x-1")
    assert error is not None
    assert error.corrected(40.0) == pytest.approx(50.0)
    assert error.corrected(90.0) == 100.0


def test_wrong_names_mean_that_the_true_rate_is_lower() -> None:
    error = detector_error(record(0.9, 1.0), "x-1")
    assert error is not None
    assert error.corrected(50.0) == pytest.approx(45.0)


def test_the_points_it_may_be_off_hold_the_correction() -> None:
    error = detector_error(record(0.98, 0.95), "x-1")
    assert error is not None
    assert abs(error.corrected(50.0) - 50.0) < error.points(50.0) < 5.0
    assert error.points(0.0) == 0.0


def test_figures_of_another_extractor_say_nothing_of_this_one() -> None:
    assert detector_error(record(0.98, 0.95, "x-0"), "x-1") is None
