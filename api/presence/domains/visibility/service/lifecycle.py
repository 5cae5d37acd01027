"""Starting and canceling runs.

Invariant: a brand has at most one queued or running full run, and a run exists exactly when its
job does (same transaction).
"""

from __future__ import annotations

from typing import Literal
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from presence.core.errors import NotFound
from presence.core.ids import new_id
from presence.db.tenancy import binding_of
from presence.domains.billing.service import current_plan
from presence.domains.brands.service import get_brand
from presence.domains.visibility.errors import RunActive, RunOver
from presence.domains.visibility.queries import results, runs
from presence.domains.visibility.queries.summary import refresh
from presence.domains.visibility.service.ledger import blank_stages
from presence.http.events import publish
from presence.jobs.queue import enqueue

Trigger = Literal["initial", "manual", "scheduled"]
JOB = "visibility.run"
CANCELED = {"code": "canceled", "message": "The analysis was canceled."}


async def start_run(session: AsyncSession, brand_id: UUID, trigger: Trigger) -> UUID:
    """Queue a full run of the brand with the plan's panel size and samples; returns its id.

    The seed comes from the brand, so runs of an unchanged site give unchanged numbers. Raises
    NotFound for a foreign brand, RunActive (409 with Location) while one is active.
    """
    await get_brand(session, brand_id)
    await runs.lock_brand(session, brand_id)
    active = await runs.active_run(session, brand_id)
    if active is not None:
        raise RunActive.of(active)
    limits = (await current_plan(session)).limits
    run_id = await runs.insert_run(
        session,
        {
            "id": new_id(),
            "brand_id": brand_id,
            "kind": "full",
            "trigger": trigger,
            "seed": brand_id.int % 2**31,
            "panel_size": _count(limits.value("prompts.max")),
            "samples": _count(limits.value("samples.max")),
            "stages": blank_stages(),
        },
    )
    workspace_id = binding_of(session).workspace_id
    if workspace_id is None:
        raise NotFound("We could not find that brand.")
    await refresh(session, brand_id)
    await enqueue(session, JOB, {"run_id": run_id}, workspace_id=workspace_id)
    await publish(session, "run.queued", {"runId": str(run_id), "brandId": str(brand_id)}, run_id)
    return run_id


async def cancel_run(session: AsyncSession, run_id: UUID) -> None:
    """End an active run; what its worker still computes is not stored. RunOver when it ended.

    Its provisional scores go: an interrupted count must not be taken for a result.
    """
    run = await runs.get_run(session, run_id)
    if run is None:
        raise NotFound("We could not find that analysis.")
    if not await runs.cancel(session, run_id, CANCELED):
        raise RunOver("This analysis has already ended.")
    await results.put_scores(session, run_id, ())
    await refresh(session, run.brand_id)
    news = {
        "runId": str(run_id),
        "brandId": str(run.brand_id),
        "status": "canceled",
        "failure": CANCELED,
    }
    await publish(session, "run.failed", news, run_id)


def _count(limit: bool | int | None) -> int:
    if not limit:
        raise ValueError("Every plan allows at least one.")
    return int(limit)
