"""Writing and sending mails. Importing the package registers every letter."""

from __future__ import annotations

from presence.domains.outputs.service.mail import (
    account_letters,
    billing_letters,
    digest_letters,
    notice_letters,
    support_letters,
    team_letters,
)
from presence.domains.outputs.service.mail.emails import (
    Email,
    LetterRequest,
    known_letters,
    letter,
)

__all__ = [
    "Email",
    "LetterRequest",
    "account_letters",
    "billing_letters",
    "digest_letters",
    "known_letters",
    "letter",
    "notice_letters",
    "support_letters",
    "team_letters",
]
