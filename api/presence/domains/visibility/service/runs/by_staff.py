"""What staff do to runs: call off, ask failed answers again, analyse again.

Staff's role may not touch scores and budgets, so a worker does it as the tenant; what can be said
at once, that there is nothing to do, is. Invariant: the session is bound to the run's workspace.
"""

from __future__ import annotations

from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from presence.core.errors import Conflict
from presence.domains.audit.service import record
from presence.domains.visibility.queries import runs
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
    """Have an active run ended. Conflict."""
    if status not in runs.ACTIVE:
        raise Conflict(_OVER)
    await enqueue(session, CANCEL, {"run_id": run_id}, workspace_id=bound_workspace(session))
    await record(session, "run.canceled", f"run:{run_id}")


async def retry(session: AsyncSession, run_id: UUID, status: str, *, failed: bool) -> None:
    """Have a run's failed answers asked again. Conflict."""
    if status in runs.ACTIVE:
        raise Conflict(_RUNNING)
    if not failed or status == "canceled":
        raise Conflict(_NOTHING_FAILED)
    await enqueue(session, RETRY, {"run_id": run_id}, workspace_id=bound_workspace(session))
    await record(session, "run.retried", f"run:{run_id}")


async def rerun(session: AsyncSession, brand_id: UUID, kind: str) -> None:
    """Have the brand analysed again. Conflict while it is."""
    if await is_paused(session):
        raise Conflict(_PAUSED)
    if await runs.active_run(session, brand_id, kind) is not None:
        raise Conflict(_ACTIVE)
    await enqueue(session, RERUN, {"brand_id": brand_id}, workspace_id=bound_workspace(session))
    await record(session, "run.requested", f"brand:{brand_id}")


async def reparse(session: AsyncSession, brand_id: UUID) -> None:
    """Have the brand's stored answers read and scored again; no engine is asked anything."""
    if await is_paused(session):
        raise Conflict(_PAUSED)
    await enqueue(session, REPARSE, {"brand_id": brand_id}, workspace_id=bound_workspace(session))
    await record(session, "brand.reparsed", f"brand:{brand_id}")
