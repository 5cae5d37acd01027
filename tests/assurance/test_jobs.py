"""Quick tier of the assurance `jobs`."""

from __future__ import annotations

import pytest

from tests.assurance import jobs
from tests.assurance.frame import Deadline


@pytest.mark.timeout(400)
async def test_killed_workers_and_a_killed_database_lose_and_double_nothing() -> None:
    outcome = await jobs.run(jobs.QUICK, 7, Deadline(300))
    assert outcome.complete, outcome.counts
    assert outcome.violations == 0, outcome.counts
    assert outcome.counts["kills"] == jobs.QUICK.kills
    assert outcome.counts["restarts"] == jobs.QUICK.restarts
    assert outcome.counts["jobs"] == jobs.QUICK.jobs
