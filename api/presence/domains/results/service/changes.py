"""What has changed since the previous analysis, for every analysis the plan shows.

Invariant: nothing is assessed here: the lines are those the dashboard showed when each run was the
newest.
"""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from presence.domains.billing.service import current_plan
from presence.domains.brands.service import get_brand
from presence.domains.results.queries import changes as queries
from presence.domains.results.schemas.changes import ChangeRowOut, ChangesOut
from presence.domains.results.service.ranges import history_start
from presence.domains.workspaces.service import workspace_zone
from presence.http.listing import Paging, cut


async def change_list(
    session: AsyncSession, brand_id: UUID, paging: Paging, now: datetime
) -> ChangesOut:
    """One page of changes, newest analysis first; without history, only those of the shown run.

    Raises NotFound for a brand of another workspace.
    """
    await get_brand(session, brand_id)
    days = (await current_plan(session)).limits.analytics_days
    since = history_start(now, await workspace_zone(session), days) if days else None
    rows = await queries.page(session, brand_id, since, paging.after, paging.probe)
    total, locked = await queries.count(session, brand_id, since)
    shown, page = cut(rows, paging, lambda row: row.id, total)
    data = [
        ChangeRowOut.model_validate({**row.document, "id": row.id, "run_id": row.run_id})
        for row in shown
    ]
    return ChangesOut(data=data, page=page, locked=locked)
