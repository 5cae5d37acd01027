"""Tracks pending suggestions across panel changes, so that going back restores them too.

Invariant: only what a version itself added or withdrew is undone with it; a suggestion that a
person accepted or dismissed keeps that status.
"""

from __future__ import annotations

from collections.abc import Collection
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from presence.domains.brands.models import PanelRevision
from presence.domains.brands.queries import panels
from presence.domains.brands.queries import prompts as queries


async def suggestions(session: AsyncSession, brand_id: UUID) -> set[UUID]:
    """Ids of the pending suggestions."""
    return {row.id for row in await queries.with_status(session, brand_id, "suggested")}


async def note_suggestions(
    session: AsyncSession, made: PanelRevision, before: Collection[UUID]
) -> None:
    """Record which suggestions a version added and withdrew; `before` were pending until then."""
    now = await suggestions(session, made.brand_id)
    made.suggested = sorted(now.difference(before))
    made.withdrawn = sorted(set(before) - now)
    await session.flush()


async def suggest_as_of(session: AsyncSession, brand_id: UUID, number: int) -> None:
    """Make the suggestions of a version pending again; questions in use are left alone."""
    waits: dict[UUID, bool] = {}
    for revision in await panels.after(session, brand_id, number):
        waits |= dict.fromkeys(revision.suggested, False)
        taken = revision.added if revision.cause == "filled" else revision.withdrawn
        waits |= dict.fromkeys(taken, True)
    for key, row in (await panels.prompts_of(session, brand_id, waits)).items():
        if waits[key] and row.status == "superseded":
            row.status = "suggested"
        elif not waits[key] and row.status == "suggested":
            row.status = "superseded"
    await session.flush()
