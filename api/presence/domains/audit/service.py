"""Writes the audit log in the caller's own transaction, and reads it.

Invariant: an entry exists if and only if what it reports was committed. What staff do in the
console is one entry, however many the slices' services write: see `Operation`.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping, Sequence
from contextvars import ContextVar
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from uuid import UUID

from pydantic.alias_generators import to_camel
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

from presence.db.tenancy import binding_of
from presence.domains.audit import exporting, queries
from presence.domains.audit.models import AuditEntry
from presence.domains.audit.queries import AuditLogFilter as AuditLogFilter


@dataclass(frozen=True, slots=True)
class Staffer:
    """The member of staff who acts, and why; `on_behalf_of` is the customer they act as.

    `recorded` gathers the actions for which an entry was written in their name.
    """

    id: UUID
    name: str
    reason: str
    address: str = ""
    on_behalf_of: UUID | None = None
    recorded: list[str] = field(default_factory=list, compare=False)


@dataclass(slots=True)
class Operation:
    """One operation of the console while it is carried out; it becomes exactly one entry.

    What services record meanwhile is gathered in `notes`. `target` is `resource:id`.
    """

    action: str
    target: str
    before: dict[str, Any] = field(default_factory=dict)
    after: dict[str, Any] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)

    def gather(
        self, action: str, before: Mapping[str, Any] | None, after: Mapping[str, Any] | None
    ) -> None:
        """Collect what a service would have written."""
        self.notes.append(action)
        self.before |= before or {}
        self.after |= after or {}


# How the actor of the current request acts, if not in their own browser session.
acting_via: ContextVar[str | None] = ContextVar("acting_via", default=None)
# Staff acting as a customer: every entry names both.
acting_for: ContextVar[Staffer | None] = ContextVar("acting_for", default=None)
# Whether the current request acts through a read-only key.
acting_reads: ContextVar[bool] = ContextVar("acting_reads", default=False)
# The operation of the console that is being carried out.
operating: ContextVar[Operation | None] = ContextVar("operating", default=None)
CONSOLE = "console"
_BRIEF, _MOST = 200, 20
_NAME = text(
    "SELECT left(first_name || ' ' || last_name, 210) FROM users WHERE id = CAST(:actor AS uuid)"
)


def is_shown_addresses() -> bool:
    """Whether the actor of the current request may see an address that itself gives access.

    A read-only key could pass on what it reads, and staff acting as a customer would keep the
    address after they have left.
    """
    return acting_for.get() is None and not acting_reads.get()


@dataclass(frozen=True, slots=True)
class LogEntry:
    """One line of the log; `via` is set when the actor acted through an API key."""

    id: UUID
    created_at: datetime
    actor_id: UUID | None
    actor_name: str | None
    on_behalf_of: UUID | None
    via: str | None
    action: str
    target: str
    before: Mapping[str, Any] | None
    after: Mapping[str, Any] | None


async def read_log(
    session: AsyncSession, wanted: AuditLogFilter, after: UUID | None, limit: int
) -> Sequence[LogEntry]:
    """Entries of the bound workspace after the entry `after`, in the requested order."""
    return [_entry(row) for row in await queries.entries(session, wanted, after, limit)]


async def read_head(session: AsyncSession) -> exporting.SealedHead | None:
    """The head of the bound workspace's chain; None before its first entry."""
    return await exporting.read_head(session)


async def read_file(session: AsyncSession, after: int = 0) -> exporting.LogFile:
    """The bound workspace's log after entry number `after`, in the form `verify-audit` reads."""
    workspace_id = binding_of(session).workspace_id
    if workspace_id is None:
        raise LookupError("The session is not bound to a workspace.")
    return await exporting.read_file(session, workspace_id, after)


async def read_files(session: AsyncSession) -> AsyncIterator[exporting.LogFile]:
    """The bound workspace's whole log in consecutive files, at least one.

    If entries up to the head are missing, the last file is empty and says that more follow.
    """
    after, more = 0, True
    while more:
        file = await read_file(session, after)
        yield file
        after, more = file["head"]["sequence"], file["more"] and bool(file["entries"])


async def targets_of(session: AsyncSession, actor_id: UUID, *actions: str) -> set[UUID]:
    """Ids of the targets of any of `actions` by one person in the bound workspace."""
    targets = await queries.targets_of(session, actor_id, actions)
    return {UUID(target.partition(":")[2]) for target in targets}


async def newest_about(session: AsyncSession, action: str, target: str) -> LogEntry | None:
    """The newest entry for this action on this target in the bound workspace's log."""
    row = await queries.newest_about(session, action, target)
    return _entry(row) if row is not None else None


async def read_entry(session: AsyncSession, entry_id: UUID) -> LogEntry | None:
    """An entry of the bound workspace's log; None if it does not exist."""
    row = await queries.entry_by_id(session, entry_id)
    return _entry(row) if row is not None else None


def _entry(row: AuditEntry) -> LogEntry:
    return LogEntry(
        id=row.id,
        created_at=row.created_at,
        actor_id=row.actor_id,
        actor_name=row.actor_name,
        on_behalf_of=row.on_behalf_of,
        via=row.via,
        action=row.action,
        target=row.target,
        before=row.before,
        after=row.after,
    )


async def record(
    session: AsyncSession,
    action: str,
    target: str,
    *,
    before: Mapping[str, Any] | None = None,
    after: Mapping[str, Any] | None = None,
    actor_id: UUID | None = None,
    on_behalf_of: UUID | None = None,
) -> None:
    """Append one entry to the bound workspace's log; the actor is the bound user unless given.

    `action` is a dotted verb such as `subscription.granted`, `target` is `kind:id`. Values must be
    JSON. Secrets and page text do not belong here.
    """
    operation = operating.get()
    if operation is not None:
        operation.gather(action, before, after)
        return
    staffer = acting_for.get()
    if staffer is not None:
        staffer.recorded.append(action)
    actor = staffer.id if staffer else actor_id or binding_of(session).user_id
    name = await session.scalar(_NAME, {"actor": actor}) if actor and not staffer else None
    session.add(
        AuditEntry(
            actor_id=actor,
            actor_name=staffer.name if staffer else name,
            on_behalf_of=staffer.on_behalf_of if staffer else on_behalf_of,
            via=CONSOLE if staffer else acting_via.get(),
            staff_id=staffer.id if staffer else None,
            reason=staffer.reason if staffer else None,
            address=staffer.address if staffer else None,
            action=action,
            target=target,
            before=dict(before) if before is not None else None,
            after=dict(after) if after is not None else None,
        )
    )
    await session.flush()


async def record_change(
    session: AsyncSession,
    action: str,
    target: str,
    before: Mapping[str, Any],
    after: Mapping[str, Any],
) -> None:
    """Append an entry with the fields that differ, by their API names; no entry if none do.

    Long texts are abbreviated: the log says what changed, but stores no documents.
    """
    changed = [name for name, value in after.items() if before.get(name) != value]
    if not changed:
        return
    was, now = (
        {to_camel(name): _brief(values.get(name)) for name in changed} for values in (before, after)
    )
    await record(session, action, target, before=was, after=now)


def _brief(value: object) -> Any:
    if isinstance(value, str):
        return value if len(value) <= _BRIEF else f"{value[: _BRIEF - 1]}…"
    if isinstance(value, list | tuple):
        return [_brief(one) for one in value[:_MOST]]
    return value if value is None or isinstance(value, bool | int | float) else str(value)


async def record_operation(session: AsyncSession, operation: Operation, staffer: Staffer) -> None:
    """Append the entry of an operation of staff; it belongs to the bound workspace, if any.

    The action is the service's own name for it, if it has one, so a customer reads the same name
    whoever did it.
    """
    session.add(
        AuditEntry(
            actor_id=staffer.id,
            actor_name=staffer.name,
            on_behalf_of=staffer.on_behalf_of or binding_of(session).user_id,
            via=CONSOLE,
            staff_id=staffer.id,
            reason=staffer.reason,
            address=staffer.address,
            action=operation.notes[0] if operation.notes else operation.action,
            target=operation.target,
            before=operation.before or None,
            after={**operation.after, "operation": operation.action},
        )
    )
    await session.flush()
