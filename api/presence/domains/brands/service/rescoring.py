"""Asks for stored answers and materials to be read anew when what they are held against changed.

Invariant: the wish stands exactly when the change was committed, and those of one brand are
granted one after the other.
"""

from __future__ import annotations

from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from presence.domains.workspaces.service import bound_workspace
from presence.jobs.queue import enqueue

RESCORE = "visibility.rescore"
INTERPRET = "visibility.interpret"
JUDGE = "materials.judge"


async def rescore_after(session: AsyncSession, brand_id: UUID) -> None:
    """Queue a new reading of the brand's stored answers."""
    lock = f"rescore:{brand_id}"
    args, workspace_id = {"brand_id": brand_id}, bound_workspace(session)
    await enqueue(session, RESCORE, args, workspace_id=workspace_id, lock=lock)


async def interpret_after(session: AsyncSession, brand_id: UUID) -> None:
    """Queue a new judgement of what engines say the brand is; a new reading includes it."""
    lock = f"interpret:{brand_id}"
    args, workspace_id = {"brand_id": brand_id}, bound_workspace(session)
    await enqueue(session, INTERPRET, args, workspace_id=workspace_id, lock=lock)


async def queue_rescoring(session: AsyncSession, brand_id: UUID) -> None:
    """Queue a new judgement of the brand's own materials."""
    lock = f"judge:{brand_id}"
    args, workspace_id = {"brand_id": brand_id}, bound_workspace(session)
    await enqueue(session, JUDGE, args, workspace_id=workspace_id, lock=lock)
