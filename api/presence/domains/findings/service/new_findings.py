"""Which findings of the technical audit are new, and how many are gone."""

from __future__ import annotations

from sqlalchemy.ext.asyncio import AsyncSession

from presence.domains.findings.queries import findings
from presence.domains.runs.models import Run


async def new_and_closed(session: AsyncSession, before: Run, after: Run) -> tuple[list[str], int]:
    """Groups of findings that are new, and how many are gone."""
    old = await findings.finding_groups(session, before.id)
    new = await findings.finding_groups(session, after.id)
    return [new[key] for key in new.keys() - old.keys()], len(old.keys() - new.keys())
