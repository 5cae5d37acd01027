"""A worker's sender in tests: sends what is due, once, and waits until it is done."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import datetime, timedelta

from presence.adapters.outbound import OutboundPoster
from presence.core.settings import OutboundSettings
from presence.domains.messaging.service.endpoints.dispatcher import Sender
from presence.jobs.context import JobResources
from tests.factories.moving import at


@asynccontextmanager
async def posting(
    hands: JobResources, outbound: OutboundSettings | None = None, deadline_s: float = 1.0
) -> AsyncIterator[JobResources]:
    """The same hands, able to post; loopback is open to them unless told otherwise.

    They wait a second where the product waits ten.
    """
    chosen = outbound or hands.settings.outbound
    async with OutboundPoster(chosen, hands.clock) as poster:
        poster.deadline_s = deadline_s
        yield replace(hands, poster=poster)


async def send_due(hands: JobResources, moment: datetime | None = None) -> int:
    """Send everything due at a moment; how many were begun."""
    moment = moment or hands.clock.now() + timedelta(seconds=1)
    begun = 0
    while True:
        async with asyncio.TaskGroup() as group:
            found = await Sender(at(hands, moment), group).turn()
        begun += found
        if not found:
            return begun
