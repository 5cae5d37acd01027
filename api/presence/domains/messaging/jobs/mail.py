"""The job that sends one e-mail."""

from __future__ import annotations

from uuid import UUID

from presence.domains.messaging.service.mail.sending import send_mail
from presence.jobs.context import AccountContext, account_job
from presence.jobs.mail import SEND


@account_job(SEND)
async def send(context: AccountContext, mail_id: UUID) -> None:
    """Render and send an e-mail that was requested."""
    await send_mail(context, mail_id)
