"""Deletes what is kept of traffic when its time is over, or its source was deleted.

Invariant: each kind of row has one period, here, and ops/docs/traffic.md states the same.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Final
from uuid import UUID

from presence.domains.traffic.queries import cleaning as queries
from presence.domains.traffic.queries import sources, uploads
from presence.domains.traffic.service.dropping import drop_leftovers, drop_source, until_none
from presence.jobs.context import JobContext

EVERY: Final = timedelta(hours=6)
KEPT: Final = {
    "samples": timedelta(days=30),
    "events": timedelta(days=4),
    "wrong lines": timedelta(days=7),
    "hours": timedelta(days=400),
    "days": timedelta(days=760),
}
UNCONFIRMED: Final = timedelta(days=1)


async def clean(context: JobContext, source_id: UUID) -> None:
    """Job `traffic.clean`. Safe to call again at any time."""
    now = context.resources.clock.now()
    async with context.transaction() as session:
        deleted = await sources.is_deleted(session, source_id)
        if not deleted:
            for upload_id in await queries.abandoned(session, source_id, now - UNCONFIRMED):
                await uploads.change_upload(session, upload_id, status="cancelled")
    if deleted:
        await drop_source(context, source_id)
        return
    await drop_leftovers(context, source_id)
    for what, kept in KEPT.items():
        await until_none(context, queries.OLD[what], source=source_id, before=now - kept)
    async with context.transaction() as session:
        await sources.change_source(session, source_id, cleaned_at=now)
