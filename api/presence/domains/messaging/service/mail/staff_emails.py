"""E-mails to staff, written and sent by the console's own process.

Invariant: no worker and no customer-facing process ever holds a link that gives staff access. An
e-mail is marked as sent after it was passed to the server; if that is uncertain, it is sent again.
"""

from __future__ import annotations

import asyncio
import logging
from datetime import datetime
from uuid import UUID

from presence.analysis.ports import Clock
from presence.core.mail import MailDelayed, Mailer, MailRefused
from presence.core.settings import Settings
from presence.db.session import Database
from presence.domains.messaging.service.mail.emails import Email, EmailRequest
from presence.domains.messaging.service.mail.rendering import render
from presence.domains.messaging.service.mail.sending import NOT_CONFIGURED
from presence.domains.messaging.service.mail.words import FALLBACK, phrases
from presence.domains.operators.service import staff_mails
from presence.domains.operators.service.staff_mails import DueMail

log = logging.getLogger(__name__)
EVERY_S = 2.0
_DECISION = "staff-decision"
_SCREENS = {"staff-request": "approvals", _DECISION: "approvals", staff_mails.NEWS: "staff"}


class StaffMails:
    """Sends waiting e-mails; every console process runs one, and each e-mail is taken by one."""

    def __init__(
        self, database: Database, settings: Settings, clock: Clock, mailer: Mailer | None
    ) -> None:
        self._database = database
        self._settings = settings
        self._clock = clock
        self._mailer = mailer

    async def keep_sending(self) -> None:
        """Send what is due, forever."""
        while True:
            try:
                await self.send_due()
            except Exception as error:
                log.warning("Mails to staff wait: %s: %s", type(error).__name__, error)
            await asyncio.sleep(EVERY_S)

    async def send_due(self) -> int:
        """Send every e-mail that is due; returns how many were attempted."""
        tried = 0
        while True:
            async with self._database.transaction() as session:
                mail = await staff_mails.next_mail(session, self._settings, self._clock.now())
            if mail is None:
                return tried
            await self._send(mail)
            tried += 1

    async def _send(self, mail: DueMail) -> None:
        try:
            if self._mailer is None:
                raise MailRefused(NOT_CONFIGURED)
            async with self._database.transaction() as session:
                request = EmailRequest(
                    session, self._settings, mail.staff_id, mail.id, self._clock.now()
                )
                message = render(mail.template, self._email(mail), request, mail.id)
            await self._mailer.send(message)
        except (MailDelayed, MailRefused) as trouble:
            log.error("Mail %s to staff failed: %s", mail.id, trouble)
            await self._failed(mail.id, trouble)
            return
        async with self._database.transaction() as session:
            await staff_mails.mail_sent(session, mail.id, self._clock.now())

    async def _failed(self, mail_id: UUID, trouble: MailDelayed | MailRefused) -> None:
        refused = isinstance(trouble, MailRefused)
        async with self._database.transaction() as session:
            await staff_mails.mail_failed(session, mail_id, str(trouble), for_good=refused)

    def _email(self, mail: DueMail) -> Email:
        screen = f"{self._settings.console_http.origin}/#/{_SCREENS.get(mail.template, '')}"
        return Email(
            to=mail.to,
            locale=FALLBACK,
            time_zone="UTC",
            values=_values(mail),
            button=mail.link or screen,
        )


def _values(mail: DueMail) -> dict[str, str | int | datetime]:
    values: dict[str, str | int | datetime] = {**mail.facts, "name": mail.name}
    if mail.link is not None and mail.ends_at is not None:
        values["expires"] = mail.ends_at
    if mail.template == _DECISION:
        values["how"] = phrases(_DECISION, FALLBACK)[mail.facts["how"]]
    if mail.template == staff_mails.NEWS:
        values["news"] = phrases(staff_mails.NEWS, FALLBACK)[mail.facts["news"]].format_map(
            mail.facts
        )
    return values
