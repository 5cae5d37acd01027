"""SQL statements for what a bundle also needs: a run's questions, and its workspace.

Invariant: looking up the workspace returns only an id, before any tenant is bound.
"""

from __future__ import annotations

from typing import cast
from uuid import UUID

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

from presence.analysis.types import PanelPrompt

_PROMPTS = text("""
SELECT DISTINCT p.key, p.text, p.intent, p.topic, p.locale, p.branded, p.version
  FROM answer a JOIN prompt p ON p.workspace_id = a.workspace_id AND p.id = a.prompt_id
 WHERE a.run_id = :run ORDER BY p.key
""")
_WORKSPACE = text("SELECT workspace_of_run(:run)")


async def prompts(session: AsyncSession, run_id: UUID) -> dict[str, PanelPrompt]:
    """The questions asked in a run by key."""
    rows = await session.execute(_PROMPTS, {"run": run_id})
    return {
        row.key: PanelPrompt(
            row.key, row.text, row.intent, row.topic, row.locale, row.branded, row.version
        )
        for row in rows
    }


async def workspace_of(session: AsyncSession, run_id: UUID) -> UUID | None:
    """The workspace of a run; None if there is no such run."""
    found = (await session.execute(_WORKSPACE, {"run": run_id})).scalar_one()
    return cast("UUID | None", found)
