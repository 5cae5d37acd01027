"""The console's routes about files and links, and what a removed member opened."""

from __future__ import annotations

from uuid import UUID

from presence.domains.operators.context import (
    CurrentOperator,
    May,
    OperatorCallDep,
    console,
    current_operation,
    operation,
)
from presence.domains.operators.resources import Resource, act, add_resource, enter, read
from presence.domains.operators.schemas import ReasonIn
from presence.domains.publishing.admin_schemas import (
    DownloadOut,
    ExportRecordOut,
    MemberRemovalIn,
    MemberRemovedOut,
    ReportRecordOut,
    ShareLinkRecordOut,
    WorkspaceExportRecordOut,
)
from presence.domains.publishing.models import Report, ViewExport
from presence.domains.publishing.queries import console as lists
from presence.domains.publishing.schemas.member_channels import MemberChannelOut, MemberChannelsOut
from presence.domains.publishing.service import artifacts, support
from presence.domains.publishing.service.member_channels import (
    MemberChannel,
    channels_of_member,
    close_channels_of,
)
from presence.domains.publishing.service.reports import links
from presence.domains.publishing.service.reports import requests as report_requests
from presence.domains.workspaces.admin import OWNER, log_withdrawn, members, workspaces
from presence.domains.workspaces.service.members import remove_member, sync_seats_soon
from presence.http.session import NowDep, SessionDep, SettingsDep

router = console("publishing")
shares = Resource("share-links", lists.SHARE_LINKS, ShareLinkRecordOut)
reports = Resource("reports", lists.REPORTS, ReportRecordOut)
exports = Resource("exports", lists.EXPORTS, ExportRecordOut)
collected = Resource("workspace-exports", lists.WORKSPACE_EXPORTS, WorkspaceExportRecordOut)
for resource in (shares, reports, exports, collected):
    add_resource(router, resource)


@router.get("/members/{key}/outlets", dependencies=[May("members", "remove")])
async def member_channels(key: str, session: SessionDep, now: NowDep) -> MemberChannelsOut:
    """List the share links, webhooks and Slack channel a member created or changed.

    They stay when the member is removed, unless the removal ends them.
    """
    row = await enter(session, members, key)
    found = await channels_of_member(session, row["user_id"], now)
    return MemberChannelsOut(data=[MemberChannelOut.model_validate(channel) for channel in found])


@router.post("/members/{key}/remove", dependencies=[May("members", "remove")])
@operation("members", "remove")
async def remove_members(
    key: str,
    body: MemberRemovalIn,
    session: SessionDep,
    now: NowDep,
    operator_call: OperatorCallDep,
) -> MemberRemovedOut:
    """Remove a member from a workspace.

    The share links, webhooks and Slack channel they created or changed stay, or end with `outlets:
    end`. The response lists them in both cases.
    """
    row = await enter(session, members, key)
    log_withdrawn(await remove_member(session, OWNER, row["user_id"]))
    if body.outlets == "end":
        named = await close_channels_of(session, row["user_id"], now)
        _log_closed(named)
    else:
        named = await channels_of_member(session, row["user_id"], now)
    current_operation().after["outlets"] = body.outlets
    await sync_seats_soon(session)
    found = [MemberChannelOut.model_validate(channel) for channel in named]
    return MemberRemovedOut(outlets=body.outlets, data=found)


def _log_closed(ended: list[MemberChannel]) -> None:
    """Name in the operation's one entry every channel that was closed, not the last alone."""
    for name in ("name", "madeBy"):
        current_operation().after.pop(name, None)
    current_operation().after["ended"] = [
        {"kind": o.kind, "id": str(o.id), "name": o.name} for o in ended
    ]


@act(router, shares, "revoke")
async def revoke(
    key: UUID, body: ReasonIn, session: SessionDep, now: NowDep, operator_call: OperatorCallDep
) -> None:
    """Revoke a share link.

    It stops working immediately and cannot be restored.
    """
    current_operation().before["state"] = (await enter(session, shares, key))["state"]
    await support.revoke_share(session, key, now)


@act(router, reports, "retry")
async def retry_report(
    key: UUID, body: ReasonIn, session: SessionDep, now: NowDep, operator_call: OperatorCallDep
) -> None:
    """Retry a failed or canceled report."""
    current_operation().before["status"] = (await enter(session, reports, key))["status"]
    await report_requests.retry(session, key, now)


@act(router, reports, "cancel")
async def cancel_report(
    key: UUID, body: ReasonIn, session: SessionDep, now: NowDep, operator_call: OperatorCallDep
) -> None:
    """Cancel a report that is not ready yet."""
    current_operation().before["status"] = (await enter(session, reports, key))["status"]
    await artifacts.cancel(session, Report, key)


@act(router, exports, "cancel")
async def cancel_export(
    key: UUID, body: ReasonIn, session: SessionDep, now: NowDep, operator_call: OperatorCallDep
) -> None:
    """Cancel an export that is not ready yet."""
    current_operation().before["status"] = (await enter(session, exports, key))["status"]
    await artifacts.cancel(session, ViewExport, key)


@router.post(
    "/workspaces/{key}/export",
    status_code=202,
    response_model=WorkspaceExportRecordOut,
    dependencies=[May("workspaces", "export")],
)
@operation("workspaces", "export")
async def export_workspaces(
    key: UUID,
    body: ReasonIn,
    who: CurrentOperator,
    session: SessionDep,
    operator_call: OperatorCallDep,
) -> WorkspaceExportRecordOut:
    """Request an export of a workspace's data, as its owner could request it.

    The archive is created in the background.
    """
    await enter(session, workspaces, key)
    export_id = await support.request_workspace_export(session, who.id)
    current_operation().gather("workspace.exported", None, {"exportId": str(export_id)})
    record: WorkspaceExportRecordOut = await read(session, collected, export_id)
    return record


@router.post(
    "/workspace-exports/{key}/download", dependencies=[May("workspace-exports", "download")]
)
@operation("workspace-exports", "download")
async def download_workspace_exports(
    key: UUID,
    body: ReasonIn,
    who: CurrentOperator,
    session: SessionDep,
    settings: SettingsDep,
    now: NowDep,
    operator_call: OperatorCallDep,
) -> DownloadOut:
    """Get an address for downloading the archive.

    It is valid for 15 minutes, as long as the staff member is allowed to have the archive.
    """
    row = await enter(session, collected, key)
    made = support.Collected(row["status"], row["file_id"], row["expires_at"])
    workspace_id = row["workspace_id"]
    address = await links.address_of(settings, workspace_id, made, now, None, staff=who.id)
    return DownloadOut(url=f"{settings.http.origin}{address}")
