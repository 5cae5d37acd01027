"""Invitations: sending, resending, withdrawing, viewing and accepting them."""

from __future__ import annotations

from uuid import UUID

from fastapi import Response

from presence.domains.identity.context import AccountsDep, ClientDep, CurrentUser
from presence.domains.team import service
from presence.domains.team.routes.common import MEMBERS, slice_router, whole
from presence.domains.team.schemas import (
    AcceptedOut,
    InvitationIn,
    InvitationLinkOut,
    InvitationOut,
    InvitationPreviewOut,
)
from presence.domains.workspaces.context import LongCallDep, TenantSession
from presence.domains.workspaces.service import invitations
from presence.http.errors import documented
from presence.http.idempotency import RepeatableDep, idempotent
from presence.http.listing import ListOut
from presence.http.permission import PERSONAL, PUBLIC
from presence.http.session import NowDep, SessionDep, SettingsDep

router = slice_router()
ONE = "/api/v1/invitations/{invitation_id}"
BY_LINK = "/api/v1/invitations/{token}"


@router.get("/api/v1/invitations", dependencies=MEMBERS)
async def list_invitations(session: TenantSession, now: NowDep) -> ListOut[InvitationOut]:
    """List the invitations that were neither accepted nor revoked, newest first."""
    found = await invitations.list_invitations(session, now)
    lines = [InvitationOut.model_validate(line) for line in found]
    return ListOut(data=lines, page=whole(len(lines)))


@router.post(
    "/api/v1/invitations", status_code=201, dependencies=MEMBERS, responses=documented(429)
)
@idempotent
async def invite(
    body: InvitationIn,
    user: CurrentUser,
    session: TenantSession,
    call: LongCallDep,
    accounts: AccountsDep,
    client: ClientDep,
    now: NowDep,
    repeatable: RepeatableDep,
) -> InvitationOut:
    """Invite someone to the workspace by e-mail.

    The invitation is valid for seven days. 403 `plan-limit` when no seat is free, 409 when the
    address belongs to a member or has an open invitation.
    """
    await call.lock()
    await accounts.use_invitation_mail(session, user, client)  # guard: team.invitation-mails
    made = await service.invite(session, user.user_id, body.email, body.role, now)
    return InvitationOut.model_validate(made)


@router.delete(ONE, status_code=204, dependencies=MEMBERS)
async def revoke_invitation(
    invitation_id: UUID, session: TenantSession, call: LongCallDep, now: NowDep
) -> None:
    """Revoke an invitation.

    All its links stop working immediately. 409 when it was already accepted.
    """
    await call.lock()
    await invitations.revoke(session, invitation_id, now)


@router.post(f"{ONE}/resend", dependencies=MEMBERS, responses=documented(429))
@idempotent
async def resend_invitation(
    invitation_id: UUID,
    user: CurrentUser,
    session: TenantSession,
    call: LongCallDep,
    accounts: AccountsDep,
    client: ClientDep,
    now: NowDep,
    repeatable: RepeatableDep,
) -> InvitationOut:
    """Send an invitation again.

    It is then valid for another seven days. 409 when it was accepted or revoked.
    """
    await call.lock()
    await accounts.use_invitation_mail(session, user, client)
    return InvitationOut.model_validate(await invitations.resend(session, invitation_id, now))


@router.post(f"{ONE}/link", status_code=201, dependencies=MEMBERS)
async def copy_invitation_link(
    invitation_id: UUID,
    session: TenantSession,
    call: LongCallDep,
    settings: SettingsDep,
    now: NowDep,
) -> InvitationLinkOut:
    """Create a link to an invitation, to pass on by other means than e-mail.

    Links sent by e-mail keep working. If this deployment sends e-mail, accepting through a created
    link requires an account with a confirmed address; a link sent by e-mail does not.
    """
    await call.lock()
    token = await invitations.copy_link(session, invitation_id, now)
    return InvitationLinkOut(url=f"{settings.http.origin}{invitations.PAGE}{token}")


@router.get(BY_LINK, openapi_extra=PUBLIC)
async def preview_invitation(
    token: str, session: SessionDep, now: NowDep, response: Response
) -> InvitationPreviewOut:
    """Get the invitation behind a link.

    The link is the only permission needed.
    """
    response.headers["Referrer-Policy"] = "no-referrer"
    return InvitationPreviewOut.model_validate(await invitations.preview(session, token, now))


@router.post(f"{BY_LINK}/accept", openapi_extra=PERSONAL)
async def accept_invitation(
    token: str, user: CurrentUser, session: SessionDep, settings: SettingsDep, now: NowDep
) -> AcceptedOut:
    """Accept an invitation and switch to its workspace.

    403 when it was sent to another address than the account's. 403 `email-unconfirmed` when the
    link was not sent by e-mail and the account's address is not confirmed, if this deployment sends
    e-mail. 409 when the invitation has expired or was revoked.
    """
    sends_mail = bool(settings.mail.host)
    joined = await service.accept(
        session, user.user_id, user.session_id, token, now, sends_mail=sends_mail
    )
    return AcceptedOut(workspace_id=joined)
