"""The user's own names and phone number, as a value that other slices may keep."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from presence.core.errors import NotFound
from presence.domains.identity import queries
from presence.domains.identity.models import User

_GREETING_MAX = 40
_TITLE_MAX = 80
_EDITABLE = frozenset({"first_name", "last_name", "phone", "locale", "time_zone"})


@dataclass(frozen=True, slots=True)
class Profile:
    """What the product shows about a user."""

    id: UUID
    first_name: str
    last_name: str
    email: str
    email_verified: bool
    phone: str | None
    locale: str
    time_zone: str


def greeting_of(name: str) -> str:
    """A name that is safe in an e-mail.

    Somebody who registers another person's address chooses the name, so it contains neither a link
    nor a second line.
    """
    plain = re.sub(r"[^\w' -]+", " ", name)
    return " ".join(plain.split())[:_GREETING_MAX]


def title_of(name: str) -> str:
    """A workspace's name that is safe in an e-mail to a stranger: one line, without an address."""
    plain = re.sub(r"(?<=\w)\.(?=\w)|[^\w'&+.,()!-]+", " ", name)
    return " ".join(plain.split())[:_TITLE_MAX]


async def profile_of(session: AsyncSession, user_id: UUID) -> Profile:
    """A visible user's profile. Raises NotFound."""
    return _profile(await _visible(session, user_id))


async def update_profile(
    session: AsyncSession, user_id: UUID, changes: Mapping[str, object]
) -> Profile:
    """Change the user's own editable fields; an unknown name is a programming error."""
    unknown = changes.keys() - _EDITABLE
    if unknown:
        raise KeyError(f"Not editable: {sorted(unknown)}")
    user = await _visible(session, user_id)
    for name, value in changes.items():
        setattr(user, name, value)
    await session.flush()
    return _profile(user)


async def _visible(session: AsyncSession, user_id: UUID) -> User:
    user = await queries.user_by_id(session, user_id)
    if user is None:
        raise NotFound("We could not find that user.")
    return user


def _profile(user: User) -> Profile:
    return Profile(
        id=user.id,
        first_name=user.first_name,
        last_name=user.last_name,
        email=user.email,
        email_verified=user.is_verified,
        phone=user.phone,
        locale=user.locale,
        time_zone=user.time_zone,
    )
