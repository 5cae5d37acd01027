"""SQL statements for the bound person's passkeys, and functions for challenges."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from sqlalchemy import delete, func, select, text
from sqlalchemy.ext.asyncio import AsyncSession

from presence.db.tenancy import binding_of
from presence.domains.identity.models import Passkey, RecoveryCode, User

_KEEP = text("SELECT keep_passkey_challenge(:challenge, :purpose, :holder, :expires)")
_TAKE = text("SELECT take_passkey_challenge(:challenge, :purpose, :holder)")
_OWNER = text("SELECT passkey_owner(:credential)")
_HAS_FACTOR = text("SELECT has_second_factor(:user)")


async def keep_passkey_challenge(
    session: AsyncSession, challenge_hash: bytes, purpose: str, holder: bytes, expires: datetime
) -> None:
    """Store a challenge for the holder of the secret whose hash is `holder`."""
    values = {"challenge": challenge_hash, "purpose": purpose, "holder": holder, "expires": expires}
    await session.execute(_KEEP, values)


async def take_passkey_challenge(
    session: AsyncSession, challenge_hash: bytes, purpose: str, holder: bytes
) -> bool:
    """Consume a challenge; False if it was used, is too old, or is for something else."""
    values = {"challenge": challenge_hash, "purpose": purpose, "holder": holder}
    return bool((await session.execute(_TAKE, values)).scalar())


async def passkey_owner(session: AsyncSession, credential_id: bytes) -> UUID | None:
    """Whose passkey has this credential id."""
    found: UUID | None = (await session.execute(_OWNER, {"credential": credential_id})).scalar()
    return found


async def has_factor(session: AsyncSession) -> bool:
    """Whether the bound person has a second factor of any kind."""
    found = await session.execute(_HAS_FACTOR, {"user": binding_of(session).user_id})
    return bool(found.scalar())


async def passkeys(session: AsyncSession) -> Sequence[Passkey]:
    """The bound person's passkeys, oldest first."""
    return (await session.execute(select(Passkey).order_by(Passkey.id))).scalars().all()


async def passkey(session: AsyncSession, passkey_id: UUID) -> Passkey | None:
    """One of the bound person's passkeys."""
    return await session.get(Passkey, passkey_id)


async def passkey_to_use(session: AsyncSession, credential_id: bytes) -> Passkey | None:
    """The bound person's passkey with this credential id, locked until the transaction ends."""
    statement = select(Passkey).where(Passkey.credential_id == credential_id).with_for_update()
    return (await session.execute(statement)).scalar_one_or_none()


async def lock_person(session: AsyncSession) -> None:
    """Prevent additions to the bound person's passkeys until the transaction ends."""
    own = select(User.id).where(User.id == binding_of(session).user_id)
    await session.execute(own.with_for_update())


async def count_passkeys(session: AsyncSession) -> int:
    """How many passkeys the bound person has."""
    return (await session.execute(select(func.count()).select_from(Passkey))).scalar_one()


async def forget_passkey(session: AsyncSession, passkey_id: UUID) -> None:
    """Remove one of the bound person's passkeys."""
    await session.execute(delete(Passkey).where(Passkey.id == passkey_id))


async def forget_idle_codes(session: AsyncSession) -> None:
    """Delete the recovery codes once there is no factor left for which they could stand in."""
    if not await has_factor(session):
        await session.execute(delete(RecoveryCode))
