"""What becomes of an account of staff: invited, its sign-in set up anew, another role, disabled.

Invariant: the console keeps an admin who can sign in, unless the command line says otherwise; what
lets somebody in no more ends their sessions in the same transaction.
"""

from __future__ import annotations

import asyncio
from datetime import datetime, timedelta
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from presence.core.errors import Conflict, NotFound
from presence.core.ids import new_id
from presence.core.secrets import open_vault
from presence.core.settings import Settings
from presence.core.totp import new_secret
from presence.domains.identity.service import new_token, token_hash
from presence.domains.operators.errors import nothing_there
from presence.domains.operators.models import Staff
from presence.domains.operators.queries import staff as queries
from presence.domains.operators.roles import StaffRole
from presence.domains.operators.service.accounts import place_of
from presence.domains.operators.service.permissions import ADMIN

INVITED_FOR = timedelta(hours=48)
_TAKEN = "Somebody of staff has this e-mail already."
_LAST_ADMIN = "The console needs an admin who can sign in."
_DISABLED = "This account is disabled. Enable it first."
_UNKNOWN = "Nobody of staff has this e-mail."


async def invite(
    session: AsyncSession,
    settings: Settings,
    email: str,
    name: str,
    role: StaffRole,
    invited_by: UUID | None,
    now: datetime,
) -> tuple[UUID, str]:
    """A new account, or a fresh link for one not set up yet: its id and the link's token.

    Conflict for an address in use.
    """
    row = await queries.by_email(session, email)
    if row is not None and row.status != "invited":
        raise Conflict(_TAKEN)
    if row is None:
        row = Staff(id=new_id(), email=email.lower(), name=name, role=role, invited_by=invited_by)
        await queries.insert(session, row)
    row.role, row.name = role, name or row.name or email.partition("@")[0]
    return row.id, await _fresh_link(session, settings, row, now)


async def reset_sign_in(
    session: AsyncSession, settings: Settings, staff_id: UUID, now: datetime
) -> str:
    """Forget password and authenticator app and end all sessions; the token of a link that sets
    both up anew. NotFound; Conflict for somebody disabled, whom this must not let in.
    """
    row = await queries.by_id(session, staff_id)
    if row is None:
        raise nothing_there()
    if row.status == "disabled":
        raise Conflict(_DISABLED)
    row.password_hash, row.status, row.last_step = None, "invited", 0
    await queries.end_sessions(session, staff_id)
    return await _fresh_link(session, settings, row, now)


async def account_of(session: AsyncSession, email: str) -> UUID:
    """Whose address it is. NotFound."""
    row = await queries.by_email(session, email)
    if row is None:
        raise NotFound(_UNKNOWN)
    return row.id


async def is_staff(session: AsyncSession, staff_id: UUID) -> bool:
    """Whether it is the id of a colleague."""
    return await queries.by_id(session, staff_id) is not None


async def change_role(session: AsyncSession, staff_id: UUID, role: StaffRole) -> str:
    """Give somebody another role, which counts from their next call on; the one they had.

    NotFound; Conflict for the last admin.
    """
    row = await queries.by_id(session, staff_id)
    if row is None:
        raise nothing_there()
    if role != ADMIN:
        await _keep_an_admin(session, row)
    before, row.role = row.role, role
    await session.flush()
    return before


async def set_enabled(session: AsyncSession, staff_id: UUID, *, enabled: bool) -> None:
    """Disable somebody, which ends their sessions at once, or let them in again."""
    row = await queries.by_id(session, staff_id)
    if row is None:
        raise nothing_there()
    if not enabled:
        await _keep_an_admin(session, row)
        await queries.end_sessions(session, staff_id)
    back = "active" if row.password_hash else "invited"
    await queries.change(session, staff_id, status=back if enabled else "disabled")


async def _keep_an_admin(session: AsyncSession, row: Staff) -> None:
    is_admin = row.role == ADMIN and row.status == "active"
    if is_admin and await queries.count_admins(session) < 2:
        raise Conflict(_LAST_ADMIN)


async def _fresh_link(session: AsyncSession, settings: Settings, row: Staff, now: datetime) -> str:
    """The token of a link that takes the place of any before, with a new authenticator key."""
    vault = await asyncio.to_thread(open_vault, settings)
    token = new_token()
    row.totp_key = vault.seal(new_secret(), place_of(row.id))
    row.invitation_hash, row.invitation_expires_at = token_hash(token), now + INVITED_FOR
    await session.flush()
    return token


def invitation_url(settings: Settings, token: str) -> str:
    """Where somebody invited sets the account up."""
    return f"{settings.console_http.origin}/#/staff-invitation/{token}"
