"""The change that the planner names is declared four times in five, by the rule itself."""

from __future__ import annotations

import math

import pytest

from tests.analysis.changes.planned_worlds import Known, power

WORLDS = {
    "thirty questions on two assistants": Known(0.35, 0.25, 0.3, 30, 2, 2, weeks=14),
    "few questions on four assistants, once each": Known(0.5, 0.35, 0.15, 18, 4, 1, weeks=20),
    "many questions of unlike rates": Known(0.2, 0.2, 0.5, 80, 1, 3, weeks=12),
    "a brand that is named mostly": Known(0.65, 0.3, 0.25, 45, 3, 1, weeks=26),
    "a brand that is named seldom": Known(0.1, 0.3, 0.1, 60, 2, 3, weeks=16),
}


@pytest.mark.parametrize("world", WORLDS.values(), ids=WORLDS.keys())
def test_the_change_named_is_declared_four_times_in_five(world: Known) -> None:
    kept = power(world, trials=80, futures=6, seed=2026)
    seen = [share for share in (kept.up, kept.down) if not math.isnan(share)]
    assert 0.78 <= min(seen) <= 0.85, kept


def test_before_five_analyses_it_is_declared_at_least_that_often() -> None:
    kept = power(Known(0.4, 0.3, 0.3, 40, 2, 3, weeks=3), trials=40, futures=4, seed=2026)
    assert min(kept.up, kept.down) >= 0.78, kept
