"""Invitations: sent, resent, withdrawn, looked at and accepted (E-81)."""

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
    """Invitations nobody accepted or withdrew, newest first."""
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
    """Invite an address for seven days; 403 `plan-limit` when no seat is free."""
    await call.lock()
    await accounts.use_invitation_mail(session, user, client)  # guard: team.invitation-mails
    made = await service.invite(session, user.user_id, body.email, body.role, now)
    return InvitationOut.model_validate(made)


@router.delete(ONE, status_code=204, dependencies=MEMBERS)
async def revoke_invitation(
    invitation_id: UUID, session: TenantSession, call: LongCallDep, now: NowDep
) -> None:
    """Withdraw it; every link to it is dead from now on."""
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
    """Mail it again, for another seven days."""
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
    """A fresh link to hand over by other means; those mailed go on working.

    Where mail is set up it lets in accounts whose address is confirmed; a mailed one lets in any
    account of the invited address.
    """
    await call.lock()
    token = await invitations.copy_link(session, invitation_id, now)
    return InvitationLinkOut(url=f"{settings.http.origin}{invitations.PAGE}{token}")


@router.get(BY_LINK, openapi_extra=PUBLIC)
async def preview_invitation(
    token: str, session: SessionDep, now: NowDep, response: Response
) -> InvitationPreviewOut:
    """Who invites whom to what, for whoever holds the link."""
    response.headers["Referrer-Policy"] = "no-referrer"
    return InvitationPreviewOut.model_validate(await invitations.preview(session, token, now))


@router.post(f"{BY_LINK}/accept", openapi_extra=PERSONAL)
async def accept_invitation(
    token: str, user: CurrentUser, session: SessionDep, settings: SettingsDep, now: NowDep
) -> AcceptedOut:
    """Join and act in the workspace from now on; 403 for another account than the invited one.

    403 `email-unconfirmed` for a copied link while the account's address is not confirmed, where
    mail is set up.
    """
    sends_mail = bool(settings.mail.host)
    joined = await service.accept(
        session, user.user_id, user.session_id, token, now, sends_mail=sends_mail
    )
    return AcceptedOut(workspace_id=joined)
