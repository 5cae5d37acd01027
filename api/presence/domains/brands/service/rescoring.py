"""Asks for stored answers to be read anew when who is looked for in them changed.

Invariant: the wish stands exactly when the change was committed, and those of one brand are
granted one after the other.
"""

from __future__ import annotations

from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from presence.db.tenancy import binding_of
from presence.jobs.queue import enqueue

RESCORE = "visibility.rescore"


async def rescore_after(session: AsyncSession, brand_id: UUID) -> None:
    """Queue a new reading of the brand's stored answers."""
    workspace_id = binding_of(session).workspace_id
    if workspace_id is None:
        raise LookupError("The session is not bound to a workspace.")
    await enqueue(
        session,
        RESCORE,
        {"brand_id": brand_id},
        workspace_id=workspace_id,
        lock=f"rescore:{brand_id}",
    )
