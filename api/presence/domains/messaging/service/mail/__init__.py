"""Writing and sending e-mails. Importing the package registers every template."""

from __future__ import annotations

from presence.domains.messaging.service.mail import (
    account_emails,
    billing_emails,
    digest_emails,
    notice_emails,
    support_emails,
    team_emails,
)
from presence.domains.messaging.service.mail.emails import (
    Email,
    LetterRequest,
    known_letters,
    letter,
)

__all__ = [
    "Email",
    "LetterRequest",
    "account_emails",
    "billing_emails",
    "digest_emails",
    "known_letters",
    "letter",
    "notice_emails",
    "support_emails",
    "team_emails",
]
