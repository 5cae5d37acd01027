"""The words beside a score change exactly where the product says they do."""

from __future__ import annotations

import pytest

from presence.analysis.types import Band, band_of


@pytest.mark.parametrize(
    ("value", "band"),
    [
        (100, "Excellent"),
        (84, "Excellent"),
        (80, "Excellent"),
        (79.6, "Excellent"),
        (79.4, "Moderate"),
        (62, "Moderate"),
        (40, "Moderate"),
        (39.4, "Needs Attention"),
        (28, "Needs Attention"),
        (0, "Needs Attention"),
    ],
)
def test_a_band_follows_the_integer_that_is_shown(value: float, band: Band) -> None:
    assert band_of(value) == band
