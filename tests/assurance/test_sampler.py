"""Quick tier of the assurance `sampler`."""

from __future__ import annotations

import pytest

from tests.assurance import sampler
from tests.assurance.frame import Deadline, Outcome


@pytest.fixture(scope="module")
def outcome() -> Outcome:
    return sampler.run(sampler.QUICK, 7, Deadline(300))


@pytest.mark.parametrize("plan", sampler.PLANS)
def test_no_plan_is_larger_than_asking_all_equally_often(outcome: Outcome, plan: int) -> None:
    assert outcome.counts[f"plan{plan}.runs"] > 0
    assert outcome.counts[f"plan{plan}.overPlan"] == 0


@pytest.mark.parametrize("plan", sampler.PLANS)
def test_the_mean_is_not_moved_by_asking_unequally(outcome: Outcome, plan: int) -> None:
    for name in ("bias", "biasPooled"):
        assert abs(outcome.counts[f"plan{plan}.{name}"]) <= sampler.MOST_BIAS, outcome.counts


@pytest.mark.parametrize("plan", sampler.PLANS)
def test_most_of_what_known_rates_would_save_is_saved(outcome: Outcome, plan: int) -> None:
    found = {
        name.removeprefix(f"plan{plan}."): value
        for name, value in outcome.counts.items()
        if name.startswith(f"plan{plan}.")
    }
    assert "share" not in sampler.broken(found), found
