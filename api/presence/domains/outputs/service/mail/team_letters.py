"""Letters about belonging to a workspace."""

from __future__ import annotations

from presence.domains.identity import service as identity
from presence.domains.outputs.service.mail.letters import Letter, LetterRequest, letter
from presence.domains.outputs.service.mail.words import phrases, spoken_language
from presence.domains.workspaces.service.invitations import PAGE, invitation_letter


@letter("invitation")
async def invitation(request: LetterRequest) -> Letter | None:
    """The link to join a workspace, to somebody who may have no account yet."""
    found = await invitation_letter(request.session, request.subject_id, request.now)
    if found is None:
        return None
    inviter = await identity.profile_of(request.session, request.user_id)
    language = spoken_language("invitation", inviter.locale)
    return Letter(
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
