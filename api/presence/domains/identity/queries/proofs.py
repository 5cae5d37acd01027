"""SQL statements for tokens, half-completed sign-ins, Google accounts, factors and sessions.

Statements on tables see only the bound person's rows.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from uuid import UUID

from sqlalchemy import delete, func, select, text, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession

from presence.core.ids import new_id
from presence.db.tenancy import binding_of
from presence.domains.identity.models import (
    GoogleIdentity,
    LoginChallenge,
    LoginDevice,
    LoginSession,
    OneTimeToken,
    Passkey,
    RecoveryCode,
    SecondFactor,
)
from presence.http.events import recall

_REDEEM = text("SELECT token_id, user_id FROM redeem_token(:hash, :purposes)")
_OWNER = text("SELECT token_owner(:hash, :purposes)")
_FORGET_KEYS = text("SELECT forget_keys()")
_GOOGLE = text("SELECT google_account(:subject)")
_REFUSED = text("SELECT common_passwords_refused()")
_DEMANDED = text("SELECT factor_demanded()")
_LOCKED = text("SELECT locked_workspaces(:user)")
_CHALLENGED = text("SELECT challenge_id, user_id FROM challenged(:hash, :kind)")


async def token_by_id(session: AsyncSession, token_id: UUID) -> OneTimeToken | None:
    """One of the bound person's tokens."""
    return await session.get(OneTimeToken, token_id, populate_existing=True)


async def latest_token(session: AsyncSession, purpose: str) -> OneTimeToken | None:
    """The newest usable token of a purpose."""
    statement = (
        select(OneTimeToken)
        .where(
            OneTimeToken.purpose == purpose,
            OneTimeToken.used_at.is_(None),
            OneTimeToken.expires_at > func.now(),
        )
        .order_by(OneTimeToken.id.desc())
        .limit(1)
    )
    return (await session.execute(statement)).scalar_one_or_none()


async def set_token_hash(session: AsyncSession, token_id: UUID, token_hash: bytes) -> None:
    """Set the row's token."""
    statement = update(OneTimeToken).where(OneTimeToken.id == token_id)
    await session.execute(statement.values(token_hash=token_hash))


async def token_owner(
    session: AsyncSession, token_hash: bytes, purposes: Sequence[str]
) -> UUID | None:
    """The owner of a usable token, which stays usable."""
    found: UUID | None = (
        await session.execute(_OWNER, {"hash": token_hash, "purposes": list(purposes)})
    ).scalar()
    return found


async def redeem_token(
    session: AsyncSession, token_hash: bytes, purposes: Sequence[str]
) -> tuple[UUID, UUID] | None:
    """Consume a token: (token id, user id), or None if it was used, is too old or never existed."""
    parameters = {"hash": token_hash, "purposes": list(purposes)}
    row = (await session.execute(_REDEEM, parameters)).one_or_none()
    return (row.token_id, row.user_id) if row is not None else None


async def end_tokens(session: AsyncSession, purposes: Sequence[str]) -> None:
    """Invalidate all links for these purposes.

    A change of address stays on record: the e-mail to the previous address is still to be sent.
    """
    if "email" in purposes:
        over = func.least(OneTimeToken.expires_at, func.now())
        changes = update(OneTimeToken).where(OneTimeToken.purpose == "email")
        await session.execute(changes.values(expires_at=over))
    others = [purpose for purpose in purposes if purpose != "email"]
    await session.execute(delete(OneTimeToken).where(OneTimeToken.purpose.in_(others)))


async def google_account(session: AsyncSession, subject: str) -> UUID | None:
    """The user with this Google account."""
    found: UUID | None = (await session.execute(_GOOGLE, {"subject": subject})).scalar()
    return found


async def google_of(session: AsyncSession) -> GoogleIdentity | None:
    """The bound person's Google account."""
    return (await session.execute(select(GoogleIdentity))).scalar_one_or_none()


async def forget_google(session: AsyncSession) -> bool:
    """Disconnect it; returns whether there was one."""
    gone = await session.execute(delete(GoogleIdentity).returning(GoogleIdentity.id))
    return gone.first() is not None


async def challenged(
    session: AsyncSession, token_hash: bytes, kind: str
) -> tuple[UUID, UUID] | None:
    """(challenge id, user id) of a half-completed sign-in that may still be completed."""
    row = (await session.execute(_CHALLENGED, {"hash": token_hash, "kind": kind})).one_or_none()
    return (row.challenge_id, row.user_id) if row is not None else None


async def challenge(session: AsyncSession, challenge_id: UUID) -> LoginChallenge | None:
    """One of the bound person's half-completed sign-ins, locked until the transaction ends."""
    statement = select(LoginChallenge).where(LoginChallenge.id == challenge_id).with_for_update()
    return (await session.execute(statement)).scalar_one_or_none()


async def end_challenge(session: AsyncSession, challenge_id: UUID) -> None:
    """Mark it as completed."""
    await session.execute(delete(LoginChallenge).where(LoginChallenge.id == challenge_id))


async def end_challenges(session: AsyncSession) -> None:
    """Invalidate all half-completed sign-ins of the bound person."""
    await session.execute(delete(LoginChallenge))


async def factor(session: AsyncSession) -> SecondFactor | None:
    """The bound person's authenticator app, confirmed or not."""
    statement = select(SecondFactor).execution_options(populate_existing=True)
    return (await session.execute(statement)).scalar_one_or_none()


async def factor_demanded(session: AsyncSession) -> bool:
    """Whether a workspace of the bound person requires a second factor."""
    return bool((await session.execute(_DEMANDED)).scalar())


async def locked_workspaces(session: AsyncSession, user_id: UUID) -> frozenset[UUID]:
    """Workspaces that require a second factor which the person does not have."""
    return frozenset((await session.execute(_LOCKED, {"user": user_id})).scalars())


async def use_step(session: AsyncSession, step: int) -> bool:
    """Consume the code of a time step; False if it or a later one was used before."""
    statement = update(SecondFactor).where(SecondFactor.last_step < step).values(last_step=step)
    return (await session.execute(statement.returning(SecondFactor.user_id))).first() is not None


async def forget_keys(session: AsyncSession) -> None:
    """Revoke every API key the bound person created, in any workspace."""
    await session.execute(_FORGET_KEYS)


async def forget_app(session: AsyncSession) -> None:
    """Remove the authenticator app; passkeys and recovery codes stay."""
    await session.execute(delete(SecondFactor))


async def forget_factors(session: AsyncSession) -> None:
    """Remove every second factor and all recovery codes."""
    for table in (SecondFactor, Passkey, RecoveryCode):
        await session.execute(delete(table))


async def put_recovery_codes(session: AsyncSession, user_id: UUID, hashes: Sequence[bytes]) -> None:
    """Replace all recovery codes."""
    await session.execute(delete(RecoveryCode))
    await session.execute(
        insert(RecoveryCode),
        [{"id": new_id(), "user_id": user_id, "code_hash": one} for one in hashes],
    )


async def use_recovery_code(session: AsyncSession, code_hash: bytes) -> bool:
    """Consume a code; False for a wrong or used one."""
    statement = (
        update(RecoveryCode)
        # guard: identity.recovery-code-once -> .where(RecoveryCode.code_hash == code_hash)
        .where(RecoveryCode.code_hash == code_hash, RecoveryCode.used_at.is_(None))
        .values(used_at=func.now())
        .returning(RecoveryCode.id)
    )
    return (await session.execute(statement)).first() is not None


async def recovery_codes_left(session: AsyncSession) -> int:
    """How many codes have not been used."""
    statement = select(func.count()).where(RecoveryCode.used_at.is_(None))
    return (await session.execute(statement.select_from(RecoveryCode))).scalar_one()


async def login_sessions(session: AsyncSession, idle: timedelta) -> Sequence[LoginSession]:
    """The bound person's live sessions, most recently used first."""
    statement = (
        select(LoginSession)
        .where(LoginSession.expires_at > func.now(), LoginSession.last_seen_at > func.now() - idle)
        .order_by(LoginSession.last_seen_at.desc(), LoginSession.id.desc())
    )
    return (await session.execute(statement)).scalars().all()


async def session_by_id(session: AsyncSession, session_id: UUID) -> LoginSession | None:
    """One of the bound person's sessions."""
    return await session.get(LoginSession, session_id)


async def end_other_sessions(session: AsyncSession, keep: UUID | None) -> None:
    """End every session of the bound person except `keep`."""
    statement = delete(LoginSession)
    if keep is not None:
        statement = statement.where(LoginSession.id != keep)
    await session.execute(statement)
    await recall(session, binding_of(session).user_id)


async def forget_devices(session: AsyncSession) -> None:
    """Remove all browsers' own allowances of attempts."""
    await session.execute(delete(LoginDevice))


async def common_passwords_refused(session: AsyncSession) -> bool:
    """Whether a workspace of the bound person refuses common passwords."""
    return bool((await session.execute(_REFUSED)).scalar())
