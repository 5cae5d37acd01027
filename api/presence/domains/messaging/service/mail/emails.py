"""The content of an e-mail before layout, and the registry of its writers.

Invariant: an e-mail is written when it is sent, from the state at that time; a writer that returns
None means that it is no longer wanted.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from presence.core.registry import Registry
from presence.core.settings import Settings
from presence.domains.identity.service import Profile, greeting_of


@dataclass(frozen=True, slots=True)
class EmailRequest:
    """Who requested which e-mail about what; the session is bound to that person and workspace."""

    session: AsyncSession
    settings: Settings
    user_id: UUID
    subject_id: UUID
    now: datetime

    def link(self, path: str) -> str:
        """An address of the product for use in an e-mail."""
        return f"{self.settings.http.origin}{path}"


@dataclass(frozen=True, slots=True)
class EmailLine:
    """A line of a block: what, how much, and optionally how it changed.

    `href` leads to its proof, `note_href` to where the change was measured. `rose` colours the
    note: up, down, or None for neither.
    """

    label: str
    value: str
    note: str = ""
    href: str | None = None
    note_href: str | None = None
    rose: bool | None = None


@dataclass(frozen=True, slots=True)
class EmailBlock:
    """A part of an e-mail about one thing. Lines and `pointer` are (text, link target)."""

    title: str
    about: str = ""
    facts: tuple[EmailLine, ...] = ()
    lines: tuple[tuple[str, str], ...] = ()
    pointer: tuple[str, str] | None = None


@dataclass(frozen=True, slots=True)
class Email:
    """An e-mail to one address.

    `values` fill the placeholders of the text; a datetime is written in the reader's language and
    time zone. `button` is the target of the button; `unsubscribe` is where e-mails of this kind are
    switched off (empty for those about the account itself). `blocks` are placed between the lines
    and the button. `due_at` is the time at which a scheduled e-mail was promised.
    """

    to: str
    locale: str
    time_zone: str
    values: Mapping[str, str | int | datetime] = field(default_factory=dict)
    button: str | None = None
    unsubscribe: str | None = None
    blocks: tuple[EmailBlock, ...] = ()
    due_at: datetime | None = None


def to_person(
    person: Profile,
    values: Mapping[str, str | int | datetime],
    button: str | None,
    unsubscribe: str | None = None,
) -> Email:
    """An e-mail in a person's language and time zone that greets them by a name without a link."""
    name = greeting_of(person.first_name) or person.email
    return Email(
        to=person.email,
        locale=person.locale,
        time_zone=person.time_zone,
        values={"name": name, **values},
        button=button,
        unsubscribe=unsubscribe,
    )


Writer = Callable[[EmailRequest], Awaitable[Email | None]]
_WRITERS: Registry[Writer] = Registry("e-mails")


def email_writer(template: str) -> Callable[[Writer], Writer]:
    """Register the writer of a template, whose text is in `mails/words` under the same name."""
    return _WRITERS.under(template)


def known_emails() -> frozenset[str]:
    """Every registered template."""
    return frozenset(_WRITERS)


async def write(template: str, request: EmailRequest) -> Email | None:
    """The e-mail, or None if it is no longer wanted. Raises KeyError for an unknown template."""
    return await _WRITERS[template](request)
