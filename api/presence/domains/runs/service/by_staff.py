"""Staff's operations on runs: cancel, retry failed answers, analyse again.

The database role of staff may not change scores and budgets, so a worker acts as the tenant; if
there is nothing to do, staff learn it immediately. Invariant: the session is bound to the run's
workspace.
"""

from __future__ import annotations

from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from presence.core.errors import Conflict
from presence.domains.audit.service import record
from presence.domains.runs.queries import runs
from presence.domains.workspaces.service import bound_workspace
from presence.domains.workspaces.service.console import is_paused
from presence.jobs.queue import enqueue

CANCEL, RETRY, RERUN = "visibility.cancel", "visibility.retry", "visibility.rerun"
REPARSE = "visibility.reparse"
_OVER = "This analysis has already ended."
_RUNNING = "This analysis is still running."
_NOTHING_FAILED = "No answer of this analysis can be asked again."
_ACTIVE = "This brand is being analysed already."
_PAUSED = "This workspace is paused."


async def cancel(session: AsyncSession, run_id: UUID, status: str) -> None:
    """Queue the cancellation of an active run. Raises Conflict."""
    if status not in runs.ACTIVE:
        raise Conflict(_OVER)
    await enqueue(session, CANCEL, {"run_id": run_id}, workspace_id=bound_workspace(session))
    await record(session, "run.canceled", f"run:{run_id}")


async def retry(session: AsyncSession, run_id: UUID, status: str, *, failed: bool) -> None:
    """Queue a retry of a run's failed answers. Raises Conflict."""
    if status in runs.ACTIVE:
        raise Conflict(_RUNNING)
    if not failed or status == "canceled":
        raise Conflict(_NOTHING_FAILED)
    await enqueue(session, RETRY, {"run_id": run_id}, workspace_id=bound_workspace(session))
    await record(session, "run.retried", f"run:{run_id}")


async def rerun(session: AsyncSession, brand_id: UUID, kind: str) -> None:
    """Queue an analysis of the brand. Raises Conflict while one is active."""
    if await is_paused(session):
        raise Conflict(_PAUSED)
    if await runs.active_run(session, brand_id, kind) is not None:
        raise Conflict(_ACTIVE)
    await enqueue(session, RERUN, {"brand_id": brand_id}, workspace_id=bound_workspace(session))
    await record(session, "run.requested", f"brand:{brand_id}")


async def reparse(session: AsyncSession, brand_id: UUID) -> None:
    """Queue extraction and scoring of the brand's stored answers; no engine is asked."""
    if await is_paused(session):
        raise Conflict(_PAUSED)
    await enqueue(session, REPARSE, {"brand_id": brand_id}, workspace_id=bound_workspace(session))
    await record(session, "brand.reparsed", f"brand:{brand_id}")
