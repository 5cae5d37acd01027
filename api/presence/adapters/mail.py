"""Carries mails: over SMTP, or, on a machine that only its owner reaches, into a folder to read.

Invariant: `None` is the answer of `mailer_of` exactly when mails cannot leave: no server is
configured and the product is not local.
"""

from __future__ import annotations

import asyncio
import os
import ssl
from email.message import EmailMessage
from email.utils import parseaddr
from pathlib import Path

import aiosmtplib
from aiosmtplib.errors import (
    SMTPAuthenticationError,
    SMTPException,
    SMTPNotSupported,
    SMTPRecipientsRefused,
    SMTPResponseException,
)

from presence.core.mail import MailDelayed, Mailer, MailRefused
from presence.core.settings import MailSettings, Settings

_PERMANENT = 500
OUTBOX = "outbox"


class SmtpMailer:
    """One connection per message: mails are few, and a dead connection cannot be inherited."""

    def __init__(self, settings: MailSettings) -> None:
        self._settings = settings

    async def send(self, message: EmailMessage) -> None:
        """Hand one message over. Raises MailRefused or MailDelayed."""
        try:
            await self._hand_over(message)
        except SMTPRecipientsRefused as error:
            codes = [refusal.code for refusal in error.recipients]
            kind = MailRefused if min(codes, default=0) >= _PERMANENT else MailDelayed
            raise kind(f"The mail server refused the recipient ({codes}).") from error
        except SMTPAuthenticationError as error:
            # The operator can put this right; the mail is worth keeping until then.
            raise MailDelayed(f"The mail server refused the account ({error.code}).") from error
        except SMTPNotSupported as error:
            raise MailDelayed("The mail server does not offer what is configured.") from error
        except SMTPResponseException as error:
            kind = MailRefused if error.code >= _PERMANENT else MailDelayed
            raise kind(f"The mail server answered {error.code} {error.message[:200]}") from error
        except (SMTPException, OSError, TimeoutError) as error:
            said = f"{type(error).__name__}: {error}"[:200]
            raise MailDelayed(f"The mail server could not be used: {said}") from error

    async def _hand_over(self, message: EmailMessage) -> None:
        chosen = self._settings
        await aiosmtplib.send(
            message,
            sender=parseaddr(str(message["From"]))[1],
            hostname=chosen.host,
            port=chosen.port,
            username=chosen.username or None,
            password=chosen.password.get_secret_value() or None,
            use_tls=chosen.security == "tls",
            start_tls=chosen.security == "starttls",
            tls_context=ssl.create_default_context() if chosen.security != "none" else None,
            timeout=chosen.timeout_s,
        )


class OutboxMailer:
    """Keeps every mail as a file that a mail program can open."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    async def send(self, message: EmailMessage) -> None:
        """Write one message; the same Message-ID replaces its earlier copy."""
        await asyncio.to_thread(self._write, message)

    def _write(self, message: EmailMessage) -> None:
        self._folder.mkdir(parents=True, exist_ok=True)
        name = str(message["Message-ID"]).strip("<>").partition("@")[0]
        path = self._folder / f"{name}.eml"
        fresh = path.with_suffix(".part")
        with os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
            file.write(message.as_bytes())
        fresh.replace(path)


def mailer_of(settings: Settings) -> Mailer | None:
    """What carries this deployment's mails; None when nothing does."""
    if settings.mail.host:
        return SmtpMailer(settings.mail)
    if settings.is_local:  # guard: mail.outbox-local
        return OutboxMailer(settings.state_dir / OUTBOX)
    return None
