"""Quick tier of the assurance `fairness`."""

from __future__ import annotations

import pytest

from tests.assurance import fairness
from tests.assurance.frame import Deadline
from tests.conftest import Place

SOON_MS = 5_000.0  # the pile takes 15 s and more; who waits for it waits longer


@pytest.mark.timeout(400)
async def test_a_pile_of_one_tenants_jobs_keeps_nobody_waiting(place: Place) -> None:
    outcome = await fairness.run(place, fairness.QUICK, 7, Deadline(300))
    assert outcome.counts["leftOfThePile"] > 0, outcome.counts
    assert outcome.counts["unstarted"] == 0, outcome.counts
    assert outcome.counts["loadedP99Ms"] < SOON_MS, outcome.counts
