"""Runs as the API shows them: JSON text that the database built.

Invariant: a brand or run of another workspace does not exist here.
"""

from __future__ import annotations

from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from presence.core.errors import NotFound
from presence.domains.runs.queries import run_views
from presence.domains.runs.queries.shown import shown_runs


def no_brand() -> NotFound:
    """The brand does not exist in this workspace."""
    return NotFound("We could not find that brand.")


def no_run() -> NotFound:
    """The run does not exist in this workspace."""
    return NotFound("We could not find that analysis.")


async def run_document(session: AsyncSession, run_id: UUID) -> str:
    """A run as JSON text. Raises NotFound."""
    document = await run_views.run_document(session, run_id)
    if document is None:
        raise no_run()
    return document


async def run_list(
    session: AsyncSession, brand_id: UUID, after: UUID | None, limit: int
) -> tuple[list[tuple[UUID, str]], int]:
    """Runs of a brand as (id, JSON text), newest first, and their total number."""
    if await shown_runs(session, brand_id) is None:
        raise no_brand()
    return await run_views.run_documents(session, brand_id, after, limit)
