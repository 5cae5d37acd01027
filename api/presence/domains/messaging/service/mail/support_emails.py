"""E-mails about what support did: an answer to a question, and access as a member."""

from __future__ import annotations

from datetime import datetime

from presence.db.tenancy import binding_of
from presence.domains.audit.service import newest_about
from presence.domains.identity import service as identity
from presence.domains.messaging.service.addresses import screen_address
from presence.domains.messaging.service.mail.emails import (
    Email,
    EmailRequest,
    email_writer,
    to_person,
)
from presence.domains.messaging.service.mail.words import phrases, spoken_language
from presence.domains.workspaces.service.console import (
    ANSWER_TEMPLATE,
    answered_request,
    name_of_workspace,
)

NOTICE = "support-impersonation"
ACTIVITY = "/dashboard/settings/users"


@email_writer(ANSWER_TEMPLATE)
async def support_answer(request: EmailRequest) -> Email | None:
    """Staff's answer, to the person who asked."""
    found = await answered_request(request.session, request.subject_id)
    if found is None:
        return None
    person = await identity.profile_of(request.session, request.user_id)
    return to_person(
        person,
        {
            "asked": found.asked,
            "answer": found.answer,
        },
        request.link("/dashboard"),
    )


@email_writer(NOTICE)
async def support_impersonation(request: EmailRequest) -> Email | None:
    """Who of staff has access as a member, why, until when and with what permissions."""
    target = f"impersonations:{request.subject_id}"
    entry = await newest_about(request.session, "impersonation.started", target)
    if entry is None or entry.after is None or entry.on_behalf_of is None:
        return None
    owner = await identity.profile_of(request.session, request.user_id)
    member = await identity.profile_of(request.session, entry.on_behalf_of)
    workspace = await name_of_workspace(request.session)
    words = phrases(NOTICE, spoken_language(NOTICE, owner.locale))
    return to_person(
        owner,
        {
            "actor": entry.actor_name or "",
            "workspace": identity.title_of(workspace or "") or owner.email,
            "member": member.email,
            "reason": entry.after["reason"],
            "access": words[entry.after["mode"]],
            "until": datetime.fromisoformat(entry.after["until"]),
        },
        request.link(screen_address(ACTIVITY, binding_of(request.session).workspace_id)),
    )
