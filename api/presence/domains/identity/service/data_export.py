"""What the product knows about a person, as plain values for their copy of it."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from datetime import datetime, timedelta
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from presence.domains.identity import queries
from presence.domains.identity.service.logins import device_of
from presence.domains.identity.service.passkeys import passkeys_of
from presence.domains.identity.service.profiles import Profile, profile_of
from presence.domains.identity.service.second_factor import state_of


@dataclass(frozen=True, slots=True)
class PortableProfile(Profile):
    """A profile, and the ways to sign in besides a password."""

    google: str | None
    second_factor: bool


@dataclass(frozen=True, slots=True)
class PortablePasskey:
    """A passkey without its key."""

    name: str
    synced: bool
    added_at: datetime
    last_used_at: datetime | None


@dataclass(frozen=True, slots=True)
class PortableLogin:
    """A device that is signed in."""

    device: str
    user_agent: str
    address: str
    signed_in_at: datetime
    last_seen_at: datetime


@dataclass(frozen=True, slots=True)
class PortableAccount:
    """What the product knows about a person; no secrets."""

    account: PortableProfile
    passkeys: tuple[PortablePasskey, ...]
    logins: tuple[PortableLogin, ...]


async def exported_account(
    session: AsyncSession, user_id: UUID, idle: timedelta
) -> PortableAccount:
    """The bound person's account, passkeys and logins."""
    google = await queries.google_of(session)
    return PortableAccount(
        account=PortableProfile(
            **asdict(await profile_of(session, user_id)),
            google=google.email if google is not None else None,
            second_factor=(await state_of(session)).enabled,
        ),
        passkeys=tuple(
            PortablePasskey(one.name, one.synced, one.created_at, one.last_used_at)
            for one in await passkeys_of(session)
        ),
        logins=tuple(
            PortableLogin(
                device_of(row.user_agent),
                row.user_agent,
                row.address,
                row.created_at,
                row.last_seen_at,
            )
            for row in await queries.login_sessions(session, idle)
        ),
    )
