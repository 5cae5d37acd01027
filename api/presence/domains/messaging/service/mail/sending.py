"""Sends one e-mail of the log.

Invariant: an e-mail is marked both before and after it is passed to the server; one marked as sent
is never sent again. Only a process that dies between the server's acceptance and that mark causes a
second copy, with the same Message-ID.
"""

from __future__ import annotations

import logging
from datetime import datetime, timedelta
from email.message import EmailMessage
from uuid import UUID

from presence.core import metrics
from presence.core.mail import MailDelayed, MailRefused
from presence.domains.messaging.models import Mail
from presence.domains.messaging.queries import mail as queries
from presence.domains.messaging.service.mail import emails
from presence.domains.messaging.service.mail.rendering import render
from presence.jobs.context import AccountContext
from presence.jobs.mail import send_later

log = logging.getLogger(__name__)

# Waits after attempts that failed temporarily; together a little more than a day.
RETRY_DELAYS = tuple(timedelta(minutes=m) for m in (0.5, 2, 10, 30, 60, 120, 240, 480, 600))
_OPEN = ("queued", "sending")
NOT_CONFIGURED = "No mail server is configured."


async def send_mail(context: AccountContext, mail_id: UUID) -> None:
    """Write the e-mail, send it, and record the result. Safe to call again."""
    prepared = await _prepare(context, mail_id)
    if prepared is None:
        return
    template, message, due_at = prepared
    mailer, result = context.resources.mailer, "sent"
    try:
        if mailer is None:
            raise MailRefused(NOT_CONFIGURED)
        await mailer.send(message)
        await _end(context, mail_id, "sent", None)
    except MailDelayed as trouble:
        result = "delayed"
        await _again_later(context, mail_id, str(trouble))
    except MailRefused as trouble:
        result = "failed" if mailer is not None else "not-configured"
        await _end(context, mail_id, "failed", str(trouble))
    metrics.mails.labels(template, result).inc()
    if result == "sent" and due_at is not None:
        late = context.resources.clock.now() - due_at
        metrics.digest_delay.observe(late.total_seconds())


async def _prepare(
    context: AccountContext, mail_id: UUID
) -> tuple[str, EmailMessage, datetime | None] | None:
    """Template and message to send, marked as being sent, and the time it was promised for.

    None if there is nothing to do.
    """
    async with context.transaction() as session:
        mail = await queries.find_mail(session, mail_id)
    if mail is None or mail.status not in _OPEN:
        return None
    async with context.transaction(mail.workspace_id) as session:
        request = emails.EmailRequest(
            session=session,
            settings=context.resources.settings,
            user_id=context.user_id,
            subject_id=mail.subject_id,
            now=context.resources.clock.now(),
        )
        email = await emails.write(mail.template, request)
        if email is None:
            await queries.update_mail(session, mail_id, status="skipped")
            return None
        message = render(mail.template, email, request, mail_id)
        await queries.update_mail(
            session,
            mail_id,
            status="sending",
            attempts=Mail.attempts + 1,
            recipient=email.to,
            subject=str(message["Subject"])[:300],
        )
    return mail.template, message, email.due_at


async def _again_later(context: AccountContext, mail_id: UUID, error: str) -> None:
    async with context.transaction() as session:
        mail = await queries.find_mail(session, mail_id)
        if mail is None:
            return
        if mail.attempts > len(RETRY_DELAYS):
            await queries.update_mail(session, mail_id, status="failed", error=error[:400])
            log.error("Mail %s is given up: %s", mail_id, error)
            return
        wait = RETRY_DELAYS[mail.attempts - 1]
        await queries.update_mail(session, mail_id, status="queued", error=error[:400])
        at = context.resources.clock.now() + wait
        await send_later(session, mail_id, context.user_id, at)
    log.warning("Mail %s waits %s: %s", mail_id, wait, error)


async def _end(context: AccountContext, mail_id: UUID, status: str, error: str | None) -> None:
    now = context.resources.clock.now()
    async with context.transaction() as session:
        await queries.update_mail(
            session,
            mail_id,
            status=status,
            error=error[:400] if error else None,
            sent_at=now if status == "sent" else None,
        )
    if error:
        log.error("Mail %s failed: %s", mail_id, error)
