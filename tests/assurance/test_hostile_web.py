"""Quick tier of the assurance `hostile-web`, and costs that it must not accept."""

from __future__ import annotations

import pytest

from tests.adapters.hostile import CASES
from tests.assurance import hostile_web
from tests.assurance.frame import Deadline
from tests.assurance.hostile_sites import SITES


async def test_hostile_sites_cost_bounded_time_and_memory() -> None:
    outcome = await hostile_web.run(hostile_web.QUICK, Deadline(20))
    assert outcome.violations == 0, outcome.counts
    assert outcome.counts["behaviours"] >= 3, outcome.counts


@pytest.mark.parametrize(
    ("seconds", "body", "memory"),
    [
        (hostile_web.LONGEST_S + 1, 0, 0),
        (1.0, hostile_web.MOST_BODY + 1, 0),
        (1.0, 0, hostile_web.MOST_MEMORY + 1),
    ],
    ids=["a long wait", "a large body", "much memory"],
)
def test_what_must_not_happen_is_a_violation(seconds: float, body: int, memory: int) -> None:
    seen = hostile_web.Seen()
    seen.cost("a site", seconds, body, memory, hostile_web.LONGEST_S)
    assert hostile_web.judge(hostile_web.QUICK, seen).violations == 1


def test_honest_crawls_that_lose_speed_are_a_violation() -> None:
    slowed = hostile_web.Seen(speed=hostile_web.LEAST_SPEED - 0.01)
    assert hostile_web.judge(hostile_web.FULL, slowed).violations == 1


def test_there_are_enough_behaviours() -> None:
    assert len(CASES) + len(SITES) >= 60
