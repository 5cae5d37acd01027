"""SQL statements for staff accounts and their sessions."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from sqlalchemy import delete, select, update
from sqlalchemy.dialects.postgresql import insert as pg_insert
from sqlalchemy.ext.asyncio import AsyncSession

from presence.domains.operators.models import Staff, StaffDevice, StaffIdentity, StaffSession


@dataclass(frozen=True, slots=True)
class SignedIn:
    """The owner of a session token, when they last used it and when it ends at the latest."""

    session_id: UUID
    id: UUID
    email: str
    name: str
    role: str
    last_seen_at: datetime
    expires_at: datetime


async def by_token(
    session: AsyncSession, token_hash: bytes, step: str, now: datetime
) -> SignedIn | None:
    """The active member of staff with this session, at this step of signing in.

    Nobody may have used it for too long, which the caller decides by `last_seen_at`.
    """
    statement = (
        select(
            StaffSession.id,
            Staff.id,
            Staff.email,
            Staff.name,
            Staff.role,
            StaffSession.last_seen_at,
            StaffSession.expires_at,
        )
        .join(Staff, Staff.id == StaffSession.staff_id)
        .where(
            StaffSession.token_hash == token_hash,
            StaffSession.step == step,  # guard: staff.session-of-both-factors
            StaffSession.expires_at > now,  # guard: staff.session-in-time
            Staff.status == "active",  # guard: staff.session-of-the-active
        )
    )
    row = (await session.execute(statement)).one_or_none()
    return SignedIn(*row) if row is not None else None


async def note_use(session: AsyncSession, session_id: UUID, now: datetime) -> bool:
    """Record that a session is used; False if it was ended in the meantime."""
    statement = (
        update(StaffSession)
        .where(StaffSession.id == session_id)
        .values(last_seen_at=now)
        .returning(StaffSession.id)
    )
    return (await session.execute(statement)).scalar() is not None


async def by_id(session: AsyncSession, staff_id: UUID) -> Staff | None:
    """The account."""
    return await session.get(Staff, staff_id)


async def by_email(session: AsyncSession, email: str) -> Staff | None:
    """The account with this address, whatever its case."""
    statement = select(Staff).where(Staff.email == email.lower())
    return (await session.execute(statement)).scalar_one_or_none()


async def by_subject(session: AsyncSession, subject: str) -> Staff | None:
    """The account linked to this subject at the sign-in provider."""
    statement = (
        select(Staff)
        .join(StaffIdentity, StaffIdentity.staff_id == Staff.id)
        .where(StaffIdentity.subject == subject)
    )
    return (await session.execute(statement)).scalar_one_or_none()


async def has_subject(session: AsyncSession, staff_id: UUID) -> bool:
    """Whether somebody has signed in from the provider before."""
    return await session.get(StaffIdentity, staff_id) is not None


async def link_subject(session: AsyncSession, staff_id: UUID, subject: str) -> bool:
    """Store somebody's account at the provider; False if they have another, or it is another's."""
    made = pg_insert(StaffIdentity).values(staff_id=staff_id, subject=subject)
    await session.execute(made.on_conflict_do_nothing())
    theirs = select(StaffIdentity.subject).where(StaffIdentity.staff_id == staff_id)
    return (await session.execute(theirs)).scalar() == subject


async def forget_subject(session: AsyncSession, staff_id: UUID) -> None:
    """Forget somebody's account at the provider: the next one they sign in from is theirs."""
    await session.execute(delete(StaffIdentity).where(StaffIdentity.staff_id == staff_id))


async def by_invitation(session: AsyncSession, token_hash: bytes, now: datetime) -> Staff | None:
    """The account of an invitation link; locked, so that it is used only once.

    A link created before somebody was disabled admits nobody.
    """
    statement = (
        select(Staff)
        .where(
            Staff.invitation_hash == token_hash,
            Staff.invitation_expires_at > now,  # guard: staff.invitation-in-time
            Staff.status != "disabled",  # guard: staff.invitation-of-the-disabled
        )
        .with_for_update()
    )
    return (await session.execute(statement)).scalar_one_or_none()


async def use_step(session: AsyncSession, staff_id: UUID, step: int) -> bool:
    """Record a code's step; False if it or a later one was used."""
    statement = (
        update(Staff)
        # guard: staff.code-once -> .where(Staff.id == staff_id)
        .where(Staff.id == staff_id, Staff.last_step < step)
        .values(last_step=step)
        .returning(Staff.id)
    )
    return (await session.execute(statement)).scalar() is not None


async def insert(session: AsyncSession, row: Staff | StaffSession) -> None:
    """Store a new account."""
    session.add(row)
    await session.flush()


async def lock_admins(session: AsyncSession) -> list[Staff]:
    """All admins that can sign in, freshly read and locked against concurrent changes."""
    statement = (
        select(Staff)
        .where(Staff.role == "admin", Staff.status == "active")
        .order_by(Staff.id)
        .with_for_update(key_share=True)
        .execution_options(populate_existing=True)
    )
    return list((await session.scalars(statement)).all())


async def fresh(session: AsyncSession, staff_id: UUID) -> Staff | None:
    """The account, freshly read."""
    return await session.get(Staff, staff_id, populate_existing=True)


async def locked(session: AsyncSession, staff_id: UUID) -> Staff | None:
    """The account, freshly read and locked against concurrent changes."""
    lock = {"key_share": True}
    return await session.get(Staff, staff_id, populate_existing=True, with_for_update=lock)


async def addresses(session: AsyncSession) -> list[str]:
    """The e-mail addresses of all staff."""
    return list((await session.scalars(select(Staff.email))).all())


async def knows_device(session: AsyncSession, staff_id: UUID, token_hash: bytes) -> bool:
    """Whether somebody has signed in with this browser before."""
    return await session.get(StaffDevice, (staff_id, token_hash)) is not None


async def add_device(session: AsyncSession, staff_id: UUID, token_hash: bytes) -> None:
    """Remember this browser."""
    session.add(StaffDevice(staff_id=staff_id, token_hash=token_hash))
    await session.flush()


async def forget_devices(session: AsyncSession, staff_id: UUID) -> None:
    """Forget all of somebody's browsers."""
    await session.execute(delete(StaffDevice).where(StaffDevice.staff_id == staff_id))


async def forget_other_devices(session: AsyncSession, staff_id: UUID, kept: bytes) -> None:
    """Forget all of somebody's browsers except one."""
    others = (StaffDevice.staff_id == staff_id, StaffDevice.token_hash != kept)
    await session.execute(delete(StaffDevice).where(*others))


async def end_session(session: AsyncSession, session_id: UUID) -> None:
    """End one session."""
    await session.execute(delete(StaffSession).where(StaffSession.id == session_id))


async def end_other_sessions(session: AsyncSession, staff_id: UUID, kept: UUID) -> None:
    """End all sessions of an account except one, including half-completed sign-ins."""
    others = (StaffSession.staff_id == staff_id, StaffSession.id != kept)
    await session.execute(delete(StaffSession).where(*others))


async def end_half_session(session: AsyncSession, session_id: UUID) -> str | None:
    """End a half-completed sign-in: the subject at the provider it came from, "" without one.

    None if it had ended already.
    """
    statement = delete(StaffSession).where(StaffSession.id == session_id)
    ended = await session.execute(statement.returning(StaffSession.provider_subject))
    return ended.scalar_one_or_none()


async def end_sessions(session: AsyncSession, staff_id: UUID) -> None:
    """End all sessions of an account."""
    await session.execute(delete(StaffSession).where(StaffSession.staff_id == staff_id))


async def forget_expired(session: AsyncSession, now: datetime) -> None:
    """Delete sessions whose time is over; idle ones are kept until then, to say why they ended."""
    await session.execute(delete(StaffSession).where(StaffSession.expires_at < now))
