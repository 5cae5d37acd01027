"""The scheduler's heartbeat is a turn in which everything due was looked for."""

from __future__ import annotations

from typing import cast

import pytest

from presence.core.metrics import COUNTED, last_round
from presence.core.registry import Registry
from presence.jobs import periodic_tasks
from presence.jobs.context import JobResources

NOTHING = cast(JobResources, None)


@pytest.fixture(autouse=True)
def only_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(periodic_tasks, "_REGISTRY", Registry("periodic tasks"))
    last_round.set(0)


def beat() -> float | None:
    return COUNTED.get_sample_value("presence_scheduler_last_sweep_timestamp_seconds")


async def test_a_turn_that_succeeded_is_a_heartbeat() -> None:
    looked = []

    @periodic_tasks.periodic_task("tests.fine")
    async def look(resources: JobResources) -> None:
        looked.append(resources)

    await periodic_tasks.run_tasks_once(NOTHING)
    assert looked
    assert beat()


async def test_a_turn_in_which_a_sweep_failed_is_none_though_the_others_had_theirs() -> None:
    looked = []

    @periodic_tasks.periodic_task("tests.broken")
    async def fail(resources: JobResources) -> None:
        raise OSError("the database is gone")

    @periodic_tasks.periodic_task("tests.fine")
    async def look(resources: JobResources) -> None:
        looked.append(resources)

    await periodic_tasks.run_tasks_once(NOTHING)
    assert looked
    assert beat() == 0
