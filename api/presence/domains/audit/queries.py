"""Queries on the audit log of the bound workspace."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession

from presence.domains.audit.models import AuditChain, AuditEntry, AuditLink


@dataclass(frozen=True, slots=True)
class AuditLogFilter:
    """Which entries to return and in which order; all given conditions must hold.

    `action` is a prefix.
    """

    action: str | None = None
    actor_id: UUID | None = None
    since: datetime | None = None
    until: datetime | None = None
    oldest_first: bool = False


async def entry_by_id(session: AsyncSession, entry_id: UUID) -> AuditEntry | None:
    """An entry of the bound workspace's log."""
    statement = select(AuditEntry).where(AuditEntry.id == entry_id)
    return (await session.execute(statement)).scalar_one_or_none()


async def newest_about(session: AsyncSession, action: str, target: str) -> AuditEntry | None:
    """The newest entry for this action on this target."""
    statement = (
        select(AuditEntry)
        .where(AuditEntry.target == target, AuditEntry.action == action)
        .order_by(AuditEntry.id.desc())
        .limit(1)
    )
    return (await session.execute(statement)).scalar_one_or_none()


async def entries(
    session: AsyncSession, wanted: AuditLogFilter, after: UUID | None, limit: int
) -> Sequence[AuditEntry]:
    """Entries after the entry `after` in the requested order. Ids grow with time."""
    key, up = AuditEntry.id, wanted.oldest_first
    statement = select(AuditEntry).order_by(key.asc() if up else key.desc()).limit(limit)
    if after is not None:
        statement = statement.where(key > after if up else key < after)
    if wanted.action is not None:
        statement = statement.where(AuditEntry.action.startswith(wanted.action, autoescape=True))
    if wanted.actor_id is not None:
        statement = statement.where(AuditEntry.actor_id == wanted.actor_id)
    if wanted.since is not None:
        statement = statement.where(AuditEntry.created_at >= wanted.since)
    if wanted.until is not None:
        statement = statement.where(AuditEntry.created_at < wanted.until)
    return (await session.execute(statement)).scalars().all()


async def head(session: AsyncSession) -> AuditChain | None:
    """The head of the bound workspace's chain; None before its first entry."""
    return (await session.execute(select(AuditChain))).scalar_one_or_none()


async def links(
    session: AsyncSession, after: int, until: int, limit: int
) -> Sequence[tuple[AuditLink, AuditEntry]]:
    """Links numbered above `after`, up to `until`, with their entries, in order."""
    statement = (
        select(AuditLink, AuditEntry)
        .join(AuditEntry, AuditEntry.id == AuditLink.entry_id)
        .where(AuditLink.sequence > after, AuditLink.sequence <= until)
        .order_by(AuditLink.sequence)
        .limit(limit)
    )
    return [(link, entry) for link, entry in (await session.execute(statement)).all()]


async def link(session: AsyncSession, sequence: int) -> AuditLink | None:
    """The bound workspace's link with this number."""
    statement = select(AuditLink).where(AuditLink.sequence == sequence)
    return (await session.execute(statement)).scalar_one_or_none()


async def targets_of(
    session: AsyncSession, actor_id: UUID, actions: Collection[str]
) -> Sequence[str]:
    """The targets on which one person performed any of `actions` in the bound workspace."""
    statement = select(AuditEntry.target).where(
        AuditEntry.actor_id == actor_id, AuditEntry.action.in_(actions)
    )
    return (await session.scalars(statement.distinct())).all()
