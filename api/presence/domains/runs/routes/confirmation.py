"""The engines that a first analysis holds back: what is waiting, and confirming it."""

from __future__ import annotations

from uuid import UUID

from fastapi import Response

from presence.domains.runs.context import RUN, VIEW, ready_json, slice_router
from presence.domains.runs.schemas.runs import ConfirmationOut, RunOut
from presence.domains.runs.service import held_engines, run_views
from presence.domains.workspaces.context import Limited, TenantSession
from presence.http.errors import documented
from presence.http.idempotency import RepeatableDep, idempotent
from presence.http.session import SettingsDep

router = slice_router("runs")


@router.get("/api/v1/brands/{brand_id}/confirmation", dependencies=VIEW)
async def read(brand_id: UUID, session: TenantSession, settings: SettingsDep) -> ConfirmationOut:
    """Check whether the first run of a brand is waiting for a confirmation.

    Also returns which engines are waiting and when they will be asked without one.
    """
    held = await held_engines.held_assistants(session, settings, brand_id)
    if held is None:
        return ConfirmationOut(
            waiting=False, starts_at=None, assistants=[], answers=0, refusal=None, plan_helps=False
        )
    return ConfirmationOut(
        waiting=True,
        starts_at=held.until,
        assistants=list(held.assistants),
        answers=held.answers,
        refusal=held.refusal,
        plan_helps=held.plan_helps,
    )


@router.post(
    "/api/v1/brands/{brand_id}/confirmation",
    status_code=202,
    response_model=RunOut,
    dependencies=[*RUN, Limited("runs")],
    responses=documented(409, 429),
)
@idempotent
async def confirm(
    brand_id: UUID, session: TenantSession, settings: SettingsDep, repeatable: RepeatableDep
) -> Response:
    """Confirm the brand's profile and ask the waiting engines now.

    While the first run is in progress, returns that run; the engines are asked when it ends. 409
    when no engine is waiting, 429 when the budget does not cover the answers.
    """
    run_id = await held_engines.confirm(session, settings, brand_id)
    document = await run_views.run_document(session, run_id)
    return ready_json(document, 202, Location=f"/api/v1/runs/{run_id}")
