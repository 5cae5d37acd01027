"""The next run keeps its day of the month."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from presence.domains.visibility.service.calendar import Cadence, next_run_at


@pytest.mark.parametrize(
    ("last", "cadence", "due"),
    [
        ((2026, 1, 15), "monthly", (2026, 2, 15)),
        ((2026, 1, 31), "monthly", (2026, 2, 28)),
        ((2028, 1, 31), "monthly", (2028, 2, 29)),
        ((2026, 12, 31), "monthly", (2027, 1, 31)),
        ((2026, 3, 31), "monthly", (2026, 4, 30)),
        ((2026, 12, 28), "weekly", (2027, 1, 4)),
    ],
)
def test_the_next_run_is_one_step_of_the_cadence_later(
    last: tuple[int, int, int], cadence: Cadence, due: tuple[int, int, int]
) -> None:
    begun = datetime(*last, 9, 30, tzinfo=UTC)
    assert next_run_at(begun, cadence) == datetime(*due, 9, 30, tzinfo=UTC)
