"""Halves go up, whatever the noise of binary fractions."""

from __future__ import annotations

from decimal import Decimal

import pytest

from presence.core.rounding import half_up, tenth, whole


@pytest.mark.parametrize(
    ("value", "shown"), [(0.5, 1), (40.5, 41), (41.5, 42), (40.499999999999993, 41), (40.49, 40)]
)
def test_a_half_becomes_the_next_whole_number(value: float, shown: int) -> None:
    assert whole(value) == shown


@pytest.mark.parametrize(("value", "shown"), [(12.25, 12.3), (12.35, 12.4), (0.15, 0.2)])
def test_a_half_of_a_tenth_becomes_the_next_tenth(value: float, shown: float) -> None:
    assert tenth(value) == shown


def test_a_loss_of_a_half_is_as_large_as_a_gain_of_one() -> None:
    assert half_up(-2.5) == -half_up(2.5) == Decimal(-3)
