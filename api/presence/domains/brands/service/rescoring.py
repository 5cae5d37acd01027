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
INTERPRET = "visibility.interpret"


async def rescore_after(session: AsyncSession, brand_id: UUID) -> None:
    """Queue a new reading of the brand's stored answers."""
    lock = f"rescore:{brand_id}"
    args, workspace_id = {"brand_id": brand_id}, _workspace(session)
    await enqueue(session, RESCORE, args, workspace_id=workspace_id, lock=lock)


async def interpret_after(session: AsyncSession, brand_id: UUID) -> None:
    """Queue a new judgement of what engines say the brand is; a new reading includes it."""
    lock = f"interpret:{brand_id}"
    args, workspace_id = {"brand_id": brand_id}, _workspace(session)
    await enqueue(session, INTERPRET, args, workspace_id=workspace_id, lock=lock)


def _workspace(session: AsyncSession) -> UUID:
    workspace_id = binding_of(session).workspace_id
    if workspace_id is None:
        raise LookupError("The session is not bound to a workspace.")
    return workspace_id
