"""The port for sending e-mail, whichever way it is sent, and how it can fail.

Invariant: a mailer either passes on the complete message or raises one of the two exceptions.
"""

from __future__ import annotations

from email.message import EmailMessage
from typing import Protocol


class MailError(Exception):
    """The message was not handed over; the text is one sentence for the mail log."""


class MailRefused(MailError):
    """The other side refused it permanently: another attempt would be refused again."""


class MailDelayed(MailError):
    """It may work later: no connection, a timeout, a temporary refusal."""


class Mailer(Protocol):
    """Hands messages over to a mail server, or to whatever takes its place."""

    async def send(self, message: EmailMessage) -> None:
        """Hand one message over. Raises MailRefused or MailDelayed."""
        ...
