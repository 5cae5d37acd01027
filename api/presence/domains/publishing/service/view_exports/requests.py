"""Request and cancel an export; what a member may know about one.

Invariant: what the requester's plan does not show, or what no list supports, is refused on request
rather than later in the job.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from presence.core.ids import new_id
from presence.domains.billing.entitlements import require_feature
from presence.domains.billing.service import current_plan
from presence.domains.brands.service import get_brand
from presence.domains.publishing.models import ViewExport
from presence.domains.publishing.queries import artifacts as queries
from presence.domains.publishing.schemas.view_exports import (
    BUNDLES,
    SheetName,
    ViewExportIn,
    ViewExportOut,
)
from presence.domains.publishing.service.artifacts import enqueue_making, status_of
from presence.domains.publishing.service.documents import list_page
from presence.domains.publishing.service.view_exports.sheets import ANALYTICS, LISTED, narrowed
from presence.http.listing import Paging

JOB = "exports.make"


def sheets_of(resource: Any) -> tuple[SheetName, ...]:
    """The tables that a resource consists of."""
    return BUNDLES.get(resource) or (resource,)


async def request_export(
    session: AsyncSession, user_id: UUID, wanted: ViewExportIn, now: datetime
) -> ViewExportOut:
    """Queue an export. Raises NotFound, PlanLimitReached, ValidationFailed."""
    brand = await get_brand(session, wanted.brand_id)
    for name in sheets_of(wanted.resource):
        if name in ANALYTICS:
            # guard: exports.plan
            require_feature((await current_plan(session, now)).limits, "analytics.full")
        if name in LISTED and wanted.resource not in BUNDLES:
            one = Paging(1, None)
            await list_page(session, brand.id, LISTED[name], one, narrowed(wanted.filters))
    row = ViewExport(
        id=new_id(),
        brand_id=brand.id,
        user_id=user_id,
        resource=wanted.resource,
        format=wanted.format,
        filters=wanted.filters.model_dump(mode="json", by_alias=True),
        status="queued",
        done=0,
        failure="",
        created_at=now,
    )
    await queries.insert(session, row)
    await enqueue_making(session, JOB, "view_export_id", row.id)
    return shown(row, now)


async def listed(
    session: AsyncSession, brand_id: UUID | None, limit: int, after: UUID | None, now: datetime
) -> list[ViewExportOut]:
    """Exports of the workspace, newest first."""
    wanted = [] if brand_id is None else [ViewExport.brand_id == brand_id]
    rows = await queries.newest(session, ViewExport, wanted, limit, after)
    return [shown(row, now) for row in rows]


def shown(row: ViewExport, now: datetime) -> ViewExportOut:
    """An export as shown to a member; an expired file makes its export an expired one."""
    return ViewExportOut.from_row(row, status=status_of(row, now))
