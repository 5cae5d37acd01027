"""Requests a new assessment of stored answers to "What is {brand}?".

Invariant: at most one job per brand is queued; it sees everything this transaction commits.
"""

from __future__ import annotations

from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from presence.db.tenancy import binding_of
from presence.jobs.queue import enqueue

JOB = "visibility.interpret"


async def request_interpretations(session: AsyncSession, brand_id: UUID) -> None:
    """Queue a new assessment with this transaction's facts, names, audience and tone."""
    workspace_id = binding_of(session).workspace_id
    if workspace_id is None:
        raise LookupError("The session is not bound to a workspace.")
    lock = f"interpret:{brand_id}"
    await enqueue(
        session,
        JOB,
        {"brand_id": brand_id},
        workspace_id=workspace_id,
        lock=lock,
        unique=lock,
    )
