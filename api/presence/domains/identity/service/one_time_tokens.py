"""Links in e-mails: requested first, created when the e-mail is written, usable once.

Invariant: the token exists only in the e-mail, and the database has its SHA-256. Of several tokens
with the same purpose, only the newest can be used.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from presence.core.ids import new_id
from presence.domains.identity import queries
from presence.domains.identity.models import OneTimeToken
from presence.domains.identity.service.tokens import new_token, token_hash

Purpose = Literal["verify", "email", "reset"]
LIFETIMES: dict[Purpose, timedelta] = {
    "verify": timedelta(days=7),
    "email": timedelta(days=1),
    "reset": timedelta(minutes=30),
}
ALL: tuple[Purpose, ...] = ("verify", "email", "reset")


@dataclass(frozen=True, slots=True)
class EmailToken:
    """The secret of a link, for the e-mail that is being written."""

    token: str
    address: str
    previous: str | None
    expires_at: datetime


async def make(
    session: AsyncSession,
    user_id: UUID,
    purpose: Purpose,
    address: str,
    now: datetime,
    previous: str | None = None,
) -> UUID:
    """Create a token of the bound person, still without its secret; earlier ones for the purpose
    end.
    """
    await queries.end_tokens(session, [purpose])  # guard: identity.new-link-ends-old
    row = OneTimeToken(
        id=new_id(),
        user_id=user_id,
        purpose=purpose,
        address=address,
        previous=previous,
        expires_at=now + LIFETIMES[purpose],
    )
    session.add(row)
    await session.flush()
    return row.id


async def email_token(session: AsyncSession, token_id: UUID, now: datetime) -> EmailToken | None:
    """Create the secret; None if the link is no longer wanted."""
    row = await queries.token_by_id(session, token_id)
    # guard: identity.link-spent
    if row is None or row.used_at is not None or row.expires_at <= now:
        return None
    token = new_token()
    await queries.set_token_hash(session, token_id, token_hash(token))
    return EmailToken(token, row.address, row.previous, row.expires_at)


async def owner_of(session: AsyncSession, token: str, purposes: Sequence[Purpose]) -> UUID | None:
    """The owner of a usable token."""
    return await queries.token_owner(session, token_hash(token), purposes)


async def redeem(session: AsyncSession, token: str, purposes: Sequence[Purpose]) -> UUID | None:
    """Consume the token; returns the id of its row, or None if it cannot be used."""
    found = await queries.redeem_token(session, token_hash(token), purposes)
    return found[0] if found is not None else None


@dataclass(frozen=True, slots=True)
class AddressChange:
    """The previous and the new address."""

    address: str
    previous: str | None


async def change_of(session: AsyncSession, token_id: UUID) -> AddressChange | None:
    """The address change that a token stands for; None if it was canceled."""
    row = await queries.token_by_id(session, token_id)
    return AddressChange(row.address, row.previous) if row is not None else None
