"""Requests a new extraction of a brand's stored answers, and reports its progress.

Invariant: one work row per brand is active, and its job is queued at most once; a change made while
work is in progress is followed by another pass.
"""

from __future__ import annotations

from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from presence.core.errors import NotFound
from presence.db.tenancy import binding_of
from presence.domains.brands.service import get_brand
from presence.domains.results.queries import rescoring
from presence.domains.results.schemas.rescore import RescoreOut
from presence.jobs.queue import enqueue

JOB = "visibility.rescore"


async def request_rescore(session: AsyncSession, brand_id: UUID) -> None:
    """Request that the brand's answers are extracted again with this transaction's changes.

    Work in progress began before the change, so it is followed by another pass, which finds most of
    it done; work still waiting will see the change anyway.
    """
    await start_rescore(session, brand_id)


async def start_rescore(session: AsyncSession, brand_id: UUID) -> RescoreOut:
    """Queue re-scoring of the brand; returns its progress. Raises NotFound."""
    await get_brand(session, brand_id)
    workspace_id = binding_of(session).workspace_id
    if workspace_id is None:
        raise NotFound("We could not find that brand.")
    await rescoring.lock_brand(session, brand_id)
    row = await rescoring.active(session, brand_id)
    if row is None or row.status == "running":
        row = row or await rescoring.create(session, brand_id)
        lock = f"rescore:{brand_id}"
        await enqueue(
            session,
            JOB,
            {"brand_id": brand_id},
            workspace_id=workspace_id,
            lock=lock,
            unique=lock,
        )
    return RescoreOut.model_validate(row)


async def rescore_document(session: AsyncSession, brand_id: UUID) -> RescoreOut | None:
    """The progress of a brand's latest re-scoring; None if there was none. Raises NotFound."""
    await get_brand(session, brand_id)
    row = await rescoring.latest(session, brand_id)
    return None if row is None else RescoreOut.model_validate(row)
