"""Invites people by e-mail.

Invariant: an invitation is accepted once, by the account with the address it names, within its
seven days, and only while a seat is free; all of that is decided under the workspace's lock. Any
number of links may open it; only their hashes are stored, and none works after its end. A mailed
link was read in the mailbox it names; a copied one proves nothing, so the address has to be
confirmed.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from presence.core.ids import new_id
from presence.db.tenancy import TenantBinding, bind, binding_of
from presence.domains.audit.service import record
from presence.domains.identity.service import profile_of
from presence.domains.identity.service.tokens import new_token, token_hash
from presence.domains.workspaces.errors import (
    already_invited,
    already_member,
    confirm_first,
    invitation_over,
    no_invitation,
    other_account,
)
from presence.domains.workspaces.models import Invitation
from presence.domains.workspaces.queries import members as queries
from presence.domains.workspaces.records import (
    InvitationEmail,
    InvitationLine,
    InvitationPreview,
    InvitationState,
)
from presence.domains.workspaces.service.members import EVENT, join
from presence.domains.workspaces.service.roles import Role
from presence.domains.workspaces.service.tenant import lock_workspace
from presence.http.events import publish
from presence.jobs.mail import request_mail

LIFETIME = timedelta(days=7)
TEMPLATE = "invitation"
PAGE = "/auth?action=invite#"  # the token follows; what comes after # never reaches a server's log


async def list_invitations(session: AsyncSession, now: datetime) -> list[InvitationLine]:
    """Invitations neither accepted nor revoked, newest first."""
    return [await _line(session, row, now) for row in await queries.open_invitations(session)]


async def invite(
    session: AsyncSession, inviter_id: UUID, email: str, role: Role, now: datetime
) -> InvitationLine:
    """Invite an address and send the e-mail.

    The caller holds the workspace's lock and has counted seats. Raises Conflict for a member's
    address, and while an invitation to it is open.
    """
    if await queries.is_colleague(session, email):  # guard: team.invited-colleague
        raise already_member(email)
    await queries.close_expired(session, email)
    if await queries.is_invited(session, email):  # guard: team.invited-twice
        raise already_invited(email)
    invitation_id, sending_id = new_id(), new_id()
    await queries.insert_invitation(
        session,
        {
            "id": invitation_id,
            "email": email,
            "role": role,
            "invited_by": inviter_id,
            "sending_id": sending_id,
            "sent_at": now,
            "expires_at": now + LIFETIME,
        },
    )
    await request_mail(session, TEMPLATE, sending_id)
    await _publish(session, "invitation.sent", invitation_id, {"email": email, "role": role})
    return await _line(session, await _invitation(session, invitation_id), now)


async def resend(session: AsyncSession, invitation_id: UUID, now: datetime) -> InvitationLine:
    """Send it again; its seven days start over. Raises Conflict if accepted or revoked."""
    await lock_workspace(session)
    row = await _invitation(session, invitation_id)
    if (state := state_of(row, now)) in ("accepted", "revoked"):  # guard: team.resend-over
        raise invitation_over(state)
    sending_id = new_id()
    await queries.update_invitation(
        session, invitation_id, sending_id=sending_id, sent_at=now, expires_at=now + LIFETIME
    )
    await request_mail(session, TEMPLATE, sending_id)
    await _publish(session, "invitation.resent", invitation_id, {"email": row.email})
    return await _line(session, await _invitation(session, invitation_id), now)


async def revoke(session: AsyncSession, invitation_id: UUID, now: datetime) -> None:
    """Withdraw it; its links stop working. Raises Conflict if accepted."""
    await lock_workspace(session)
    row = await _invitation(session, invitation_id)
    if row.accepted_at is not None:  # guard: team.revoke-accepted
        raise invitation_over("accepted")
    if row.revoked_at is None:
        await queries.update_invitation(session, invitation_id, revoked_at=now)
        await _publish(session, "invitation.revoked", invitation_id, {"email": row.email})


async def copy_link(session: AsyncSession, invitation_id: UUID, now: datetime) -> str:
    """A new token that opens it, besides those mailed before. Raises Conflict if it has ended."""
    row = await _invitation(session, invitation_id)
    if (state := state_of(row, now)) != "open":  # guard: team.open-over
        raise invitation_over(state)
    await record(
        session, "invitation.link_copied", f"invitation:{invitation_id}", after={"email": row.email}
    )
    return await _new_link(session, invitation_id, mailed=False)


async def invitation_email(
    session: AsyncSession, sending_id: UUID, now: datetime
) -> InvitationEmail | None:
    """The content of its e-mail, with a new token; None if there is nothing left to send."""
    row = await queries.invitation_being_sent(session, sending_id)
    if row is None or state_of(row, now) != "open":
        return None
    return InvitationEmail(
        address=row.email,
        workspace_name=await queries.workspace_name(session),
        inviter=await queries.name_of(session, row.invited_by),
        role=_role(row),
        token=await _new_link(session, row.id, mailed=True),
        expires_at=row.expires_at,
    )


async def preview(session: AsyncSession, token: str, now: datetime) -> InvitationPreview:
    """What a link opens; leaves the session bound to its workspace.

    Raises NotFound if the link is not ours. Holding the link is the permission: a page that
    required signing in first could not say for whom.
    """
    row = await _opened(session, token)
    return InvitationPreview(
        workspace_name=await queries.workspace_name(session),
        inviter=await queries.name_of(session, row.invited_by),
        email=row.email,
        role=_role(row),
        state=state_of(row, now),
        expires_at=row.expires_at,
    )


async def begin_acceptance(
    session: AsyncSession, user_id: UUID, token: str, now: datetime, *, sends_mail: bool
) -> UUID | None:
    """Lock the workspace of a link for `user_id` to join; returns its invitation's id.

    None if the user is already a member. Leaves the session bound to the workspace. Raises NotFound
    if the link is not ours, Forbidden for another account, Conflict if the invitation has ended,
    and, if the deployment sends mail, EmailUnconfirmed for an unconfirmed address with a copied
    link.
    """
    me = await profile_of(session, user_id)
    row = await _opened(session, token)
    await lock_workspace(session)
    if await queries.role_of(session, user_id) is not None:
        return None
    row = await _invitation(session, row.id)
    if (state := state_of(row, now)) != "open":  # guard: team.accept-over
        raise invitation_over(state)
    if row.email != me.email:  # guard: team.accept-of-another
        raise other_account(row.email, me.email)
    proven = me.email_verified or await queries.is_mailed(session, token_hash(token))
    if sends_mail and not proven:  # guard: team.copied-link-unconfirmed
        raise confirm_first()
    return row.id


async def finish_acceptance(
    session: AsyncSession, user_id: UUID, invitation_id: UUID, now: datetime
) -> None:
    """Add the user as a member; the caller began the acceptance and has counted seats."""
    row = await _invitation(session, invitation_id)
    await queries.update_invitation(session, invitation_id, accepted_at=now)
    await queries.delete_links(session, invitation_id)
    await join(session, user_id, row.role)


def state_of(row: Invitation, now: datetime) -> InvitationState:
    """The state of an invitation."""
    if row.accepted_at is not None:
        return "accepted"
    if row.revoked_at is not None:
        return "revoked"
    return "open" if row.expires_at > now else "expired"


async def _opened(session: AsyncSession, token: str) -> Invitation:
    found = await queries.find_invitation(session, token_hash(token))
    if found is None:
        raise no_invitation()
    workspace_id, invitation_id = found
    await bind(session, TenantBinding(workspace_id, binding_of(session).user_id))
    return await _invitation(session, invitation_id)


async def _invitation(session: AsyncSession, invitation_id: UUID) -> Invitation:
    row = await queries.invitation(session, invitation_id)
    if row is None:
        raise no_invitation()
    return row


async def _new_link(session: AsyncSession, invitation_id: UUID, *, mailed: bool) -> str:
    token = new_token()
    await queries.insert_link(session, invitation_id, token_hash(token), mailed=mailed)
    return token


async def _line(session: AsyncSession, row: Invitation, now: datetime) -> InvitationLine:
    return InvitationLine(
        id=row.id,
        email=row.email,
        role=_role(row),
        state=state_of(row, now),
        invited_by=await queries.name_of(session, row.invited_by),
        sent_at=row.sent_at,
        expires_at=row.expires_at,
    )


def _role(row: Invitation) -> Role:
    role: Role = row.role  # type: ignore[assignment]  # a check constraint says so
    return role


async def _publish(
    session: AsyncSession, action: str, invitation_id: UUID, after: dict[str, object]
) -> None:
    await record(session, action, f"invitation:{invitation_id}", after=after)
    await publish(session, EVENT, {"userId": None, "change": "invitation"})
