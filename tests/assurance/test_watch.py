"""Quick tier of the assurance `watch`."""

from __future__ import annotations

from tests.assurance import watch
from tests.assurance.frame import Deadline


def test_swapped_models_and_steps_of_a_share_are_found_and_quiet_years_stay_quiet() -> None:
    outcome = watch.run(watch.QUICK, 7, Deadline(300))
    assert outcome.violations == 0, outcome.counts
    assert outcome.counts["falseAlarms"] == 0, outcome.counts
