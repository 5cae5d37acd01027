"""SQL statements for members of the bound workspace and invitations to it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import Row, Text, bindparam, delete, func, select, text, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession

from presence.domains.workspaces.models import Invitation, InvitationLink, Membership, Workspace
from presence.http.events import recall

_MEMBERS = text(
    "SELECT m.user_id, u.first_name, u.last_name, u.email, m.role, m.paused, m.created_at,"
    " m.last_active_at FROM membership m JOIN users u ON u.id = m.user_id"
    " ORDER BY (m.role = 'owner') DESC, m.created_at, m.user_id"
)
_IS_COLLEAGUE = text(
    "SELECT EXISTS (SELECT 1 FROM membership m JOIN users u ON u.id = m.user_id"
    " WHERE u.email = :email)"
)
_OTHER_OWNER = text(
    "SELECT EXISTS (SELECT FROM membership m"
    " JOIN users u ON u.id = m.user_id AND u.deletion_at IS NULL"
    " WHERE m.role = 'owner' AND m.user_id <> :user)"
)
# Chooses as `workspace_payer` does, which the console may not call.
_SET_ROLE = text(
    "UPDATE membership SET role = CAST(:role AS text),"
    " payer_id = CASE WHEN CAST(:role AS text) = 'owner' THEN nullif("
    " (SELECT coalesce(o.payer_id, o.user_id) FROM membership o"
    " WHERE o.workspace_id = membership.workspace_id AND o.role = 'owner'"
    " ORDER BY o.payer_id IS NOT NULL, o.paused, o.created_at, o.user_id LIMIT 1),"
    " membership.user_id) END WHERE user_id = :user"
)
_FIND_INVITATION = text("SELECT workspace_id, invitation_id FROM find_invitation(:hash)")
_INVITER = text("SELECT first_name || ' ' || last_name FROM users WHERE id = :id")
# Owners first, then the longest-standing members: those keep their seats.
_ADJUST_SEATS = text(
    "WITH ranked AS (SELECT user_id, row_number() OVER"
    " (ORDER BY (role = 'owner') DESC, created_at, user_id) AS place FROM membership),"
    " wanted AS (SELECT user_id, coalesce(place > CAST(:seats AS integer), false) AS paused"
    " FROM ranked)"
    " UPDATE membership m SET paused = wanted.paused FROM wanted"
    " WHERE wanted.user_id = m.user_id AND m.paused <> wanted.paused RETURNING m.user_id"
)
OPEN = (Invitation.accepted_at.is_(None), Invitation.revoked_at.is_(None))


async def members(session: AsyncSession) -> Sequence[Row[Any]]:
    """All members, owners first, then by length of membership."""
    return (await session.execute(_MEMBERS)).all()


async def role_of(session: AsyncSession, user_id: UUID) -> str | None:
    """A member's role; None if the user is not a member."""
    statement = select(Membership.role).where(Membership.user_id == user_id)
    return (await session.execute(statement)).scalar_one_or_none()


async def has_other_owner(session: AsyncSession, user_id: UUID) -> bool:
    """Whether there is another owner whose account is not about to be deleted."""
    return bool((await session.execute(_OTHER_OWNER, {"user": user_id})).scalar())


async def set_role(session: AsyncSession, user_id: UUID, role: str) -> None:
    """Change a member's role; the previous payer continues to pay for a new owner."""
    await session.execute(_SET_ROLE, {"user": user_id, "role": role})


async def accept_costs(session: AsyncSession, user_id: UUID) -> None:
    """From now on, nobody else pays for this owner."""
    own = (Membership.user_id == user_id, Membership.payer_id.is_not(None))
    await session.execute(update(Membership).where(*own).values(payer_id=None))


async def insert_member(session: AsyncSession, user_id: UUID, role: str) -> None:
    """Add a member."""
    await session.execute(insert(Membership).values(user_id=user_id, role=role))


async def delete_member(session: AsyncSession, user_id: UUID) -> None:
    """Remove a member with their API keys and streams; their sessions leave the workspace too."""
    await session.execute(delete(Membership).where(Membership.user_id == user_id))
    await recall(session, user_id)


async def sync_seats(session: AsyncSession, seats: int | None) -> list[UUID]:
    """Pause members beyond the last seat and resume the others; returns ids of those changed."""
    changed = (await session.execute(_ADJUST_SEATS, {"seats": seats})).scalars().all()
    await session.execute(update(Workspace).values(seats_settled_at=func.now()))
    return list(changed)


async def is_colleague(session: AsyncSession, email: str) -> bool:
    """Whether a member has this address."""
    return bool((await session.execute(_IS_COLLEAGUE, {"email": email})).scalar())


async def open_invitations(session: AsyncSession) -> Sequence[Invitation]:
    """Neither accepted nor revoked, newest first; expired ones included."""
    statement = select(Invitation).where(*OPEN).order_by(Invitation.id.desc())
    return (await session.execute(statement)).scalars().all()


async def withdraw_invitations(session: AsyncSession, inviter_id: UUID) -> list[tuple[UUID, str]]:
    """Revoke a person's unaccepted invitations; returns (invitation, address) of each."""
    statement = (
        update(Invitation)
        .where(*OPEN, Invitation.invited_by == inviter_id)
        .values(revoked_at=func.now())
        .returning(Invitation.id, Invitation.email)
    )
    return [(row.id, row.email) for row in await session.execute(statement)]


async def count_reserved(session: AsyncSession) -> int:
    """The number of seats held by open invitations."""
    statement = (
        select(func.count())
        .select_from(Invitation)
        .where(*OPEN, Invitation.expires_at > func.now())
    )
    return (await session.execute(statement)).scalar_one()


async def invitation(session: AsyncSession, invitation_id: UUID) -> Invitation | None:
    """One invitation in any state."""
    statement = select(Invitation).where(Invitation.id == invitation_id)
    found = await session.execute(statement.execution_options(populate_existing=True))
    return found.scalar_one_or_none()


async def invitation_being_sent(session: AsyncSession, sending_id: UUID) -> Invitation | None:
    """The invitation whose latest e-mail is `sending_id`."""
    statement = select(Invitation).where(Invitation.sending_id == sending_id)
    return (await session.execute(statement)).scalar_one_or_none()


async def insert_invitation(session: AsyncSession, values: Mapping[str, Any]) -> None:
    """Store an invitation."""
    await session.execute(insert(Invitation).values(**values))


async def update_invitation(session: AsyncSession, invitation_id: UUID, **values: Any) -> None:
    """Update columns of an invitation."""
    await session.execute(update(Invitation).where(Invitation.id == invitation_id).values(**values))


async def close_expired(session: AsyncSession, email: str) -> None:
    """Revoke an expired invitation to the address, so that it can be invited again."""
    await session.execute(
        update(Invitation)
        .where(*OPEN, Invitation.email == email, Invitation.expires_at <= func.now())
        .values(revoked_at=func.now())
    )


async def is_invited(session: AsyncSession, email: str) -> bool:
    """Whether there is an open invitation to the address."""
    same = Invitation.email == bindparam("email", email, type_=Text)
    statement = select(func.count()).select_from(Invitation).where(*OPEN, same)
    return (await session.execute(statement)).scalar_one() > 0


async def insert_link(
    session: AsyncSession, invitation_id: UUID, token_hash: bytes, *, mailed: bool
) -> None:
    """Store another link that opens the invitation."""
    values = {"invitation_id": invitation_id, "token_hash": token_hash, "mailed": mailed}
    await session.execute(insert(InvitationLink).values(**values))


async def is_mailed(session: AsyncSession, token_hash: bytes) -> bool:
    """Whether a link was sent to the invited mailbox and shown to nobody else."""
    statement = select(InvitationLink.mailed).where(InvitationLink.token_hash == token_hash)
    return bool(await session.scalar(statement))


async def delete_links(session: AsyncSession, invitation_id: UUID) -> None:
    """Delete all links to the invitation."""
    await session.execute(
        delete(InvitationLink).where(InvitationLink.invitation_id == invitation_id)
    )


async def find_invitation(session: AsyncSession, token_hash: bytes) -> tuple[UUID, UUID] | None:
    """(workspace id, invitation id) of a link, before any workspace is known."""
    row = (await session.execute(_FIND_INVITATION, {"hash": token_hash})).one_or_none()
    return (row.workspace_id, row.invitation_id) if row is not None else None


async def name_of(session: AsyncSession, user_id: UUID | None) -> str | None:
    """A colleague's name."""
    if user_id is None:
        return None
    found: str | None = await session.scalar(_INVITER, {"id": user_id})
    return found


async def workspace_name(session: AsyncSession) -> str:
    """The bound workspace's name; empty before its business has one."""
    return await session.scalar(select(Workspace.name)) or ""


async def workspace_deleted_at(session: AsyncSession) -> datetime | None:
    """When the bound workspace was deleted."""
    return await session.scalar(select(Workspace.deleted_at))
