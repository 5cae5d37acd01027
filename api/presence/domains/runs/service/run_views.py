"""Runs as the API shows them, from the JSON that the database builds.

Invariant: a brand or run of another workspace does not exist here.
"""

from __future__ import annotations

from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from presence.core.errors import NotFound
from presence.domains.runs.queries import run_views
from presence.domains.runs.queries.shown import shown_runs
from presence.domains.runs.schemas.runs import RunOut


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
) -> tuple[list[RunOut], int]:
    """Runs of a brand, newest first, and their total number."""
    if await shown_runs(session, brand_id) is None:
        raise no_brand()
    documents, total = await run_views.run_documents(session, brand_id, after, limit)
    return [RunOut.model_validate_json(document) for document in documents], total
