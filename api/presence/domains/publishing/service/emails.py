"""E-mails about files that are ready. Importing the module registers them."""

from __future__ import annotations

from presence.domains.messaging.service.mail import Email, LetterRequest, letter
from presence.domains.messaging.service.mail.account_emails import account_notice
from presence.domains.publishing.queries import exports as queries

_DATA = "/dashboard/settings#data"


@letter("export-ready")
async def export_ready(request: LetterRequest) -> Email | None:
    """The copy of a person's data can be downloaded."""
    export = await queries.find_export(request.session, request.subject_id)
    if export is None:
        return None
    return await account_notice(request, _DATA, expires=export.expires_at)
