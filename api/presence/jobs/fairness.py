"""A fair queue: one tenant's jobs, however many, do not keep another's from starting.

A worker takes the next job of the tenant with the fewest running and leaves one of its slots to
the others. Invariant: whatever one tenant has enqueued, a worker with more than one slot has one
that this tenant's jobs do not occupy.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from procrastinate import App
from procrastinate.jobs import Job
from procrastinate.manager import JobManager
from procrastinate.worker import Worker

POLL_S = 1.0  # the queue can miss a notification that arrives during a fetch
_FETCH = """
SELECT id, status, task_name, priority, lock, queueing_lock, args, scheduled_at, queue_name,
       attempts, worker_id
  FROM fetch_fair_job(%(queues)s::varchar[], %(worker_id)s::bigint, %(most)s::integer)
"""


def most_per_tenant(concurrency: int) -> int:
    """Places of a worker that one tenant may hold."""
    return max(1, concurrency - 1)


class FairJobManager(JobManager):
    """Fetches by turns; everything else is the queue's own."""

    def __init__(self, connector: Any, most: int) -> None:
        super().__init__(connector)
        self._most = most

    async def fetch_job(self, queues: Iterable[str] | None, worker_id: int) -> Job | None:
        """The next job for this worker, marked as its own; None if there is none it may take."""
        row = await self.connector.execute_query_one_async(
            query=_FETCH, queues=queues, worker_id=worker_id, most=self._most
        )
        return None if row["id"] is None else Job.from_row(row)


class FairWorker(Worker):
    """Looks again when a job has ended: its tenant may have been at the limit."""

    async def _process_job(self, context: Any) -> None:
        try:
            await super()._process_job(context)
        finally:
            self._new_job_event.set()


def take_turns(app: App, concurrency: int) -> App:
    """Let the workers of `app` fetch by turns."""
    app.job_manager = FairJobManager(app.connector, most_per_tenant(concurrency))
    return app
