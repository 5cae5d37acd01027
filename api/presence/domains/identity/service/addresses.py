"""Confirms and changes the e-mail address of an account.

Invariant: an address is confirmed by somebody who reads its mail and is signed in to the account.
The link alone is not enough; otherwise the owner of an address could be made to confirm an account
that somebody else opened under it.
"""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncSession

from presence.core.errors import Conflict, Forbidden
from presence.domains.identity import queries
from presence.domains.identity.errors import email_taken, link_unusable
from presence.domains.identity.models import User
from presence.domains.identity.service import one_time_tokens
from presence.domains.identity.service.dependencies import Means
from presence.jobs.mail import request_mail

CONFIRMING: tuple[one_time_tokens.Purpose, ...] = ("verify", "email")
_OTHER_ACCOUNT = "This link belongs to another account. Sign in to that account and open it again."
_SAME = "This is the address you sign in with already."


async def ask_to_verify(session: AsyncSession, user: User, now: datetime) -> None:
    """Send the link that confirms the account's address."""
    token_id = await one_time_tokens.make(session, user.id, "verify", user.email, now)
    await request_mail(session, "verify-email", token_id)


async def ask_to_change(session: AsyncSession, user: User, address: str, now: datetime) -> None:
    """Send a link to the new address and a notice to the old one. Raises Conflict if it cannot be
    used.
    """
    if address == user.email:
        raise Conflict(_SAME)
    if await queries.find_user(session, address) is not None:  # guard: identity.address-taken
        raise email_taken()
    token_id = await one_time_tokens.make(
        session, user.id, "email", address, now, previous=user.email
    )
    await request_mail(session, "confirm-new-email", token_id)
    await request_mail(session, "email-change-requested", token_id)


async def confirm(session: AsyncSession, means: Means, me: UUID, token: str) -> str:
    """Consume a link; returns the address that is now confirmed. The session is bound to `me`.

    Raises ValidationFailed for an unusable link, Forbidden for another account's (which stays
    usable), and Conflict if the new address was taken in the meantime.
    """
    owner = await one_time_tokens.owner_of(session, token, CONFIRMING)
    if owner is not None and owner != me:  # guard: identity.link-of-another-person
        raise Forbidden(_OTHER_ACCOUNT)
    token_id = await one_time_tokens.redeem(session, token, CONFIRMING)
    row = await queries.token_by_id(session, token_id) if token_id is not None else None
    user = await queries.user_by_id(session, me)
    if row is None or user is None:  # guard: identity.link-unusable
        raise link_unusable()
    # guard: identity.link-of-another-address
    if row.purpose == "verify" and row.address != user.email:
        raise link_unusable()
    await means.mark_confirmed(session, user)
    if row.purpose == "email":
        await _move(session, user, row.address)
        await request_mail(session, "email-changed", row.id)
    return row.address


async def pending_address(session: AsyncSession) -> str | None:
    """The new address that is still to be confirmed."""
    row = await queries.latest_token(session, "email")
    return row.address if row is not None else None


async def _move(session: AsyncSession, user: User, address: str) -> None:
    user.email = address
    try:
        await session.flush()
    except IntegrityError as error:
        raise email_taken() from error
    await queries.end_tokens(session, ["verify", "reset"])  # guard: identity.new-address-ends-links
