"""Starting, reading and ending runs."""

from __future__ import annotations

from uuid import UUID

from fastapi import Response

from presence.domains.runs.context import RUN, VIEW, ready_json, slice_router
from presence.domains.runs.schemas.runs import RunIn, RunOut
from presence.domains.runs.service import (
    Order,
    cancel_run,
    held_engines,
    retry_failed,
    run_views,
    start_run,
)
from presence.domains.workspaces.context import Limited, TenantSession
from presence.http.errors import documented
from presence.http.idempotency import RepeatableDep, idempotent, idempotent_for_keys
from presence.http.listing import ListOut, PagingDep, cut
from presence.http.session import SettingsDep

router = slice_router("runs")


@router.get("/api/v1/brands/{brand_id}/runs", dependencies=VIEW)
async def runs(brand_id: UUID, session: TenantSession, paging: PagingDep) -> ListOut[RunOut]:
    """List the runs of a brand, newest first."""
    rows, total = await run_views.run_list(session, brand_id, paging.after, paging.probe)
    shown, page = cut(rows, paging, lambda row: row.id, total)
    return ListOut(data=list(shown), page=page)


@router.post(
    "/api/v1/brands/{brand_id}/runs",
    status_code=202,
    response_model=RunOut,
    dependencies=[*RUN, Limited("runs")],
    responses=documented(400, 409, 429),
)
@idempotent_for_keys
async def start(
    brand_id: UUID,
    session: TenantSession,
    settings: SettingsDep,
    repeatable: RepeatableDep,
    body: RunIn | None = None,
) -> Response:
    """Start a run.

    409 with `Location` while a run of the same kind is in progress, 429 when the budget does not
    cover the answers. Calls with an API key must send an `Idempotency-Key`.
    """
    wanted = body or RunIn()
    if wanted.confirm and wanted.kind == "full" and await held_engines.is_held(session, brand_id):
        run_id = await held_engines.confirm(session, settings, brand_id)
    else:
        run_id = await start_run(session, settings, brand_id, "manual", _order(wanted))
    document = await run_views.run_document(session, run_id)
    return ready_json(document, 202, Location=f"/api/v1/runs/{run_id}")


@router.get("/api/v1/runs/{run_id}", response_model=RunOut, dependencies=VIEW)
async def run(run_id: UUID, session: TenantSession) -> Response:
    """Get a run and its progress."""
    return ready_json(await run_views.run_document(session, run_id))


@router.post(
    "/api/v1/runs/{run_id}/cancel",
    response_model=RunOut,
    dependencies=RUN,
    responses=documented(409),
)
async def cancel(run_id: UUID, session: TenantSession) -> Response:
    """Cancel a queued or running run.

    409 when it has already ended.
    """
    await cancel_run(session, run_id)
    return ready_json(await run_views.run_document(session, run_id))


@router.post(
    "/api/v1/runs/{run_id}/retry-failed",
    status_code=202,
    response_model=RunOut,
    dependencies=RUN,
    responses=documented(409, 429),
)
@idempotent
async def retry(
    run_id: UUID, session: TenantSession, settings: SettingsDep, repeatable: RepeatableDep
) -> Response:
    """Retry the failed answers of a run that has ended.

    409 when no answer failed, 429 when the budget does not cover the answers.
    """
    await retry_failed(session, settings, run_id)
    document = await run_views.run_document(session, run_id)
    return ready_json(document, 202, Location=f"/api/v1/runs/{run_id}")


def _order(body: RunIn) -> Order:
    return Order(body.kind, body.prompt_ids, questions=body.questions, engines=body.engines)
