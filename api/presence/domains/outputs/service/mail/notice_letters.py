"""Notifications by mail, for members who asked for them; the words stand under `notice-<kind>`.

Invariant: a mail says what the line in the bell says, and nothing once that line was read.
"""

from __future__ import annotations

from presence.domains.identity import service as identity
from presence.domains.outputs.models import Notification
from presence.domains.outputs.queries import notifications as queries
from presence.domains.outputs.schemas.notifications import Kind
from presence.domains.outputs.service.mail.letters import Letter, LetterRequest, letter
from presence.domains.outputs.service.notifications.kinds import KINDS

_PATHS: dict[Kind, str] = {
    "run-completed": "/dashboard",
    "run-failed": "/dashboard",
    "gaps-found": "/dashboard/ai-visibility-gaps",
    "report-ready": "/dashboard",
    "member-joined": "/dashboard/settings/users",
    "plan-changed": "/dashboard/settings/subscription",
}


def path_of(kind: Kind, line: Notification) -> str:
    """Where the product shows what the line is about."""
    brand = f"?brand={line.brand_id}" if line.brand_id is not None else ""
    return f"{_PATHS[kind]}{brand}"


def _writer(kind: Kind) -> None:
    @letter(f"notice-{kind}")
    async def write(request: LetterRequest) -> Letter | None:
        line = await queries.find(request.session, request.subject_id)
        if line is None or line.read_at is not None:
            return None
        person = await identity.profile_of(request.session, request.user_id)
        return Letter(
            to=person.email,
            locale=person.locale,
            time_zone=person.time_zone,
            values={
                "name": identity.greeting_of(person.first_name),
                **{key: "" if value is None else value for key, value in line.data.items()},
            },
            button=request.link(path_of(kind, line)),
        )


for _kind in KINDS:
    _writer(_kind)
