"""Finds messages that are due and sends them, many at once but few per endpoint.

Invariant: a slow endpoint occupies only its own few places, and a workspace's endpoints together a
part of all; the job queue's places are not used at all.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from uuid import UUID

from presence.domains.messaging.queries import endpoints as queries
from presence.domains.messaging.service.endpoints.sending import send
from presence.jobs.context import JobContext, JobResources

log = logging.getLogger(__name__)

EVERY_S = 1.0
MOST, MOST_PER_WORKSPACE, MOST_PER_ENDPOINT, LOOKED_AT = 64, 16, 2, 200


class Sender:
    """The deliveries one worker has in progress."""

    def __init__(self, resources: JobResources, group: asyncio.TaskGroup) -> None:
        self._resources = resources
        self._group = group
        self._under_way: set[UUID] = set()
        self._busy: Counter[UUID] = Counter()

    async def turn(self) -> int:
        """Start deliveries that are due and fit; returns how many."""
        if len(self._under_way) >= MOST:
            return 0
        async with self._resources.database.transaction() as session:
            found = await queries.due(session, self._resources.clock.now(), LOOKED_AT)
        begun = 0
        for workspace_id, delivery_id, endpoint_id in found:
            if self._has_place(workspace_id, endpoint_id) and delivery_id not in self._under_way:
                self._begin(workspace_id, delivery_id, endpoint_id)
                begun += 1
        return begun

    def _has_place(self, workspace_id: UUID, endpoint_id: UUID) -> bool:
        return (
            len(self._under_way) < MOST
            and self._busy[workspace_id] < MOST_PER_WORKSPACE
            and self._busy[endpoint_id] < MOST_PER_ENDPOINT
        )

    def _begin(self, workspace_id: UUID, delivery_id: UUID, endpoint_id: UUID) -> None:
        self._under_way.add(delivery_id)
        self._busy.update((workspace_id, endpoint_id))
        context = JobContext(workspace_id, 1, self._resources)
        self._group.create_task(self._send(context, delivery_id, endpoint_id))

    async def _send(self, context: JobContext, delivery_id: UUID, endpoint_id: UUID) -> None:
        try:
            await send(context, delivery_id)
        except Exception as error:  # its claim expires, and the others go on
            log.warning("Delivery %s failed: %s: %s", delivery_id, type(error).__name__, error)
        finally:
            self._under_way.discard(delivery_id)
            self._busy.subtract((context.workspace_id, endpoint_id))


async def dispatch_deliveries(resources: JobResources) -> None:
    """Send deliveries forever."""
    async with asyncio.TaskGroup() as group:
        sender = Sender(resources, group)
        while True:
            await sender.turn()
            await asyncio.sleep(EVERY_S)
