"""Staff's operations on a workspace itself: pause it, delete it, handle its requests.

Invariant: the session is bound to that workspace; the only log entry is the operation's.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from presence.core.errors import Conflict
from presence.domains.audit.service import record
from presence.domains.workspaces.queries import members
from presence.domains.workspaces.queries import support as queries
from presence.domains.workspaces.service.lifecycle import end_workspace
from presence.domains.workspaces.service.tenant import bound_workspace, lock_workspace
from presence.jobs.mail import request_mail

ANSWER_TEMPLATE = "support-answer"
_PAUSED = "This workspace is paused already."
_NOT_PAUSED = "This workspace is not paused."
_NOBODY = "Whoever asked has no account any more."
_NO_MEMBERS = "This workspace has no members any more."
_CLOSED = "This request is closed already."


async def set_paused(session: AsyncSession, now: datetime | None) -> None:
    """Pause analyses from now on, or resume them with None. Raises Conflict if nothing changes."""
    await lock_workspace(session)
    if not await queries.set_paused(session, now):
        raise Conflict(_PAUSED if now else _NOT_PAUSED)
    await record(
        session,
        "workspace.paused" if now else "workspace.unpaused",
        f"workspace:{bound_workspace(session)}",
    )


async def is_paused(session: AsyncSession) -> bool:
    """Whether analyses of the bound workspace are paused."""
    return await queries.is_paused(session)


async def first_owner(session: AsyncSession) -> UUID:
    """The person who has owned the bound workspace longest. Raises Conflict if there is none."""
    everybody = await members.members(session)
    if not everybody:
        raise Conflict(_NO_MEMBERS)
    owner: UUID = everybody[0].user_id
    return owner


async def delete_by_staff(session: AsyncSession) -> datetime:
    """Delete the bound workspace; returns when it will be purged."""
    await lock_workspace(session)
    return await end_workspace(session, bound_workspace(session))


async def assign(session: AsyncSession, key: UUID, staff_id: UUID) -> None:
    """Assign a request to a member of staff."""
    await queries.change_request(session, key, assignee_id=staff_id)
    await record(session, "support.assigned", f"support:{key}", after={"assignee": str(staff_id)})


async def reply(
    session: AsyncSession, key: UUID, user_id: UUID | None, message: str, now: datetime
) -> None:
    """Answer by e-mail. Raises Conflict if the person who asked is gone."""
    if user_id is None:
        raise Conflict(_NOBODY)
    await queries.change_request(session, key, answer=message, answered_at=now, status="answered")
    await request_mail(session, ANSWER_TEMPLATE, key, user_id=user_id)
    await record(session, "support.answered", f"support:{key}")


async def name_of_workspace(session: AsyncSession) -> str:
    """The bound workspace's name; empty before its business has one."""
    return await members.workspace_name(session)


@dataclass(frozen=True, slots=True)
class Answered:
    """A request and its answer."""

    asked: str
    answer: str


async def answered_request(session: AsyncSession, key: UUID) -> Answered | None:
    """What the e-mail of an answered request says; None if there is no answer."""
    row = await queries.request_by_id(session, key)
    return Answered(row.message, row.answer) if row is not None and row.answer else None


async def close(session: AsyncSession, key: UUID, status: str) -> None:
    """Close a request. Raises Conflict if it is already closed."""
    if status == "closed":
        raise Conflict(_CLOSED)
    await queries.change_request(session, key, status="closed")
    await record(session, "support.closed", f"support:{key}", before={"status": status})
