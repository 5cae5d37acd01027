"""Staff's operations for a person: resend links, end sessions, lock and unlock the account.

Invariant: the session is bound to that person. Nothing here reveals a secret to staff: a link goes
to the account's own address.
"""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from presence.core.errors import Conflict
from presence.domains.identity.queries import merging
from presence.domains.identity.queries import support as queries
from presence.domains.identity.service import one_time_tokens
from presence.jobs.mail import request_mail

_VERIFIED = "This address is confirmed already."


async def resend_verification(
    session: AsyncSession, user_id: UUID, email: str, now: datetime, *, verified: bool
) -> None:
    """Send the link that confirms the account's address. Raises Conflict if it is confirmed."""
    if verified:
        raise Conflict(_VERIFIED)
    token_id = await one_time_tokens.make(session, user_id, "verify", email, now)
    await request_mail(session, "verify-email", token_id)


async def send_reset_link(session: AsyncSession, user_id: UUID, email: str, now: datetime) -> None:
    """Send the link to choose a new password."""
    token_id = await one_time_tokens.make(session, user_id, "reset", email, now)
    await request_mail(session, "reset-password", token_id)


async def unlock(session: AsyncSession, email: str) -> int:
    """Forget the failed attempts on an account; returns how many there were."""
    return await queries.unlock_login(session, email)


async def revoke_sessions(session: AsyncSession, user_id: UUID) -> int:
    """Sign the person out everywhere; returns how many sessions there were."""
    return await queries.end_all_sessions(session, user_id)


async def set_active(session: AsyncSession, user_id: UUID, *, active: bool) -> None:
    """Disable the account, which signs it out at once, or enable it again."""
    await queries.set_active(session, user_id, active=active)
    if not active:
        await queries.end_all_sessions(session, user_id)  # guard: identity.support-ends-sessions


async def merge(session: AsyncSession, origin: UUID, into: UUID) -> int:
    """Transfer the bound person's workspaces to another account and disable theirs.

    If both belong to a workspace, the stronger role is kept. What the person wrote keeps their
    name. Returns the number of workspaces.
    """
    moved = await merging.merge(session, origin, into)
    await set_active(session, origin, active=False)
    return moved


async def end_impersonation(session: AsyncSession, impersonation_id: UUID) -> None:
    """End the session in which staff act as the bound person."""
    # guard: identity.support-ends-impersonation
    await queries.end_impersonation(session, impersonation_id)
