"""Creating further workspaces, switching, deleting and restoring them.

Invariant: a deleted workspace is nobody's current one and gives nobody access from that moment; its
rows are kept for seven days and then purged.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from presence.core.errors import Conflict
from presence.core.ids import new_id
from presence.db.tenancy import TenantBinding, bind
from presence.domains.audit.service import record
from presence.domains.workspaces.errors import no_workspace, wrong_name
from presence.domains.workspaces.queries import lifecycle as queries
from presence.domains.workspaces.queries import lock_user, members
from presence.domains.workspaces.queries.keys import recall_makers
from presence.domains.workspaces.service.members import EVENT
from presence.domains.workspaces.service.quotas import NEW_WORKSPACES, use_up
from presence.domains.workspaces.service.tenant import lock_workspace
from presence.http.events import publish
from presence.jobs.queue import enqueue

KEPT = timedelta(days=7)
PURGE = "workspaces.purge"
MOST_WORKSPACES = 20
_TOO_MANY = f"You can belong to {MOST_WORKSPACES} workspaces. Leave or delete one first."


@dataclass(frozen=True, slots=True)
class DeletedWorkspace:
    """A workspace that can be restored until `gone_at`."""

    id: UUID
    name: str
    gone_at: datetime


async def create_workspace(
    session: AsyncSession, user_id: UUID, session_id: UUID, name: str
) -> UUID:
    """Create another workspace, owned by the user and now current. Leaves the session bound.

    Raises Conflict for a member of `MOST_WORKSPACES`, RateLimited for somebody who created many.
    """
    await lock_user(session, user_id)
    if await queries.count_workspaces(session) >= MOST_WORKSPACES:  # guard: workspaces.most
        raise Conflict(_TOO_MANY)
    for policy in NEW_WORKSPACES:
        await use_up(session, policy, user_id)
    workspace_id = new_id()
    await bind(session, TenantBinding(workspace_id, user_id))
    await queries.insert_named(session, workspace_id, user_id, name)
    await queries.stand_in(session, session_id)
    await record(session, "workspace.created", f"workspace:{workspace_id}", after={"name": name})
    return workspace_id


async def switch_workspace(
    session: AsyncSession, user_id: UUID, session_id: UUID, workspace_id: UUID
) -> None:
    """Switch the session to another of the user's workspaces. Raises NotFound otherwise.

    Only this browser's session changes; it notifies its other windows.
    """
    await bind(session, TenantBinding(workspace_id, user_id))
    if not await queries.stand_in(session, session_id):  # guard: workspaces.switch-foreign
        raise no_workspace()


async def delete_workspace(session: AsyncSession, workspace_id: UUID, name: str) -> datetime:
    """Delete the bound workspace, whose name was entered; returns when it will be purged.

    Raises NotFound if another id was given, and Conflict for a wrong name.
    """
    await lock_workspace(session)
    # guard: workspaces.delete-by-name
    if name.strip() != (await members.workspace_name(session)).strip():
        raise wrong_name()
    return await end_workspace(session, workspace_id)


async def end_workspace(session: AsyncSession, workspace_id: UUID) -> datetime:
    """Delete the bound workspace, which the caller has locked; returns when it will be purged."""
    await record(session, "workspace.deleted", f"workspace:{workspace_id}")
    await queries.mark_deleted(session)
    await recall_makers(session)
    await publish(session, EVENT, {"userId": None, "change": "deleted"})
    deleted_at = await members.workspace_deleted_at(session)
    if deleted_at is None:
        raise LookupError("The workspace has just been deleted.")
    gone_at = deleted_at + KEPT
    await enqueue(session, PURGE, {}, workspace_id=workspace_id, schedule_at=gone_at)
    return gone_at


async def deleted_workspaces(session: AsyncSession, user_id: UUID) -> list[DeletedWorkspace]:
    """What the user deleted and may restore. Leaves the session bound to none of them."""
    found = []
    for workspace_id in await queries.deleted_ids(session):
        await bind(session, TenantBinding(workspace_id, user_id))
        deleted_at = await members.workspace_deleted_at(session)
        if deleted_at is not None:
            name = await members.workspace_name(session)
            found.append(DeletedWorkspace(workspace_id, name, deleted_at + KEPT))
    await bind(session, TenantBinding(None, user_id))
    return found


async def restore_workspace(
    session: AsyncSession, user_id: UUID, session_id: UUID, workspace_id: UUID
) -> None:
    """Restore a deleted workspace and switch to it. Raises NotFound if it cannot be restored."""
    if workspace_id not in await queries.deleted_ids(session):  # guard: workspaces.restore-foreign
        raise no_workspace()
    await bind(session, TenantBinding(workspace_id, user_id))
    await queries.unmark_deleted(session)
    await record(session, "workspace.restored", f"workspace:{workspace_id}")
    await queries.stand_in(session, session_id)


async def is_due(session: AsyncSession) -> bool:
    """Whether the bound workspace was deleted seven days ago and can no longer be restored."""
    return await queries.is_due(session)


async def purge_workspace(session: AsyncSession) -> None:
    """Purge the bound workspace if it was deleted seven days ago; otherwise leave it alone."""
    await queries.purge(session)
