"""The console's routes about workspaces: tenants, members, invitations, keys, requests, and the
deletion that two people must want.
"""

from __future__ import annotations

from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from presence.core.errors import ValidationFailed
from presence.db.tenancy import TenantBinding, bind
from presence.domains.operators.context import (
    CurrentOperator,
    May,
    OperatorCallDep,
    console,
    current_operation,
    operation,
)
from presence.domains.operators.resources import Resource, act, add_resource, enter, found
from presence.domains.operators.schemas import NoteIn, ReasonIn, WaitingOut
from presence.domains.operators.service.approving import (
    ApprovalRequest,
    Granted,
    carries_out,
    request_approval,
)
from presence.domains.operators.service.managing import is_staff
from presence.domains.operators.service.notes import add_note
from presence.domains.workspaces.admin_schemas import (
    ApiKeyRecordOut,
    AssignIn,
    InvitationRecordOut,
    MemberRecordOut,
    MemberRoleIn,
    ReplyIn,
    SupportRequestRecordOut,
    WorkspaceRecordOut,
)
from presence.domains.workspaces.queries import console as lists
from presence.domains.workspaces.service import console as service
from presence.domains.workspaces.service import invitations as inviting
from presence.domains.workspaces.service.keys import revoke_by_staff
from presence.domains.workspaces.service.members import Withdrawn, change_role
from presence.http.session import NowDep, SessionDep

router = console("workspaces")
workspaces = Resource("workspaces", lists.WORKSPACES, WorkspaceRecordOut)
members = Resource("members", lists.MEMBERS, MemberRecordOut)
invitations = Resource("invitations", lists.INVITATIONS, InvitationRecordOut)
api_keys = Resource("api-keys", lists.API_KEYS, ApiKeyRecordOut)
requests = Resource("support-requests", lists.SUPPORT_REQUESTS, SupportRequestRecordOut)
for resource in (workspaces, members, invitations, api_keys, requests):
    add_resource(router, resource)
DELETE = "workspaces.delete"
OWNER = "owner"  # staff may do what an owner may


@act(router, workspaces, "add-note")
async def note_workspace(
    key: UUID,
    body: NoteIn,
    who: CurrentOperator,
    session: SessionDep,
    operator_call: OperatorCallDep,
) -> None:
    """Add an internal note to a workspace.

    Customers do not see it.
    """
    await found(session, workspaces, key)
    await add_note(session, who.id, f"workspaces:{key}", body.text)


@act(router, workspaces, "pause")
async def pause(
    key: UUID, body: ReasonIn, session: SessionDep, now: NowDep, operator_call: OperatorCallDep
) -> None:
    """Pause the analysis of a workspace."""
    await enter(session, workspaces, key)
    await service.set_paused(session, now)


@act(router, workspaces, "unpause")
async def unpause(
    key: UUID, body: ReasonIn, session: SessionDep, operator_call: OperatorCallDep
) -> None:
    """Resume the analysis of a workspace."""
    await enter(session, workspaces, key)
    await service.set_paused(session, None)


@router.post(
    "/workspaces/{key}/delete", status_code=202, dependencies=[May("workspaces", "delete")]
)
@operation("workspaces", "delete")
async def delete_workspaces(
    key: UUID,
    body: ReasonIn,
    who: CurrentOperator,
    session: SessionDep,
    now: NowDep,
    operator_call: OperatorCallDep,
) -> WaitingOut:
    """Request the deletion of a workspace.

    A second staff member must approve it.
    """
    row = await found(session, workspaces, key)
    label = row["name"] or row["owner_email"] or ""
    what = f"Delete the workspace {label} and everything in it"
    asked = ApprovalRequest(DELETE, f"workspaces:{key}", key, label, what)
    approval_id = await request_approval(session, who.id, asked, body.reason, now)
    current_operation().after["approvalId"] = str(approval_id)
    return WaitingOut(approval_id=approval_id)


@carries_out(DELETE)
async def _delete(session: AsyncSession, granted: Granted) -> None:
    await bind(session, TenantBinding(granted.subject_id, None))
    await service.delete_by_staff(session)


@act(router, members, "change-role")
async def change_member_role(
    key: str, body: MemberRoleIn, session: SessionDep, operator_call: OperatorCallDep
) -> None:
    """Change the role of a member.

    A workspace always keeps an owner.
    """
    row = await enter(session, members, key)
    log_withdrawn(await change_role(session, OWNER, row["user_id"], body.role))


def log_withdrawn(withdrawn: Withdrawn) -> None:
    """Name in the operation's one entry every invitation that ended with it, not the last alone."""
    current_operation().after.pop("email", None)
    if withdrawn:
        named = [{"id": str(invitation), "email": email} for invitation, email in withdrawn]
        current_operation().after["withdrawn"] = named


@act(router, invitations, "resend")
async def resend(
    key: UUID, body: ReasonIn, session: SessionDep, now: NowDep, operator_call: OperatorCallDep
) -> None:
    """Send an invitation again.

    It is then valid for another seven days.
    """
    row = await enter(session, invitations, key)
    sender = row["invited_by"] or await service.first_owner(session)
    await bind(session, TenantBinding(row["workspace_id"], sender))
    await inviting.resend(session, key, now)


@act(router, invitations, "revoke")
async def revoke(
    key: UUID, body: ReasonIn, session: SessionDep, now: NowDep, operator_call: OperatorCallDep
) -> None:
    """Revoke an invitation."""
    await enter(session, invitations, key)
    await inviting.revoke(session, key, now)


@router.post("/api-keys/{key}/revoke", status_code=204, dependencies=[May("api-keys", "revoke")])
@operation("api-keys", "revoke")
async def revoke_api_keys(
    key: UUID, body: ReasonIn, session: SessionDep, operator_call: OperatorCallDep
) -> None:
    """Revoke an API key.

    It stops working immediately and cannot be restored.
    """
    row = await enter(session, api_keys, key)
    await revoke_by_staff(session, key, row["name"])


@act(router, requests, "assign")
async def assign(
    key: UUID,
    body: AssignIn,
    who: CurrentOperator,
    session: SessionDep,
    operator_call: OperatorCallDep,
) -> None:
    """Assign a support request to oneself or to a colleague."""
    await enter(session, requests, key)
    if body.assignee_id is not None and not await is_staff(session, body.assignee_id):
        raise ValidationFailed.at("/assigneeId", "Choose a colleague")
    await service.assign(session, key, body.assignee_id or who.id)


@act(router, requests, "reply")
async def reply(
    key: UUID, body: ReplyIn, session: SessionDep, now: NowDep, operator_call: OperatorCallDep
) -> None:
    """Reply to a support request by e-mail."""
    row = await enter(session, requests, key)
    await service.reply(session, key, row["user_id"], body.message, now)


@act(router, requests, "close")
async def close(
    key: UUID, body: ReasonIn, session: SessionDep, operator_call: OperatorCallDep
) -> None:
    """Close a support request."""
    row = await enter(session, requests, key)
    await service.close(session, key, row["status"])
