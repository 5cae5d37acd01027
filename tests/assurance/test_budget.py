"""Quick tier of the assurance `budget`."""

from __future__ import annotations

import pytest

from tests.assurance import budget, budget_people
from tests.assurance.frame import Deadline
from tests.conftest import Place


@pytest.mark.timeout(400)
async def test_fifty_workers_overspend_nothing_and_pass_no_limit(place: Place) -> None:
    outcome = await budget.run(place, budget.QUICK, 7, Deadline(300))
    assert outcome.violations == 0, outcome.counts
    assert outcome.complete
    assert outcome.counts["kills"] == budget.QUICK.kills
    assert outcome.counts["planUsed"] == outcome.counts["planLimit"]
    assert outcome.counts["answersUsed"] == outcome.counts["answersCap"]


@pytest.mark.timeout(400)
async def test_people_who_make_and_delete_workspaces_spend_no_more_than_one_allowance_each(
    place: Place,
) -> None:
    outcome = await budget_people.run(place, budget_people.QUICK, 7, Deadline(300))
    assert outcome.violations == 0, outcome.counts
    assert outcome.complete
    assert outcome.counts["stepKills"] == budget_people.QUICK.kills
    assert outcome.counts["peoplesAnswers"] > 100
