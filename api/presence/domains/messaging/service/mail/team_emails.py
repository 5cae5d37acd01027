"""E-mails about membership of a workspace."""

from __future__ import annotations

from presence.db.tenancy import binding_of
from presence.domains.audit.service import read_entry
from presence.domains.identity import service as identity
from presence.domains.messaging.service.addresses import screen_address
from presence.domains.messaging.service.mail.emails import (
    Email,
    EmailRequest,
    email_writer,
    to_person,
)
from presence.domains.messaging.service.mail.words import phrases, spoken_language
from presence.domains.workspaces.service.console import name_of_workspace
from presence.domains.workspaces.service.factor_rule import RULE_OFF_TEMPLATE
from presence.domains.workspaces.service.invitations import PAGE, invitation_email

_ACTIVITY = "/dashboard/settings/users"


@email_writer("invitation")
async def invitation(request: EmailRequest) -> Email | None:
    """The link to join a workspace, for somebody who may not have an account yet."""
    found = await invitation_email(request.session, request.subject_id, request.now)
    if found is None:
        return None
    inviter = await identity.profile_of(request.session, request.user_id)
    language = spoken_language("invitation", inviter.locale)
    return Email(
        to=found.address,
        locale=inviter.locale,
        time_zone=inviter.time_zone,
        values={
            "workspace": identity.title_of(found.workspace_name or "") or inviter.email,
            "inviter": identity.greeting_of(found.inviter or "") or inviter.email,
            "role": phrases("invitation", language)[found.role],
            "expires": found.expires_at,
        },
        button=request.link(f"{PAGE}{found.token}"),
    )


@email_writer(RULE_OFF_TEMPLATE)
async def factor_rule_off(request: EmailRequest) -> Email | None:
    """Tells an owner who withdrew the workspace's two-step sign-in requirement, and when."""
    entry = await read_entry(request.session, request.subject_id)
    if entry is None:
        return None
    owner = await identity.profile_of(request.session, request.user_id)
    workspace = await name_of_workspace(request.session)
    return to_person(
        owner,
        {
            "actor": entry.actor_name or "—",
            "workspace": identity.title_of(workspace or "") or owner.email,
            "at": entry.created_at,
        },
        request.link(screen_address(_ACTIVITY, binding_of(request.session).workspace_id)),
    )
