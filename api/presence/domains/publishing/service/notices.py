"""Notices about files that are ready. Importing the module registers the writers."""

from __future__ import annotations

from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from presence.domains.brands.service import get_brand
from presence.domains.messaging.service.notifications.notices import Notice, writes
from presence.domains.publishing.models import Report, ViewExport
from presence.domains.publishing.queries.artifacts import find_artifact
from presence.jobs.notify import EXPORT_READY, REPORT_READY


@writes(REPORT_READY)
async def report_ready(session: AsyncSession, report_id: UUID) -> tuple[Notice, ...]:
    """A report can be downloaded; not reported once it is gone."""
    report = await find_artifact(session, Report, report_id)
    if report is None or report.status != "ready":
        return ()
    brand = await get_brand(session, report.brand_id)
    kind = report.format.upper() if report.gap_id is None else "Content brief, DOCX"
    data: dict[str, str | int | None] = {"brandName": brand.name, "format": kind}
    return (Notice("report-ready", report.brand_id, data),)


@writes(EXPORT_READY)
async def export_ready(session: AsyncSession, export_id: UUID) -> tuple[Notice, ...]:
    """An export can be downloaded: sent to whoever requested it, unless they are gone."""
    export = await find_artifact(session, ViewExport, export_id)
    if export is None or export.status != "ready" or export.user_id is None:
        return ()
    brand = await get_brand(session, export.brand_id)
    data: dict[str, str | int | None] = {
        "brandName": brand.name,
        "resource": export.resource,
        "format": export.format.upper(),
    }
    return (Notice("export-ready", export.brand_id, data, only=export.user_id),)
