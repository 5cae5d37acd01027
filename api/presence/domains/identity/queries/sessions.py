"""SQL statements for users, sessions, known browsers and reserved attempts."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from sqlalchemy import bindparam, delete, exists, func, select, text
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession

from presence.core.guess_settings import ThrottleSettings
from presence.core.ids import new_id
from presence.db.tenancy import binding_of
from presence.domains.audit.service import acting_for
from presence.domains.identity.models import LoginDevice, LoginSession, User
from presence.http.events import recall

_FIND = text("SELECT find_user(:email)")
_BEGIN = text(
    "SELECT wait_seconds, user_id FROM begin_login(:attempt, :email, :address, :device,"
    " :per_pair, :pair_window, :per_account, :account_window)"
)
_FINISH = text("SELECT finish_login(:attempt)")
_END = text("SELECT end_session(:token)")
# Its last column says whose session it is: that of staff acting as the person, or their own.
_RESOLVE = text(
    "SELECT session_id, user_id, workspace_id, role,"
    " current_setting('app.impersonation', true) <> '' AS staff,"
    " pg_current_xact_id_if_assigned() IS NOT NULL AS noted"
    " FROM resolve_session(:token, :idle)"
)


DEVICE_LIFETIME = timedelta(days=365)
# The database's value instead of a role if a required second factor is missing.
LOCKED = "locked"


@dataclass(frozen=True, slots=True)
class Resolved:
    """Whose session or API key a token is, and the workspace it acts in.

    A key is its own session: `session_id` is then the key's id. `noted` says that the look-up
    updated the time of last use, which it does once in a while.
    """

    session_id: UUID
    user_id: UUID
    workspace_id: UUID | None
    role: str | None
    api_key_id: UUID | None = None
    noted: bool = False


async def find_user(session: AsyncSession, email: str) -> UUID | None:
    """Id of the account with this e-mail, whatever its case."""
    found: UUID | None = (await session.execute(_FIND, {"email": email})).scalar()
    return found


async def begin_login(
    session: AsyncSession,
    attempt: UUID,
    email: str,
    address: str,
    device: bytes | None,
    limits: ThrottleSettings,
) -> tuple[int, UUID | None]:
    """Reserve one attempt: (seconds to wait, 0 if it may proceed; account id or None)."""
    parameters = {
        "attempt": attempt,
        "email": email,
        "address": address,
        "device": device,
        "per_pair": limits.per_pair,
        "pair_window": timedelta(seconds=limits.pair_window_s),
        "per_account": limits.per_account,
        "account_window": timedelta(seconds=limits.account_window_s),
    }
    row = (await session.execute(_BEGIN, parameters)).one()
    return row.wait_seconds, row.user_id


async def finish_login(session: AsyncSession, attempt: UUID) -> None:
    """Release the reservation of a successful attempt."""
    await session.execute(_FINISH, {"attempt": attempt})


async def end_session(session: AsyncSession, token_hash: bytes) -> None:
    """Delete the session of a token, if any; the bound user's streams check their right again."""
    await session.execute(_END, {"token": token_hash})
    await recall(session, binding_of(session).user_id)


async def resolve_session(
    session: AsyncSession, token_hash: bytes, idle: timedelta
) -> Resolved | None:
    """Session, user and membership of a token; binds the open transaction to them.

    The session of staff who act as somebody counts only if the application has restricted the
    request to what they may do and has it traced: on any other path it gives no access.
    """
    row = (await session.execute(_RESOLVE, {"token": token_hash, "idle": idle})).one_or_none()
    if row is None:
        return None
    if row.staff and acting_for.get() is None:  # guard: identity.impersonation-judged
        return None
    return Resolved(row.session_id, row.user_id, row.workspace_id, row.role, noted=row.noted)


async def user_by_id(session: AsyncSession, user_id: UUID | None) -> User | None:
    """The user when the session is bound to that user or a colleague; always one statement."""
    same = User.id == bindparam("user_id", user_id, type_=User.id.type)  # None is a value too
    return (await session.execute(select(User).where(same))).scalar_one_or_none()


async def delete_session(session: AsyncSession, session_id: UUID) -> None:
    """Delete one of the bound user's own sessions."""
    await session.execute(delete(LoginSession).where(LoginSession.id == session_id))
    await recall(session, binding_of(session).user_id)


async def knows_device(session: AsyncSession, token_hash: bytes | None) -> bool:
    """Whether the bound user logged in from this browser before."""
    statement = select(exists().where(LoginDevice.token_hash == token_hash))
    return bool((await session.execute(statement)).scalar())


async def forget_expired(session: AsyncSession, idle: timedelta) -> None:
    """Delete the bound user's sessions that can no longer be used, and year-old known browsers."""
    await session.execute(
        delete(LoginSession).where(
            (LoginSession.expires_at < func.now()) | (LoginSession.last_seen_at < func.now() - idle)
        )
    )
    await session.execute(
        delete(LoginDevice).where(LoginDevice.created_at < func.now() - DEVICE_LIFETIME)
    )


async def remember_device(session: AsyncSession, user_id: UUID, token_hash: bytes) -> None:
    """Give this browser an allowance of its own."""
    await session.execute(
        insert(LoginDevice)
        .values(id=new_id(), user_id=user_id, token_hash=token_hash)
        .on_conflict_do_nothing()
    )


async def session_ends_at(session: AsyncSession, session_id: UUID) -> datetime | None:
    """When the bound user's session ends by itself."""
    statement = select(LoginSession.expires_at).where(LoginSession.id == session_id)
    return (await session.execute(statement)).scalar_one_or_none()


async def session_stands(session: AsyncSession, session_id: UUID) -> bool:
    """Whether the bound user's session exists and is within its absolute limit.

    It must be their own, or that of staff who may still act as them.
    """
    own = LoginSession.impersonation_id.is_(None)
    statement = select(
        exists().where(
            LoginSession.id == session_id,
            LoginSession.expires_at > func.now(),
            own | func.impersonation_stands(LoginSession.impersonation_id),
            User.id == LoginSession.user_id,
            User.is_active,
        )
    )
    return bool((await session.execute(statement)).scalar())


async def is_impersonated(session: AsyncSession, session_id: UUID) -> bool:
    """Whether staff act as the bound user in this session."""
    statement = select(LoginSession.impersonation_id.is_not(None))
    found = await session.execute(statement.where(LoginSession.id == session_id))
    return bool(found.scalar())
