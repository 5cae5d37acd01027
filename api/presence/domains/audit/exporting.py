"""The audit log of the bound workspace as a file that `presence verify-audit` checks.

Invariant: a file holds consecutive entries and names the head of the chain and what stood before
its first entry, so files that follow each other can be checked as one.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, TypedDict
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from presence.domains.audit import queries
from presence.domains.audit.chain import FORMAT, START, Head
from presence.domains.audit.models import AuditEntry, AuditLink

MOST = 10_000


@dataclass(frozen=True, slots=True)
class SealedHead:
    """The head of a chain and when its last entry was written."""

    head: Head
    sealed_at: datetime


class LogPlace(TypedDict):
    """Number and hash of an entry."""

    sequence: int
    hash: str


class LogFile(TypedDict):
    """Consecutive entries as JSON, in the form `presence verify-audit` reads."""

    format: str
    workspaceId: str
    after: LogPlace
    head: LogPlace
    more: bool
    entries: list[dict[str, Any]]


async def read_head(session: AsyncSession) -> SealedHead | None:
    """The head of the bound workspace's chain; None before its first entry."""
    row = await queries.head(session)
    if row is None or row.sequence == 0:
        return None
    return SealedHead(Head(row.sequence, row.hash.hex()), row.sealed_at)


async def read_file(session: AsyncSession, workspace_id: UUID, after: int = 0) -> LogFile:
    """Up to MOST entries behind number `after`, oldest first, as JSON values.

    A number that does not exist stands for the last entry.
    """
    found = await read_head(session)
    head = found.head if found else Head(0, START)
    before = await queries.link(session, min(after, head.sequence))
    start = Head(before.sequence, before.hash.hex()) if before else Head(0, START)
    rows = await queries.links(session, start.sequence, head.sequence, MOST)
    last = Head(rows[-1][0].sequence, rows[-1][0].hash.hex()) if rows else start
    return {
        "format": FORMAT,
        "workspaceId": str(workspace_id),
        "after": {"sequence": start.sequence, "hash": start.hash},
        "head": {"sequence": last.sequence, "hash": last.hash},
        "more": last.sequence < head.sequence,
        "entries": [_entry(link, entry) for link, entry in rows],
    }


def _entry(link: AuditLink, entry: AuditEntry) -> dict[str, Any]:
    return {
        "sequence": link.sequence,
        "id": str(entry.id),
        "createdAt": entry.created_at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ"),
        "actorId": _text(entry.actor_id),
        "actorName": entry.actor_name,
        "onBehalfOf": _text(entry.on_behalf_of),
        "via": entry.via,
        "action": entry.action,
        "target": entry.target,
        "before": entry.before,
        "after": entry.after,
        "salt": link.salt.hex() if link.salt is not None else None,
        "digest": link.digest.hex(),
        "staffDigest": link.staff_digest.hex(),
        "hash": link.hash.hex(),
    }


def _text(value: UUID | None) -> str | None:
    return str(value) if value is not None else None
