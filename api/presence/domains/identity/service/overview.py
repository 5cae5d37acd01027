"""What the account screens show about a person, in one value."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from presence.domains.identity import queries
from presence.domains.identity.queries import Resolved
from presence.domains.identity.service.addresses import pending_address
from presence.domains.identity.service.credentials import person
from presence.domains.identity.service.second_factor import FactorState, state_of


@dataclass(frozen=True, slots=True)
class Overview:
    """`google_email` is the connected Google account; `pending_email` waits for confirmation."""

    id: UUID
    first_name: str
    last_name: str
    email: str
    email_verified: bool
    pending_email: str | None
    phone: str | None
    locale: str
    time_zone: str
    has_password: bool
    google_available: bool
    google_email: str | None
    second_factor: FactorState
    created_at: datetime


async def overview(session: AsyncSession, me: Resolved, google_available: bool) -> Overview:
    """The signed-in person's account."""
    user = await person(session, me)
    google = await queries.google_of(session)
    return Overview(
        id=user.id,
        first_name=user.first_name,
        last_name=user.last_name,
        email=user.email,
        email_verified=user.is_verified,
        pending_email=await pending_address(session),
        phone=user.phone,
        locale=user.locale,
        time_zone=user.time_zone,
        has_password=user.password_hash is not None,
        google_available=google_available,
        google_email=google.email if google is not None else None,
        second_factor=await state_of(session),
        created_at=user.created_at,
    )
