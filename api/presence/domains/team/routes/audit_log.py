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
    """List audit log entries.

    Newest first, or oldest first with `sort=createdAt`. `action` matches the beginning of the
    action's name, for example `member.`.
    """
    rows = await read_log(session, wanted, paging.after, paging.probe)
    shown, page = cut(rows, paging, lambda row: row.id, None)
    return ListOut(data=[AuditEntryOut.model_validate(row) for row in shown], page=page)


@router.get("/api/v1/audit-log/head", dependencies=MEMBERS)
async def audit_log_head(session: TenantSession) -> AuditHeadOut:
    """Get the number and hash of the newest audit log entry.

    Keep them: with these values, `presence verify-audit` detects whether an exported log was
    altered. Number 0 means that the log is empty.
    """
    return AuditHeadOut.of(await read_head(session))


@router.get("/api/v1/audit-log/file", dependencies=MEMBERS, response_model=AuditFileOut)
async def audit_log_file(
    session: TenantSession, after: Annotated[int, Query(ge=0, le=MOST_NUMBER)] = 0
) -> JSONResponse:
    """Export the audit log in the format `presence verify-audit` checks.

    Oldest entry first: up to 10,000 entries following number `after`. `more` is true when further
    entries exist.
    """
    headers = {"Content-Disposition": 'attachment; filename="audit-log.json"'}
    return JSONResponse(await read_file(session, after), headers=headers)
