"""What would happen if the brand's texts were different."""

from __future__ import annotations

from uuid import UUID

from fastapi import Response

from presence.analysis.whatif import Edit
from presence.domains.billing.context import Open
from presence.domains.experiments.schemas.what_if import WhatIfIn, WhatIfOut
from presence.domains.experiments.service import what_if as what_if
from presence.domains.identity.context import CurrentUser
from presence.domains.runs.context import RUN, VIEW, slice_router
from presence.domains.workspaces.context import TenantSession
from presence.http.errors import documented
from presence.http.idempotency import RepeatableDep, idempotent
from presence.http.listing import ListOut, PagingDep, cut

router = slice_router("experiments")


@router.post(
    "/api/v1/brands/{brand_id}/what-if",
    status_code=202,
    dependencies=[*RUN, Open("what-if")],
    responses=documented(409, 429),
)
@idempotent
async def try_out(
    brand_id: UUID,
    asked: WhatIfIn,
    user: CurrentUser,
    session: TenantSession,
    response: Response,
    repeatable: RepeatableDep,
) -> WhatIfOut:
    """Start a what-if experiment.

    Applies the edits to the brand's content and asks the simulator the prompts of the newest run,
    with the same seeds. 409 before the first run, 429 while three experiments are in progress.
    """
    edits = [Edit(e.action, e.source, e.title, e.text) for e in asked.changes]
    started = await what_if.start(
        session, brand_id, edits, asked.label, asked.recommendation_id, user.user_id
    )
    response.headers["Location"] = f"/api/v1/what-if/{started.id}"
    return started


@router.get("/api/v1/brands/{brand_id}/what-if", dependencies=VIEW)
async def experiments(
    brand_id: UUID, session: TenantSession, paging: PagingDep
) -> ListOut[WhatIfOut]:
    """List the what-if experiments of a brand, newest first."""
    rows, total = await what_if.listing(session, brand_id, paging.after, paging.probe)
    shown, page = cut(rows, paging, lambda row: row.id, total)
    return ListOut(data=list(shown), page=page)


@router.get("/api/v1/what-if/{what_if_id}", dependencies=VIEW)
async def one_experiment(what_if_id: UUID, session: TenantSession) -> WhatIfOut:
    """Get a what-if experiment.

    Includes the paired change with its interval, and the result for each prompt.
    """
    return await what_if.show(session, what_if_id)
