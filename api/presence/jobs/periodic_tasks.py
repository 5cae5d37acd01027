"""Periodic tasks: what a worker does at intervals for all tenants together.

A periodic task finds ids through a SECURITY DEFINER function and enqueues one tenant job each.
Every worker runs them, so the job must be safe to run twice.

Invariant: a task that fails is retried in the next round and never keeps another from running; a
round in which one failed is not a heartbeat.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Iterable
from uuid import UUID

from sqlalchemy import TextClause

from presence.core import metrics
from presence.core.registry import Registry
from presence.db.tenancy import TenantBinding
from presence.jobs.context import JobResources
from presence.jobs.queue import enqueue

log = logging.getLogger(__name__)

EVERY_S = 20.0
PeriodicTask = Callable[[JobResources], Awaitable[None]]
_REGISTRY: Registry[PeriodicTask] = Registry("periodic tasks")


def periodic_task(name: str) -> Callable[[PeriodicTask], PeriodicTask]:
    """Register `async def task(resources)` under `name` (`slice.noun`)."""
    return _REGISTRY.under(name)


async def run_tasks_once(resources: JobResources) -> None:
    """Run every registered task once; a failure is logged, and the round not counted."""
    failed = False
    for name, task in _REGISTRY.items():
        try:
            await task(resources)
        except Exception as error:
            failed = True
            log.warning("Periodic task %s failed: %s: %s", name, type(error).__name__, error)
    if not failed:
        metrics.last_round.set_to_current_time()


async def run_tasks(resources: JobResources) -> None:
    """Run the tasks forever, every `EVERY_S` seconds by the worker's clock."""
    while True:
        await run_tasks_once(resources)
        await resources.clock.sleep(EVERY_S)


async def find_due(
    resources: JobResources, statement: TextClause, **parameters: object
) -> list[tuple[UUID, UUID]]:
    """(workspace id, row id) pairs of a function that returns ids only."""
    async with resources.database.transaction() as session:
        rows = await session.execute(statement, parameters)
        return [(row[0], row[1]) for row in rows]


async def hand_over(
    resources: JobResources,
    job: str,
    argument: str,
    found: Iterable[tuple[UUID, UUID]],
    *,
    in_turn: bool = False,
) -> None:
    """Enqueue `job` once per (workspace id, row id), unless that one is waiting already.

    `in_turn` lets those of one row run one after the other, so that a long one keeps no further
    worker busy.
    """
    for workspace_id, row_id in found:
        async with resources.database.transaction(TenantBinding(workspace_id)) as session:
            await enqueue(
                session,
                job,
                {argument: row_id},
                workspace_id=workspace_id,
                lock=f"{job}:{row_id}" if in_turn else None,
                unique=f"{job}:{row_id}",
            )
