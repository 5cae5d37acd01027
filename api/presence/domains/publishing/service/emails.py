"""E-mails about files that are ready. Importing the module registers them."""

from __future__ import annotations

from presence.domains.messaging.service.mail import Email, EmailRequest, email_writer
from presence.domains.messaging.service.mail.account_emails import account_notice
from presence.domains.publishing.queries import exports as queries

_DATA = "/dashboard/settings/data"


@email_writer("export-ready")
async def export_ready(request: EmailRequest) -> Email | None:
    """The copy of a person's data can be downloaded."""
    export = await queries.find_export(request.session, request.subject_id)
    if export is None:
        return None
    return await account_notice(request, _DATA, expires=export.expires_at)
