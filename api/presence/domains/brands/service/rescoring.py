"""Requests a new extraction of answers and materials when what they are compared with changes.

Invariant: the request is queued exactly when the change commits, and requests for one brand are
processed one after the other.
"""

from __future__ import annotations

from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from presence.domains.workspaces.service import bound_workspace
from presence.jobs.queue import enqueue

RESCORE = "visibility.rescore"
INTERPRET = "visibility.interpret"
RATE_FIT = "materials.judge"


async def rescore_after(session: AsyncSession, brand_id: UUID) -> None:
    """Queue a new extraction of the brand's stored answers."""
    lock = f"rescore:{brand_id}"
    args, workspace_id = {"brand_id": brand_id}, bound_workspace(session)
    await enqueue(session, RESCORE, args, workspace_id=workspace_id, lock=lock)


async def interpret_after(session: AsyncSession, brand_id: UUID) -> None:
    """Queue a new assessment of what engines say the brand is; `rescore_after` includes it."""
    lock = f"interpret:{brand_id}"
    args, workspace_id = {"brand_id": brand_id}, bound_workspace(session)
    await enqueue(session, INTERPRET, args, workspace_id=workspace_id, lock=lock)


async def queue_rescoring(session: AsyncSession, brand_id: UUID) -> None:
    """Queue a new assessment of the brand's own materials."""
    lock = f"judge:{brand_id}"
    args, workspace_id = {"brand_id": brand_id}, bound_workspace(session)
    await enqueue(session, RATE_FIT, args, workspace_id=workspace_id, lock=lock)
