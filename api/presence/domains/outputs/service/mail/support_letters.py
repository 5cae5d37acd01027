"""The answer to what somebody asked support."""

from __future__ import annotations

from presence.domains.identity import service as identity
from presence.domains.outputs.service.mail.letters import Letter, LetterRequest, letter
from presence.domains.workspaces.service.console import ANSWER_TEMPLATE, answered_request


@letter(ANSWER_TEMPLATE)
async def support_answer(request: LetterRequest) -> Letter | None:
    """What staff answered, to the person who asked."""
    found = await answered_request(request.session, request.subject_id)
    if found is None:
        return None
    person = await identity.profile_of(request.session, request.user_id)
    return Letter(
        to=person.email,
        locale=person.locale,
        time_zone=person.time_zone,
        values={
            "name": person.first_name or person.email,
            "asked": found.asked,
            "answer": found.answer,
        },
        button=request.link("/dashboard"),
    )
