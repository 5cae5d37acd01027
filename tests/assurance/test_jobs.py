"""Quick tier of the assurance `jobs`."""

from __future__ import annotations

from collections.abc import Iterator
from types import SimpleNamespace
from typing import cast

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


def _clock(monkeypatch: pytest.MonkeyPatch, receipts: list[int], jobs_there: int) -> jobs.Cluster:
    """A queue whose receipts are these, one after the other, with most of QUIET_S between them."""
    now = 0.0
    coming: Iterator[int] = iter(receipts)

    async def fetch(_cluster: jobs.Cluster, _query: str) -> dict[str, int]:
        nonlocal now
        now += jobs.QUIET_S * 0.9
        done = next(coming)
        return {"receipts": done, "waiting": jobs_there - done}

    async def sleep(_seconds: float) -> None:
        return None

    monkeypatch.setattr(jobs, "_fetch", fetch)
    monkeypatch.setattr(jobs, "time", SimpleNamespace(monotonic=lambda: now))
    monkeypatch.setattr(jobs, "asyncio", SimpleNamespace(sleep=sleep))
    return cast(jobs.Cluster, None)


async def test_a_queue_that_empties_slowly_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    cluster = _clock(monkeypatch, [1, 2, 3, 4], 4)
    assert await jobs._drained(cluster, 4, Deadline(300))


async def test_a_queue_in_which_nothing_happens_is_given_up(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    cluster = _clock(monkeypatch, [3, 3, 3], 4)
    assert not await jobs._drained(cluster, 4, Deadline(300))
