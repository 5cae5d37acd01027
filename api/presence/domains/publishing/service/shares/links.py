"""Creating, changing and revoking share links.

Invariant: changes in a workspace are counted against the plan one at a time. Beyond the plan's
number the newest links are paused; this is decided whenever one is opened or listed and is stored
nowhere, so a link works again as soon as there is room.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from presence.core.errors import NotFound, ValidationFailed
from presence.core.ids import new_id
from presence.core.secrets import Unreadable, Vault, open_vault
from presence.core.settings import Settings
from presence.db.sealed import sealed_to
from presence.domains.audit.service import is_shown_addresses, record
from presence.domains.billing.entitlements import require_capacity
from presence.domains.billing.service import current_plan
from presence.domains.brands.service import get_brand
from presence.domains.identity.service import new_token, token_hash
from presence.domains.publishing.models import ShareLink
from presence.domains.publishing.queries import shares as queries
from presence.domains.publishing.schemas.shares import (
    SECTIONS,
    ShareLinkIn,
    ShareLinkLineOut,
    ShareLinkOut,
    ShareState,
)

FEATURE = "share.links"
DAYS = 90
_GONE = "We could not find that share link."
_PAST = "The moment of expiry must be in the future"


@dataclass(frozen=True, slots=True)
class Covered:
    """The plan's number of links (None if unlimited), and how many live ones there are."""

    limit: int | None
    used: int


async def make(
    session: AsyncSession,
    settings: Settings,
    brand_id: UUID,
    user_id: UUID,
    wanted: ShareLinkIn,
    password_hash: str | None,
    now: datetime,
) -> ShareLinkOut:
    """Create a link. Raises NotFound, PlanLimitReached, ValidationFailed."""
    brand = await get_brand(session, brand_id)
    _ahead(wanted.expires_at, now)
    await _claim(session, now)
    token, vault = new_token(), await _vault(settings)
    row = ShareLink(
        id=new_id(),
        brand_id=brand.id,
        user_id=user_id,
        name=wanted.name,
        token_hash=token_hash(token),
        password_hash=password_hash,
        sections=[name for name in SECTIONS if name in wanted.sections],
        days=None if wanted.first else wanted.days or DAYS,
        first=wanted.first,
        last=wanted.last,
        engines=wanted.engines,
        topics=wanted.topics,
        expires_at=wanted.expires_at,
        views=0,
        created_at=now,
    )
    row.sealed_token = vault.seal(token, _place(row.id))
    await queries.insert(session, row)
    await _note(session, "share.created", row)
    return ShareLinkOut.from_row(row, state="open")


async def change_link(
    session: AsyncSession, share_id: UUID, values: dict[str, Any], now: datetime
) -> ShareLinkOut:
    """Set name, password hash or expiry. Raises NotFound, PlanLimitReached, ValidationFailed."""
    row = await one(session, share_id)
    if "expires_at" in values:
        _ahead(values["expires_at"], now)
        if is_over(row, now):
            await _claim(session, now)
    changed = await queries.update_share(session, share_id, values)
    if changed is None:
        raise NotFound(_GONE)
    await _note(session, "share.changed", changed)
    return ShareLinkOut.from_row(changed, state=await state_of(session, changed, now))


async def revoke(session: AsyncSession, share_id: UUID, now: datetime) -> None:
    """Revoke a link immediately and permanently. Raises NotFound."""
    row = await queries.update_share(session, share_id, {"revoked_at": now})
    if row is None:
        raise NotFound(_GONE)
    await _note(session, "share.revoked", row)


async def listed(
    session: AsyncSession,
    settings: Settings,
    brand_id: UUID | None,
    limit: int,
    after: UUID | None,
    now: datetime,
) -> list[ShareLinkLineOut]:
    """Links that are not revoked, newest first, each with its address if that is shown."""
    vault = await _vault(settings)
    data = is_shown_addresses()  # guard: shares.addresses -> True
    return [
        ShareLinkLineOut.from_row(
            row,
            state=await state_of(session, row, now),
            url=_address(settings, vault, row) if data else None,
        )
        for row in await queries.listed(session, brand_id, limit, after)
    ]


async def one(session: AsyncSession, share_id: UUID) -> ShareLink:
    """A link of the bound workspace that is not revoked. Raises NotFound."""
    row = await queries.find_share(session, share_id)
    if row is None or row.revoked_at is not None:
        raise NotFound(_GONE)
    return row


async def covered(session: AsyncSession, now: datetime) -> Covered:
    """What the plan allows and how much of it is used."""
    value = (await current_plan(session, now)).limits.value(FEATURE)
    limit = None if value is None else int(value)
    return Covered(limit, await queries.count_live(session, now))


async def count_links(session: AsyncSession) -> int:
    """The number of live links, as counted by the plan."""
    return await queries.count_live(session, datetime.now(UTC))


async def state_of(session: AsyncSession, row: ShareLink, now: datetime) -> ShareState:
    """Whether a link that is not revoked is open, expired, or beyond the plan's number."""
    if is_over(row, now):  # guard: shares.expired
        return "expired"
    limit = (await current_plan(session, now)).limits.value(FEATURE)
    # guard: shares.paused
    if limit is not None and await queries.count_live(session, now, row.id) >= limit:
        return "paused"
    return "open"


def is_over(row: ShareLink, now: datetime) -> bool:
    """Whether the link has expired."""
    return row.expires_at is not None and row.expires_at <= now


async def _claim(session: AsyncSession, now: datetime) -> None:
    """Verify that the plan has room for a link; the caller holds the workspace's lock."""
    limits = (await current_plan(session, now)).limits
    require_capacity(limits, FEATURE, await queries.count_live(session, now))  # guard: shares.most


async def _note(session: AsyncSession, action: str, row: ShareLink) -> None:
    data = {"name": row.name, "brand": str(row.brand_id), "protected": bool(row.password_hash)}
    await record(session, action, f"share:{row.id}", after=data)


def _ahead(moment: datetime | None, now: datetime) -> None:
    if moment is not None and moment <= now:  # guard: shares.in-past
        raise ValidationFailed.at("/expiresAt", _PAST, "past")


def _address(settings: Settings, vault: Vault, row: ShareLink) -> str | None:
    """None if the key that sealed the token is no longer configured; the link still works."""
    try:
        return f"{settings.http.origin}/share/{vault.open(row.sealed_token, _place(row.id))}"
    except Unreadable:
        return None


async def _vault(settings: Settings) -> Vault:
    return await asyncio.to_thread(open_vault, settings)


def _place(share_id: UUID) -> str:
    return sealed_to(ShareLink.sealed_token, id=share_id)
