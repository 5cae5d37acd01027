"""What a letter says, before it is laid out, and the registry of who writes which.

Invariant: a letter is written when it is sent, from what is true then; a writer that answers None
says that the letter is no longer wanted.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from presence.core.settings import Settings


@dataclass(frozen=True, slots=True)
class LetterRequest:
    """Who asked for which letter about what; the session is bound to that person and workspace."""

    session: AsyncSession
    settings: Settings
    user_id: UUID
    subject_id: UUID
    now: datetime

    def link(self, path: str) -> str:
        """An address of the product that a mail may carry."""
        return f"{self.settings.http.origin}{path}"


@dataclass(frozen=True, slots=True)
class Fact:
    """A line of a block: what, how much, and perhaps how that changed. `href` leads to its proof,
    `note_href` to where the change was counted.

    `rose` colours the note: up, down, or None for neither.
    """

    label: str
    value: str
    note: str = ""
    href: str | None = None
    note_href: str | None = None
    rose: bool | None = None


@dataclass(frozen=True, slots=True)
class Block:
    """A part of a letter about one thing. Lines and `pointer` are (words, where they lead)."""

    title: str
    about: str = ""
    facts: tuple[Fact, ...] = ()
    lines: tuple[tuple[str, str], ...] = ()
    pointer: tuple[str, str] | None = None


@dataclass(frozen=True, slots=True)
class Email:
    """A letter to one address.

    `values` fill the words' placeholders; a datetime is written in the reader's language and
    zone. `button` is where the button leads; `unsubscribe` is where mails of this kind are switched
    off (none for those about the account itself). `blocks` stand between the lines and the button.
    `due_at` is the hour a letter with a date was promised for.
    """

    to: str
    locale: str
    time_zone: str
    values: Mapping[str, str | int | datetime] = field(default_factory=dict)
    button: str | None = None
    unsubscribe: str | None = None
    blocks: tuple[Block, ...] = ()
    due_at: datetime | None = None


Writer = Callable[[LetterRequest], Awaitable[Email | None]]
_WRITERS: dict[str, Writer] = {}


def letter(template: str) -> Callable[[Writer], Writer]:
    """Register the writer of a template; its words stand in `mails/words` under the same name."""

    def register(writer: Writer) -> Writer:
        if template in _WRITERS:
            raise ValueError(f"Two letters are called {template!r}.")
        _WRITERS[template] = writer
        return writer

    return register


def known_letters() -> frozenset[str]:
    """Every registered template."""
    return frozenset(_WRITERS)


async def write(template: str, request: LetterRequest) -> Email | None:
    """The letter, or None when it is no longer wanted. KeyError for an unknown template."""
    return await _WRITERS[template](request)
