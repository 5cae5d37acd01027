"""The example of a person: a workspace of its own in which a sample company was measured.

Invariant: a person has at most one at a time (the database sees to that too) and only reads it, so
nothing in it is paid for, shared or asked of an assistant; it is never the workspace they own, and
takes none of those they may have.
"""

from __future__ import annotations

from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from presence.core.errors import NotFound
from presence.core.ids import new_id
from presence.db.tenancy import TenantBinding, bind, binding_of
from presence.domains.audit.service import record
from presence.domains.workspaces.queries import lifecycle as queries
from presence.domains.workspaces.queries import lock_user
from presence.domains.workspaces.service.lifecycle import end_workspace, switch_workspace
from presence.domains.workspaces.service.quotas import NEW_WORKSPACES, use_up
from presence.domains.workspaces.service.tenant import lock_workspace

_NONE_OPEN = "You have no example open."


async def enter_example(session: AsyncSession, user_id: UUID, session_id: UUID, name: str) -> bool:
    """Switch to the person's example; returns whether it was created just now and is empty.

    Raises RateLimited for somebody who created many workspaces. Leaves the session bound to it.
    """
    await lock_user(session, user_id)
    known = await queries.my_example(session)
    if known is not None:  # guard: examples.one-for-a-person
        await switch_workspace(session, user_id, session_id, known)
        return False
    for policy in NEW_WORKSPACES:  # guard: examples.counted
        await use_up(session, policy, user_id)
    came_from, workspace_id = binding_of(session).workspace_id, new_id()
    await bind(session, TenantBinding(workspace_id, user_id))
    await queries.insert_example(session, workspace_id, user_id, name, came_from)
    await queries.stand_in(session, session_id)
    await record(session, "workspace.created", f"workspace:{workspace_id}", after={"name": name})
    return True


async def remove_example(session: AsyncSession, user_id: UUID, session_id: UUID) -> None:
    """Delete the person's example; whoever stood in it is back where they opened it.

    Raises NotFound if none is open.
    """
    await lock_user(session, user_id)
    current, example = binding_of(session).workspace_id, await queries.my_example(session)
    if example is None:
        raise NotFound(_NONE_OPEN)
    await bind(session, TenantBinding(example, user_id))
    came_from = await queries.example_from(session)
    if came_from is not None and current == example:
        await bind(session, TenantBinding(came_from, user_id))
        await queries.stand_in(session, session_id)  # not if they no longer belong there
        await bind(session, TenantBinding(example, user_id))
    await lock_workspace(session)
    await end_workspace(session, example)


async def is_example(session: AsyncSession) -> bool:
    """Whether the bound workspace is an example."""
    return await queries.is_example(session)
