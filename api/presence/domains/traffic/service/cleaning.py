"""Deletes what is kept of traffic when its time is over.

Invariant: each kind of row has one period, here, and ops/docs/traffic.md states the same.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Final
from uuid import UUID

from presence.domains.traffic.queries import cleaning as queries
from presence.domains.traffic.queries import counts, sources, uploads
from presence.jobs.context import JobContext

JOB = "traffic.clean"
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
        for upload_id in await queries.abandoned(session, source_id, now - UNCONFIRMED):
            await counts.forget_upload(session, upload_id)
            await uploads.change_upload(session, upload_id, status="cancelled")
    for what, kept in KEPT.items():
        async with context.transaction() as session:
            await queries.delete_old(session, what, source_id, now - kept)
    async with context.transaction() as session:
        await sources.change_source(session, source_id, cleaned_at=now)
