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
    EmailRequest,
    email_writer,
    known_emails,
)

__all__ = [
    "Email",
    "EmailRequest",
    "account_emails",
    "billing_emails",
    "digest_emails",
    "email_writer",
    "known_emails",
    "notice_emails",
    "support_emails",
    "team_emails",
]
