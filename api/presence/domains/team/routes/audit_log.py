"""The workspace's own audit log, its head, and the whole of it as a file."""

from __future__ import annotations

from datetime import datetime, time, timedelta
from typing import Annotated
from uuid import UUID

from fastapi import Depends, Query
from fastapi.responses import JSONResponse

from presence.domains.audit.service import AuditLogFilter, read_file, read_head, read_log
from presence.domains.team.routes.common import MEMBERS, slice_router
from presence.domains.team.schemas import AuditEntryOut, AuditFileOut, AuditHeadOut
from presence.domains.workspaces.context import TenantSession
from presence.domains.workspaces.service import workspace_zone
from presence.http.filters import Day, order
from presence.http.listing import ListOut, PagingDep, cut

router = slice_router()
MOST_NUMBER = 2**63 - 1


async def wanted_entries(
    session: TenantSession,
    action: Annotated[str | None, Query(max_length=80, pattern=r"^[a-z_.]+$")] = None,
    actor_id: Annotated[UUID | None, Query(alias="actorId")] = None,
    since: Annotated[Day | None, Query(alias="from")] = None,
    until: Annotated[Day | None, Query(alias="to")] = None,
    sort: str | None = None,
) -> AuditLogFilter:
    """Filters and order as a caller gives them: inclusive days of the workspace's time zone."""
    oldest_first = not order(sort, ("createdAt",), "-createdAt").startswith("-")
    zone = await workspace_zone(session)
    return AuditLogFilter(
        action=action,
        actor_id=actor_id,
        since=datetime.combine(since, time(), zone) if since else None,
        until=datetime.combine(until + timedelta(days=1), time(), zone) if until else None,
        oldest_first=oldest_first,
    )


@router.get("/api/v1/audit-log", dependencies=MEMBERS)
async def audit_log(
    session: TenantSession,
    paging: PagingDep,
    wanted: Annotated[AuditLogFilter, Depends(wanted_entries)],
) -> ListOut[AuditEntryOut]:
    """Who did what, newest first, or oldest with `sort=createdAt`.

    `action` filters by its beginning, such as `member.`.
    """
    rows = await read_log(session, wanted, paging.after, paging.probe)
    shown, page = cut(rows, paging, lambda row: row.id, None)
    return ListOut(data=[AuditEntryOut.model_validate(row) for row in shown], page=page)


@router.get("/api/v1/audit-log/head", dependencies=MEMBERS)
async def audit_log_head(session: TenantSession) -> AuditHeadOut:
    """The number and hash of the newest entry.

    Keep them: `presence verify-audit` tells by them whether a file of the log is the log that was
    written. Number 0 stands for a log without entries.
    """
    return AuditHeadOut.of(await read_head(session))


@router.get("/api/v1/audit-log/file", dependencies=MEMBERS, response_model=AuditFileOut)
async def audit_log_file(
    session: TenantSession, after: Annotated[int, Query(ge=0, le=MOST_NUMBER)] = 0
) -> JSONResponse:
    """The log as a file that `presence verify-audit` checks, oldest entry first.

    It holds up to 10,000 entries behind number `after`; `more` says whether others follow.
    """
    headers = {"Content-Disposition": 'attachment; filename="audit-log.json"'}
    return JSONResponse(await read_file(session, after), headers=headers)
