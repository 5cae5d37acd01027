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
    """Send the link that confirms the account's address. Conflict when it is confirmed."""
    if verified:
        raise Conflict(_VERIFIED)
    token_id = await one_time_tokens.make(session, user_id, "verify", email, now)
    await request_mail(session, "verify-email", token_id)


async def send_reset_link(session: AsyncSession, user_id: UUID, email: str, now: datetime) -> None:
    """Send the link to choose a new password."""
    token_id = await one_time_tokens.make(session, user_id, "reset", email, now)
    await request_mail(session, "reset-password", token_id)


async def unlock(session: AsyncSession, email: str) -> int:
    """Forget the failed tries of an account; how many there were."""
    return await queries.unlock_login(session, email)


async def revoke_sessions(session: AsyncSession, user_id: UUID) -> int:
    """Sign the person out everywhere; returns how many sessions there were."""
    return await queries.end_all_sessions(session, user_id)


async def set_active(session: AsyncSession, user_id: UUID, *, active: bool) -> None:
    """Let nobody use the account, which signs it out at once, or let it be used again."""
    await queries.set_active(session, user_id, active=active)
    if not active:
        await queries.end_all_sessions(session, user_id)  # guard: identity.support-ends-sessions


async def merge(session: AsyncSession, origin: UUID, into: UUID) -> int:
    """Make the bound person's workspaces another account's and let nobody use theirs any more.

    Where both belong, the stronger role stays. What they wrote keeps their name. How many
    workspaces there were.
    """
    moved = await merging.merge(session, origin, into)
    await set_active(session, origin, active=False)
    return moved


async def end_impersonation(session: AsyncSession, impersonation_id: UUID) -> None:
    """End the session in which staff act as the bound person."""
    # guard: identity.support-ends-impersonation
    await queries.end_impersonation(session, impersonation_id)
