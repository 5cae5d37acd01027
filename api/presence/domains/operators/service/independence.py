"""Whether two admins are two people, as far as the console can know.

Invariant: an admin who let an account in, reset it, promoted it or re-enabled it does not decide
together with it, nor does anybody tied to it by a chain of recent such requests. Setting up a
sign-in on the command line cuts the ties of an account: whoever has the shell has the database.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from presence.domains.operators.models import Staff
from presence.domains.operators.queries import origins as queries

CHAIN_LASTS = timedelta(days=90)
_DOTLESS = {"gmail.com", "googlemail.com"}


@dataclass(frozen=True, slots=True)
class Tie:
    """One person requested the account of the other, at a given time."""

    maker: UUID
    made: UUID
    at: datetime


def mailbox_of(email: str) -> str:
    """The mailbox behind an address, as far as that can be known: without tag, folded."""
    name, _, domain = email.strip().lower().partition("@")
    name = name.partition("+")[0]
    if domain in _DOTLESS:
        name, domain = name.replace(".", ""), "gmail.com"
    return f"{name}@{domain.rstrip('.')}"


def tied_to(person: UUID, ties: Iterable[Tie], now: datetime) -> set[UUID]:
    """Who is not independent of `person`: direct ties of any age, chains of recent ones."""
    known = tuple(ties)
    found = {tie.made for tie in known if tie.maker == person}
    found |= {tie.maker for tie in known if tie.made == person}
    recent = [tie for tie in known if now - tie.at <= CHAIN_LASTS]
    reached = {person}
    while True:
        further = {tie.made for tie in recent if tie.maker in reached}
        further |= {tie.maker for tie in recent if tie.made in reached}
        if further <= reached:
            return (found | reached) - {person}
        reached |= further


async def are_two_people(session: AsyncSession, one: Staff, other: Staff, now: datetime) -> bool:
    """Whether the two accounts may decide something together."""
    if one.id == other.id or mailbox_of(one.email) == mailbox_of(other.email):
        return False
    ties = [Tie(*row) for row in await queries.ties(session)]
    return other.id not in tied_to(one.id, ties, now)
