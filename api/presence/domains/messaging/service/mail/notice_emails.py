"""Notifications as e-mails, for members who chose them; texts are under `notice-<kind>`.

Invariant: an e-mail says what the line in the bell says, and is not sent once that line was read.
"""

from __future__ import annotations

from presence.domains.identity import service as identity
from presence.domains.messaging.queries import notifications as queries
from presence.domains.messaging.schemas.notifications import Kind
from presence.domains.messaging.service.mail.emails import (
    Email,
    EmailRequest,
    email_writer,
    to_person,
)
from presence.domains.messaging.service.mail.unsubscribing import stop_address
from presence.domains.messaging.service.notifications.kinds import KINDS, RULES, path_of


def _writer(kind: Kind) -> None:
    @email_writer(f"notice-{kind}")
    async def write(request: EmailRequest) -> Email | None:
        line = await queries.find_notification(request.session, request.subject_id)
        if line is None or line.read_at is not None:
            return None
        person = await identity.profile_of(request.session, request.user_id)
        if "email" in RULES[kind].default and not person.email_verified:
            return None  # nobody asked for it, and who reads that address is unknown
        return to_person(
            person,
            {
                **{key: "" if value is None else value for key, value in line.data.items()},
            },
            request.link(path_of(kind, line.workspace_id, line.brand_id)),
            unsubscribe=await stop_address(request, kind),
        )


for _kind in KINDS:
    _writer(_kind)
